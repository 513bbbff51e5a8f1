#include "solvers/kernel_features.h"

#include <cmath>

#include "core/tolerances.h"

namespace marginscope {

KernelFeatures::KernelFeatures(const Kernel& kernel, const Eigen::MatrixXd& X) : kernel_(kernel) {
  const Eigen::Index N = X.rows();
  const Eigen::MatrixXd K = gram_matrix(kernel, X);
  Eigen::VectorXd left = K.diagonal();  // what GGᵗ does not explain yet
  const double enough = tolerances::kernel_rank * left.maxCoeff();
  G_.resize(N, N);
  Eigen::Index q = 0;
  for (; q < N; ++q) {
    Eigen::Index pivot = 0;
    // Written so that what is not a number ends the factorisation too.
    if (!(left.maxCoeff(&pivot) > enough)) break;
    const double root = std::sqrt(left[pivot]);
    G_.col(q) = K.col(pivot);
    G_.col(q).noalias() -= G_.leftCols(q) * G_.row(pivot).head(q).transpose();
    G_.col(q) /= root;
    // Exact zeros above the diagonal of the pivots' rows, which rounding would blur.
    for (const Eigen::Index earlier : pivots_) G_(earlier, q) = 0;
    G_(pivot, q) = root;
    left -= G_.col(q).cwiseAbs2();
    left[pivot] = 0;
    pivots_.push_back(pivot);
  }
  G_.conservativeResize(Eigen::NoChange, q);
  X_pivots_ = X(pivots_, Eigen::placeholders::all);
  G_pivots_ = G_(pivots_, Eigen::placeholders::all);
}

Eigen::VectorXd KernelFeatures::coefficients(const Eigen::VectorXd& v) const {
  const Eigen::VectorXd at_pivots = G_pivots_.triangularView<Eigen::Lower>().transpose().solve(v);
  Eigen::VectorXd alpha = Eigen::VectorXd::Zero(G_.rows());
  for (std::size_t i = 0; i < pivots_.size(); ++i) {
    alpha[pivots_[i]] = at_pivots[static_cast<Eigen::Index>(i)];
  }
  return alpha;
}

Eigen::VectorXd KernelFeatures::products(const Eigen::Ref<const Eigen::MatrixXd>& X,
                                         const Eigen::VectorXd& v) const {
  const Eigen::VectorXd at_pivots = G_pivots_.triangularView<Eigen::Lower>().transpose().solve(v);
  Eigen::VectorXd f(X.rows());
  constexpr Eigen::Index at_once = 256;  // rows: their kernels stay in the cache
  Eigen::MatrixXd K;
  for (Eigen::Index first = 0; first < X.rows(); first += at_once) {
    const Eigen::Index rows = std::min(at_once, X.rows() - first);
    kernel_matrix(kernel_, X.middleRows(first, rows), X_pivots_, K);
    f.segment(first, rows).noalias() = K * at_pivots;
  }
  return f;
}

}  // namespace marginscope
