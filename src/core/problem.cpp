#include "core/problem.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/ascending.h"
#include "core/errors.h"
#include "core/text.h"
#include "core/tolerances.h"

namespace marginscope {

std::vector<std::string> remarks(const Problem& problem) {
  std::vector<std::string> sentences;
  const Eigen::Index n = problem.X.rows(), p = problem.X.cols();
  if (n == 0) return sentences;
  bool one_answer = false;
  if (problem.task == Task::classification && (problem.y->array() == problem.y[0]).all()) {
    const bool signs = problem.classes == 2;
    sentences.push_back(sentence("All training patterns are of class ",
                                 signs && problem.y[0] > 0 ? "+" : "", short_text(problem.y[0]),
                                 ", so one and the same answer is right on all of them."));
    one_answer = true;
  }
  for (int k = 1; problem.classes > 2 && k <= problem.classes; ++k) {
    if ((problem.y->array() != k).all()) {
      sentences.push_back(sentence("Class ", std::to_string(k), " has no training pattern."));
    }
  }
  for (Eigen::Index j = 0; j < p; ++j) {
    const double size = problem.X->col(j).cwiseAbs().maxCoeff();
    if (n > 1 && (problem.X->col(j).array() == problem.X(0, j)).all()) {
      sentences.push_back(sentence("Feature ", std::to_string(j + 1),
                                   " is constant, so it tells no pattern from another."));
    } else if (size > 0 && size < 1 / tolerances::divergence) {
      sentences.push_back(sentence("Feature ", std::to_string(j + 1), " is below ",
                                   short_text(1 / tolerances::divergence),
                                   " in size, where squares vanish, so it may be lost; scale it."));
    }
  }
  if (n < p + 1 && !one_answer) {
    sentences.push_back(sentence(n == 1 ? "There is" : "There are", " ",
                                 counted(n, "training pattern", "training patterns"), " for the ",
                                 std::to_string(p + 1), " weights of a linear machine, which ",
                                 n == 1 ? "it alone does" : "they alone do", " not determine."));
  }
  if (problem.task == Task::classification && has_disputed_place(problem)) {
    sentences.push_back(
        "Some patterns lie at the same place with different labels, so nothing separates them.");
  }
  return sentences;
}

bool has_disputed_place(const Problem& problem) {
  const Eigen::Index n = problem.X.rows(), p = problem.X.cols();
  const Eigen::MatrixXd& X = *problem.X;
  // Sorted by their features, patterns of one place stand side by side.
  std::vector<int> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  const auto first_difference = [&X, p](int a, int b) {
    Eigen::Index j = 0;
    while (j < p && X(a, j) == X(b, j)) ++j;
    return j;
  };
  put_in_order(order, [&](int a, int b) {
    const Eigen::Index j = first_difference(a, b);
    return j < p && X(a, j) < X(b, j);
  });
  const auto at_odds = [&](int a, int b) {
    return problem.y[a] != problem.y[b] && first_difference(a, b) == p;
  };
  return std::ranges::adjacent_find(order, at_odds) != order.end();
}

double error_rate(const Problem& problem, const Eigen::VectorXd& y, const Eigen::MatrixXd& f) {
  const Eigen::Index n = y.size();
  if (n == 0) return std::numeric_limits<double>::quiet_NaN();
  if (problem.task == Task::regression) {
    return (y - f.col(0)).squaredNorm() / static_cast<double>(n);
  }
  Eigen::Index wrong = 0;
  if (problem.classes == 2) {
    wrong = count_wrong(y, f.col(0));
  } else {
    for (Eigen::Index i = 0; i < n; ++i) {
      const auto own = static_cast<Eigen::Index>(y[i]) - 1;
      for (Eigen::Index k = 0; k < f.cols(); ++k) {
        if (k != own && !(f(i, own) > f(i, k))) {
          ++wrong;
          break;
        }
      }
    }
  }
  return static_cast<double>(wrong) / static_cast<double>(n);
}

}  // namespace marginscope
