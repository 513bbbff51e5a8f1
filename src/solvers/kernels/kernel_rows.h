#pragma once  // for src/solvers only

// Rows of a kernel matrix, each computed when it is first asked for: pair methods never look at
// most of them.

#include <Eigen/Core>
#include <vector>

#include "core/kernel.h"
#include "solvers/kernels/row_memory.h"

namespace marginscope {

// The rows of the N×N kernel matrix of the patterns X (N×r) with themselves. A row that had to make
// room for others has the same bits when it is computed again, so that what is made of rows does
// not depend on how many stay in memory. The matrix is symmetric to the last bit, and equal
// patterns have the Gaussian 1 exactly.
//
// To be shared by solvers on the same patterns, within one thread.
class KernelRows {
 public:
  // Rows are padded to a multiple of this, with the values of patterns at the origin.
  static constexpr Eigen::Index lanes = 8;

  // Cost: O(Nr). At least two rows are kept, whatever `most_bytes` says.
  KernelRows(const Kernel& kernel, const Eigen::MatrixXd& X, std::size_t most_bytes);

  // K_i, length() entries, until two more rows have been asked for. Cost: none where the row is in
  // memory, otherwise one allocation at most, O(Nr), and N exponentials for the Gaussian.
  const double* row(Eigen::Index i);

  // k(x_i, x) for every pattern x_i and any point x (r features) into `values` (length()), to the
  // bits of K_i where x is x_i. Cost: O(Nr), and N exponentials for the Gaussian.
  void values_at(const Eigen::RowVectorXd& x, double* values) const;

  const Eigen::VectorXd& diagonal() const { return diagonal_; }  // length()
  Eigen::Index length() const { return diagonal_.size(); }       // N, padded
  std::size_t most_bytes() const { return memory_.most_bytes(); }

 private:
  void compute(Eigen::Index i, double* row);
  void fill(const std::vector<double>& own, double square, double* row) const;

  Kernel kernel_;
  Eigen::Index features_;
  Eigen::RowVectorXd origin_;  // r, of kernel_origin
  // Patterns in groups of `lanes`; in a group one feature after the other.
  std::vector<double> patterns_;
  std::vector<double> own_features_;  // of the pattern whose row is computed
  std::vector<double> squares_;       // ‖x‖², padded
  Eigen::VectorXd diagonal_;
  RowMemory memory_;
};

}  // namespace marginscope
