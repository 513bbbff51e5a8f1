#include "core/memory.h"

#ifndef __wasm__
#include <unistd.h>
#endif

namespace marginscope {

#ifdef __wasm__
double memory_budget = 1.2e9;
#else
double memory_budget =
    static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE)) / 2;
#endif

ProblemSize size_of(const Problem& problem) {
  return {static_cast<double>(problem.X.rows()), static_cast<double>(problem.X.cols()),
          static_cast<double>(problem.classes)};
}

}  // namespace marginscope
