#pragma once  // for src/solvers only

// Gordan's theorem: either some W has ZW > 0, or some u ≥ 0 with Σu = 1 has Zᵗu = 0, and never both.
// Such a u proves that no line separates. What is computed is only close to one, and a line may use
// what rounding lost; so the proof is claimed where neither can be.

#include <Eigen/Core>
#include <optional>

namespace marginscope {

struct Certificate {
  Eigen::VectorXd u;  // N, ≥ 0, Σu = 1
  // How far u is from balancing the sides: the largest |Σ s_i u_i| and
  // |Σ s_i u_i (x_ij − c_j)| / Σ u_i |x_ij − c_j| over the features j, c_j their mean. Neither the
  // units of the features nor where their zero lies matter, and no pattern without weight does.
  double residual = 0;
};

// A proof that nothing separates the sides s (N, ±1) of the rows of X (N×p), made of weights u ≥ 0 (N)
// that are close to one; nothing where rounding leaves it open. u is one where it balances the sides
// at each place by itself: no function tells patterns with the very same features apart. Otherwise,
// and only where X holds `all_features` that may separate, u is taken to the closest weights of the
// same patterns that balance the sides; without patterns whose weight that would take below 0, until
// there are none, and where these patterns show every feature. O(Np log N), and O(Np²) for the latter.
std::optional<Certificate> inseparable(const Eigen::Ref<const Eigen::MatrixXd>& X,
                                       const Eigen::Ref<const Eigen::VectorXd>& s,
                                       const Eigen::VectorXd& u, bool all_features);

}  // namespace marginscope
