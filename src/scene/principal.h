#pragma once  // for src/scene only

// The plane in which a cloud of patterns spreads most.

#include <Eigen/Core>

namespace marginscope {

// The first two principal components of the rows of X (N×p, p ≥ 2, columns of mean zero): p×2,
// orthonormal, the largest entry of each positive. Up to eight features they are those of the
// covariance to rounding; of more they are found by subspace iteration (Golub & Van Loan 2013,
// section 8.2.4), until they stay where they are to ten digits, or after 40 products with X and Xᵗ:
// components that are then still mixed spread almost alike. O(Npk) a product, k = min(p, 8).
Eigen::MatrixXd principal_components(const Eigen::MatrixXd& X);

}  // namespace marginscope
