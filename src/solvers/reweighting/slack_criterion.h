#pragma once  // for src/solvers only

// What iteratively reweighted least squares minimises, L_P = ½βᵗKβ + CΣ max(0, u) with
//   u = 1 − y f      of classes
//   u = |y − f| − ε  of targets
// on one problem, and the sizes to which rounding is compared there.

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "solvers/kernels/kernel_solver.h"
#include "solvers/reweighting/margin_places.h"

namespace marginscope {

// Where β and b stand, or would.
struct MachinePoint {
  Eigen::VectorXd beta, sums;  // N each; sums = Kβ
  double b = 0;

  Eigen::VectorXd f() const { return sums.array() + b; }
};

// The part η of the way from one point to another; 1 is the other, to the bit.
MachinePoint on_the_way(const MachinePoint& from, MachinePoint to, double eta);

struct SlackCriterion {
  SlackCriterion(std::shared_ptr<const KernelDesign> of,
                 std::shared_ptr<const Eigen::MatrixXd> kernel_matrix, double penalty, double tube);

  // u (N) for decision values f.
  Eigen::VectorXd excess(const Eigen::VectorXd& f) const;
  double value(const MachinePoint& at) const;  // L_P
  // What decision values (N) may be off by because they are rounded, and L_P because of that.
  Eigen::VectorXd decision_rounding(const MachinePoint& at) const;
  double rounding(const MachinePoint& at) const;

  // The places of the patterns.
  Places places_at(const MachinePoint& at) const;

  // The part η of the way that lowers L_P most; with `at_kink` the last kink before it.
  double best_part(const MachinePoint& from, const MachinePoint& to, bool at_kink) const;

  // The machine that takes its targets t_i = y_i (− ε s_i) on the patterns S, for these weights
  // (N), and whose β is `fixed` elsewhere; where S is empty that is all, and b stays. The sides s
  // are those of `places`, and where these say nothing those at `from`. With `exact` the weights
  // only make the factorisation possible.
  Gradual<MachinePoint> solve(const MachinePoint& from, const Places& places,
                              const std::vector<Eigen::Index>& S, const Eigen::VectorXd& weights,
                              const Eigen::VectorXd& fixed, bool exact) const;

  std::shared_ptr<const KernelDesign> design;
  std::shared_ptr<const Eigen::MatrixXd> K;  // N×N
  double C, epsilon;
  // To which what is added to the kernel's diagonal is compared: its middle, zeros aside. Not the largest, which
  // may be that of a pattern far out; 1 where all are 0, so that the sum can be factorised all the same.
  double typical_kernel;
  Eigen::VectorXd lengths;  // N, √K_ii, that of the typical entry at least
  Eigen::VectorXd least_weights;  // N, of u/C in a solve
  double scale;                   // of labels or targets
  double margin;                  // abs(u) up to this is on the margin
};

}  // namespace marginscope
