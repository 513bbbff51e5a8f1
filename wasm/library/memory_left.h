#pragma once

// The memory of the module, which ends at 2 GB: who asks for more ends the module. So large things are
// made only where there is room for them.

#include <string>
#include <string_view>

#include "core/result.h"

namespace marginscope {

// What never was taken, and what was given back, in bytes; it may lie in pieces. Cost: a pass over the
// blocks of memory.
double unused_memory();

// What of it can still be had: others have been promised the rest. Cost: likewise.
double memory_left();

// What work that goes on was told it may have, and has not taken yet: it is kept for it until the work is
// done or given up.
class Promise {
 public:
  Promise() = default;
  Promise(const Promise&) = delete;
  Promise& operator=(const Promise&) = delete;
  ~Promise() { keep(0); }

  // From now on so much, in bytes; what is little is not worth being counted.
  void make(double bytes);

  // A piece of the work, which answers whether more is to follow. What memory is gone behind it counts as
  // taken.
  template <class Piece>
  bool during(Piece piece) {
    const double before = unused();
    const bool more = piece();
    take(before, more);
    return more;
  }

 private:
  double unused() const;
  void take(double before, bool more);
  void keep(double bytes);

  double bytes_ = 0;  // to be taken, also while the work rests
  double kept_ = 0;   // of that
};

// Error: there is less than that, unless it is little. `what` begins the sentence: "The text needs".
Result<void> check_memory(double bytes, std::string_view what);

}  // namespace marginscope
