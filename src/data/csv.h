#pragma once  // for every room above

// Data sets as comma-separated text: an optional header line, then numbers, the label last.

#include <string>
#include <string_view>
#include <vector>

#include "core/dataset.h"
#include "core/result.h"

namespace marginscope {

// The columns of a text, labels as they are written, and the line of each row (from 1).
struct CsvColumns {
  Columns columns;
  std::vector<int> lines;
};

// The first line is a header if there are names in it and not one number (nan and 1e999 are numbers
// here, to be refused), or where `has_header` says so. Cells are separated by commas, or by semicolons or
// tabs if the first line has no comma, and may be in double quotes; byte order mark, any line ends,
// blanks around cells and blank lines are tolerated. Errors name `source` (a file name, or "the
// pasted text"), line and column: no rows, no feature, a ragged row, a cell that is not a finite
// number. Cost: linear in the text.
Result<CsvColumns> read_columns(std::string_view text, std::string_view source, Task task,
                                bool has_header = false);

// Settles columns of a text by their label values (LabelForm::values). Errors name `source`, line
// and column of a label; where the labels may be targets, `regression` ends the sentence: how its
// reader asks for that task.
Result<Dataset> settle(CsvColumns text, std::string_view source, std::string_view regression = "");

// The two together.
Result<Dataset> read_csv(std::string_view text, std::string_view source, Task task,
                         std::string_view regression = "");

}  // namespace marginscope
