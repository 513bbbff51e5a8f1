#pragma once

#include "core/record.h"

namespace marginscope {

// How far the validation error is above its least so far, in percent: 100·(E_va/E_opt − 1)
// (Prechelt 1998, section 2.2). Above an E_opt of 0 it is infinite; without a validation part it is
// not a number.
double generalization_loss(const Record& record);

}  // namespace marginscope
