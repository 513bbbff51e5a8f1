#pragma once  // for every room above

// How often a machine is wrong, on its own patterns and on others.

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/extremes.h"
#include "core/gradual.h"
#include "core/problem.h"

namespace marginscope {

// How many patterns are wrong, by labels of −1 and +1 and decision values: their product is 0 or below, or
// not a number.
Eigen::Index count_wrong(const Eigen::Ref<const Eigen::VectorXd>& y,
                         const Eigen::Ref<const Eigen::VectorXd>& f);

// Decision values f, N, at the rows of X; in the place of those below `rounding` in size, whose sign means
// nothing, what decide(rows, f) makes of them: the same for equal rows.
template <class Decide>
Eigen::VectorXd with_signs(Eigen::VectorXd f, double rounding, const Eigen::MatrixXd& X,
                           Decide decide) {
  if (!(least_size(f) < rounding)) return f;
  std::vector<Eigen::Index> close;
  for (Eigen::Index i = 0; i < f.size(); ++i) {
    if (std::abs(f[i]) < rounding) close.push_back(i);
  }
  Eigen::MatrixXd anew;
  decide(X(close, Eigen::placeholders::all), anew);
  f(close) = anew.col(0);
  return f;
}

// The error rate on the rows of X, N×p, with y, of what decide(rows, f) makes of them, 256 rows at a
// time.
template <class Decide>
Gradual<double> tried_error(const Problem& problem, const Eigen::MatrixXd& X,
                            const Eigen::VectorXd& y, Decide decide) {
  constexpr Eigen::Index at_once = 256;
  Eigen::MatrixXd f, here;
  for (Eigen::Index first = 0; first < X.rows(); first += at_once) {
    co_await Pause{"the error on new patterns",
                   static_cast<double>(first) / static_cast<double>(X.rows())};
    const Eigen::Index rows = std::min(at_once, X.rows() - first);
    decide(X.middleRows(first, rows), here);
    if (first == 0) f.resize(X.rows(), here.cols());
    f.middleRows(first, rows) = here;
  }
  co_return error_rate(problem, y, f);
}

}  // namespace marginscope
