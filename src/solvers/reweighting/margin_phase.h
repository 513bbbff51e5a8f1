#pragma once  // for src/solvers only

#include "solvers/reweighting/slack_criterion.h"

namespace marginscope {

// What a step of iteratively reweighted least squares took.
struct StepTaken {
  double part = 0;     // η
  std::size_t on = 0;  // how many patterns it solved on
};

// One step of the end of iteratively reweighted least squares: a solve for `places` with the
// weights in their limits, and as much of the way to it as lowers L_P; more than one where that is
// nothing. False where nothing is gained any more, or the places agree with their own solution.
Gradual<bool> margin_step(const SlackCriterion& criterion, MachinePoint& at, Places& places,
                          StepTaken& taken);

}  // namespace marginscope
