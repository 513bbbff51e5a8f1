#pragma once  // for every room above

// The cells of an experiment as people read them: what came out beside what is printed, in words
// that a terminal, a document and a page share.

#include <string>
#include <string_view>
#include <vector>

#include "experiment/cell.h"

namespace marginscope {

struct ReadCell {
  std::string dataset;
  std::string entry;    // "precise at C = 1, 2σ² = 10": what it is beside its data set
  std::string here;     // with as many decimals as are printed, "16.48 ± 2.83"
  std::string mark;     // "best", or "*" where it does not differ significantly from the best
  std::string printed;  // "–" where nothing is
  std::string verdict;  // "as printed", "within error", "differs"; empty where nothing is compared
  int n = 0;
  std::string_view cause;  // of what differs, one sentence without its full stop
};

ReadCell read_cell(const Cell& cell);

struct Reading {
  std::vector<ReadCell> cells;
  std::vector<std::string> notes;   // what the marks mean
  std::vector<std::string> causes;  // why cells differ: each once, behind the entries it is said of
  std::string summary;              // how many are as printed
};

Reading reading_of(const std::vector<Cell>& cells);

}  // namespace marginscope
