#pragma once

// Settings at random from their field tables, and what must hold of a run whatever they are.

#include <string>

#include "core/field.h"
#include "core/random.h"
#include "core/run.h"

namespace marginscope::testing {

// A value of a field in its text: mostly what a slider offers, sometimes the upper end of the whole
// range, which is refused where the range is open there. Empty for a list.
std::string random_value(Random& random, const Field& field);

// Fails unless all that a run publishes at this iteration are numbers, and it explains itself. A run
// that ended as diverged or singular need not have numbers.
void check_numbers(const Run& run);

}  // namespace marginscope::testing
