#pragma once  // for src/solvers only

// A working set of more than two patterns (Osuna, Freund & Girosi 1997; Joachims 1999): the weights in it
// move, pair by pair, while all others stay. Its residuals and kernels fit into the nearest cache, so a
// pair costs a small part of a pass over all patterns; those are brought up to date once for all pairs.

#include <Eigen/Core>
#include <cstdint>
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

  // Chooses the patterns: for half of it those that violate optimality most, alternately by being raised
  // and by being lowered, then those of the block before, of these the free ones first, then further ones
  // that violate it. The maximal violating pair is always among them, by which all converges (Lin 2001).
  // Cost: a pass.
  void choose(const PairArrays& all, const Extremes& extremes);

  // Moves pairs of the block, by second-order selection within it, until what violates optimality there
  // is a small part of what it was or no more than `rounding`. Sets `beta` (weights by pattern). `flat` takes the
  // place of a curvature that is not positive. Cost: a pass over the block for each pair and a row
  // of the kernel matrix, where it is not in memory, for each pattern that enters one.
  void solve(KernelRows& rows, const PairArrays& all, const WeightBounds& bounds,
             const Eigen::VectorXd& y, double flat, double rounding, Eigen::VectorXd& beta);

  // Of the last solve: by how much the weights fell that it changed, ascending by pattern, and how many
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
