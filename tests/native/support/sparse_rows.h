#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/problem.h"

namespace marginscope::testing {

// Patterns as libsvm and liblinear take them: of Node {index, value}, which is svm_node or feature_node,
// and 1 as one more feature where `bias` is set.
template <class Node>
struct SparseRows {
  std::vector<Node> nodes;
  std::vector<Node*> rows;
  std::vector<double> y;

  explicit SparseRows(const Problem& of, bool bias = false) : SparseRows(*of.X, bias) {
    y.assign(of.y->begin(), of.y->end());
  }

  explicit SparseRows(const Eigen::MatrixXd& X, bool bias = false) {
    const Eigen::Index r = X.cols() + (bias ? 1 : 0);
    for (Eigen::Index i = 0; i < X.rows(); ++i) {
      for (Eigen::Index j = 0; j < r; ++j) {
        nodes.push_back({static_cast<int>(j) + 1, j < X.cols() ? X(i, j) : 1});
      }
      nodes.push_back({-1, 0});
    }
    for (Eigen::Index i = 0; i < X.rows(); ++i) rows.push_back(nodes.data() + i * (r + 1));
  }
  SparseRows(const SparseRows&) = delete;
  SparseRows& operator=(const SparseRows&) = delete;
};

}  // namespace marginscope::testing
