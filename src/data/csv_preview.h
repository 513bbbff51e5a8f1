#pragma once  // for every room above

// A separated text before it is opened: what its columns hold, and what a choice of them gives.

#include <string>
#include <vector>

#include "data/csv.h"

namespace marginscope {

struct CsvPreview {
  enum class Kind { numbers, words, mixed };
  struct Column {
    std::string name = {};  // that of the header, or "Column 3"
    Kind kind = Kind::numbers;
    std::string odd = {};       // the first cell that is not a finite number; none of numbers
    int line = 0;               // its line
    std::size_t different = 0;  // how many of its cells differ; 0: more than most_classes
  };
  struct Row {
    int line = 0;  // from 1
    std::vector<std::string> cells = {};
  };
  char separator = ',';
  bool header = false;
  std::vector<Column> columns = {};  // none where the text is no table
  std::vector<Row> first = {};       // rows, at most 8
  std::size_t rows = 0;              // all of them
  CsvChoice choice = {};             // with nothing left open
  // What comes: "150 patterns, 4 features, 3 classes: …"; or the sentence that says why nothing can.
  std::string outcome = {}, fault = {};
};

// A table under a choice; what comes of it is not yet said.
CsvPreview preview_of(const CsvTable& table, const CsvChoice& choice);

// What the column holds: `numbers`, `words, 3 different`, or where it is mixed the cell that is no
// number: `"x" in line 7`.
std::string holds_text(const CsvPreview::Column& column);

// What comes of columns that were settled: "4 patterns, 2 features, 2 classes: …".
std::string outcome_text(const CsvColumns& read, const Dataset& data);

}  // namespace marginscope
