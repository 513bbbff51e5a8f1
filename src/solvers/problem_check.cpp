#include "solvers/problem_check.h"

#include <cmath>

#include "core/text.h"
#include "core/tolerances.h"

namespace marginscope {

Result<void> check_problem(const Problem& problem, Takes takes, std::string_view name) {
  const bool regression = problem.task == Task::regression;
  if (!marginscope::takes(takes, problem.task, problem.classes)) {
    if (regression) {
      return fail(sentence(name,
                           " separates classes and these data have real targets; choose an "
                           "algorithm for regression, such as smo-svr or rls"));
    }
    if (takes == Takes::regression) {
      return fail(sentence(name,
                           " fits real targets and these data have classes; choose an "
                           "algorithm for classification, such as smo, or data with targets"));
    }
    return fail(sentence(name, " separates two classes and these data have ",
                         std::to_string(problem.classes),
                         "; choose hk-multiclass, or keep the points of two of them"));
  }
  if (problem.X.rows() == 0) {
    return fail(sentence(name, " has no training pattern to learn from; place at least one point"));
  }
  const double features = problem.X.size() > 0 ? problem.X.cwiseAbs().maxCoeff() : 0;
  const double targets = problem.y.cwiseAbs().maxCoeff();
  if (!(features <= tolerances::divergence) || !(targets <= tolerances::divergence)) {
    const bool of_features = !(features <= tolerances::divergence);
    return fail(sentence(of_features ? "The features reach " : "The targets reach ",
                         short_text(of_features ? features : targets),
                         ", whose squares overflow the range of numbers; scale them below ",
                         short_text(tolerances::divergence)));
  }
  return {};
}

Result<void> check_gram_size(Eigen::Index N, std::string_view name) {
  constexpr double most_bytes = 1.5e9, entry_bytes = sizeof(double);
  const auto n = static_cast<double>(N);
  if (n * n * entry_bytes <= most_bytes) return {};
  return fail(sentence(name, " keeps the kernel of every pair of the ", short_text(n, 9),
                       " training patterns, which takes ", short_text(n * n * entry_bytes * 1e-9),
                       " GB; keep at most ",
                       short_text(std::floor(std::sqrt(most_bytes / entry_bytes)), 9)));
}

}  // namespace marginscope
