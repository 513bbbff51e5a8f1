#pragma once

#include <memory>

#include "core/problem.h"
#include "core/random.h"

namespace marginscope::bench {

// N patterns of two normal clouds in p features, their centres at ± shift in each: they overlap, so
// that Ho-Kashyap neither ends nor is found to be unable to.
inline std::shared_ptr<const Problem> clouds(Eigen::Index N, Eigen::Index p, double shift) {
  Random random(1);
  Eigen::MatrixXd X(N, p);
  Eigen::VectorXd y(N);
  for (Eigen::Index i = 0; i < N; ++i) {
    y[i] = i % 2 ? 1 : -1;
    for (Eigen::Index j = 0; j < p; ++j) X(i, j) = random.normal() + shift * y[i];
  }
  auto problem = std::make_shared<Problem>();
  problem->X = std::move(X);
  problem->y = std::move(y);
  return problem;
}

}  // namespace marginscope::bench
