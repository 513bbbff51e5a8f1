#pragma once

#include <memory>

#include "core/problem.h"
#include "core/random.h"

namespace marginscope {

// N patterns of two normal clouds in p features, their centres at ± shift in each: they overlap, so
// that Ho-Kashyap neither ends nor is found to be unable to.
inline std::shared_ptr<const Problem> clouds(Eigen::Index N, Eigen::Index p, double shift) {
  Random random(1);
  auto problem = std::make_shared<Problem>();
  problem->X.resize(N, p);
  problem->y.resize(N);
  for (Eigen::Index i = 0; i < N; ++i) {
    problem->y[i] = i % 2 ? 1 : -1;
    for (Eigen::Index j = 0; j < p; ++j) {
      problem->X(i, j) = random.normal() + shift * problem->y[i];
    }
  }
  return problem;
}

}  // namespace marginscope
