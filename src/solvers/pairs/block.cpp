#include "solvers/pairs/block.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <vector>

#include "core/lanes.h"
#include "solvers/pairs/pair_passes.h"

namespace marginscope {
namespace {

// A block is solved until its violation is this part of what it was: less would be undone by the next one.
constexpr double solved_part = 0.3;
// Nor longer than this, however flat the kernel is on its patterns: a step must come to its end.
constexpr int most_pairs = 50 * static_cast<int>(Block::most);

// A pattern that violates optimality, and by how much it exceeds what it should not.
struct Violator {
  double value;
  Eigen::Index pattern;
};

// Room for what is found on the way to a block.
struct Findings {
  std::vector<double> maxima;
  std::vector<Violator> violators;
};

// Of the patterns whose sign·(r + offset) exceeds the bound the first `wanted` by that number, of equals by their
// index; in this order. Cost: two passes.
template <class Lanes, int sign>
inline std::span<const Violator> first_violators(const double* r, const double* offset,
                                                 Eigen::Index n, double bound, std::size_t wanted,
                                                 Findings& found) {
  // As many maxima of sets as are wanted are no smaller than the last number that is wanted.
  constexpr Eigen::Index part = 64;
  const Eigen::Index parts = (n + part - 1) / part;
  const Eigen::Index joined = std::max<Eigen::Index>(1, parts * Eigen::Index{Lanes::count} / part);
  std::vector<double>& maxima = found.maxima;
  maxima.clear();
  typename Lanes::Values largest;
  for (Eigen::Index p = 0; p < parts; ++p) {
    if (p % joined == 0) fill(largest, -infinite);
    const Eigen::Index end = std::min((p + 1) * part, n);
    for (Eigen::Index k = p * part; k < end; k += Lanes::count) {
      const typename Lanes::Values here = sign * (Lanes::at(r + k) + Lanes::at(offset + k));
      raise_to(largest, here);
    }
    if ((p + 1) % joined != 0 && p + 1 < parts) continue;
    for (std::size_t lane = 0; lane < Lanes::count; ++lane) maxima.push_back(largest[lane]);
  }
  if (maxima.size() > wanted) {
    const auto last = maxima.begin() + static_cast<std::ptrdiff_t>(wanted) - 1;
    std::nth_element(maxima.begin(), last, maxima.end(), std::greater<>());
    // What equals it counts.
    bound = std::max(bound, std::nextafter(*last, -infinite));
  }
  found.violators.resize(static_cast<std::size_t>(n) + 1);
  Violator* const all = found.violators.data();
  std::size_t count = 0;
  // Nobody foresees which ones they are, so all are written down.
  for (Eigen::Index k = 0; k < n; ++k) {
    const double value = sign * (r[k] + offset[k]);
    all[count] = {value, k};
    count += value > bound;
  }
  std::vector<Violator>& violators = found.violators;
  const std::size_t kept = std::min(count, wanted);
  const auto last = violators.begin() + static_cast<std::ptrdiff_t>(kept);
  std::partial_sort(violators.begin(), last, violators.begin() + static_cast<std::ptrdiff_t>(count),
                    [](const Violator& a, const Violator& b) {
                      return a.value > b.value || (a.value == b.value && a.pattern < b.pattern);
                    });
  return {violators.data(), kept};
}

// What the loop over pairs is about, by position in the block.
struct Arrays {
  static constexpr std::size_t n = Block::most;
  alignas(64) std::array<double, n> r, up, low, diagonal, y, beta;
  alignas(64) std::array<double, n * n> rows;
  std::array<bool, n> has_row = {};
  std::span<const Eigen::Index> patterns;
  Eigen::Index length;   // of them, padded
  PatternGroups groups;  // of the patterns, as soon as a row asks for them

