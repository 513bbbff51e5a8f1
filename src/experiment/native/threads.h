#pragma once  // for every room above

// The pieces of an experiment on several threads.

#include "experiment/experiment_run.h"

namespace marginscope {

// Makes all pieces of the experiment on as many threads as its request has jobs; with one job
// everything happens on the calling thread. Returns after the last piece.
void finish_on_threads(ExperimentRun& run);

}  // namespace marginscope
