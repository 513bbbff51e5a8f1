#include "solvers/pairs/active_set.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/extremes.h"
#include "core/tolerances.h"

namespace marginscope {
namespace {}  // namespace

void ActiveSet::start(std::shared_ptr<KernelRows> rows, const Eigen::VectorXd& y) {
  rows_ = std::move(rows);
  const Eigen::Index n = rows_->length();
  residuals_ = Eigen::VectorXd::Zero(n);
  residuals_.head(y.size()) = y;
  up_ = Eigen::VectorXd::Constant(n, -infinite);
  low_ = Eigen::VectorXd::Constant(n, infinite);
  scale_ = y.cwiseAbs().maxCoeff();
  largest_kernel_ = rows_->diagonal().maxCoeff();
  flat_ = tolerances::curvature * largest_kernel_;
  reach_ = scale_;
}

void ActiveSet::add(Eigen::Index pattern, double weight) {
  const RowShare share{pattern, -weight};
  reach_ += std::abs(weight) * largest_kernel_;
  rows_->add({&share, 1}, residuals_.data());
}

void ActiveSet::set(Eigen::Index pattern, Offsets offsets) {
  up_[pattern] = offsets.up;
  low_[pattern] = offsets.low;
}

void ActiveSet::look() {
  find_extremes();
  shrinking_.start(residuals_, scale_);
}

Pair ActiveSet::select(WorkingSet how) {
  const PairArrays in = in_use();
  Pair pair;
  pair.at_i = extremes_.i;
  pair.K_i = shrinking_.row(*rows_, pair.at_i);
  const double K_ii = in.diagonal[pair.at_i];
  pair.at_j = how == WorkingSet::second_order ? second_of_pair(in.r, in.low, pair.K_i, in.diagonal,
                                                               K_ii, largest_up(), flat_, in.length)
                                              : -1;
  if (pair.at_j < 0) pair.at_j = first_of_least_low(in.r, in.low, least_low());
  pair.K_j = shrinking_.row(*rows_, pair.at_j);
  pair.i = shrinking_.pattern(pair.at_i);
  pair.j = shrinking_.pattern(pair.at_j);
  pair.gain = largest_up() - (in.r[pair.at_j] + in.low[pair.at_j]);
  pair.curvature = std::max(K_ii + in.diagonal[pair.at_j] - 2 * pair.K_i[pair.at_j], 0.0);
  return pair;
}

void ActiveSet::move(const Pair& pair, double a, Offsets of_i, double b, Offsets of_j,
                     const Eigen::VectorXd& weights) {
  const PairArrays in = in_use();
  set(pair.i, of_i);
  set(pair.j, of_j);
  in.up[pair.at_i] = of_i.up;
  in.low[pair.at_i] = of_i.low;
  in.up[pair.at_j] = of_j.up;
  in.low[pair.at_j] = of_j.low;
  shrinking_.note({pair.i, pair.j, a, b}, pair.at_i, in.r[pair.at_i], in.diagonal[pair.at_i],
                  pair.at_j, in.r[pair.at_j], in.diagonal[pair.at_j], pair.K_i[pair.at_j]);
  reach_ += (std::abs(a) + std::abs(b)) * largest_kernel_;
  update_residuals(in.r, in.up, in.low, pair.K_i, a, pair.K_j, b, in.length, extremes_);
  if (!shrinking_.proven(extremes_) || shrinking_.time_to_look()) shrink_anew(weights);
}

const Block& ActiveSet::move_block(const WeightBounds& bounds, const Eigen::VectorXd& y,
                                   Eigen::VectorXd& weights) {
  block_.choose(all(), extremes_);
  block_.solve(*rows_, all(), bounds, y, flat_, tolerances::optimum * size(), weights);
  for (const RowShare& fallen : block_.fallen()) {
    set(fallen.row, bounds.offsets(y[fallen.row], weights[fallen.row]));
    reach_ += std::abs(fallen.factor) * largest_kernel_;
  }
  rows_->add(block_.fallen(), residuals_.data());
  find_extremes();
  return block_;
}

PairArrays ActiveSet::all() {
  return {residuals_.data(), up_.data(), low_.data(), rows_->diagonal().data(), residuals_.size()};
}

// Nothing is added to the residuals.
void ActiveSet::find_extremes() {
  const double* const any_row = residuals_.data();
  update_residuals(residuals_.data(), up_.data(), low_.data(), any_row, 0, any_row, 0,
                   residuals_.size(), extremes_);
}

// Residuals and extremes of all patterns, then those of the patterns that matter from now on.
void ActiveSet::shrink_anew(const Eigen::VectorXd& weights) {
  if (shrinking_.leaves_out()) {
    shrinking_.write_back(*rows_, residuals_);
    if (shrinking_.proven(extremes_)) {
      extremes_.i = shrinking_.pattern(extremes_.i);
    } else {
      find_extremes();
    }
  }
  shrinking_.look(extremes_, all(), (weights.array() != 0).count(), rows_->most_bytes());
  extremes_.i = shrinking_.position(extremes_.i);
}

double ActiveSet::size() const {
  return std::max({scale_, std::abs(largest_up()), std::abs(least_low())});
}

bool ActiveSet::overflows() const { return !(reach_ <= tolerances::divergence); }

std::size_t ActiveSet::state_bytes() const {
  return static_cast<std::size_t>(3 * residuals_.size()) * sizeof(double) +
         shrinking_.state_bytes() + block_.state_bytes();
}

}  // namespace marginscope