  // From the row of all patterns where it is in memory. It need not be: not all that enter a pair move.
  [[gnu::noinline]] void make_row(KernelRows& kernels, Eigen::Index at) {
    double* const row = rows.data() + at * static_cast<Eigen::Index>(n);
    const Eigen::Index own = patterns[static_cast<std::size_t>(at)];
    has_row[static_cast<std::size_t>(at)] = true;
    if (const double* const whole = kernels.row_in_memory(own)) {
      double* const end =
          std::ranges::transform(patterns, row, [=](Eigen::Index k) { return whole[k]; }).out;
      std::fill(end, row + length, 0.0);
    } else {
      if (groups.squares.empty()) groups = kernels.groups_of(patterns);
      kernels.values_with(groups, own, row);
    }
  }
  const double* row(KernelRows& kernels, Eigen::Index at) {
    if (!has_row[static_cast<std::size_t>(at)]) make_row(kernels, at);
    return rows.data() + at * static_cast<Eigen::Index>(n);
  }
};

// The number of pairs that were moved.
template <class Lanes>
inline int move_pairs(Arrays& in, KernelRows& kernels, const WeightBounds& bounds, double flat,
                      double rounding) {
  using namespace pair_passes;
  Extremes e;
  update_residuals_on<Lanes>(in.r.data(), in.up.data(), in.low.data(), in.r.data(), 0, in.r.data(),
                             0, in.length, e);
  const double enough = std::max(rounding, solved_part * (e.largest_up - e.least_low));
  int pairs = 0;
  while (e.largest_up - e.least_low > enough && pairs < most_pairs) {
    const Eigen::Index i = e.i;
    const double* const K_i = in.row(kernels, i);
    const double K_ii = in.diagonal[i];
    Eigen::Index j = second_of_pair_on<Lanes>(in.r.data(), in.low.data(), K_i, in.diagonal.data(),
                                              K_ii, e.largest_up, flat, in.length);
    if (j < 0) j = first_of_least_low_on<Lanes>(in.r.data(), in.low.data(), e.least_low);
    const double* const K_j = in.row(kernels, j);
    const double curvature = std::max(K_ii + in.diagonal[j] - 2 * K_i[j], 0.0);
    const double before_i = in.beta[i], before_j = in.beta[j];
    const MovedPair to = bounds.move(in.y[i], before_i, in.y[j], before_j,
                                     e.largest_up - (in.r[j] + in.low[j]), curvature);
    if (to.beta_i == before_i && to.beta_j == before_j) break;
    in.beta[i] = to.beta_i;
    in.beta[j] = to.beta_j;
    in.up[i] = to.of_i.up;
    in.low[i] = to.of_i.low;
    in.up[j] = to.of_j.up;
    in.low[j] = to.of_j.low;
    ++pairs;
    update_residuals_on<Lanes>(in.r.data(), in.up.data(), in.low.data(), K_i, before_i - to.beta_i,
                               K_j, before_j - to.beta_j, in.length, e);
  }
  return pairs;
}

}  // namespace

void Block::choose(const PairArrays& all, const Extremes& extremes) {
  // Those of the block before take half of the places at the most.
  const std::size_t wanted = patterns_.empty() ? most / 2 : most / 4;
  std::vector<Eigen::Index> chosen;
  chosen.reserve(static_cast<std::size_t>(most));
  std::vector<bool> is_chosen(static_cast<std::size_t>(all.length));
  const auto add = [&](Eigen::Index pattern) {
    const auto at = static_cast<std::size_t>(pattern);
    if (!is_chosen[at]) chosen.push_back(pattern);
    is_chosen[at] = true;
  };
  on_lanes([&]<class Lanes>(Lanes) {
    Findings found;
    for (const auto& [value, pattern] :
         first_violators<Lanes, 1>(all.r, all.up, all.length, extremes.least_low, wanted, found)) {
      add(pattern);
    }
    for (const auto& [value, pattern] : first_violators<Lanes, -1>(
             all.r, all.low, all.length, -extremes.largest_up, wanted, found)) {
      add(pattern);
    }
  });
  for (const bool free : {true, false}) {
    for (const Eigen::Index pattern : patterns_) {
      if (std::ssize(chosen) == most) break;
      if ((all.up[pattern] > -infinite && all.low[pattern] < infinite) == free) add(pattern);
    }
  }
  patterns_ = std::move(chosen);
}

void Block::solve(KernelRows& rows, const PairArrays& all, const WeightBounds& bounds,
                  const Eigen::VectorXd& y, double flat, double rounding, Eigen::VectorXd& beta) {
  const auto arrays = std::make_unique_for_overwrite<Arrays>();
  Arrays& in = *arrays;
  in.patterns = patterns_;
  in.length = (std::ssize(patterns_) + pair_lanes - 1) / pair_lanes * pair_lanes;
  for (std::size_t k = 0; k < static_cast<std::size_t>(in.length); ++k) {
    const bool within = k < patterns_.size();
    const Eigen::Index pattern = within ? patterns_[k] : 0;
    in.r[k] = within ? all.r[pattern] : 0;
    in.up[k] = within ? all.up[pattern] : -infinite;
    in.low[k] = within ? all.low[pattern] : infinite;
    in.diagonal[k] = all.diagonal[pattern];
    in.y[k] = within ? y[pattern] : 0;
    in.beta[k] = within ? beta[pattern] : 0;
  }
  pairs_ = on_lanes(
      [&]<class Lanes>(Lanes) { return move_pairs<Lanes>(in, rows, bounds, flat, rounding); });
  fallen_.clear();
  for (std::size_t k = 0; k < patterns_.size(); ++k) {
    double& weight = beta[patterns_[k]];
    if (in.beta[k] == weight) continue;
    fallen_.push_back({patterns_[k], weight - in.beta[k]});
    weight = in.beta[k];
  }
}

}  // namespace marginscope
