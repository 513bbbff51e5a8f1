#pragma once  // for src/solvers only

#include <Eigen/Core>

namespace marginscope {

// Rows first … first + count − 1 of ZᵗDZ, on and left of its diagonal, for Z: N×q, by columns, and the diagonal
// matrix of d, N; of A, q×q, what else it has may be overwritten in the columns beside the diagonal. On SIMD lanes
// over the patterns, with the same bits whatever the processor. O(N·count·first).
void weighted_products(const Eigen::MatrixXd& Z, const Eigen::VectorXd& d, Eigen::Index first,
                       Eigen::Index count, Eigen::MatrixXd& A);

}  // namespace marginscope
