#include "solvers/least_squares_map.h"

#include <Eigen/QR>
#include <cmath>

#include "core/tolerances.h"

namespace marginscope {

Eigen::MatrixXd with_penalty_rows(const Eigen::MatrixXd& Z, double C) {
  if (C == 0) return Z;
  const Eigen::Index N = Z.rows(), p = Z.cols() - 1;
  Eigen::MatrixXd stacked = Eigen::MatrixXd::Zero(N + p, p + 1);
  stacked.topRows(N) = Z;
  stacked.block(N, 0, p, p).diagonal().setConstant(std::sqrt(C));
  return stacked;
}

double rank_tolerance(Eigen::Index rows, Eigen::Index columns) {
  return tolerances::rank * static_cast<double>(rows + columns);
}

LeastSquaresMap::LeastSquaresMap(const Eigen::MatrixXd& Z, double C) {
  const Eigen::MatrixXd A = with_penalty_rows(Z, C);
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors;
  factors.setThreshold(rank_tolerance(A.rows(), A.cols()));
  factors.compute(A);
  // A = Q₁ (Q₁ᵗA), so A⁺t = (A⁺Q₁)(Q₁ᵗt); the penalty rows of t are zero.
  const Eigen::MatrixXd Q1 =
      factors.householderQ() * Eigen::MatrixXd::Identity(A.rows(), factors.rank());
  back_ = factors.solve(Q1);
  basis_ = Q1.topRows(Z.rows());
}

void LeastSquaresMap::apply(const Eigen::VectorXd& t, Eigen::VectorXd& coefficients,
                            Eigen::VectorXd& W) const {
  coefficients.noalias() = basis_.transpose() * t;
  W.noalias() = back_ * coefficients;
}

}  // namespace marginscope
