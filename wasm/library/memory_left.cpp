#include "library/memory_left.h"

#include <emscripten/heap.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>

#include "core/text.h"

namespace marginscope {
namespace {

// For the many small things that are made without a question, and what counts as one, in bytes.
constexpr double kept_back = 32e6;
constexpr double small = 1e6;

}  // namespace

double memory_left() {
  const double never_taken = static_cast<double>(emscripten_get_heap_max()) -
                             static_cast<double>(reinterpret_cast<std::uintptr_t>(sbrk(0)));
  return std::max(0.0, never_taken + static_cast<double>(mallinfo().fordblks) - kept_back);
}

Result<void> check_memory(double bytes, std::string_view what) {
  if (bytes <= small) return {};
  const double left = memory_left();
  if (bytes <= left) return {};
  return fail(sentence(what, " ", bytes_text(bytes), ", and ", bytes_text(left),
                       " are left; dispose of what is not needed any more"));
}

}  // namespace marginscope
