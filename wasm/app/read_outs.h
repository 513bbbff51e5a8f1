#pragma once

// What is read out of the quantities that an algorithm publishes.

#include <string>
#include <utility>
#include <vector>

#include "core/quantity.h"
#include "session/machine.h"

namespace marginscope {

// What a quantity has for one pattern, as name and text; of an integer with its two's-complement
// bits: "13 = 0000 0000 0000 1101".
std::pair<std::string, std::string> pattern_read_out(const Machine& machine,
                                                     const Quantity& quantity, int pattern);

}  // namespace marginscope
