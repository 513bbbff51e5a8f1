#include "core/solver.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace marginscope {

OutcomeName outcome_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::running:
      return {"running", "Running"};
    case Outcome::solved:
      return {"solved", "Solved"};
    case Outcome::not_separable:
      return {"not-separable", "Not separable"};
    case Outcome::singular:
      return {"singular", "No next step"};
    case Outcome::diverged:
      return {"diverged", "Diverged"};
    case Outcome::max_iterations:
      return {"max-iterations", "Limit reached"};
  }
  return {};
}

void Solver::values(std::size_t index, std::vector<double>& out) const {
  out.clear();
  quantities()[index].read(*this, out);
}

std::vector<double> Solver::values(Role role) const {
  std::vector<double> out;
  for (const Quantity& quantity : quantities()) {
    if (quantity.role == role) quantity.read(*this, out);
  }
  return out;
}

double Solver::smallest_margin(const Problem& problem) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> f = values(Role::decision_value);
  const auto N = static_cast<std::size_t>(problem.X.rows());
  if (problem.task == Task::regression || N == 0 || f.empty()) return none;
  const std::size_t each = f.size() / N;
  double smallest = infinity;
  for (std::size_t i = 0; i < N; ++i) {
    const double label = problem.y[static_cast<Eigen::Index>(i)];
    const double* own = &f[i * each];
    double margin = label * own[0];
    if (problem.classes > 2) {
      const auto right = static_cast<std::size_t>(label) - 1;
      margin = infinity;
      for (std::size_t k = 0; k < each; ++k) {
        if (k != right) margin = std::min(margin, own[right] - own[k]);
      }
    }
    if (std::isnan(margin)) return none;
    smallest = std::min(smallest, margin);
  }
  return smallest;
}

}  // namespace marginscope
