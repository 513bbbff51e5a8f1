#pragma once  // for every room above

// One entry of a paper's table, or one point of a figure: what came out here beside what is printed
// there.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/metrics.h"

namespace marginscope {

// What the paper prints for a cell, with its marks.
struct Publication {
  Printed mean;
  std::optional<Printed> sd = {};
  // Over how many realisations; 0: it is shown and not compared, as a time on another machine.
  int n = 1;
  bool derived = false;  // from printed numbers, and printed nowhere itself

  std::optional<bool> best = {};                         // in boldface
  std::optional<bool> not_significantly_different = {};  // with an asterisk, or the best itself

  // The mean of as many random draws, which were others than ours.
  bool drawn = false;

  // Where ours differs: the most likely cause, one sentence without its full stop.
  std::string_view cause = {};
};

// Where a cell lies in a grid or on a curve: "C" at 100, "iteration" at 12.
struct Coordinate {
  std::string name;
  double value = 0;

  bool operator==(const Coordinate&) const = default;
};

struct Cell {
  std::string dataset;
  std::string method;
  std::vector<Coordinate> at = {};  // of cells that a method has several of
  std::string quantity;  // which number of several that belong to a method; empty for the only one
  Summary result;        // in the paper's unit (per cent of errors), unrounded

  std::optional<Publication> publication;

  // Mean and deviation agree with what is printed; nothing where the paper has no such cell, averages
  // over another number of realisations, or has drawn while there is one draw alone here.
  std::optional<bool> equal_as_printed;

  // Of a drawn publication: the standard error of the difference of the two means, both being taken
  // to vary as the draws here do, and whether ours differs by two of them at most from a number that
  // is printed so.
  std::optional<double> difference_error;
  std::optional<bool> within_error;

  // Within the row of a data set, over the methods at hand; nothing where there is no other one.
  // The best is the least mean; the others are compared with it by an unpaired t-test at 5 %.
  std::optional<bool> best;
  std::optional<bool> not_significantly_different;

  // From what is printed, by more than the draws explain.
  bool differs() const { return !equal_as_printed.value_or(true) && !within_error.value_or(false); }
};

// Whether two are the same entry, whatever their results.
bool same_entry(const Cell& a, const Cell& b);

// "sonar, precise at C = 100, 2σ² = 10": the entry as people read it.
std::string entry_text(const Cell& cell);

// Fills `equal_as_printed`, `difference_error` and `within_error`.
void compare_with_publication(Cell& cell);

// How many cells agree with what is printed.
struct Agreement {
  int compared = 0;
  int equal = 0;   // as printed
  int within = 0;  // of draws: not as printed, but within two standard errors
};
Agreement agreement_of(const std::vector<Cell>& cells);

// Fills `best` and `not_significantly_different` of every row of `cells`.
void mark_rows(std::vector<Cell>& cells);

}  // namespace marginscope
