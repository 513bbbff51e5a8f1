#pragma once

// A paper's experiment in the page, piece by piece, on a data set that the page carries.

#include <emscripten/val.h>

#include <memory>
#include <string>

#include "experiment/experiment_run.h"
#include "laboratory/laboratory.h"
#include "values.h"

namespace marginscope {

EMSCRIPTEN_DECLARE_VAL_TYPE(ExperimentState)
EMSCRIPTEN_DECLARE_VAL_TYPE(ExperimentWish)

// What is asked for. `csv` and `parts` are texts of files: the set, and which of its rows train, or
// empty; both are empty for an experiment that makes its data. 0 repeats: as many as usual.
inline constexpr char experiment_wish_type[] = R"({
  experiment: string; methods: string[]; set: string; csv: string; parts: string;
  repeats: number; seed: number;
})";

// `here` and `printed` are numbers as they are read; `cause` is why a cell differs, if it does.
inline constexpr char experiment_state_type[] = R"({
  experiment: string; fraction: number; doing: string; finished: boolean; refusal: string | null;
  cells: {
    dataset: string; entry: string; n: number; here: string; mark: string; printed: string;
    verdict: string; cause: string;
  }[];
  notes: string[]; summary: string;
})";

class Reproduction {
 public:
  // What was under way ends.
  Refusal start(const ExperimentWish& wish);

  // Makes pieces for about so long, one at least; true while there are more.
  bool advance(double milliseconds);

  ExperimentState state() const;  // after start

  // A run behind the cell of this entry_text; an empty text where there is none, and why.
  SceneToOpen cell_scene(const std::string& entry) const;

 private:
  std::unique_ptr<ExperimentRun> run_;
  Progress progress_;
};

// Those of LaboratoryCatalogue.
emscripten::val experiments_of_catalogue();

}  // namespace marginscope
