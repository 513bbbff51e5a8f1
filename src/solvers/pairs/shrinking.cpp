#include "solvers/pairs/shrinking.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/extremes.h"

namespace marginscope {
namespace {

// How often it is looked what can be left out: each N/4 steps, which cost far more than the look.
constexpr Eigen::Index looks = 4, least_window = 64;

// The next window's drift is expected to be that of the last one, which steps that become smaller
// rarely exceed.
constexpr double safety = 1.25;

// What is kept must be clearly less than before: its rows are gathered anew.
constexpr double worthwhile = 0.8;

// Rounding in residuals that are no larger than the extremes; a hundred thousand times it.
constexpr double least_room = 1e-9;

// Gathering a row costs about as much as a step on all patterns, and the rows of support vectors
// will be gathered. Nobody knows how many steps will follow; as many as there were is a fair guess.
// What they then save must be this many times that price.
constexpr double least_gain = 3;

}  // namespace

KeptRows::KeptRows(std::vector<std::int32_t> patterns, std::size_t most_bytes)
    : patterns_(std::move(patterns)),
      length_((static_cast<Eigen::Index>(patterns_.size()) + pair_lanes - 1) / pair_lanes *
              pair_lanes),
      memory_(patterns_.size(), static_cast<std::size_t>(length_), most_bytes) {}

const double* KeptRows::row(KernelRows& rows, Eigen::Index position) {
  const auto at = static_cast<std::size_t>(position);
  if (const double* const row = memory_.find(at)) return row;
  double* const row = memory_.space_for(at);
  const double* const whole = rows.row(patterns_[at]);
  double* const end = std::transform(patterns_.begin(), patterns_.end(), row,
                                     [whole](std::int32_t pattern) { return whole[pattern]; });
  std::fill(end, row + length_, 0.0);
  return row;
}

void Shrinking::start(const Eigen::VectorXd& residuals, double scale) {
  scale_ = scale;
  kept_ = KeptRows();
  reference_ = residuals;
  drift_squared_ = farthest_squared_ = 0;
  allowed_squared_ = infinite;
  steps_ = 0;
  window_ = static_cast<std::size_t>(std::max(least_window, residuals.size() / looks));
  moves_.clear();
  made_ = seen_moves_ = 0;
}

Eigen::Index Shrinking::position(Eigen::Index pattern) const {
  if (!leaves_out()) return pattern;
  const auto& patterns = kept_.patterns();
  return std::lower_bound(patterns.begin(), patterns.end(), pattern) - patterns.begin();
}

void Shrinking::note(const Move& move, Eigen::Index at_i, double r_i, double K_ii,
                     Eigen::Index at_j, double r_j, double K_jj, double K_ij) {
  const double a = move.a, b = move.b;
  // f changes by −aφ_i − bφ_j, and ⟨f − f₀, φ_i⟩ is what r_i has lost since f₀.
  drift_squared_ += a * (a * K_ii - 2 * (reference_[at_i] - r_i)) +
                    b * (b * K_jj - 2 * (reference_[at_j] - r_j)) + 2 * a * b * K_ij;
  farthest_squared_ = std::max(farthest_squared_, drift_squared_);
  if (leaves_out()) moves_[made_] = move;
  ++made_;
  ++steps_;
}

bool Shrinking::proven(const Extremes& extremes) const {
  return !leaves_out() || (drift_squared_ <= allowed_squared_ &&
                           extremes.largest_up <= highest_up_ && extremes.least_low >= lowest_low_);
}

void Shrinking::scatter_kept(Eigen::VectorXd& residuals) const {
  const double* r = r_.data();
  for (const std::int32_t pattern : kept_.patterns()) residuals[pattern] = *r++;
}

void Shrinking::write_back(KernelRows& rows, Eigen::VectorXd& residuals) const {
  // Patterns move many times: each row is added once.
  Eigen::VectorXd sums = Eigen::VectorXd::Zero(residuals.size());
  for (std::size_t k = 0; k < made_; ++k) {
    sums[moves_[k].i] += moves_[k].a;
    sums[moves_[k].j] += moves_[k].b;
  }
  std::vector<RowShare> shares;
  for (Eigen::Index k = 0; k < sums.size(); ++k) {
    if (sums[k] != 0) shares.push_back({k, sums[k]});
  }
  rows.add(shares, residuals.data());
  scatter_kept(residuals);
}

void Shrinking::look(const Extremes& extremes, const PairArrays& all, Eigen::Index support_vectors,
                     std::size_t most_bytes) {
  const double part = static_cast<double>(made_) / static_cast<double>(window_);
  const double stretch = safety / std::max(part, 0.25);
  allowed_squared_ = stretch * stretch * std::max(0.0, farthest_squared_);
  const double m = extremes.largest_up, M = extremes.least_low;
  const double room =
      std::max((m - M) / 2, least_room * std::max({scale_, std::abs(m), std::abs(M)}));
  highest_up_ = m + room;
  lowest_low_ = M - room;
  drift_squared_ = farthest_squared_ = 0;
  made_ = seen_moves_ = 0;

  // Nobody foresees which ones they are, so all are written down.
  std::vector<std::int32_t> kept(static_cast<std::size_t>(all.length));
  std::size_t kept_so_far = 0;
  for (Eigen::Index k = 0; k < all.length; ++k) {
    const double slack =
        std::min(lowest_low_ - (all.r[k] + all.up[k]), all.r[k] + all.low[k] - highest_up_);
    const bool may_be_left_out =
        (slack > 0) & (slack * slack >= allowed_squared_ * all.diagonal[k]);
    kept[kept_so_far] = static_cast<std::int32_t>(k);
    kept_so_far += !may_be_left_out;
  }
  kept.resize(kept_so_far);
  const std::vector<std::int32_t>& before = kept_.patterns();
  const bool still_good = leaves_out() && std::ranges::includes(before, kept);
  const auto n = static_cast<double>(all.length), count = static_cast<double>(kept.size());
  const bool pays = static_cast<double>(steps_) * (1 - count / n) >=
                    least_gain * static_cast<double>(support_vectors);
  const auto fewer_than = [count](double than) { return count <= worthwhile * than; };
  if (still_good && !(pays && fewer_than(static_cast<double>(before.size())))) {
    // As before, from where the residuals are now.
    reference_ = r_;
    return;
  }
  if (!pays || !fewer_than(n)) kept.clear();
  kept_ = KeptRows(std::move(kept), most_bytes);
  moves_.resize(leaves_out() ? window_ : 0);
  if (!leaves_out()) {
    reference_ = Eigen::Map<const Eigen::VectorXd>(all.r, all.length);
    return;
  }
  r_ = Eigen::VectorXd::Zero(kept_.length());
  up_ = Eigen::VectorXd::Constant(kept_.length(), -infinite);
  low_ = Eigen::VectorXd::Constant(kept_.length(), infinite);
  diagonal_ = Eigen::VectorXd::Zero(kept_.length());
  Eigen::Index at = 0;
  for (const std::int32_t k : kept_.patterns()) {
    r_[at] = all.r[k];
    up_[at] = all.up[k];
    low_[at] = all.low[k];
    diagonal_[at] = all.diagonal[k];
    ++at;
  }
  reference_ = r_;
}

const Eigen::VectorXd& Shrinking::seen(KernelRows& rows, const Eigen::VectorXd& residuals) const {
  if (!leaves_out() || made_ == 0) return residuals;
  if (seen_moves_ == made_) return seen_;
  if (seen_moves_ == 0) seen_ = residuals;
  for (; seen_moves_ < made_; ++seen_moves_) {
    const Move& move = moves_[seen_moves_];
    const RowShare shares[] = {{move.i, move.a}, {move.j, move.b}};
    rows.add(shares, seen_.data());
  }
  scatter_kept(seen_);
  return seen_;
}

std::size_t Shrinking::state_bytes() const {
  return static_cast<std::size_t>(4 * r_.size() + reference_.size() + seen_.size()) *
             sizeof(double) +
         kept_.own_bytes() + moves_.size() * sizeof(Move);
}

}  // namespace marginscope
