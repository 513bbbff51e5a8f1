#pragma once  // for src/experiment only

// What an experiment is made of: units of independent pieces, and what it knows of its cells beside
// their numbers.

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/experiment.h"
#include "scene/scene.h"

namespace marginscope {

// A run behind a cell, for the playground.
struct CellScene {
  Scene scene;
  std::string what;  // "realisation 1 of 20": which of the runs that the cell is made of
};

// What becomes one cell or several together.
struct Unit {
  std::string doing;  // "heart, hkesa"

  // The cells that it makes, each with its entry and with `result.n`. Those that an earlier run has
  // made over as many are taken out before it begins; without any left it is not begun.
  std::vector<Cell> cells;

  // The quantity that every piece has, where others are missing in some or in all: once it is finished all
  // are, those over fewer pieces too. Empty: each cell is finished by itself.
  std::string_view always_there = {};

  int pieces = 1;
  double cost = 1;  // of one piece, relative to those of other units

  // What a piece comes to: numbers that depend on nothing but the request, whatever process makes
  // them. Called from any thread. Errors: a training that cannot be made. What it returns once
  // `request.cancelled` is set is not looked at.
  std::function<Result<Numbers>(int piece)> work;

  // Fills in the results, once every piece is there. It may take cells out that do not exist.
  std::function<void(std::vector<Cell>& cells, std::span<const Numbers> made)> summarise;

  // A run behind a cell that was made; empty where its runs are nothing to look at. Errors: this cell
  // has none.
  std::function<Result<CellScene>(const Cell& cell, std::span<const Numbers> made)> scene = {};
};

struct Layout {
  // Those of the paper in its order; others come behind them, by name.
  std::span<const std::string_view> datasets = {};
  std::span<const std::string_view> quantities = {};  // the same

  // What is printed for an entry, if anything is.
  std::function<std::optional<Publication>(const Cell& cell)> publication = {};

  // Marks the best of all cells so far; empty: nothing is marked.
  std::function<void(std::vector<Cell>& cells)> mark = {};
};

struct Plan {
  Layout layout;
  std::vector<Unit> units;
};

// What one of the threads has for its training, in bytes.
double memory_of_one_job(const ExperimentRequest& request);

// Refuses other data sets than the only one that the experiment has.
Result<void> check_only_dataset(std::string_view experiment, const ExperimentRequest& request,
                                std::string_view dataset);

// The rows that are listed for either part, repeats included, as a data set of both.
Dataset parted(const Dataset& data, std::vector<int> training, const std::vector<int>& validation);

// A scene of data, shown on their first two principal components where they have more than two
// features. The algorithm and the rules are texts that can be read.
Scene scene_of(std::string_view name, Dataset data, std::string_view algorithm,
               std::string_view rules);

// The values that stand at one place of each piece's numbers.
std::vector<double> column_of(std::span<const Numbers> made, std::size_t place);

}  // namespace marginscope
