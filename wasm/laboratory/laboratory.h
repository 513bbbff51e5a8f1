#pragma once

// Generalisation bounds and model selection on a scene, in slices. A module of its own, which a Web
// Worker loads when a person asks for it: the playground's first visit does not carry it.

#include <emscripten/val.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bounds/bound.h"
#include "scene/command.h"
#include "scene/scene.h"
#include "selection/selection.h"
#include "values.h"

namespace marginscope {

// Null, or the sentence that says why not.
EMSCRIPTEN_DECLARE_VAL_TYPE(Refusal)
EMSCRIPTEN_DECLARE_VAL_TYPE(LaboratoryCatalogue)
EMSCRIPTEN_DECLARE_VAL_TYPE(Picture)
EMSCRIPTEN_DECLARE_VAL_TYPE(BoundFit)
EMSCRIPTEN_DECLARE_VAL_TYPE(SwapEstimate)
EMSCRIPTEN_DECLARE_VAL_TYPE(BoundState)
EMSCRIPTEN_DECLARE_VAL_TYPE(SelectionState)
EMSCRIPTEN_DECLARE_VAL_TYPE(TextList)
EMSCRIPTEN_DECLARE_VAL_TYPE(Reasons)

inline constexpr char refusal_type[] = "string | null";
inline constexpr char text_list_type[] = "string[]";
inline constexpr char reasons_type[] = "Record<string, string>";

inline constexpr char laboratory_catalogue_type[] = R"({
  bounds: {
    id: string; name: string; formula: string; meaning: string; source: string;
    fields: CatalogueField[];
  }[];
  criteria: { id: string; name: string; meaning: string; fields: CatalogueField[] }[];
})";

// The training patterns on the plane, and the lattice at which surfaces are given: `columns` ×
// `rows` values from the corner (x0, y0) on, row by row. No columns where the plane shows no
// surface.
inline constexpr char picture_type[] = R"({
  x0: number; y0: number; x1: number; y1: number; columns: number; rows: number;
  x: number[]; y: number[]; label: number[];
})";

inline constexpr char bound_state_type[] = R"({
  kind: string; applied: string; finished: boolean; refusal: string | null;
  value: number | null; fraction: number;
  swaps: number; swaps_done: number; swaps_reduced: number;
  training_error: number | null; validation_error: number | null; squared_norm: number | null;
  classical: SwapEstimate; precise: SwapEstimate;
  terms: {
    id: string; symbol: string; meaning: string; value: number | null;
    fraction: boolean; summand: boolean;
  }[];
  sentences: string[];
  swap: {
    labels: number[];
    free: BoundFit; constrained: BoundFit | null;
  } | null;
})";

// `standard_error` is of the complexity. `running` is how it went, up to each of the `swaps`.
inline constexpr char swap_estimate_type[] = R"({
  mean: number | null; complexity: number | null; standard_error: number | null;
  running: { swaps: number[]; complexity: number[]; standard_error: number[] };
})";

inline constexpr char bound_fit_type[] = R"({
  training_error: number | null; squared_norm: number | null; C: number | null;
  reductions: number; outputs: number[]; surface: number[]; boundary: number[][];
})";

inline constexpr char selection_state_type[] = R"({
  criterion: string; axes: { field: string; values: string[] }[];
  cells: {
    settings: string[]; judged: boolean; value: number | null; reason: string; bound: string;
    training_error: number | null; validation_error: number | null;
  }[];
  chosen: number; finished: boolean; fraction: number; sentences: string[];
})";

class Laboratory {
 public:
  // Begins a bound ("maximal-discrepancy:swaps=20,delta=0.05") on the scene's machine and points;
  // what was under way ends.
  Refusal start_bound(const std::string& scene, const std::string& bound);

  // Begins a selection by a criterion ("cross-validation:folds=5", or a bound) over the axes
  // ("C=0.1,1,10"), or instead of them by the two-stage search over C.
  Refusal start_selection(const std::string& scene, const std::string& criterion,
                          const TextList& axes, bool two_stage);

  // Why kinds of bound and criteria do not fit a scene, by their identifiers. What is under way goes
  // on. Cost: a copy of the problem for each.
  Reasons unfit(const std::string& scene) const;

  // Goes on for about so long; true while there is more to do.
  bool advance(double milliseconds);

  // Labellings learned of the bound.
  int swaps_done() const { return bound_ ? bound_->swaps_done() : 0; }

  Picture picture() const;
  BoundState bound() const;          // after start_bound
  SelectionState selection() const;  // after start_selection

  // The scene with the labels of the last swap, or with the settings of a cell, for the playground.
  std::string swapped_scene() const;
  std::string cell_scene(int cell) const;

 private:
  Result<void> take_scene(const std::string& text);

  // Errors: a rule that needs a validation part where there is none.
  Result<RuleSet> rules_of_scene() const;
  // The decision function on the lattice and where it is zero, as parts of `result`.
  void add_surface(emscripten::val& result, bool constrained) const;

  Scene scene_;
  Plane plane_;
  Training training_;
  Eigen::MatrixXd lattice_;  // rows: the patterns at the lattice, scaled; none without a surface
  std::unique_ptr<Relearner> machine_;
  std::optional<Bound> bound_;
  std::optional<Selection> selection_;
};

LaboratoryCatalogue laboratory_catalogue();

}  // namespace marginscope
