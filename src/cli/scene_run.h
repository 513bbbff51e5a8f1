#pragma once  // for src/cli only

// The training that a scene describes, as far as it is reported.

#include "core/result.h"
#include "core/run.h"
#include "scene/scene.h"

namespace marginscope::cli {

struct SceneRun {
  Run run;          // at the iteration that is reported: the retained one, or the scene's
  int iterations;   // that were made up to the stop, or to the scene's iteration
  double seconds;   // of the training, without the way back to what is retained
  double stepping;  // of these, in steps

  // By an interrupt; it is then at the last iteration that was made.
  bool cancelled() const { return run.end() && run.end()->reason == cancellation.id; }
  // Not a number where no step was made.
  double seconds_per_step() const;
};

struct SceneRunOptions {
  bool to_stop = false;  // also where the scene has an iteration of its own
  bool traced = false;   // keeps all records, with all of their parts
};

// Whether the chosen machine can be trained on the problem as its algorithm and its rules are made.
Result<void> check_training(const Scene& scene, const Problem& problem);

// Trains the chosen machine of a scene, which check_training lets pass. Errors: what the solver says of
// the problem, and an interrupt before the first iteration.
Result<SceneRun> run_scene(const Scene& scene, const Training& training, SceneRunOptions options);

}  // namespace marginscope::cli
