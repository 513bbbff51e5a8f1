#pragma once

// The memory of the module, which ends at 2 GB: who asks for more ends the module. So large things are
// made only where there is room for them.

#include <string>
#include <string_view>

#include "core/result.h"

namespace marginscope {

// What can still be had, in bytes: what never was taken, and what was given back. It may lie in pieces.
// Cost: a pass over the blocks of memory.
double memory_left();

// Error: there is less than that, unless it is little. `what` begins the sentence: "The text needs".
Result<void> check_memory(double bytes, std::string_view what);

}  // namespace marginscope
