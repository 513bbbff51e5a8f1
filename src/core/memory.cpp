#include "core/memory.h"

#ifndef __wasm__
#include <unistd.h>
#endif
#ifdef __linux__
#include <sys/mman.h>
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

#ifdef __linux__
void ask_for_large_pages(void* first, std::size_t bytes) {
  constexpr std::size_t page = std::size_t{2} << 20;
  const auto begin = reinterpret_cast<std::uintptr_t>(first);
  const std::uintptr_t from = (begin + page - 1) / page * page, to = (begin + bytes) / page * page;
  if (from < to) madvise(reinterpret_cast<void*>(from), to - from, MADV_HUGEPAGE);
}
void drop_pages(void* first, std::size_t bytes) { madvise(first, bytes, MADV_DONTNEED); }
void offer_pages(void* first, std::size_t bytes) { madvise(first, bytes, MADV_FREE); }
#else
void ask_for_large_pages(void*, std::size_t) {}
void drop_pages(void*, std::size_t) {}
void offer_pages(void*, std::size_t) {}
#endif

ProblemSize size_of(const Problem& problem) {
  return {static_cast<double>(problem.X.rows()), static_cast<double>(problem.X.cols()),
          static_cast<double>(problem.classes)};
}

}  // namespace marginscope
