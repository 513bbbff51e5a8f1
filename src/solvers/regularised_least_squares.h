#pragma once  // for src/solvers only

// The linear algebra of regularised least squares, for one or many label vectors on the same
// patterns.

#include <Eigen/Core>

#include "core/kernel.h"
#include "solvers/margins/factorisations.h"

namespace marginscope {

// The settings of `rls`.
struct RidgeSettings {
  double C = 1;
  Kernel kernel;
};

// The Cholesky factorisation of K + I/C, K: N×N. O(N³/3) once.
class RidgeFactor {
 public:
  static Gradual<RidgeFactor> of(const Eigen::MatrixXd& K, double C);

  // β with (K + I/C)β = y for every column of Y (N×M). O(N²M).
  Eigen::MatrixXd solve(const Eigen::Ref<const Eigen::MatrixXd>& Y) const;

  // The diagonal of (K + I/C)⁻¹. O(N³/3).
  Gradual<Eigen::VectorXd> inverse_diagonal() const { return factor_.inverse_diagonal(); }

  // False where the matrix is not positive definite to rounding.
  bool good() const { return factor_.good(); }

 private:
  CholeskyFactor factor_;
};

// The errors y_i − f_(i)(x_i) of the machines that were trained without pattern i, all at once:
// β_i / ((K + I/C)⁻¹)_ii, column by column of β (N×M). O(NM).
Eigen::MatrixXd leave_one_out_errors(const Eigen::Ref<const Eigen::MatrixXd>& beta,
                                     const Eigen::VectorXd& inverse_diagonal);

}  // namespace marginscope
