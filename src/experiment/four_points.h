#pragma once  // for src/experiment only

// The example of the article "Why do we need the Ho-Kashyap algorithm?": four separable points that
// least squares does not separate, margins set by hand that help it, and Ho-Kashyap (its loop is
// μ = 1/2) that finds such margins. Every number that the article prints, at numpy's eight
// decimals.

#include "experiment/experiment.h"

namespace marginscope {

Experiment four_points_experiment();

}  // namespace marginscope
