#pragma once

// The least-squares problems that the solvers meet, each factorised as often as it needs and no
// more.

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/QR>

namespace marginscope {

// The linear map t ↦ argmin_W ‖ZW − t‖² + C‖w‖², the bias (last weight) not penalised, of minimum
// norm where the minimiser is not unique. Factorised once: one column-pivoted orthogonal
// factorisation, O(N q²) for Z: N×q; applying it is two thin products, O(N q).
class LeastSquaresMap {
 public:
  LeastSquaresMap() = default;
  explicit LeastSquaresMap(const Eigen::MatrixXd& Z, double C = 0);

  // W (q) from t (N). No allocation once W has its size; `coefficients` is scratch.
  void apply(const Eigen::VectorXd& t, Eigen::VectorXd& coefficients, Eigen::VectorXd& W) const;

  Eigen::Index rank() const { return basis_.cols(); }

 private:
  Eigen::MatrixXd
      basis_;  // N×r: orthonormal columns that span the range of Z (its part of [Z; √C Ĩ])
  Eigen::MatrixXd back_;  // q×r: Z⁺ applied to those columns
};

// argmin_W Σ d_i (z_i·W − t_i)² + C‖w‖² for weights d that change from call to call: one
// column-pivoted orthogonal factorisation of [√D Z; √C Ĩ] a call, O(N q²), of minimum norm where
// the minimiser is not unique. Keeps its memory between calls; a copy starts without it.
class WeightedLeastSquares {
 public:
  WeightedLeastSquares() = default;
  WeightedLeastSquares(const WeightedLeastSquares&) {}
  WeightedLeastSquares& operator=(const WeightedLeastSquares&) = delete;

  void solve(const Eigen::MatrixXd& Z, const Eigen::VectorXd& d, const Eigen::VectorXd& t, double C,
             Eigen::VectorXd& W);

 private:
  Eigen::MatrixXd A_;
  Eigen::VectorXd rhs_;
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors_;
};

// The Cholesky factorisation A = LLᵗ of a symmetric positive definite matrix, O(N³/3). One place
// for all solvers: its templates are the largest in the page's code.
class CholeskyFactor {
 public:
  CholeskyFactor() = default;
  explicit CholeskyFactor(const Eigen::MatrixXd& A);

  // False where A is not positive definite to rounding.
  bool good() const { return factor_.info() == Eigen::Success; }

  // B ← A⁻¹B and B ← L⁻¹B, column by column. O(N²) each.
  void solve_in_place(Eigen::MatrixXd& B) const;
  void half_solve_in_place(Eigen::MatrixXd& B) const;

  Eigen::Index size() const { return factor_.rows(); }

 private:
  Eigen::LLT<Eigen::MatrixXd> factor_;
};

// The same minimiser as (ZᵗDZ + CĨ)⁻¹ ZᵗDt with the inverse formed by an LU factorisation, as the
// papers write it. W is not a number where the matrix is exactly singular.
void solve_by_inverse(const Eigen::MatrixXd& Z, const Eigen::VectorXd& d, const Eigen::VectorXd& t,
                      double C, Eigen::VectorXd& W);

}  // namespace marginscope
