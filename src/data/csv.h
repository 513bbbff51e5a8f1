#pragma once  // for every room above

// Data sets as separated text: an optional header line, then numbers, and among them the label.

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
  // Where the labels are words, in alphabetical order; a label is then the place in this list.
  std::vector<std::string> words = {};
  std::size_t label = 0;  // the label's column, from 1
};

// How a text is to be read.
struct CsvChoice {
  Task task = Task::classification;
  bool header = false;    // the first line is one, whatever it holds
  std::size_t label = 0;  // the label's column, from 1; 0: the last
};

// The first line is a header if there are names in it and not one number (nan and 1e999 are numbers
// here, to be refused), or where the choice says so. Cells are separated by commas, or if the first
// line has none by semicolons, tabs or blanks, and may be in double quotes (but for blanks); byte
// order mark, any line ends, blanks around cells and blank lines are tolerated. Labels of classes
// are numbers or words, all of them. Errors name `source` (a file name, or "the pasted text"), line
// and column: no rows, no feature, a ragged row, a cell that is not a finite number, a label's
// column that is not there. Cost: linear in the text.
Result<CsvColumns> read_columns(std::string_view text, std::string_view source,
                                const CsvChoice& choice);

// Settles columns of a text by their label values (LabelForm::values). Errors name `source`, line
// and column of a label; where the labels may be targets, `regression` ends the sentence: how its
// reader asks for that task.
Result<Dataset> settle(CsvColumns text, std::string_view source, std::string_view regression = "");

// The two together.
Result<Dataset> read_csv(std::string_view text, std::string_view source, Task task,
                         std::string_view regression = "");

// What words as labels stand for once they are settled: "no is class −1, yes is class +1."; empty
// where there are none.
std::string words_text(const std::vector<std::string>& words);

}  // namespace marginscope
