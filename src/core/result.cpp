#include "core/result.h"

#include "core/text.h"

namespace marginscope {

std::unexpected<Error> fail(std::string_view message) {
  return std::unexpected<Error>(Error{printable(message)});
}

}  // namespace marginscope
