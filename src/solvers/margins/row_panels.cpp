#include "solvers/margins/row_panels.h"

#include <algorithm>

#include "core/lanes.h"
#include "solvers/margins/thin_pass.h"

namespace marginscope {

RowPanels::RowPanels(Eigen::Index rows, Eigen::Index cols)
    : rows_(rows),
      cols_(cols),
      columns_(static_cast<std::size_t>((rows + panel_rows - 1) / panel_rows * cols)) {}

RowPanels::RowPanels(const Eigen::MatrixXd& A) : RowPanels(A.rows(), A.cols()) {
  for (Eigen::Index j = 0; j < cols_; ++j) set_column(j, A.col(j));
}

void RowPanels::set_column(Eigen::Index j, const Eigen::Ref<const Eigen::VectorXd>& column) {
  for (Eigen::Index i = 0; i < rows_; ++i) {
    columns_[at(i) + static_cast<std::size_t>(j)].values[i % panel_rows] = column[i];
  }
}

Eigen::VectorXd RowPanels::times(const Eigen::VectorXd& v) const {
  const Eigen::Index panels = (rows_ + panel_rows - 1) / panel_rows;
  Eigen::VectorXd product(panels * panel_rows);
  on_registers([&]<class Lanes>(Lanes) {
    thin_pass::multiply_panels<Lanes>(from(0), v.data(), cols_, product.data(), panels);
  });
  product.conservativeResize(rows_);
  return product;
}

void RowPanels::transposed_times(const Eigen::VectorXd& t, Eigen::VectorXd& product) const {
  PanelSums sums(static_cast<std::size_t>(cols_));
  const Eigen::Index whole = rows_ / panel_rows;
  on_registers([&]<class Lanes>(Lanes) {
    thin_pass::collect_panels<Lanes, false>(from(0), t.data(), cols_, sums.data(), whole);
  });
  join(sums, product);
  for (Eigen::Index i = whole * panel_rows; i < rows_; ++i) {
    for (Eigen::Index j = 0; j < cols_; ++j) {
      product[j] += columns_[at(i) + static_cast<std::size_t>(j)].values[i % panel_rows] * t[i];
    }
  }
}

void join(const PanelSums& sums, Eigen::VectorXd& joined) {
  joined.resize(std::ssize(sums));
  for (Eigen::Index j = 0; j < joined.size(); ++j) {
    double sum = 0;
    for (const double value : sums[static_cast<std::size_t>(j)].values) sum += value;
    joined[j] = sum;
  }
}

}  // namespace marginscope
