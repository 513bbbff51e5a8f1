#include "solvers/margins/gordan.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/tolerances.h"

namespace marginscope {

double gordan_residual(const Eigen::Ref<const Eigen::MatrixXd>& X,
                       const Eigen::Ref<const Eigen::VectorXd>& s,
                       const Eigen::Ref<const Eigen::VectorXd>& u, bool shared_units) {
  const Eigen::VectorXd sides = s.cwiseProduct(u);
  double largest = std::abs(sides.sum()), largest_range = 0, largest_sum = 0;
  for (Eigen::Index j = 0; j < X.cols(); ++j) {
    const double least = X.col(j).minCoeff(), most = X.col(j).maxCoeff();
    // Halved first, so that no range overflows. A constant feature is part of the bias.
    const double middle = least / 2 + most / 2, half = most / 2 - least / 2;
    if (half == 0) continue;
    const double sum = std::abs(((X.col(j).array() - middle) * sides.array()).sum());
    largest = std::max(largest, shared_units ? 0 : sum / half);
    largest_range = std::max(largest_range, half);
    largest_sum = std::max(largest_sum, sum);
  }
  if (!shared_units || largest_range == 0) return largest;
  return std::max(largest, largest_sum / largest_range);
}

bool balanced_at_each_place(const Eigen::Ref<const Eigen::MatrixXd>& X,
                            const Eigen::Ref<const Eigen::VectorXd>& s,
                            const Eigen::Ref<const Eigen::VectorXd>& u) {
  const auto compare = [&X](Eigen::Index a, Eigen::Index b) {
    for (Eigen::Index j = 0; j < X.cols(); ++j) {
      if (X(a, j) != X(b, j)) return X(a, j) < X(b, j) ? -1 : 1;
    }
    return 0;
  };
  std::vector<Eigen::Index> order(static_cast<std::size_t>(X.rows()));
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](Eigen::Index a, Eigen::Index b) { return compare(a, b) < 0; });
  double here = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    here += s[order[i]] * u[order[i]];
    if (i + 1 < order.size() && compare(order[i], order[i + 1]) == 0) continue;
    if (std::abs(here) > tolerances::certificate) return false;
    here = 0;
  }
  return true;
}

}  // namespace marginscope
