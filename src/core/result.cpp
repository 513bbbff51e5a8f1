#include "core/result.h"

#include "core/text.h"

namespace marginscope {

Error::Error(std::string_view text) : message(printable(text)) {}

std::unexpected<Error> fail(std::string_view message) {
  return std::unexpected<Error>(Error(message));
}

}  // namespace marginscope
