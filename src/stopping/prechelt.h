#pragma once  // for src/stopping only

// What the rules of Prechelt 1998 (Early stopping – but when?) share.

#include "core/field.h"
#include "core/record.h"

namespace marginscope {

// The row of a rule's table for the length of a strip, k in the paper.
template <auto Member>
constexpr Field strip_row(std::string_view meaning) {
  return bind<Member>({.id = "strip",
                       .symbol = "",
                       .name = "Strip",
                       .meaning = meaning,
                       .source = "Prechelt 1998, who takes 5",
                       .type = FieldType::integer,
                       .least = 1,
                       .most = 1e6,
                       .slider_from = 1,
                       .slider_to = 100,
                       .scale = FieldScale::logarithmic});
}

// How far the validation error is above its least so far, in percent: 100·(E_va/E_opt − 1)
// (Prechelt 1998, section 2.2). Above an E_opt of 0 it is infinite; without a validation part it is
// not a number.
double generalization_loss(const Record& record);

// Errors are often counts over counts, whose quotients meet a threshold exactly: what is off by no more than this
// part is off by rounding.
inline constexpr double loss_rounding = 1e-12;

}  // namespace marginscope
