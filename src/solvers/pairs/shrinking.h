#pragma once  // for src/solvers only

// Shrinking with a proof: which patterns a pair method may leave out of its passes for a while.
//
// A pattern k with r_k + up_k < M and r_k + low_k > m enters no pair (see pair_selection.h).
// Because r_k = y_k − ⟨f, φ_k⟩, it drifts, by Cauchy and Schwarz, by ‖f − f₀‖√K_kk at most from
// what it was at f₀, and ‖f − f₀‖ is known from the residuals of the pairs that moved. So a pattern
// that is beyond both extremes by more than D√K_kk, and by some room in which they may move, stays
// out of all pairs, and out of m and M, while ‖f − f₀‖ ≤ D. Nothing is guessed: pairs and the
// violation of all patterns are those of passes over all of them.

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "solvers/kernels/kernel_rows.h"
#include "solvers/kernels/row_memory.h"
#include "solvers/pairs/pair_selection.h"

namespace marginscope {

// Rows of the kernel matrix, of some patterns for the same ones, gathered when first asked for. A
// copy has gathered nothing yet.
class KeptRows {
 public:
  KeptRows() : KeptRows({}, 0) {}
  // At least two rows stay in memory, whatever `most_bytes` says.
  KeptRows(std::vector<std::int32_t> patterns, std::size_t most_bytes);
  KeptRows(const KeptRows& other) : KeptRows(other.patterns_, other.memory_.most_bytes()) {}
  KeptRows(KeptRows&&) = default;
  KeptRows& operator=(KeptRows&&) = default;

  const std::vector<std::int32_t>& patterns() const { return patterns_; }  // ascending
  Eigen::Index length() const { return length_; }                          // their number, padded
  const double* row(KernelRows& rows, Eigen::Index position);

  // What a copy takes, in bytes.
  std::size_t own_bytes() const {
    return patterns_.size() * sizeof(std::int32_t) + memory_.own_bytes();
  }

 private:
  std::vector<std::int32_t> patterns_;
  Eigen::Index length_;
  RowMemory memory_;
};

class Shrinking {
 public:
  // What a step does to the residuals: r ← r + a·K_i + b·K_j.
  struct Move {
    Eigen::Index i, j;  // patterns
    double a, b;
  };

  // Nothing is left out. `scale` is the size of labels or targets.
  void start(const Eigen::VectorXd& residuals, double scale);

  bool leaves_out() const { return !kept_.patterns().empty(); }

  // While patterns are left out the loops run over the others, at positions of their own.
  Eigen::Index pattern(Eigen::Index position) const {
    return leaves_out() ? kept_.patterns()[static_cast<std::size_t>(position)] : position;
  }
  Eigen::Index position(Eigen::Index pattern) const;
  const double* row(KernelRows& rows, Eigen::Index position) {
    return leaves_out() ? kept_.row(rows, position) : rows.row(position);
  }
  PairArrays kept() {
    return {r_.data(), up_.data(), low_.data(), diagonal_.data(), kept_.length()};
  }

  // Before a step changes the residuals r_i and r_j, which are at these positions.
  void note(const Move& move, Eigen::Index at_i, double r_i, double K_ii, Eigen::Index at_j,
            double r_j, double K_jj, double K_ij);

  // Whether it is still proven that none of the patterns left out matters.
  bool proven(const Extremes& extremes) const;
  bool time_to_look() const { return made_ == window_; }

  // Brings `residuals`, those of all patterns as they were at the last look, up to date.
  void write_back(KernelRows& rows, Eigen::VectorXd& residuals) const;

  // Chooses anew what is left out. Extremes and residuals of all patterns, up to date. The rows of
  // those that are kept will take `most_bytes` at the most.
  void look(const Extremes& extremes, const PairArrays& all, Eigen::Index support_vectors,
            std::size_t most_bytes);

  // The residuals of all patterns now, from those at the last look. Whether and when somebody asks
  // changes nothing. Cost: two rows for each step since somebody asked.
  const Eigen::VectorXd& seen(KernelRows& rows, const Eigen::VectorXd& residuals) const;

  std::size_t state_bytes() const;

 private:
  void scatter_kept(Eigen::VectorXd& residuals) const;

  double scale_ = 1;
  KeptRows kept_;
  Eigen::VectorXd r_, up_, low_, diagonal_;  // of the patterns kept
  Eigen::VectorXd reference_;                // r at f₀, at the positions in use
  double drift_squared_ = 0;                 // ‖f − f₀‖²
  double farthest_squared_ = 0;              // the largest since f₀
  double allowed_squared_ = 0;               // D²
  double highest_up_ = 0, lowest_low_ = 0;   // as far as the extremes may go
  std::int64_t steps_ = 0;
  std::size_t window_ = 0, made_ = 0;  // steps between looks at most, and since the last one
  std::vector<Move> moves_;            // since the last look, where patterns are left out
  mutable Eigen::VectorXd seen_;
  mutable std::size_t seen_moves_ = 0;
};

}  // namespace marginscope
