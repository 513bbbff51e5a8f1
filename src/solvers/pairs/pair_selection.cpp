#include "solvers/pairs/pair_selection.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "core/lanes.h"

namespace marginscope {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

// An extreme is looked for by its value alone, block by block, and each lane remembers the block in which it
// found it; where it was is looked up afterwards in the one block that counts. That halves the work of
// carrying positions along.
constexpr Eigen::Index block = 64;

// Rows come from all over the memory, one page of it after the other, which processors do not
// foresee: asking for what is this far ahead halves the time of a step on 3000 patterns.
constexpr Eigen::Index ahead = 512;
inline void fetch_ahead(const double* row, Eigen::Index first, Eigen::Index n) {
  constexpr Eigen::Index line = 8;  // 64 bytes
  if (first + ahead >= n) return;
  for (Eigen::Index k = 0; k < block; k += line) __builtin_prefetch(row + first + ahead + k);
}

// At least four lanes at a time, in groups of the processor's own. How many they are does not show in what
// is found: the first entry of those that have the extreme.
template <class Lanes>
constexpr Eigen::Index groups = std::max<Eigen::Index>(1, 4 / Eigen::Index{Lanes::count});
template <class Lanes>
constexpr Eigen::Index step = groups<Lanes>* Eigen::Index{Lanes::count};

// The greatest numbers that were seen, lane by lane, and the first entries of the blocks where that was.
template <class Lanes>
struct Greatest {
  using Values = typename Lanes::Values;
  Values now[groups<Lanes>];  // up to the present block
  Values best[groups<Lanes>], where[groups<Lanes>];

  explicit Greatest(double least) {
    each<groups<Lanes>>([&](auto u) {
      fill(now[u], least);
      fill(best[u], least);
      fill(where[u], -1);
    });
  }
  void end_block(Eigen::Index first) {
    each<groups<Lanes>>([&](auto u) {
      const auto greater = now[u] > best[u];
      where[u] = greater ? static_cast<double>(first) : where[u];
      best[u] = now[u];
    });
  }

  // The greatest of all lanes and the first block that has it, −1 where none was greater than the least.
  struct Found {
    double value;
    Eigen::Index block;
  };
  Found found() const {
    double value = best[0][0], first = where[0][0];
    for (Eigen::Index u = 0; u < groups<Lanes>; ++u) {
      for (std::size_t lane = 0; lane < Lanes::count; ++lane) {
        const double other = best[u][lane], there = where[u][lane];
        if (other < value || (other == value && there >= first)) continue;
        value = other;
        first = there;
      }
    }
    return {value, static_cast<Eigen::Index>(first)};
  }
};

// The first k of the block at `first` for which set_value(here, k) sets a lane to `wanted`; the
// block has it.
template <class Lanes, class SetValue>
inline Eigen::Index position(Eigen::Index first, double wanted, const SetValue& set_value) {
  for (Eigen::Index k = first;; k += Lanes::count) {
    typename Lanes::Values here;
    set_value(here, k);
    for (std::size_t lane = 0; lane < Lanes::count; ++lane) {
      if (here[lane] == wanted) return k + static_cast<Eigen::Index>(lane);
    }
  }
}

template <class Lanes>
inline Extremes update_residuals_on(double* r, const double* up, const double* low,
                                    const double* row_a, double a, const double* row_b, double b,
                                    Eigen::Index n) {
  using Values = typename Lanes::Values;
  // The least of r + low is the greatest of its negative.
  Greatest<Lanes> most(-infinite), least(-infinite);
  for (Eigen::Index first = 0; first < n; first += block) {
    const Eigen::Index end = std::min(first + block, n);
    fetch_ahead(row_a, first, n);
    fetch_ahead(row_b, first, n);
    for (Eigen::Index k = first; k < end; k += step<Lanes>) {
      each<groups<Lanes>>([&](auto u) {
        const Eigen::Index at = k + Eigen::Index{Lanes::count} * u;
        const Values next =
            Lanes::at(r + at) + a * Lanes::at(row_a + at) + b * Lanes::at(row_b + at);
        Lanes::at(r + at) = next;
        raise_to(most.now[u], next + Lanes::at(up + at));
        raise_to(least.now[u], -(next + Lanes::at(low + at)));
      });
    }
    most.end_block(first);
    least.end_block(first);
  }
  const auto [m, block_i] = most.found();
  const auto [minus_M, block_j] = least.found();
  Extremes found{.largest_up = m, .least_low = -minus_M};
  if (block_i >= 0) {
    found.i = position<Lanes>(block_i, m, [&](Values& here, Eigen::Index k) {
      here = Lanes::at(r + k) + Lanes::at(up + k);
    });
  }
  if (block_j >= 0) {
    found.j = position<Lanes>(block_j, found.least_low, [&](Values& here, Eigen::Index k) {
      here = Lanes::at(r + k) + Lanes::at(low + k);
    });
  }
  return found;
}

template <class Lanes>
inline void add_rows_on(double* r, const double* row_a, double a, const double* row_b, double b,
                        Eigen::Index n) {
  for (Eigen::Index k = 0; k < n; k += Lanes::count) {
    Lanes::at(r + k) = Lanes::at(r + k) + a * Lanes::at(row_a + k) + b * Lanes::at(row_b + k);
  }
}

template <class Lanes>
inline Eigen::Index second_of_pair_on(const double* r, const double* low, const double* row_i,
                                      const double* diagonal, double k_ii, double largest_up,
                                      double flat, Eigen::Index n) {
  using Values = typename Lanes::Values;
  const auto set_gain = [=](Values& gain, Eigen::Index k) {
    Values gap = largest_up - (Lanes::at(r + k) + Lanes::at(low + k));
    gap = gap > 0 ? gap : 0;
    Values curvature = k_ii + Lanes::at(diagonal + k) - 2 * Lanes::at(row_i + k);
    curvature = curvature > 0 ? curvature : flat;
    gain = gap * gap / curvature;
  };
  Greatest<Lanes> most(0);
  for (Eigen::Index first = 0; first < n; first += block) {
    const Eigen::Index end = std::min(first + block, n);
    fetch_ahead(row_i, first, n);
    for (Eigen::Index k = first; k < end; k += step<Lanes>) {
      each<groups<Lanes>>([&](auto u) {
        Values gain;
        set_gain(gain, k + Eigen::Index{Lanes::count} * u);
        raise_to(most.now[u], gain);
      });
    }
    most.end_block(first);
  }
  const auto [best, block_j] = most.found();
  return block_j < 0 ? -1 : position<Lanes>(block_j, best, set_gain);
}

}  // namespace

Extremes update_residuals(double* r, const double* up, const double* low, const double* row_a,
                          double a, const double* row_b, double b, Eigen::Index n) {
  return on_lanes([&]<class Lanes>(Lanes) {
    return update_residuals_on<Lanes>(r, up, low, row_a, a, row_b, b, n);
  });
}

void add_rows(double* r, const double* row_a, double a, const double* row_b, double b,
              Eigen::Index n) {
  on_lanes([&]<class Lanes>(Lanes) { add_rows_on<Lanes>(r, row_a, a, row_b, b, n); });
}

Eigen::Index second_of_pair(const double* r, const double* low, const double* row_i,
                            const double* diagonal, double k_ii, double largest_up, double flat,
                            Eigen::Index n) {
  return on_lanes([&]<class Lanes>(Lanes) {
    return second_of_pair_on<Lanes>(r, low, row_i, diagonal, k_ii, largest_up, flat, n);
  });
}

}  // namespace marginscope
