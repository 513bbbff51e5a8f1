#pragma once  // for src/experiment only

// The experiments of S. Decherchi, P. Gastaldo, J. Redi and R. Zunino, "Maximal-Discrepancy Bounds
// for Regularized Classifiers", section V: the complexity term 1 − 2ν̄ of support vector machines
// (Table I, Figure 2) and regularised least squares (Table II, Figure 3) on every combination of
// C = 0.1, 1, 100 and 2σ² = 0.1, 1, 10, 100, 1000.
//   figures   the term at each combination, with and without the constraint on ‖f‖²
//   tables    its averages over the fifteen, and what the constraint gains: most, and on average
// All patterns train, their features brought onto [−1, 1]. Half of an odd number of labels is
// rounded down. All combinations and both terms have the same swaps: a machine that is held to the
// norm is the same machine, trained on.

#include "experiment/experiment.h"

namespace marginscope {

Experiment decherchi_table_1();
Experiment decherchi_table_2();
Experiment decherchi_figure_2();
Experiment decherchi_figure_3();

}  // namespace marginscope
