#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/problem.h"

namespace marginscope::testing {

// Patterns as libsvm and liblinear take them: of Node {index, value}, which is svm_node or feature_node,
// and `bias` as one more feature where it is not 0.
template <class Node>
struct SparseRows {
  std::vector<Node> nodes;
  std::vector<Node*> rows;
  std::vector<double> y;

  explicit SparseRows(const Problem& of, double bias = 0) : SparseRows(*of.X, bias) {
    y.assign(of.y->begin(), of.y->end());
  }

  explicit SparseRows(const Eigen::MatrixXd& X, double bias = 0) {
    const Eigen::Index r = X.cols() + (bias != 0 ? 1 : 0);
    for (Eigen::Index i = 0; i < X.rows(); ++i) {
      for (Eigen::Index j = 0; j < r; ++j) {
        nodes.push_back({static_cast<int>(j) + 1, j < X.cols() ? X(i, j) : bias});
      }
      nodes.push_back({-1, 0});
    }
    for (Eigen::Index i = 0; i < X.rows(); ++i) rows.push_back(nodes.data() + i * (r + 1));
  }
  SparseRows(const SparseRows&) = delete;
  SparseRows& operator=(const SparseRows&) = delete;
};

}  // namespace marginscope::testing
