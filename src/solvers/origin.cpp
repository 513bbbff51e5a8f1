#include "solvers/origin.h"

namespace marginscope {

Eigen::RowVectorXd far_origin(const Eigen::MatrixXd& X) {
  constexpr double far = 256;
  const Eigen::RowVectorXd least = X.colwise().minCoeff(), most = X.colwise().maxCoeff();
  const double apart = (most - least).norm();
  Eigen::RowVectorXd middle = least / 2 + most / 2;
  middle = (middle.array().abs() > far * apart).select(middle, 0);
  if (apart == 0 || middle.isZero(0)) return {};
  return middle;
}

}  // namespace marginscope
