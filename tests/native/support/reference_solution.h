#pragma once

#include <Eigen/Core>

namespace marginscope::testing {

// X (n×k) of least norm among those that make ‖AX − B‖ least, by Eigen's own factorisation, for
// A: m×n and B: m×k. The inverse of A times B where there is one.
Eigen::MatrixXd reference_solution(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);

}  // namespace marginscope::testing
