#pragma once  // for src/solvers only

// Gordan's theorem: either some W has ZW > 0, or some u ≥ 0 with Σu = 1 has Zᵗu = 0, and never both.
// Such a u proves that no line separates. What is computed is only close to one, and a line may use
// what rounding lost; so the proof is claimed where neither can be.

#include <Eigen/Core>

namespace marginscope {

// How far u (N, Σu = 1) is from balancing the sides s (N, ±1) of the rows of X (N×p): the largest
// |Σ s_i u_i| and |Σ s_i u_i (x_ij − c_j)| / max_i |x_ij − c_j| over the features j, c_j the middle of
// the feature's range. Neither the units of the features nor where their zero lies matter. With
// `shared_units` all features are divided by the largest of their ranges. O(Np).
double gordan_residual(const Eigen::Ref<const Eigen::MatrixXd>& X,
                       const Eigen::Ref<const Eigen::VectorXd>& s,
                       const Eigen::Ref<const Eigen::VectorXd>& u, bool shared_units);

// Whether u balances the sides at each place by itself, to within tolerances::certificate: patterns
// of both sides with the very same features, which no function of them tells apart. Ends at
// the first place where it does not; O(N²p) at most.
bool balanced_at_each_place(const Eigen::Ref<const Eigen::MatrixXd>& X,
                            const Eigen::Ref<const Eigen::VectorXd>& s,
                            const Eigen::Ref<const Eigen::VectorXd>& u);

}  // namespace marginscope
