#pragma once

// Kernels that machines are tried with, as settings and as they are.

#include <string>

#include "core/kernel.h"

namespace marginscope::testing {

inline const char* const tried_texts[] = {"linear", "polynomial:p=2", "gaussian:sigma=1"};
inline const Kernel tried_kernels[] = {
    {KernelType::linear, 3, 1}, {KernelType::polynomial, 2, 1}, {KernelType::gaussian, 3, 1}};

inline std::string with_kernel(const std::string& algorithm, const char* kernel) {
  return algorithm + (algorithm.find(':') == std::string::npos ? ":kernel=" : ",kernel=") + kernel;
}

}  // namespace marginscope::testing
