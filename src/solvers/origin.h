#pragma once  // for src/solvers only

#include <Eigen/Core>

namespace marginscope {

// With a bias that nothing holds another origin of the features changes the bias alone: patterns that lie close
// together far from it are seen from where they are, so that their products do not cancel.
enum class Bias { free, held };

// The middle of each feature that lies farther off than `far` times what all patterns are apart, 0 of the
// others; empty where there is none. Products lose that squared: 16 of their 53 bits at the most. O(Np).
Eigen::RowVectorXd far_origin(const Eigen::MatrixXd& X);

}  // namespace marginscope
