#pragma once  // for src/solvers only

// A working set of more than two patterns (Osuna, Freund & Girosi 1997; Joachims 1999): the weights in it
// move, pair by pair, while all others stay. Its residuals and kernels are few and lie together, so a pair
// costs a small part of a pass over all patterns; those are brought up to date once for all pairs.

#include <Eigen/Core>
#include <span>
#include <vector>

#include "solvers/kernels/kernel_rows.h"
#include "solvers/pairs/pair_selection.h"
#include "solvers/pairs/weight_bounds.h"

namespace marginscope {

class Block {
 public:
  // Patterns in a block, where there are so many.
  static constexpr Eigen::Index most = 96;

  // Chooses the patterns: for half of it (at first all of it) those that violate optimality most, as many by being
  // raised as by being lowered; then those of the block before, of these the free ones first. The maximal
  // violating pair is always among them, by which all converges (Lin 2001). Cost: a few passes.
  void choose(const PairArrays& all, const Extremes& extremes);

  // Moves pairs of the block, by second-order selection within it, until what violates optimality there
  // is a small part of what it was or no more than `rounding`. Sets `beta` (weights by pattern). `flat` takes the
  // place of a curvature that is not positive. Cost: two passes over the block for each pair, and for each pattern
  // that enters one its kernels with the block.
  void solve(KernelRows& rows, const PairArrays& all, const WeightBounds& bounds,
             const Eigen::VectorXd& y, double flat, double rounding, Eigen::VectorXd& beta);

  // Of the last solve: by how much the weights fell that it changed, and how many
  // pairs it moved.
  std::span<const RowShare> fallen() const { return fallen_; }
  int pairs() const { return pairs_; }

  std::size_t state_bytes() const {
    return patterns_.size() * sizeof(Eigen::Index) + fallen_.size() * sizeof(RowShare);
  }

 private:
  std::vector<Eigen::Index> patterns_;  // those chosen first come first
  std::vector<RowShare> fallen_;
  int pairs_ = 0;
};

}  // namespace marginscope
