#pragma once  // for src/solvers only

// What the Ho-Kashyap algorithms say of their iterations.

#include <Eigen/Core>
#include <string>

#include "core/solver.h"

namespace marginscope {

// An iteration as its sentences see it, for as long as they are made.
struct HoKashyapIteration {
  bool modified, absolute;  // the form
  Outcome outcome;
  double initial_margin, error_tolerance, objective;
  const Eigen::VectorXd& B;        // N, margin vector
  const Eigen::VectorXd& target;   // N, B or 1 + B
  const Eigen::VectorXd& margins;  // N, ZW
  const Eigen::VectorXd& E;        // N, margins − target
};

// Iteration 0, and one that came from `before`.
std::string start_sentence(const HoKashyapIteration& now);
std::string step_sentence(const HoKashyapIteration& before, const HoKashyapIteration& now);

// The outcome that ended the run; empty while running. `residual` is that of the certificate;
// `interpolates` where any margins at all can be met.
std::string outcome_sentence(const HoKashyapIteration& last, double residual, bool interpolates);

}  // namespace marginscope
