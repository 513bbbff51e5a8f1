#pragma once  // for src/solvers only

#include "core/kernel.h"

namespace marginscope {

// The settings of `rls` and their table, for one labelling (regularised_least_squares.cpp) and for many
// (relearning/ridge_relearner.cpp).
struct RidgeSettings {
  double C = 1;
  Kernel kernel;
};
FieldTable ridge_fields();

}  // namespace marginscope
