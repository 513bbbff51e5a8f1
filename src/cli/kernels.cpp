#include "cli/kernels.h"

#include "core/text.h"

namespace marginscope::cli {

Result<const KernelKind*> find_kernel(std::string_view text) {
  std::vector<std::string> known;
  for (const KernelKind& kernel : kernels) {
    if (kernel.id == trimmed(text)) return &kernel;
    known.emplace_back(kernel.id);
  }
  return fail(sentence("There is no kernel \"", text, "\"; there is ", alternatives(known)));
}

}  // namespace marginscope::cli
