#pragma once  // for src/solvers only

// The passes of pair_selection.h as templates on the lanes that they run on, for loops that consist of many
// short ones and would otherwise choose lanes again for each.

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "core/extremes.h"
#include "core/lanes.h"
#include "solvers/pairs/pair_selection.h"

namespace marginscope::pair_passes {

inline constexpr Eigen::Index pass_block = 64;

// Rows come from all over the memory, one page of it after the other, which processors do not
// foresee: asking for what is this far ahead halves the time of a step on 3000 patterns.
inline constexpr Eigen::Index ahead = 512;
inline void fetch_ahead(const double* row, Eigen::Index first, Eigen::Index n) {
  constexpr Eigen::Index line = 8;  // 64 bytes
  if (first + ahead >= n) return;
  for (Eigen::Index k = 0; k < pass_block; k += line) __builtin_prefetch(row + first + ahead + k);
}

// At least four lanes at a time, in groups of the processor's own. How many they are does not show in what
// is found: the first entry of those that have the extreme.
template <class Lanes>
inline constexpr Eigen::Index groups = std::max<Eigen::Index>(1, 4 / Eigen::Index{Lanes::count});
template <class Lanes>
inline constexpr Eigen::Index step = groups<Lanes>* Eigen::Index{Lanes::count};

// 0, 1, …
template <Eigen::Index count>
inline constexpr auto counted = [] {
  std::array<double, count> values{};
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<double>(i);
  return values;
}();

// No comparison decides what is done next, in the joins either: nobody foresees how they end.
template <class Lanes>
inline double least_of(const typename Lanes::Values (&all)[groups<Lanes>]) {
  typename Lanes::Values least = all[0];
  each<groups<Lanes>>([&](auto u) { lower_to(least, all[u]); });
  return join_lanes<Lanes>(least, [](double a, double b) { return b < a ? b : a; });
}

// The greater of two numbers in each lane and its place, of equal ones the first.
template <class Values>
inline void join_places(Values& most, Values& where, const Values& other, const Values& there) {
  const Values first = there < where ? there : where, of_greater = other > most ? there : where;
  where = other == most ? first : of_greater;
  raise_to(most, other);
}

// The greatest of all lanes, and its place.
struct Place {
  double value, where;
};
template <class Lanes>
inline Place place_of(const typename Lanes::Values& most, const typename Lanes::Values& where) {
  constexpr std::size_t half = Lanes::count / 2;
  return [&]<std::size_t... lane>(std::index_sequence<lane...>)->Place {
    if constexpr (half == 1) {
      typename Lanes::Values both = most, both_where = where;
      join_places(both, both_where, __builtin_shufflevector(most, most, 1, 0),
                  __builtin_shufflevector(where, where, 1, 0));
      return {both[0], both_where[0]};
    } else {
      using Half = marginscope::Lanes<half>;
      typename Half::Values low = __builtin_shufflevector(most, most, lane...);
      typename Half::Values low_where = __builtin_shufflevector(where, where, lane...);
      join_places(low, low_where, __builtin_shufflevector(most, most, (half + lane)...),
                  __builtin_shufflevector(where, where, (half + lane)...));
      return place_of<Half>(low, low_where);
    }
  }
  (std::make_index_sequence<half>{});
}

// The first entry from `first` on for which set_value(here, k) sets a lane to `wanted`; there is one.
template <class Lanes, class SetValue>
inline Eigen::Index entry_of(double wanted, Eigen::Index first, const SetValue& set_value) {
  for (Eigen::Index k = first;; k += Lanes::count) {
    typename Lanes::Values here;
    set_value(here, k);
    for (std::size_t lane = 0; lane < Lanes::count; ++lane) {
      if (here[lane] == wanted) return k + static_cast<Eigen::Index>(lane);
    }
  }
}

// The greatest numbers that were shown, lane by lane, and where that was. Eight lanes remember the entry. Few
// remember the block, and the entry is looked up afterwards in the one that counts: that halves their
// work of carrying places along.
template <class Lanes>
class Greatest {
  static constexpr bool remembers_entries = Lanes::count >= 8;

 public:
  using Values = typename Lanes::Values;

