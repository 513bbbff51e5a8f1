#pragma once  // for every room above

// The papers' experiments by their identifiers. An experiment makes the cells of one table, one
// figure or one example and drives every training through `Run`.

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/memory.h"
#include "core/result.h"
#include "experiment/cell.h"

namespace marginscope {

struct Experiment;

// One method of an experiment, as the paper calls it.
struct Method {
  std::string_view id;       // "hkes"
  std::string_view name;     // "HKES"
  std::string_view meaning;  // what is trained and which iteration is retained
};

struct Progress {
  double fraction = 0;  // of the work, as far as it can be told beforehand
  std::string doing;    // "heart, hkesa"
};

struct ExperimentRequest {
  std::string data_dir;               // only where the experiment needs data
  std::vector<std::string> datasets;  // empty: all there are
  std::vector<std::string> methods;   // empty: all of the experiment
  int realisations = 0;               // the first so many of each set; 0: all
  int swaps = 0;                      // of the labels, η; 0: as many as the paper has
  std::uint64_t seed = 1;             // of whatever the experiment draws
  int jobs = 1;                       // threads; the results do not depend on it
  double memory = usual_memory();     // what there is for the trainings of all threads, in bytes
  std::vector<Cell> finished;         // cells of an earlier run that need not be made again

  // Both are called one at a time, from whatever thread got there; `on_cells` whenever cells were
  // made, with everything finished so far, in the table's order.
  std::function<void(const Progress&)> on_progress;
  std::function<void(const std::vector<Cell>& cells)> on_cells;

  const std::atomic<bool>* cancelled = nullptr;
};

struct ExperimentResult {
  std::vector<Cell> cells;  // data set by data set, in the paper's order
  // Then only what was finished before is there.
  bool cancelled = false;
  std::optional<Error> refusal;  // a training that cannot be made
};

struct Experiment {
  std::string_view id;       // "lauer-table-3"
  std::string_view name;     // "Lauer & Bloch 2006, Table 3"
  std::string_view meaning;  // one sentence: what is measured and how
  std::string_view unit;     // of mean and deviation: "per cent of test errors"
  bool needs_data = false;
  std::span<const Method> methods;

  // Errors: what is asked for is not there.
  Result<ExperimentResult> (*run)(const Experiment& self, const ExperimentRequest& request);

  bool draws = false;  // its results depend on the seed
};

std::span<const Experiment> experiments();

// The error lists the known identifiers.
Result<const Experiment*> find_experiment(std::string_view id);

// The methods of `experiment` that the request names, in the experiment's order; all where it names
// none. The error lists the known ones.
Result<std::vector<const Method*>> requested_methods(const Experiment& experiment,
                                                     const ExperimentRequest& request);

}  // namespace marginscope
