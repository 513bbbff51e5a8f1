#pragma once  // for src/experiment only

// How an experiment is worked through: units of independent pieces on several threads, the cells of
// an earlier run kept, progress, cancellation, and the table's order whatever is ready first.

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/experiment.h"

namespace marginscope {

// What becomes one cell or several together.
struct Unit {
  std::string doing;  // "heart, hkesa"

  // The cells that it makes, each with its entry and with `result.n`. Those that an earlier run has
  // made over as many are taken out before it begins; without any left it is not begun.
  std::vector<Cell> cells;

  int pieces = 1;
  double cost = 1;  // of one piece, relative to those of other units

  // Makes a piece. Called from any thread, for each piece once. Errors: a training that cannot be
  // made. What it leaves behind once `request.cancelled` is set is not looked at.
  std::function<Result<void>(int piece)> work;

  // Fills in the results, once every piece is there. It may take cells out that do not exist.
  std::function<void(std::vector<Cell>& cells)> summarise;
};

// What an experiment knows of its cells beside their numbers.
struct Layout {
  // Those of the paper in its order; others come behind them, by name.
  std::span<const std::string_view> datasets = {};
  std::span<const std::string_view> quantities = {};  // the same

  // What is printed for an entry, if anything is.
  std::function<std::optional<Publication>(const Cell& cell)> publication = {};

  // Marks the best of all cells so far; empty: nothing is marked.
  std::function<void(std::vector<Cell>& cells)> mark = {};
};

// Works through all units. The cells are in the order of data sets, methods, coordinates and
// quantities. Cells of an earlier run that no unit makes are kept, but for those of a data set that
// a unit now averages over another number of realisations.
ExperimentResult run_units(const Experiment& self, const ExperimentRequest& request,
                           const Layout& layout, std::vector<Unit> units);

// What one of the threads has for its training, in bytes.
double memory_of_one_job(const ExperimentRequest& request);

}  // namespace marginscope
