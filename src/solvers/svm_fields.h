#pragma once

// Rows of field tables that several support vector machines share.

#include "core/kernel.h"

namespace marginscope {

template <auto Member>
Field kernel_row() {
  return bind<Member>(kernel_field());
}

// C of a criterion in which it multiplies the errors.
template <auto Member>
Field penalty_row(std::string_view formula, std::string_view source) {
  return bind<Member>({.id = "C",
                       .symbol = "C",
                       .name = "Regularisation",
                       .meaning = "Price of an error: larger fits the patterns more closely.",
                       .formula = formula,
                       .source = source,
                       .least = 0,
                       .most = 1e12,
                       .above_least = true,
                       .slider_from = 1e-2,
                       .slider_to = 1e4,
                       .scale = FieldScale::logarithmic});
}

// ε of the ε-insensitive loss.
template <auto Member>
Field epsilon_row(std::string_view source) {
  return bind<Member>({.id = "epsilon",
                       .symbol = "ε",
                       .name = "Tube",
                       .meaning = "Half width of the tube in which an error costs nothing.",
                       .formula = "ξ = max(0, |y − f| − ε)",
                       .source = source,
                       .least = 0,
                       .most = 1e12,
                       .slider_from = 0,
                       .slider_to = 1});
}

}  // namespace marginscope
