#include "core/problem.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/text.h"

namespace marginscope {

bool Dataset::operator==(const Dataset& other) const {
  return task == other.task && X.rows() == other.X.rows() && X.cols() == other.X.cols() &&
         X == other.X && y == other.y && validation == other.validation &&
         feature_names == other.feature_names;
}

int class_count(const Dataset& data) {
  if (data.task == Task::regression) return 0;
  // Labels −1 and +1 are two classes; anything else counts classes from 1.
  const bool several = data.size() > 0 && (data.y.array().abs() != 1).any();
  return several ? std::max(2, static_cast<int>(data.y.maxCoeff())) : 2;
}

Problem problem_of(const Dataset& data) {
  Problem problem;
  problem.task = data.task;
  const Eigen::Index p = data.X.cols();
  const auto held_out = std::count(data.validation.begin(), data.validation.end(), true);
  problem.X.resize(data.size() - held_out, p);
  problem.y.resize(data.size() - held_out);
  problem.X_validation.resize(held_out, p);
  problem.y_validation.resize(held_out);
  Eigen::Index training = 0, validation = 0;
  for (Eigen::Index i = 0; i < data.size(); ++i) {
    if (data.validation[static_cast<std::size_t>(i)]) {
      problem.X_validation.row(validation) = data.X.row(i);
      problem.y_validation[validation++] = data.y[i];
    } else {
      problem.X.row(training) = data.X.row(i);
      problem.y[training++] = data.y[i];
    }
  }
  problem.classes = class_count(data);
  return problem;
}

std::vector<std::string> remarks(const Problem& problem) {
  std::vector<std::string> sentences;
  const Eigen::Index n = problem.X.rows(), p = problem.X.cols();
  if (n == 0) return sentences;
  if (problem.task == Task::classification && (problem.y.array() == problem.y[0]).all()) {
    sentences.push_back(sentence("All training patterns are of class ", problem.y[0] > 0 ? "+" : "",
                                 short_text(problem.y[0]),
                                 ", so any bias of that sign separates them."));
  }
  for (Eigen::Index j = 0; j < p; ++j) {
    if (n > 1 && (problem.X.col(j).array() == problem.X(0, j)).all()) {
      sentences.push_back(sentence("Feature ", std::to_string(j + 1),
                                   " is constant, so its weight cannot be told from the bias."));
    }
  }
  if (n < p + 1) {
    sentences.push_back(sentence(
        n == 1 ? "There is 1 training pattern for "
               : "There are " + std::to_string(n) + " training patterns for ",
        std::to_string(p + 1),
        " weights, so many solutions fit equally well; the one of minimum norm is shown."));
  }
  if (problem.task == Task::classification) {
    std::map<std::vector<double>, double> label_of;
    for (Eigen::Index i = 0; i < n; ++i) {
      std::vector<double> key(static_cast<std::size_t>(p));
      for (Eigen::Index j = 0; j < p; ++j) key[static_cast<std::size_t>(j)] = problem.X(i, j);
      const auto [entry, fresh] = label_of.emplace(std::move(key), problem.y[i]);
      if (!fresh && entry->second != problem.y[i]) {
        sentences.push_back(
            "Some patterns lie at the same place with different labels, so nothing separates "
            "them.");
        break;
      }
    }
  }
  return sentences;
}

double error_rate(const Problem& problem, const Eigen::VectorXd& y, const Eigen::MatrixXd& f) {
  const Eigen::Index n = y.size();
  if (n == 0) return std::numeric_limits<double>::quiet_NaN();
  if (problem.task == Task::regression) {
    return (y - f.col(0)).squaredNorm() / static_cast<double>(n);
  }
  Eigen::Index wrong = 0;
  if (problem.classes == 2) {
    for (Eigen::Index i = 0; i < n; ++i) wrong += !(y[i] * f(i, 0) > 0);
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
