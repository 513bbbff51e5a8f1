#pragma once  // for every room above

// Data sets as separated text: an optional header line, then numbers, and among them the label. What
// lines and cells there are is one thing (CsvTable), what they are taken for another (CsvChoice).

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/dataset.h"
#include "core/result.h"

namespace marginscope {

// A text as a table of cells that are not read yet. Its views are of the text, which outlives it.
struct CsvTable {
  struct Row {
    std::string_view text = {};
    int line = 0;  // from 1; of several the first
  };
  std::string source = {};  // a file name, or "Pasted text"
  char separator = ',';
  std::vector<std::string_view> header = {};  // the cells of the header; empty where there is none
  std::size_t columns = 0;                    // two or more
  std::vector<Row> rows = {};                 // one or more, each of that many cells
};

// The first line is a header if there are names in it and not one number (nan and 1e999 are numbers
// here, to be refused), or where `header` says so. Cells are separated by commas, semicolons, tabs or
// blanks: by what gives the first lines as many cells each, and then most numbers, for which a comma
// may stand before decimals. A line "sep=;" before all others says which of them it is. They may be in
// double quotes (but for blanks), and have line breaks inside of these; byte order mark, any line ends,
// blanks around cells and blank lines are tolerated.
// Errors name `source`, line and column: no rows, one column alone, a ragged row, a quote that does not
// end, a separator that is none. Cost: linear in the text.
Result<CsvTable> read_table(std::string_view text, std::string_view source, bool header = false);

// The cells of a line without surrounding blanks and without surrounding quotes; cell_text says
// what stands in one, where a doubled quote is one quote and a line break a blank.
void split_cells(std::string_view line, char separator, std::vector<std::string_view>& cells);
std::string cell_text(std::string_view cell);

// What the columns of a table are taken for.
struct CsvChoice {
  // None: classification where all labels are words, else what is usual.
  std::optional<Task> task = {};
  Task usual = Task::classification;
  // Whether the labels of classes are words, as another part of the same data has them; none: as most
  // of them are.
  std::optional<bool> words = {};
  std::size_t label = 0;  // the label's column, from 1; 0: the last
  // The columns of the features, from 1, in the order of the features; none: all but the label's.
  std::optional<std::vector<std::size_t>> features = {};
};

// The task that is chosen, where the labels are words and where not.
Task chosen_task(const CsvChoice& choice, bool words);

// The choice with its label and features named.
CsvChoice completed(const CsvTable& table, CsvChoice choice);

// The columns that are chosen, labels as they are written, and the line of each row (from 1).
struct CsvColumns {
  Columns columns;
  std::vector<int> lines;  // empty: these are no lines of a text, but patterns one by one
  // Where the labels are words, in alphabetical order; a label is then the place in this list.
  std::vector<std::string> words = {};
  std::size_t label = 0;                   // the label's column, from 1
  std::vector<std::size_t> features = {};  // likewise
};

// Labels of classes are numbers or words, all of them. Errors: a column that is not there, a label
// or a feature that is a feature already, no feature at all, and with its line and column a cell of
// a chosen column that is not a finite number. Cost: linear in the text.
Result<CsvColumns> read_columns(const CsvTable& table, const CsvChoice& choice);

// Settles columns of a text by their label values (LabelForm::values). Errors name `source`, line
// and column, or where there are no lines the pattern; where the labels may be targets, `regression` ends the sentence: how its
// reader asks for that task.
Result<Dataset> settle(CsvColumns text, std::string_view source, std::string_view regression = "");

// Error: so many different words are more than there can be classes. `place` is where they are.
Result<void> check_words(std::string_view place, std::size_t words);

// All of it together.
Result<Dataset> read_csv(std::string_view text, std::string_view source, Task task,
                         std::string_view regression = "");

// What the labels of a classification stand for once they are settled: "no" is class −1, "yes" is
// class +1. Empty where they are the numbers of the classes already.
std::string classes_text(const CsvColumns& read);

}  // namespace marginscope
