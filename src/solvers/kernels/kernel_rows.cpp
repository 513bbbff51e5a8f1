#include "solvers/kernels/kernel_rows.h"

#include <algorithm>

#include "core/lanes.h"

namespace marginscope {
namespace {

// The products of `own` with patterns that lie as in KernelRows, one for each of n, padded.
template <class Lanes>
inline void products_on(const std::vector<double>& own, const double* patterns, double* products,
                        Eigen::Index n) {
  constexpr std::size_t groups = KernelRows::lanes / Lanes::count;
  for (Eigen::Index k = 0; k < n; k += KernelRows::lanes) {
    typename Lanes::Values sums[groups] = {};
    for (const double feature : own) {
      each<groups>([&](auto u) { sums[u] += feature * Lanes::at(patterns + Lanes::count * u); });
      patterns += KernelRows::lanes;
    }
    each<groups>([&](auto u) { Lanes::at(products + k + Lanes::count * u) = sums[u]; });
  }
}

}  // namespace

KernelRows::KernelRows(const Kernel& kernel, const Eigen::MatrixXd& X, std::size_t most_bytes)
    : kernel_(kernel),
      features_(X.cols()),
      origin_(kernel_origin(kernel, X)),
      own_features_(static_cast<std::size_t>(X.cols())),
      memory_(static_cast<std::size_t>(X.rows()),
              static_cast<std::size_t>((X.rows() + lanes - 1) / lanes * lanes), most_bytes) {
  const Eigen::Index N = X.rows(), n = (N + lanes - 1) / lanes * lanes;
  patterns_.resize(static_cast<std::size_t>(n * features_));
  squares_.resize(static_cast<std::size_t>(n));
  for (Eigen::Index f = 0; f < features_; ++f) {
    for (Eigen::Index i = 0; i < N; ++i) {
      const double x = X(i, f) - origin_[f];
      patterns_[static_cast<std::size_t>((i / lanes * features_ + f) * lanes + i % lanes)] = x;
      // Added up in the order of a row's products, so that equal patterns are at distance 0.
      squares_[static_cast<std::size_t>(i)] += x * x;
    }
  }
  diagonal_ = Eigen::Map<const Eigen::VectorXd>(squares_.data(), n);
  if (kernel.type == KernelType::gaussian) {
    diagonal_.setOnes();
  } else {
    kernel_of_products(kernel, features_, squares_.data(), 0, diagonal_.data(), n);
  }
}

const double* KernelRows::row(Eigen::Index i) {
  const auto at = static_cast<std::size_t>(i);
  if (const double* const row = memory_.find(at)) return row;
  double* const space = memory_.space_for(at);
  compute(i, space);
  return space;
}

void KernelRows::compute(Eigen::Index i, double* row) {
  const double* own = patterns_.data() + i / lanes * features_ * lanes + i % lanes;
  for (double& feature : own_features_) {
    feature = *own;
    own += lanes;
  }
  fill(own_features_, squares_[static_cast<std::size_t>(i)], row);
}

void KernelRows::values_at(const Eigen::RowVectorXd& x, double* values) const {
  std::vector<double> own(static_cast<std::size_t>(features_));
  double square = 0;
  for (std::size_t f = 0; f < own.size(); ++f) {
    own[f] = x[static_cast<Eigen::Index>(f)] - origin_[static_cast<Eigen::Index>(f)];
    square += own[f] * own[f];
  }
  fill(own, square, values);
}

// The kernels of all patterns with one whose features are `own`.
void KernelRows::fill(const std::vector<double>& own, double square, double* row) const {
  on_lanes([&]<class Lanes>(Lanes) { products_on<Lanes>(own, patterns_.data(), row, length()); });
  kernel_of_products(kernel_, features_, squares_.data(), square, row, length());
}

}  // namespace marginscope
