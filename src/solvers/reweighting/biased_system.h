#pragma once  // for src/solvers only

// The linear system of a machine f = Σβ_j k(x_j, ·) + b that takes its values on some patterns.

#include <Eigen/Core>
#include <vector>

#include "core/gradual.h"

namespace marginscope {

struct BiasedSolution {
  Eigen::VectorXd beta;  // s
  double b = 0;
};

// (K_SS + diag(w_S))β + b = t, Σβ + rest = 0, for K: N×N, the s ≥ 1 patterns S, weights w > 0: N
// and t: s; `rest` is the sum of the other patterns' β. By a Cholesky factorisation, O(s³/3).
//
// With κ > 0, an entry of the kernel's diagonal, the weights only make the factorisation possible:
// they are taken out again by iterative refinement, and b counts as the weight of one more feature
// √κ, without which it would be the quotient of two sums of cancelling terms where K_SS is
// singular.
Gradual<BiasedSolution> solve_biased(const Eigen::MatrixXd& K, const std::vector<Eigen::Index>& S,
                                     const Eigen::VectorXd& weights, const Eigen::VectorXd& target,
                                     double rest, double kappa);

}  // namespace marginscope
