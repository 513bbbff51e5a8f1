#pragma once  // for src/experiment only

// The protocols of F. Lauer and G. Bloch, "Ho-Kashyap classifier with early stopping for
// regularization", Pattern Recognition Letters 27(9), 2006, section 3.
//   Table 1    the first ⌊N/3⌋ patterns of a training part, in order, are the validation set, the
//              others train; the error of what the validation set chooses is counted on the test part
//   Table 2    the times that the trainings of Table 1 take, the choice included, over all
//              realisations, and how many times that of HKES each is
//   Table 3    the whole training part trains; the test part is also the validation set
//   Figure 1   the validation error of HKES over the iterations, of Table 1's parts: a point where it
//              changes
//   Figure 2   the validation error of LSVM over the values of C that its search tries
// Of Table 3 there is a second reading of two columns, which its cells ask for and the text does
// not say.
// HK and HKES are one training: HK is its last iteration, HKES the first one of least validation
// error. lauer_training.cpp has what each method is run with.

#include "experiment/experiment.h"

namespace marginscope {

Experiment lauer_table_1();
Experiment lauer_table_2();
Experiment lauer_table_3();
Experiment lauer_table_3_recovered();
Experiment lauer_figure_1();
Experiment lauer_figure_2();

}  // namespace marginscope
