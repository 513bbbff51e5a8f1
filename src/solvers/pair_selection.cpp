#include "solvers/pair_selection.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace marginscope {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

// Two lanes of doubles, which every 64-bit processor and wasm have.
using Two = double __attribute__((vector_size(16)));
constexpr Eigen::Index unrolled = pair_lanes / 2;

inline Two load(const double* from) {
  Two two;
  std::memcpy(&two, from, sizeof(two));
  return two;
}
inline void store(double* to, Two two) { std::memcpy(to, &two, sizeof(two)); }
inline Two both(double value) { return Two{value, value}; }
inline Two larger(Two candidate, Two than) { return candidate > than ? candidate : than; }
inline Two smaller(Two candidate, Two than) { return candidate < than ? candidate : than; }

// An extreme is looked for by its value alone, block by block; where it was is looked up afterwards
// in the one block that counts. That halves the work of carrying positions along.
constexpr Eigen::Index block = 64;

// Rows come from all over the memory, one page of it after the other, which processors do not
// foresee: asking for what is this far ahead halves the time of a step on 3000 patterns.
constexpr Eigen::Index ahead = 512;
inline void fetch_ahead(const double* row, Eigen::Index first) {
  constexpr Eigen::Index line = 8;  // 64 bytes
  for (Eigen::Index k = 0; k < block; k += line) __builtin_prefetch(row + first + ahead + k);
}

// The first k of the block at `first` for which value(k) is `wanted`; the block has it.
template <class Value>
Eigen::Index position(Eigen::Index first, double wanted, Value value) {
  for (Eigen::Index k = first;; k += 2) {
    const Two here = value(k);
    if (here[0] == wanted) return k;
    if (here[1] == wanted) return k + 1;
  }
}

}  // namespace

Extremes update_residuals(double* r, const double* up, const double* low, const double* row_a,
                          double a, const double* row_b, double b, Eigen::Index n) {
  const Two by_a = both(a), by_b = both(b);
  Extremes found{.largest_up = -infinite, .least_low = infinite};
  Eigen::Index block_i = -1, block_j = -1;
  for (Eigen::Index first = 0; first < n; first += block) {
    const Eigen::Index end = std::min(first + block, n);
    fetch_ahead(row_a, first);
    fetch_ahead(row_b, first);
    Two most[unrolled], least[unrolled];
    for (Eigen::Index u = 0; u < unrolled; ++u) {
      most[u] = both(-infinite);
      least[u] = both(infinite);
    }
    for (Eigen::Index k = first; k < end; k += pair_lanes) {
      for (Eigen::Index u = 0; u < unrolled; ++u) {
        const Eigen::Index at = k + 2 * u;
        const Two next = load(r + at) + by_a * load(row_a + at) + by_b * load(row_b + at);
        store(r + at, next);
        most[u] = larger(next + load(up + at), most[u]);
        least[u] = smaller(next + load(low + at), least[u]);
      }
    }
    const Two largest = larger(most[0], most[1]), lowest = smaller(least[0], least[1]);
    const double m = std::max(largest[0], largest[1]), M = std::min(lowest[0], lowest[1]);
    if (m > found.largest_up) {
      found.largest_up = m;
      block_i = first;
    }
    if (M < found.least_low) {
      found.least_low = M;
      block_j = first;
    }
  }
  if (block_i >= 0) {
    found.i = position(block_i, found.largest_up,
                       [&](Eigen::Index k) { return load(r + k) + load(up + k); });
  }
  if (block_j >= 0) {
    found.j = position(block_j, found.least_low,
                       [&](Eigen::Index k) { return load(r + k) + load(low + k); });
  }
  return found;
}

void add_rows(double* r, const double* row_a, double a, const double* row_b, double b,
              Eigen::Index n) {
  const Two by_a = both(a), by_b = both(b);
  for (Eigen::Index k = 0; k < n; k += 2) {
    store(r + k, load(r + k) + by_a * load(row_a + k) + by_b * load(row_b + k));
  }
}

Eigen::Index second_of_pair(const double* r, const double* low, const double* row_i,
                            const double* diagonal, double k_ii, double largest_up,
                            double least_curvature, Eigen::Index n) {
  const Two m = both(largest_up), own = both(k_ii), least = both(least_curvature);
  const auto gain = [&](Eigen::Index k) {
    const Two gap = larger(m - (load(r + k) + load(low + k)), both(0));
    const Two curvature = own + load(diagonal + k) - both(2) * load(row_i + k);
    return gap * gap / larger(curvature, least);
  };
  double best = 0;
  Eigen::Index block_j = -1;
  for (Eigen::Index first = 0; first < n; first += block) {
    const Eigen::Index end = std::min(first + block, n);
    fetch_ahead(row_i, first);
    Two most[unrolled] = {};
    for (Eigen::Index k = first; k < end; k += pair_lanes) {
      for (Eigen::Index u = 0; u < unrolled; ++u) most[u] = larger(gain(k + 2 * u), most[u]);
    }
    const Two largest = larger(most[0], most[1]);
    const double most_here = std::max(largest[0], largest[1]);
    if (most_here > best) {
      best = most_here;
      block_j = first;
    }
  }
  return block_j < 0 ? -1 : position(block_j, best, gain);
}

}  // namespace marginscope
