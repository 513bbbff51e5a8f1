#pragma once  // for src/experiment only

// The experiment of A. Boni, "Adaptive Model Selection for Digital Linear Classifiers", technical
// report DIT-02-0034, University of Trento, 2002, section 4: the digital kernel perceptron with
// pocket on SONAR and PIMA, its bounds B1 and B2 and its errors on new patterns (Table 3), and the
// machine that the bounds choose (Table 2).
//   parts     NAME_split.csv beside NAME.csv says which rows train; without one the first three
//             quarters do, in order
//   features  brought onto [−1, 1] over all rows where some lie beyond it
//   choice    printed for PIMA is a polynomial "with p = 2 or p = 3", so that both are marked, although
//             the bounds, 0.5 and 0.51, differ
//   order     that of the file; where it lists one class behind the other, which teaches a
//             perceptron one class at a time, drawn at random so that the classes alternate
//   passes    2,000 at most; the text is silent, and its third Gaussian of PIMA needs 1,156

#include "experiment/experiment.h"

namespace marginscope {

Experiment boni_table_3();

}  // namespace marginscope
