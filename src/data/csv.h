#pragma once

// Data sets as comma-separated text: an optional header line, then numbers, the label last.

#include <string>
#include <string_view>

#include "core/problem.h"
#include "core/result.h"

namespace marginscope {

// Reads a data set. Two label values make two classes, the greater is +1; three to 32, whole
// numbers from −1000 to 1000, are renumbered 1 … K in ascending order; with Task::regression the
// last column is the target. The first line is a header if some cell of it is not a number (nan and
// 1e999 are numbers here, to be refused; an empty cell decides nothing). Cells are separated by
// commas, or by semicolons or tabs if the first line has no comma, and may be in double quotes;
// byte order mark, any line ends, blanks around cells and blank lines are tolerated. Errors name
// `source` (a file name, or "the pasted text"), line and column: no rows, no feature, a ragged row,
// a cell that is not a finite number, a single label value. Cost: linear in the text.
Result<Dataset> read_csv(std::string_view text, std::string_view source, Task task);

// Header and rows, numbers exact. The validation flags are not part of it.
std::string write_csv(const Dataset& data);

}  // namespace marginscope
