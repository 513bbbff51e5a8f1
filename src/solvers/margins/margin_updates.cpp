#include "solvers/margins/margin_updates.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "core/lanes.h"

namespace marginscope {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

template <class Lanes>
constexpr Eigen::Index count = static_cast<Eigen::Index>(Lanes::count);

template <class Lanes>
inline void add_positive_errors_on(double rate, const double* E, double* B, Eigen::Index n) {
  Eigen::Index i = 0;
  for (; i + count<Lanes> <= n; i += count<Lanes>) {
    const typename Lanes::Values e = Lanes::at(E + i);
    Lanes::at(B + i) += rate * (e + (e < 0 ? -e : e));
  }
  for (; i < n; ++i) B[i] += rate * (E[i] + std::abs(E[i]));
}

template <class Lanes>
inline double subtract_on(const double* margins, const double* target, double* E, Eigen::Index n) {
  typename Lanes::Values most, zeros{};
  fill(most, -infinite);
  Eigen::Index i = 0;
  for (; i + count<Lanes> <= n; i += count<Lanes>) {
    const typename Lanes::Values e = Lanes::at(margins + i) - Lanes::at(target + i);
    Lanes::at(E + i) = e;
    raise_to(most, e);
    zeros += e - e;  // not a number where e is not finite
  }
  double largest = -infinite, zero = 0;
  for (std::size_t lane = 0; lane < Lanes::count; ++lane) {
    largest = std::max(largest, most[lane]);
    zero += zeros[lane];
  }
  for (; i < n; ++i) {
    E[i] = margins[i] - target[i];
    largest = std::max(largest, E[i]);
    zero += E[i] - E[i];
  }
  // Of two zeros the positive one, whichever came first.
  return zero == 0 ? largest + 0.0 : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

void add_positive_errors(double rate, const double* E, double* B, Eigen::Index n) {
  on_lanes([=]<class Lanes>(Lanes) { add_positive_errors_on<Lanes>(rate, E, B, n); });
}

double subtract(const double* margins, const double* target, double* E, Eigen::Index n) {
  return on_lanes([=]<class Lanes>(Lanes) { return subtract_on<Lanes>(margins, target, E, n); });
}

}  // namespace marginscope
