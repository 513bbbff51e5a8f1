#include "solvers/margins/kernel_features.h"

#include <cmath>
#include <limits>

#include "core/tolerances.h"
#include "solvers/kernels/kernel_rows.h"

namespace marginscope {

Gradual<KernelFeatures> KernelFeatures::of(const Kernel& kernel, const Eigen::MatrixXd& X) {
  const Eigen::Index N = X.rows();
  KernelFeatures features;
  features.kernel_ = kernel;
  Eigen::MatrixXd& G = features.G_;
  std::vector<Eigen::Index>& pivots = features.pivots_;
  KernelRows K(kernel, X, 0);
  Eigen::VectorXd left = K.diagonal().head(N);  // what GGᵗ does not explain yet
  // Of each pattern by its own length: beside one far away the others are not close to each other. What has no
  // length has no part either.
  const Eigen::VectorXd whole = (left.array() == 0).select(1, left);
  G.resize(N, N);
  std::vector<Eigen::Index> explained;  // the pivots, and the patterns at their places
  Eigen::Index q = 0;
  for (; q < N; ++q) {
    co_await Pause{"the kernel's features", static_cast<double>(q) / static_cast<double>(N)};
    Eigen::Index pivot = 0;
    // Written so that what is not a number ends the factorisation too.
    if (!(left.cwiseQuotient(whole).maxCoeff(&pivot) > tolerances::kernel_rank)) break;
    const double root = std::sqrt(left[pivot]);
    G.col(q) = Eigen::Map<const Eigen::VectorXd>(K.row(pivot), N);
    G.col(q).noalias() -= G.leftCols(q) * G.row(pivot).head(q).transpose();
    G.col(q) /= root;
    // Exact zeros above the diagonal of the pivots' rows, which rounding would blur; and patterns at one
    // place have the same features, or what rounding tells them apart by would separate them.
    for (const Eigen::Index earlier : explained) G(earlier, q) = 0;
    left -= G.col(q).cwiseAbs2();
    for (Eigen::Index i = 0; i < N; ++i) {
      if (X.row(i) != X.row(pivot)) continue;
      G(i, q) = root;
      left[i] = 0;
      explained.push_back(i);
    }
    pivots.push_back(pivot);
  }
  co_await Pause{"the kernel's features", 1};
  G.conservativeResize(Eigen::NoChange, q);
  co_await Pause{"the kernel's features", 1};
  features.X_pivots_ = X(pivots, Eigen::placeholders::all);
  features.G_pivots_ = G(pivots, Eigen::placeholders::all);
  co_return features;
}

Eigen::VectorXd KernelFeatures::coefficients(const Eigen::VectorXd& v) const {
  const Eigen::VectorXd at_pivots = G_pivots_.triangularView<Eigen::Lower>().transpose().solve(v);
  Eigen::VectorXd alpha = Eigen::VectorXd::Zero(G_.rows());
  for (std::size_t i = 0; i < pivots_.size(); ++i) {
    alpha[pivots_[i]] = at_pivots[static_cast<Eigen::Index>(i)];
  }
  return alpha;
}

double KernelFeatures::rounding(const Eigen::VectorXd& v) const {
  const Eigen::VectorXd lengths = G_.rowwise().norm();
  return std::numeric_limits<double>::epsilon() * lengths.maxCoeff() *
         coefficients(v).cwiseAbs().dot(lengths);
}

Eigen::VectorXd KernelFeatures::products(const Eigen::Ref<const Eigen::MatrixXd>& X,
                                         const Eigen::VectorXd& v) const {
  const Eigen::VectorXd at_pivots = G_pivots_.triangularView<Eigen::Lower>().transpose().solve(v);
  Eigen::VectorXd f = Eigen::VectorXd::Zero(X.rows());
  add_kernel_sums(kernel_, X, X_pivots_, at_pivots, f);
  return f;
}

}  // namespace marginscope
