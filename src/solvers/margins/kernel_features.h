#pragma once  // for src/solvers only

// Features whose dot products are a kernel: what makes a linear algorithm one with a kernel.

#include <Eigen/Core>
#include <vector>

#include "core/kernel.h"

namespace marginscope {

// φ(x) in q ≤ N dimensions with φ(x_i)·φ(x_j) = k(x_i, x_j) on N patterns, to within
// tolerances::kernel_rank of √(k(x, x)k(z, z)): the pivoted Cholesky factorisation K = GGᵗ, G:
// N×q. A function Σα_j k(x_j, x) is φ(x)·v with ‖v‖² = αᵗKα. Cost: the q rows of the kernel matrix
// that become pivots, and O(N q²), once.
class KernelFeatures {
 public:
  static Gradual<KernelFeatures> of(const Kernel& kernel, const Eigen::MatrixXd& X);

  // φ of the patterns themselves: G, N×q.
  const Eigen::MatrixXd& of_patterns() const { return G_; }

  // α (N) with Σα_j k(x_j, x) = φ(x)·v; zero but at the q pivots. O(q²).
  Eigen::VectorXd coefficients(const Eigen::VectorXd& v) const;

  // What Σα_j k(x_j, x) may be off by because its terms are rounded, for x as far out as the patterns:
  // ε max‖φ(x_i)‖ Σ|α_j|‖φ(x_j)‖. O(Nq).
  double rounding(const Eigen::VectorXd& v) const;

  // φ(x)·v for the rows of X: M×r. O(Mqr).
  Eigen::VectorXd products(const Eigen::Ref<const Eigen::MatrixXd>& X,
                           const Eigen::VectorXd& v) const;

 private:
  Kernel kernel_;
  Eigen::MatrixXd X_pivots_;          // q×r
  Eigen::MatrixXd G_;                 // N×q
  Eigen::MatrixXd G_pivots_;          // q×q, lower triangular: the pivots' rows of G
  std::vector<Eigen::Index> pivots_;  // in the order in which they were taken
};

}  // namespace marginscope
