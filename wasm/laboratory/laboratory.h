#pragma once

// Generalisation bounds and model selection on a scene, in slices. A module of its own, which a Web
// Worker loads when a person asks for it: the playground's first visit does not carry it.

#include <emscripten/val.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "estimates.h"
#include "picture.h"
#include "scene/command.h"
#include "scene/scene.h"
#include "values.h"

namespace marginscope {

EMSCRIPTEN_DECLARE_VAL_TYPE(LaboratoryCatalogue)
EMSCRIPTEN_DECLARE_VAL_TYPE(BoundFit)
EMSCRIPTEN_DECLARE_VAL_TYPE(SwapEstimate)
EMSCRIPTEN_DECLARE_VAL_TYPE(BoundState)
EMSCRIPTEN_DECLARE_VAL_TYPE(Prospect)
EMSCRIPTEN_DECLARE_VAL_TYPE(SceneToOpen)

inline constexpr char laboratory_catalogue_type[] = R"({
  bounds: BoundKind[];
  criteria: CriterionKind[];
  experiments: {
    id: string; name: string; meaning: string; unit: string;
    needs_data: boolean; draws: boolean; measures_times: boolean;
    repeats: 'none' | 'realisations' | 'swaps';
    methods: { id: string; name: string; meaning: string }[];
  }[];
})";

// What there would be to do: of a bound and of a selection the sentences that say so, or why it
// cannot be done; the cells of the selection; and why kinds of bound, criteria and the search in two
// stages do not fit the scene.
inline constexpr char prospect_type[] = R"({
  unfit: Record<string, string>; unfit_search: string | null;
  bound: { plan: string[]; problem: string | null };
  selection: { plan: string[]; problem: string | null; state: SelectionState | null };
})";

// A scene for the playground, and what to say of it there.
inline constexpr char scene_to_open_type[] = "{ text: string; notice: string }";

inline constexpr char bound_state_type[] = R"(BoundOutcome & {
  classical: SwapEstimate; precise: SwapEstimate;
  swap: {
    text: string; label: number[];
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
  reductions: number; painting: Painting;
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

  // What the two would do on a scene. What is under way goes on. Cost: a copy of the problem for each
  // kind.
  Prospect prospect(const std::string& scene, const std::string& bound,
                    const std::string& criterion, const TextList& axes, bool two_stage) const;

  // Goes on for about so long; true while there is more to do.
  bool advance(double milliseconds);

  // Labellings learned of the bound.
  int swaps_done() const { return bound_ ? bound_->swaps_done() : 0; }

  Picture picture() const;
  BoundState bound() const;          // after start_bound
  SelectionState selection() const;  // after start_selection

  // The scene with the labels of the last swap, or with the settings of a cell, for the playground.
  SceneToOpen swapped_scene() const;
  SceneToOpen cell_scene(int cell) const;

 private:
  // A scene with its patterns as a machine is given them, and how it is drawn.
  struct Ground {
    explicit Ground(Scene taken);

    Scene scene;
    Plane plane;
    Training training;
    PlanePicture picture;
  };

  Result<void> take_scene(const std::string& text);
  emscripten::val fit_of(const Fit& fit, bool constrained) const;
  // Of each point the label that `labels` give to its pattern, or its own where it is of the
  // validation part.
  Eigen::VectorXd labels_of_points(const Eigen::VectorXd& labels) const;

  std::optional<Ground> ground_;
  std::unique_ptr<Relearner> machine_;
  std::optional<Bound> bound_;
  std::optional<Selection> selection_;
};

// With what it shows, for the playground.
SceneToOpen to_open(const Scene& scene, std::string_view what);

LaboratoryCatalogue laboratory_catalogue();

}  // namespace marginscope
