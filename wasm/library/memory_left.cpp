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

double promised = 0;  // by all together

}  // namespace

double unused_memory() {
  const double never_taken = static_cast<double>(emscripten_get_heap_max()) -
                             static_cast<double>(reinterpret_cast<std::uintptr_t>(sbrk(0)));
  return never_taken + static_cast<double>(mallinfo().fordblks);
}

double memory_left() { return std::max(0.0, unused_memory() - promised - kept_back); }

void Promise::make(double bytes) {
  bytes_ = bytes <= small ? 0 : bytes;
  keep(bytes_);
}

double Promise::unused() const { return bytes_ == 0 ? 0 : unused_memory(); }

void Promise::take(double before, bool more) {
  bytes_ -= before - unused();
  keep(more ? bytes_ : 0);
}

void Promise::keep(double bytes) {
  promised -= kept_;
  kept_ = std::max(0.0, bytes);
  promised += kept_;
}

Result<void> check_memory(double bytes, std::string_view what) {
  if (bytes <= small) return {};
  const double left = memory_left();
  if (bytes <= left) return {};
  return fail(sentence(what, " ", bytes_text(bytes), ", and ", bytes_text(left),
                       " are left; dispose of what is not needed any more"));
}

}  // namespace marginscope
