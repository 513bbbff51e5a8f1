#include "core/memory.h"

#ifndef __wasm__
#include <unistd.h>
#endif

namespace marginscope {

double usual_memory() {
#ifdef __wasm__
  return 1.2e9;
#else
  static const double of_machine =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
  return of_machine / 2;
#endif
}

ProblemSize size_of(const Problem& problem) {
  return {static_cast<double>(problem.X.rows()), static_cast<double>(problem.X.cols()),
          static_cast<double>(problem.classes)};
}

}  // namespace marginscope
