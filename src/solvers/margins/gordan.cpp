#include "solvers/margins/gordan.h"

#include <algorithm>
#include <cmath>

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
  const auto same_place = [&X](Eigen::Index a, Eigen::Index b) {
    Eigen::Index j = 0;
    while (j < X.cols() && X(a, j) == X(b, j)) ++j;
    return j == X.cols();
  };
  for (Eigen::Index i = 0; i < X.rows(); ++i) {
    if (u[i] == 0) continue;
    double here = 0;
    for (Eigen::Index k = 0; k < X.rows(); ++k) {
      if (u[k] != 0 && same_place(i, k)) here += s[k] * u[k];
    }
    if (std::abs(here) > tolerances::certificate) return false;
  }
  return true;
}

}  // namespace marginscope
