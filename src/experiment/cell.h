#pragma once  // for every room above

// One entry of a paper's table: what came out here beside what is printed there.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/metrics.h"

namespace marginscope {

// What the paper prints for a cell, with its marks.
struct Publication {
  Printed mean;
  std::optional<Printed> sd;
  int n = 1;                                        // over how many realisations
  std::optional<bool> best;                         // in boldface
  std::optional<bool> not_significantly_different;  // with an asterisk, or the best itself
};

struct Cell {
  std::string dataset;
  std::string method;
  std::string quantity;  // which number of several that belong to a method; empty for the only one
  Summary result;        // in the paper's unit (per cent of errors), unrounded

  std::optional<Publication> publication;

  // Mean and deviation agree with what is printed; nothing where the paper has no such cell or
  // averages over another number of realisations.
  std::optional<bool> equal_as_printed;

  // Within the row of a data set, over the methods at hand; nothing where there is no other one.
  // The best is the least mean; the others are compared with it by an unpaired t-test at 5 %.
  std::optional<bool> best;
  std::optional<bool> not_significantly_different;
};

// Fills `equal_as_printed`.
void compare_with_publication(Cell& cell);

// Fills `best` and `not_significantly_different` of every row of `cells`.
void mark_rows(std::vector<Cell>& cells);

}  // namespace marginscope
