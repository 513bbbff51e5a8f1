#pragma once  // for src/solvers only

// A tall matrix for both products in one pass over it: Av, and what is made of it under Aᵗ. Eight rows are
// a panel: its entries of a column lie next to each other, as lanes take them, and those of one column
// after those of the other, so that memory is read from one end to the other. On columns of a whole matrix
// such a pass takes 1.4 to 1.7 times as long.

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace marginscope {

// Rows of a panel; and as many sums for each column, so that the bits are those of every processor.
inline constexpr Eigen::Index panel_rows = 8;

// One number for each row of a panel, in a line of the cache.
struct alignas(64) PanelColumn {
  double values[panel_rows] = {};
};

class RowPanels {
 public:
  RowPanels() = default;
  RowPanels(Eigen::Index rows, Eigen::Index cols);  // of zeros
  explicit RowPanels(const Eigen::MatrixXd& A);

  Eigen::Index rows() const { return rows_; }
  Eigen::Index cols() const { return cols_; }

  void set_column(Eigen::Index j, const Eigen::Ref<const Eigen::VectorXd>& column);

  // Av, and Aᵗt in the order of `dot`. O(Nr).
  Eigen::VectorXd times(const Eigen::VectorXd& v) const;
  void transposed_times(const Eigen::VectorXd& t, Eigen::VectorXd& product) const;

  // The panels from this row on, the first of one; rows that complete the last one are 0.
  const double* from(Eigen::Index row) const { return (columns_.data() + at(row))->values; }

 private:
  std::size_t at(Eigen::Index row) const {
    return static_cast<std::size_t>(row / panel_rows * cols_);
  }

  Eigen::Index rows_ = 0, cols_ = 0;
  std::vector<PanelColumn> columns_;  // of a panel after each other, ⌈N/8⌉·r
};

// What is added up for each column of RowPanels.
using PanelSums = std::vector<PanelColumn>;
void join(const PanelSums& sums, Eigen::VectorXd& joined);

}  // namespace marginscope
