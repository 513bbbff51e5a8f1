#pragma once  // for every room above

// The papers' experiments by their identifiers. An experiment plans the cells of one table, one
// figure or one example and drives every training through `Run`.

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/memory.h"
#include "core/result.h"
#include "experiment/cell.h"
#include "experiment/data_source.h"

namespace marginscope {

namespace picture {
struct Sheet;
}

struct Experiment;
struct Plan;

// One method of an experiment, as the paper calls it.
struct Method {
  std::string_view id;       // "hkes"
  std::string_view name;     // "HKES"
  std::string_view meaning;  // what is trained and which iteration is retained
};

using Numbers = std::vector<double>;

// What a piece of a unit of the work came to (experiment_run.h).
struct FinishedPiece {
  std::string unit;  // its identity, which the plan of the same request gives again
  int piece = 0;
  Numbers numbers;
};

struct ExperimentRequest {
  std::shared_ptr<const DataSource> data;  // only where the experiment needs data
  std::vector<std::string> datasets;       // empty: all there are
  std::vector<std::string> methods;        // empty: all of the experiment
  int realisations = 0;                    // the first so many of each set; 0: all
  int swaps = 0;                           // of the labels, η; 0: as many as the paper has
  std::uint64_t seed = 1;                  // of whatever the experiment draws
  int jobs = 1;                            // threads; the results do not depend on it
  double memory = usual_memory();  // what there is for the trainings of all threads, in bytes

  // Of an earlier run: cells, and pieces of cells that were not finished, that need not be made
  // again.
  std::vector<Cell> finished;
  std::string finished_in;  // what these are from, for sentences
  // Of the data that they are of, by the data set, as far as these are known.
  std::map<std::string, std::string> checksums;
  std::vector<FinishedPiece> pieces;

  const std::atomic<bool>* cancelled = nullptr;
};

// What the draws or repetitions of an experiment are, over which it averages.
enum class Repeats { none, realisations, swaps };

struct Experiment {
  std::string_view id;       // "lauer-table-3"
  std::string_view name;     // "Lauer & Bloch 2006, Table 3"
  std::string_view meaning;  // what is measured and how, with the choices that the text leaves open
  std::string_view unit;     // of mean and deviation: "per cent of test errors"
  bool needs_data = false;
  std::span<const Method> methods;

  // What is to be made for those of its methods that are wanted. The plan refers to the request.
  // Errors: what is asked for is not there.
  Result<Plan> (*plan)(const ExperimentRequest& request,
                       const std::vector<const Method*>& wanted) = nullptr;

  bool draws = false;           // its results depend on the seed
  bool measures_times = false;  // which want the machine for themselves
  Repeats repeats = Repeats::realisations;

  // What is drawn of the cells of one data set (figures.h), of which there is one at least; empty:
  // nothing.
  picture::Sheet (*draw)(const Experiment& experiment, std::span<const Cell> cells) = nullptr;

  // False: its protocol was found by experiments that ask what makes the printed cells. It counts for
  // nothing where one says how many are as printed.
  bool by_the_text = true;

  // Its quantities are columns of a table: cells of one data set, method and coordinates are a row.
  bool columns = false;
};

std::span<const Experiment> experiments();

// The error lists the known identifiers.
Result<const Experiment*> find_experiment(std::string_view id);

}  // namespace marginscope
