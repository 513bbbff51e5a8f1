#pragma once  // for src/experiment only

// The protocols of F. Lauer and G. Bloch, "Ho-Kashyap classifier with early stopping for
// regularization", Pattern Recognition Letters 27(9), 2006, section 3.
//   Table 1   the first ⌊N/3⌋ patterns of a training part, in order, are the validation set, the
//             others train; the error of the retained iteration is counted on the test part
//   Table 3   the whole training part trains; the test part is also the validation set
// HK and HKES are one training: HK is its last iteration, HKES the first one of least validation
// error. The text's ε = b0²/2 is taken times 1e-8, with which the printed cells come out.

#include "experiment/experiment.h"

namespace marginscope {

Experiment lauer_table_1();
Experiment lauer_table_3();

}  // namespace marginscope
