#pragma once

// The kernels that the algorithms know.

#include <array>
#include <string_view>

#include "core/result.h"

namespace marginscope::cli {

struct KernelKind {
  std::string_view id;
  std::string_view name;
  std::string_view formula;
  std::string_view meaning;
};

inline constexpr std::array kernels = {
    KernelKind{"linear", "Linear", "k(x, x′) = x·x′",
               "The decision value is a weighted sum of the features and a bias."},
};

// The error lists the known kernels.
Result<const KernelKind*> find_kernel(std::string_view text);

}  // namespace marginscope::cli
