#pragma once  // for src/solvers only

#include "solvers/kernels/kernel_solver.h"

namespace marginscope {

// The settings of `rls` and their table, for one labelling (regularised_least_squares.cpp) and for many
// (relearning/ridge_relearner.cpp).
struct RidgeSettings {
  double C = 1;
  Kernel kernel;
};
FieldTable ridge_fields();

// f = Kβ for solutions of (K + I/C)β = y, a labelling in each column of Y and β: N×M. By that equation it
// is y − β/C, O(NM), whose rounding is about that of y. A product with K rounds to about C·k(x, x) of that,
// k(x, x) at its `largest`: where this is far less, f is too, and the kernels are computed once more.
Gradual<Eigen::MatrixXd> ridge_outputs(const KernelDesign& design, double C, double largest,
                                       const Eigen::MatrixXd& Y, const Eigen::MatrixXd& beta);

}  // namespace marginscope
