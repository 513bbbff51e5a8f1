#pragma once  // for src/solvers only

// The inner loops of sequential minimal optimisation, over residuals and rows of the kernel matrix.
//
// The dual in β (β_i = y_i α_i, or α_i − α_i* in regression): maximise yᵗβ − ε‖β‖₁ − ½βᵗKβ with
// Σβ = 0 and lo ≤ β ≤ hi. With residuals r = y − Kβ, raising β_i gains r_i + up_i per unit and
// lowering it costs r_i + low_i, where the offsets up and low hold −ε or +ε and are −∞ or +∞ where
// a bound forbids the change. So no loop asks about bounds, and all of them run on SIMD lanes.

#include <Eigen/Core>

namespace marginscope {

// The length n of all arrays is a multiple of this, with up = −∞ and low = +∞ behind the patterns.
inline constexpr Eigen::Index pair_lanes = 8;

// What the loops run over; `diagonal` is that of the kernel matrix.
struct PairArrays {
  double *r, *up, *low;
  const double* diagonal;
  Eigen::Index length;
};

// Of the maximal violating pair (i, j): i maximises r + up, the first of equals, j minimises r + low.
struct Extremes {
  Eigen::Index i = 0;
  double largest_up = 0, least_low = 0;  // m and M in the notation of libsvm
};

// r ← r + a·row_a + b·row_b, then the extremes of what came out: one pass. They are written where they are
// kept, since the next step begins with them: who copies what was just written waits for the cache.
void update_residuals(double* r, const double* up, const double* low, const double* row_a, double a,
                      const double* row_b, double b, Eigen::Index n, Extremes& extremes);

// The first j with r_j + low_j = M, which there is.
Eigen::Index first_of_least_low(const double* r, const double* low, double least_low);

// The j that together with i promises the largest gain, (m − r_j − low_j)²/(2a_ij) with
// a_ij = K_ii + K_jj − 2K_ij, among those with r_j + low_j < m; −1 if there is none (Fan, Chen &
// Lin 2005, working set selection 2). `flat` takes the place of a_ij ≤ 0.
Eigen::Index second_of_pair(const double* r, const double* low, const double* row_i,
                            const double* diagonal, double k_ii, double largest_up, double flat,
                            Eigen::Index n);

}  // namespace marginscope
