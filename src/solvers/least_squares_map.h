#pragma once

#include <Eigen/Core>

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

// [Z; √C Ĩ], whose plain least squares are the penalised ones; Z itself for C = 0.
Eigen::MatrixXd with_penalty_rows(const Eigen::MatrixXd& Z, double C);

// The rank tolerance of a column-pivoted factorisation of this shape (tolerances::rank).
double rank_tolerance(Eigen::Index rows, Eigen::Index columns);

}  // namespace marginscope