  explicit Greatest(double least) {
    each<groups<Lanes>>([&](auto u) {
      fill(now_[u], least);
      fill(best_[u], least);
      fill(where_[u], infinite);
      here_[u] = Lanes::at(&counted<step<Lanes>>[Lanes::count * u]);
    });
  }

  // Of group u, one step after the other.
  template <class Group>
  void show(Group u, const Values& value) {
    if constexpr (remembers_entries) {
      where_[u] = value > best_[u] ? here_[u] : where_[u];
      raise_to(best_[u], value);
      here_[u] += static_cast<double>(step<Lanes>);
    } else {
      raise_to(now_[u], value);
    }
  }
  void end_block(Eigen::Index first) {
    if constexpr (!remembers_entries) {
      each<groups<Lanes>>([&](auto u) {
        where_[u] = now_[u] > best_[u] ? static_cast<double>(first) : where_[u];
        best_[u] = now_[u];
      });
    }
  }

  // The greatest of all, and the first entry that has it: −1 where none was greater than the least.
  // set_value(value, k) sets what was shown for entries k on.
  struct Found {
    double value;
    Eigen::Index entry;
  };
  template <class SetValue>
  Found found(const SetValue& set_value) const {
    Values most = best_[0], where = where_[0];
    each<groups<Lanes> - 1>([&](auto u) { join_places(most, where, best_[u + 1], where_[u + 1]); });
    const auto [value, first] = place_of<Lanes>(most, where);
    if (first == infinite) return {value, -1};
    const auto entry = static_cast<Eigen::Index>(first);
    return {value, remembers_entries ? entry : entry_of<Lanes>(value, entry, set_value)};
  }

 private:
  Values now_[groups<Lanes>];   // up to the present block
  Values here_[groups<Lanes>];  // the entries that are shown next
  Values best_[groups<Lanes>], where_[groups<Lanes>];
};

template <class Lanes>
inline void update_residuals_on(double* r, const double* up, const double* low, const double* row_a,
                                double a, const double* row_b, double b, Eigen::Index n,
                                Extremes& extremes) {
  using Values = typename Lanes::Values;
  Greatest<Lanes> most(-infinite);
  Values least[groups<Lanes>];
  each<groups<Lanes>>([&](auto u) { fill(least[u], infinite); });
  for (Eigen::Index first = 0; first < n; first += pass_block) {
    const Eigen::Index end = std::min(first + pass_block, n);
    fetch_ahead(row_a, first, n);
    fetch_ahead(row_b, first, n);
    for (Eigen::Index k = first; k < end; k += step<Lanes>) {
      each<groups<Lanes>>([&](auto u) {
        const Eigen::Index at = k + Eigen::Index{Lanes::count} * u;
        // Where large rows cancel, they take nothing from a small residual.
        const Values moved = a * Lanes::at(row_a + at) + b * Lanes::at(row_b + at);
        const Values next = Lanes::at(r + at) + moved;
        Lanes::at(r + at) = next;
        most.show(u, next + Lanes::at(up + at));
        lower_to(least[u], next + Lanes::at(low + at));
      });
    }
    most.end_block(first);
  }
  const auto [m, i] = most.found(
      [=](Values& value, Eigen::Index k) { value = Lanes::at(r + k) + Lanes::at(up + k); });
  extremes = {
      .i = std::max<Eigen::Index>(0, i), .largest_up = m, .least_low = least_of<Lanes>(least)};
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
  for (Eigen::Index first = 0; first < n; first += pass_block) {
    const Eigen::Index end = std::min(first + pass_block, n);
    fetch_ahead(row_i, first, n);
    for (Eigen::Index k = first; k < end; k += step<Lanes>) {
      each<groups<Lanes>>([&](auto u) {
        Values gain;
        set_gain(gain, k + Eigen::Index{Lanes::count} * u);
        most.show(u, gain);
      });
    }
    most.end_block(first);
  }
  return most.found(set_gain).entry;
}

template <class Lanes>
inline Eigen::Index first_of_least_low_on(const double* r, const double* low, double least) {
  return entry_of<Lanes>(least, 0, [=](typename Lanes::Values& value, Eigen::Index k) {
    value = Lanes::at(r + k) + Lanes::at(low + k);
  });
}

}  // namespace marginscope::pair_passes
