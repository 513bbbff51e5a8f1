#include "solvers/kernel_rows.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace marginscope {
namespace {

// Two lanes, which every 64-bit processor and wasm have.
using Two = double __attribute__((vector_size(16)));
constexpr Eigen::Index pairs = KernelRows::lanes / 2;

}  // namespace

KernelRows::KernelRows(const Kernel& kernel, const Eigen::MatrixXd& X, std::size_t most_bytes)
    : kernel_(kernel),
      features_(X.cols()),
      own_features_(static_cast<std::size_t>(X.cols())),
      memory_(static_cast<std::size_t>(X.rows()),
              static_cast<std::size_t>((X.rows() + lanes - 1) / lanes * lanes),
              8 * RowMemory::large_page),
      rows_(static_cast<std::size_t>(X.rows())),
      last_asked_(static_cast<std::size_t>(X.rows())) {
  const Eigen::Index N = X.rows(), n = (N + lanes - 1) / lanes * lanes;
  most_kept_ = std::max<std::size_t>(2, most_bytes / sizeof(double) / static_cast<std::size_t>(n));
  patterns_.resize(static_cast<std::size_t>(n * features_));
  squares_.resize(static_cast<std::size_t>(n));
  const Eigen::RowVectorXd origin = kernel_origin(kernel, X);
  for (Eigen::Index f = 0; f < features_; ++f) {
    for (Eigen::Index i = 0; i < N; ++i) {
      const double x = X(i, f) - origin[f];
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
  last_asked_[at] = ++asked_;
  if (!rows_[at]) {
    double* const space = space_for_row();
    compute(i, space);
    rows_[at] = space;
  }
  return rows_[at];
}

double* KernelRows::space_for_row() {
  if (kept_ < most_kept_) {
    ++kept_;
    return memory_.next();
  }
  std::size_t oldest = rows_.size();
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    if (rows_[k] && (oldest == rows_.size() || last_asked_[k] < last_asked_[oldest])) oldest = k;
  }
  return std::exchange(rows_[oldest], nullptr);
}

void KernelRows::compute(Eigen::Index i, double* row) {
  ++computed_;
  const double* own = patterns_.data() + i / lanes * features_ * lanes + i % lanes;
  for (double& feature : own_features_) {
    feature = *own;
    own += lanes;
  }
  const double* group = patterns_.data();
  for (Eigen::Index k = 0; k < length(); k += lanes) {
    Two sums[pairs] = {};
    for (const double feature : own_features_) {
      const Two both{feature, feature};
      for (Eigen::Index u = 0; u < pairs; ++u) {
        Two features;
        std::memcpy(&features, group + 2 * u, sizeof(features));
        sums[u] += both * features;
      }
      group += lanes;
    }
    for (Eigen::Index u = 0; u < pairs; ++u) {
      std::memcpy(row + k + 2 * u, &sums[u], sizeof(sums[u]));
    }
  }
  kernel_of_products(kernel_, features_, squares_.data(), squares_[static_cast<std::size_t>(i)],
                     row, length());
}

}  // namespace marginscope
