#pragma once  // for src/solvers only

// The passes over patterns of a Ho-Kashyap step, on SIMD lanes.

#include <Eigen/Core>

namespace marginscope {

// B ← B + μ(E + |E|), entry by entry, with μ = `rate` (Lauer & Bloch 2006, eq. 8).
void add_positive_errors(double rate, const double* E, double* B, Eigen::Index n);

// E ← margins − target; E may be one of them. Returns the largest entry of E, not a number where
// one is not finite; −∞ for n = 0.
double subtract(const double* margins, const double* target, double* E, Eigen::Index n);

}  // namespace marginscope
