#include "support/reference_solution.h"

#include <Eigen/QR>

namespace marginscope::testing {

Eigen::MatrixXd reference_solution(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) {
  return A.completeOrthogonalDecomposition().solve(B);
}

}  // namespace marginscope::testing
