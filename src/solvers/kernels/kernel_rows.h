#pragma once  // for src/solvers only

// Rows of a kernel matrix, each computed when it is first asked for: pair methods never look at
// most of them.

#include <Eigen/Core>
#include <array>
#include <span>
#include <vector>

#include "core/kernel.h"
#include "solvers/kernels/row_memory.h"

namespace marginscope {

// So much of a row.
struct RowShare {
  Eigen::Index row;
  double factor;
};

// Patterns in groups of KernelRows::lanes, the last one padded with patterns at the origin; and as they are given.
struct PatternGroups {
  std::vector<double> features;  // in a group one feature after the other
  std::vector<double> squares;   // ‖x‖²
  std::vector<double> given;     // one pattern after the other, where distances need them
};

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
  // memory, otherwise two allocations at most, O(Nr), and N exponentials for the Gaussian.
  const double* row(Eigen::Index i);

  // K_i where it is in memory, otherwise null.
  const double* row_in_memory(Eigen::Index i) { return memory_.find(static_cast<std::size_t>(i)); }

  // Some of the patterns, and the kernels of pattern i with them into `values` (padded), to the bits of K_i.
  // Cost: O(r) for each, and an exponential for the Gaussian.
  PatternGroups groups_of(std::span<const Eigen::Index> patterns) const;
  void values_with(const PatternGroups& some, Eigen::Index i, double* values) const;

  // sum ← sum + Σ factor·K_row, length() entries, row after row to the last bit. Cost: that of the rows.
  void add(std::span<const RowShare> shares, double* sum);

  // k(x_i, x) for every pattern x_i and any point x (r features) into `values` (length()), to the
  // bits of K_i where x is x_i. Cost: O(Nr), and N exponentials for the Gaussian.
  void values_at(const Eigen::RowVectorXd& x, double* values) const;

  const Eigen::VectorXd& diagonal() const { return diagonal_; }  // length()
  Eigen::Index length() const { return diagonal_.size(); }       // N, padded
  std::size_t most_bytes() const { return memory_.most_bytes(); }

 private:
  // As many rows at a time as spare most of what reading patterns, or a sum, over and over would cost; of what is
  // left half as many, then one after the other.
  static constexpr std::size_t rows_at_once = 8;
  // take(count) as a constant, for all of `number` rows of which so many may be taken at a time.
  template <class Take>
  static void in_batches(std::size_t number, std::size_t most, const Take& take);

  // Where a feature of pattern i lies.
  std::size_t place(Eigen::Index i, Eigen::Index feature) const;
  void compute_missing(std::span<const RowShare> shares);
  template <std::size_t count>
  void compute(const std::array<Eigen::Index, count>& patterns, const PatternGroups& with,
               double* const (&rows)[count]) const;
  const double* given(Eigen::Index i) const { return patterns_.given.data() + i * features_; }
  // The products of `count` points, of which `own` holds the features; and kernels from those of one, a
  // `point` as it is given.
  template <std::size_t count>
  void fill(const double* own, const PatternGroups& with, double* const (&rows)[count]) const;
  void finish(const PatternGroups& with, const double* point, double square, double* row) const;

  Kernel kernel_;
  Eigen::Index features_;
  Eigen::RowVectorXd origin_;  // r, of kernel_origin
  PatternGroups patterns_;
  Eigen::VectorXd diagonal_;
  RowMemory memory_;
  std::vector<double> shared_;  // length(): what the rows that are added make together
};

}  // namespace marginscope
