#include "solvers/reweighting/margin_places.h"

#include <algorithm>
#include <cstdlib>

namespace marginscope {
namespace {

constexpr double bounded = 0.95;  // α from this part of C on is expected to tend to C

}  // namespace

Places places_of(const Eigen::VectorXd& u, const Eigen::VectorXd& side, double margin) {
  Places places(static_cast<std::size_t>(u.size()), 0);
  for (Eigen::Index i = 0; i < u.size(); ++i) {
    const int s = side[i] > 0 ? 1 : -1;
    if (u[i] >= -margin) places[static_cast<std::size_t>(i)] = u[i] > margin ? 2 * s : s;
  }
  return places;
}

std::ptrdiff_t held(const Places& places) {
  return std::count_if(places.begin(), places.end(), [](int at) { return std::abs(at) == 1; });
}

std::ptrdiff_t with_slack(const Places& places) {
  return std::count_if(places.begin(), places.end(), [](int at) { return std::abs(at) == 2; });
}

Places expected_places(Places here, const Eigen::VectorXd& beta, double C) {
  for (std::size_t i = 0; i < here.size(); ++i) {
    const int s = here[i] > 0 ? 1 : -1;
    const double alpha = s * beta[static_cast<Eigen::Index>(i)];
    if (here[i] == 2 * s && alpha < bounded * C) here[i] = alpha > 0 ? s : 0;
  }
  return here;
}

Places revised_places(const Places& places, const Places& there, const Eigen::VectorXd& beta,
                      double C) {
  Places next = places;
  for (std::size_t i = 0; i < next.size(); ++i) {
    const int s = next[i] > 0 ? 1 : -1;
    const double alpha = s * beta[static_cast<Eigen::Index>(i)];
    if (next[i] == s) {
      next[i] = alpha < 0 ? 0 : alpha > C ? 2 * s : s;
    } else if (next[i] == 0 ? std::abs(there[i]) == 2 : there[i] != 2 * s && there[i] != s) {
      next[i] = next[i] == 0 ? there[i] / 2 : s;
    }
  }
  return next;
}

}  // namespace marginscope
