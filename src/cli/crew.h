#pragma once  // for src/cli only

// Who makes the pieces of an experiment.

#include <chrono>

#include "experiment/experiment_run.h"

namespace marginscope::cli {

struct Crew {
  int size = 1;  // pieces that are made at once, where the command does not say how many

  // Makes all pieces, at most as many at once as the request has jobs. Returns after the last one,
  // after a refusal and once cancelled.
  void (*finish)(ExperimentRun& run) = nullptr;

  // How long a finished piece may be lost with this machine.
  std::chrono::milliseconds durable_within{0};
};

// Threads of this process.
Crew crew_of_threads();

}  // namespace marginscope::cli
