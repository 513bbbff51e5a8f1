#include "solvers/factorisations.h"

#include <Eigen/LU>
#include <cmath>

#include "core/tolerances.h"

namespace marginscope {
namespace {

// [Z; √C Ĩ], whose plain least squares are the penalised ones; Z itself for C = 0.
Eigen::MatrixXd with_penalty_rows(const Eigen::MatrixXd& Z, double C) {
  if (C == 0) return Z;
  const Eigen::Index N = Z.rows(), p = Z.cols() - 1;
  Eigen::MatrixXd stacked = Eigen::MatrixXd::Zero(N + p, p + 1);
  stacked.topRows(N) = Z;
  stacked.block(N, 0, p, p).diagonal().setConstant(std::sqrt(C));
  return stacked;
}

// The rank tolerance of a column-pivoted factorisation of this shape.
double rank_tolerance(Eigen::Index rows, Eigen::Index columns) {
  return tolerances::rank * static_cast<double>(rows + columns);
}

}  // namespace

LeastSquaresMap::LeastSquaresMap(const Eigen::MatrixXd& Z, double C) {
  const Eigen::MatrixXd A = with_penalty_rows(Z, C);
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors;
  factors.setThreshold(rank_tolerance(A.rows(), A.cols()));
  factors.compute(A);
  // A = Q₁ (Q₁ᵗA), so A⁺t = (A⁺Q₁)(Q₁ᵗt); the penalty rows of t are zero. Column by column: as
  // matrices the same products would compile into several times the code, and this is done once.
  basis_.resize(Z.rows(), factors.rank());
  back_.resize(Z.cols(), factors.rank());
  for (Eigen::Index j = 0; j < factors.rank(); ++j) {
    Eigen::VectorXd column = Eigen::VectorXd::Unit(A.rows(), j);
    column.applyOnTheLeft(factors.householderQ());
    basis_.col(j) = column.head(Z.rows());
    back_.col(j) = factors.solve(column);
  }
}

void LeastSquaresMap::apply(const Eigen::VectorXd& t, Eigen::VectorXd& coefficients,
                            Eigen::VectorXd& W) const {
  coefficients.noalias() = basis_.transpose() * t;
  W.noalias() = back_ * coefficients;
}

void WeightedLeastSquares::solve(const Eigen::MatrixXd& Z, const Eigen::VectorXd& d,
                                 const Eigen::VectorXd& t, double C, Eigen::VectorXd& W) {
  const Eigen::Index N = Z.rows();
  if (A_.size() == 0) {
    A_ = with_penalty_rows(Z, C);
    rhs_ = Eigen::VectorXd::Zero(A_.rows());
    factors_.setThreshold(rank_tolerance(A_.rows(), A_.cols()));
  }
  const auto root = d.array().sqrt();
  A_.topRows(N) = Z.array().colwise() * root;
  rhs_.head(N) = t.array() * root;
  factors_.compute(A_);
  W = factors_.solve(rhs_);
}

CholeskyFactor::CholeskyFactor(const Eigen::MatrixXd& A) : factor_(A) {}

void CholeskyFactor::solve_in_place(Eigen::MatrixXd& B) const {
  factor_.matrixL().solveInPlace(B);
  factor_.matrixU().solveInPlace(B);
}

void CholeskyFactor::half_solve_in_place(Eigen::MatrixXd& B) const {
  factor_.matrixL().solveInPlace(B);
}

void solve_by_inverse(const Eigen::MatrixXd& Z, const Eigen::VectorXd& d, const Eigen::VectorXd& t,
                      double C, Eigen::VectorXd& W) {
  Eigen::MatrixXd normal = Z.transpose() * d.asDiagonal() * Z;
  normal.diagonal().head(Z.cols() - 1).array() += C;
  const Eigen::MatrixXd inverse = normal.partialPivLu().inverse();
  W = inverse * (Z.transpose() * d.cwiseProduct(t));
}

}  // namespace marginscope
