#pragma once  // for src/solvers only

#include <limits>

#include "solvers/kernels/kernel_solver.h"

namespace marginscope {

// The settings of `rls` and their table, for one labelling (regularised_least_squares.cpp) and for many
// (relearning/ridge_relearner.cpp).
struct RidgeSettings {
  double C = 1;
  Kernel kernel;
};
FieldTable ridge_fields();

// Whether f is far less than y, for k(x, x) at its `largest`.
inline bool is_faint(double C, double largest) { return C * largest < 1e-3; }

// f = Kβ for solutions of (K + I/C)β = y, a labelling in each column of Y and β, and what of it may be
// rounding: N×M. By that equation it is y − β/C, O(NM), whose rounding is about that of y. A product with K
// rounds to about C·k(x, x) of that: where this is far less, f is too, and the kernels are computed once
// more. `diagonal`: k(x, x), N. What is rounding alone, and so has no sign, is 0.
struct RidgeOutputs {
  Eigen::MatrixXd F, rounding;
};
Gradual<RidgeOutputs> ridge_outputs(const KernelDesign& design, double C,
                                    const Eigen::VectorXd& diagonal, const Eigen::MatrixXd& Y,
                                    const Eigen::MatrixXd& beta);

// A decision value within this part of the terms that it was added up from is 0: where equal patterns have
// opposite labels f is, and none of them must come out as right. Opposite labels leave three units of the
// last place at most, with Gaussian and polynomial kernels on 20 to 800 patterns for C from 1e-12 to 1e8.
// The terms are those of each pattern, be others as far out as they like: Cholesky's factor of a matrix whose
// rows are of different sizes is as exact as if its diagonal were of ones (Demmel 1989).
inline constexpr double output_rounding = 4 * std::numeric_limits<double>::epsilon();

}  // namespace marginscope
