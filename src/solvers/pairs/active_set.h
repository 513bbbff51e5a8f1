#pragma once  // for src/solvers only

// What the steps of a pair method are about: residuals r = y − Kβ, the offsets that bounds make
// (pair_selection.h), and rows of the kernel matrix. Patterns that provably enter no pair are left
// out of the passes for a while (shrinking.h) and the others have positions of their own meanwhile,
// of which nobody else knows.

#include <Eigen/Core>
#include <memory>

#include "solvers/kernels/kernel_rows.h"
#include "solvers/pairs/block.h"
#include "solvers/pairs/pair_selection.h"
#include "solvers/pairs/shrinking.h"
#include "solvers/pairs/weight_bounds.h"

namespace marginscope {

// What a pair method chooses by.
enum class WorkingSet { second_order, first_order, block };

// A pair to move, from j to i, with what the passes know of it.
struct Pair {
  Eigen::Index i = 0, j = 0;  // patterns
  double gain = 0;            // m − r_j − low_j, of the first unit that is moved
  double curvature = 0;       // K_ii + K_jj − 2K_ij ≥ 0, by which the gain falls with each unit
  Eigen::Index at_i = 0, at_j = 0;
  const double *K_i = nullptr, *K_j = nullptr;  // rows, by position
};

class ActiveSet {
 public:
  // β = 0: the residuals are the labels or targets y (N).
  void start(std::shared_ptr<KernelRows> rows, const Eigen::VectorXd& y);

  // Before `look`: sets a weight that is 0 so far.
  void add(Eigen::Index pattern, double weight);
  void set(Eigen::Index pattern, Offsets offsets);

  // All patterns are looked at.
  void look();

  // The pair of the next step: i maximises r + up, j is chosen as `how` says.
  Pair select(WorkingSet how);

  // β_i falls by a and β_j by b, with these offsets from now on; `weights` are those of all
  // patterns after that. Cost: one pass, and more where it is looked at all patterns again.
  void move(const Pair& pair, double a, Offsets of_i, double b, Offsets of_j,
            const Eigen::VectorXd& weights);

  // Instead of select and move: solves a block of patterns, whose `weights` (those of all) it sets, of labels
  // or targets y. Cost: two passes, and a row for each weight that moves.
  const Block& move_block(const WeightBounds& bounds, const Eigen::VectorXd& y,
                          Eigen::VectorXd& weights);

  // m and M: what the best weight to be raised gains, and what the best to be lowered costs.
  double largest_up() const { return extremes_.largest_up; }
  double least_low() const { return extremes_.least_low; }
  double violation() const { return largest_up() - least_low(); }
  // The size of these numbers, to which rounding is compared.
  double size() const;
  // Whether a residual may have overflowed, or have lost what it was.
  bool overflows() const;

  // Of all patterns now, padded. Cost: two rows for each step since somebody asked.
  const Eigen::VectorXd& residuals() const { return shrinking_.seen(*rows_, residuals_); }

  Offsets offsets(Eigen::Index pattern) const { return {up_[pattern], low_[pattern]}; }
  const std::shared_ptr<KernelRows>& rows() const { return rows_; }
  std::size_t state_bytes() const;

 private:
  PairArrays all();
  PairArrays in_use() { return shrinking_.leaves_out() ? shrinking_.kept() : all(); }
  void find_extremes();
  void shrink_anew(const Eigen::VectorXd& weights);

  std::shared_ptr<KernelRows> rows_;
  Eigen::VectorXd residuals_;  // padded; at the last look where some are left out
  Eigen::VectorXd up_, low_;   // padded
  double scale_ = 0;           // the largest of y
  double flat_ = 0;            // in place of a curvature that is 0, when pairs are compared
  double largest_kernel_ = 0;  // entry of the diagonal, and so of all
  double reach_ = 0;           // that no residual has gone beyond
  Shrinking shrinking_;
  Block block_;
  Extremes extremes_;  // of the present residuals, at the positions in use
};

}  // namespace marginscope
