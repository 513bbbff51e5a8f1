#include "solvers/pair_selection.h"

#include <cstdint>
#include <cstring>
#include <limits>

namespace marginscope {
namespace {

// Two lanes of doubles, which every 64-bit processor and wasm have.
using Two = double __attribute__((vector_size(16)));
using TwoIndices = std::int64_t __attribute__((vector_size(16)));
constexpr Eigen::Index unrolled = pair_lanes / 2;

inline Two load(const double* from) {
  Two two;
  std::memcpy(&two, from, sizeof(two));
  return two;
}
inline Two load(const float* from) { return Two{from[0], from[1]}; }
inline void store(double* to, Two two) { std::memcpy(to, &two, sizeof(two)); }

// The best of all lanes, the first of equals.
template <bool largest>
struct Best {
  Two value[unrolled];
  TwoIndices index[unrolled];

  explicit Best(double worst) {
    for (Eigen::Index u = 0; u < unrolled; ++u) {
      value[u] = Two{worst, worst};
      index[u] = TwoIndices{-1, -1};
    }
  }
  void offer(Eigen::Index u, Two candidate, TwoIndices at) {
    const TwoIndices better = largest ? candidate > value[u] : candidate < value[u];
    value[u] = better ? candidate : value[u];
    index[u] = better ? at : index[u];
  }
  std::pair<double, Eigen::Index> winner() const {
    double best = value[0][0];
    std::int64_t at = index[0][0];
    for (Eigen::Index u = 0; u < unrolled; ++u) {
      for (int lane = 0; lane < 2; ++lane) {
        const double v = value[u][lane];
        const std::int64_t k = index[u][lane];
        if (k < 0) continue;
        if (at < 0 || (largest ? v > best : v < best) || (v == best && k < at)) {
          best = v;
          at = k;
        }
      }
    }
    return {best, static_cast<Eigen::Index>(at)};
  }
};

inline TwoIndices pair_of_indices(Eigen::Index k) {
  return TwoIndices{static_cast<std::int64_t>(k), static_cast<std::int64_t>(k) + 1};
}

}  // namespace

template <class Scalar>
Extremes update_residuals(double* r, const double* up, const double* low, const Scalar* row_a,
                          double a, const Scalar* row_b, double b, Eigen::Index n) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  const Two by_a{a, a}, by_b{b, b};
  Best<true> most(-infinite);
  Best<false> least(infinite);
  for (Eigen::Index k = 0; k < n; k += pair_lanes) {
    for (Eigen::Index u = 0; u < unrolled; ++u) {
      const Eigen::Index at = k + 2 * u;
      const Two next = load(r + at) + by_a * load(row_a + at) + by_b * load(row_b + at);
      store(r + at, next);
      const TwoIndices indices = pair_of_indices(at);
      most.offer(u, next + load(up + at), indices);
      least.offer(u, next + load(low + at), indices);
    }
  }
  const auto [largest_up, i] = most.winner();
  const auto [least_low, j] = least.winner();
  return {i, j, largest_up, least_low};
}

template <class Scalar>
Eigen::Index second_of_pair(const double* r, const double* low, const Scalar* row_i,
                            const double* diagonal, double k_ii, double largest_up,
                            double least_curvature, Eigen::Index n) {
  const Two m{largest_up, largest_up}, own{k_ii, k_ii}, two{2, 2}, zero{0, 0};
  const Two least{least_curvature, least_curvature};
  Best<true> best(0);
  for (Eigen::Index k = 0; k < n; k += pair_lanes) {
    for (Eigen::Index u = 0; u < unrolled; ++u) {
      const Eigen::Index at = k + 2 * u;
      Two gap = m - (load(r + at) + load(low + at));
      gap = gap > zero ? gap : zero;
      Two curvature = own + load(diagonal + at) - two * load(row_i + at);
      curvature = curvature > least ? curvature : least;
      best.offer(u, gap * gap / curvature, pair_of_indices(at));
    }
  }
  return best.winner().second;
}

template Extremes update_residuals(double*, const double*, const double*, const float*, double,
                                   const float*, double, Eigen::Index);
template Extremes update_residuals(double*, const double*, const double*, const double*, double,
                                   const double*, double, Eigen::Index);
template Eigen::Index second_of_pair(const double*, const double*, const float*, const double*,
                                     double, double, double, Eigen::Index);
template Eigen::Index second_of_pair(const double*, const double*, const double*, const double*,
                                     double, double, double, Eigen::Index);

}  // namespace marginscope
