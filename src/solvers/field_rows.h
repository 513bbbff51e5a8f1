#pragma once  // for src/solvers only

// Rows of field tables that several algorithms share.

#include "core/kernel.h"

namespace marginscope {

template <auto Member>
constexpr Field kernel_row() {
  return bind<Member>(kernel_field());
}

// C of a criterion in which it multiplies the errors.
template <auto Member>
constexpr Field penalty_row(std::string_view formula, std::string_view source) {
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
                       .scale = FieldScale::logarithmic,
                       .tries = "0.01,0.1,1,10,100",
                       .in_criterion = true});
}

// ε of the ε-insensitive loss.
template <auto Member>
constexpr Field epsilon_row(std::string_view source) {
  return bind<Member>({.id = "epsilon",
                       .symbol = "ε",
                       .name = "Tube",
                       .meaning = "Half width of the tube in which an error costs nothing.",
                       .formula = "ξ = max(0, |y − f| − ε)",
                       .source = source,
                       .least = 0,
                       .most = 1e12,
                       .slider_from = 0,
                       .slider_to = 1,
                       .in_criterion = true});
}

// How the learning rate of the Ho-Kashyap family goes on; the rows below are theirs.
enum class RateSchedule { constant, decreasing };

// μ of iteration k + 1.
inline double rate_after(int k, double learning_rate, RateSchedule schedule) {
  return schedule == RateSchedule::constant ? learning_rate : learning_rate / (k + 1);
}

template <auto Member>
constexpr Field learning_rate_row(std::string_view formula) {
  return bind<Member>({.id = "learning_rate",
                       .symbol = "μ",
                       .name = "Learning rate",
                       .meaning = "How much of a positive error is added, twice, to its margin.",
                       .formula = formula,
                       .source = "Lauer & Bloch 2006, eq. 8",
                       .least = 0,
                       .most = 1,
                       .above_least = true,
                       .below_most = true,
                       .slider_from = 0.01,
                       .slider_to = 0.99,
                       .tries = "0.1,0.3,0.5,0.7,0.9"});
}

template <auto Member>
constexpr Field initial_margin_row(std::string_view formula, std::string_view source) {
  return bind<Member>({.id = "initial_margin",
                       .symbol = "b₀",
                       .name = "Initial margin",
                       .meaning = "The margin that every pattern is asked for at iteration 0.",
                       .formula = formula,
                       .source = source,
                       .least = 0,
                       .most = 1e12,
                       .above_least = true,
                       .slider_from = 1e-6,
                       .slider_to = 10,
                       .scale = FieldScale::logarithmic,
                       .tries = "0.001,0.1,1,10"});
}

inline constexpr Choice rate_schedules[] = {{"constant", "μ"}, {"decreasing", "μ/(k + 1)"}};

template <auto Member>
constexpr Field rate_schedule_row() {
  return bind<Member>(
      {.id = "rate_schedule",
       .symbol = "",
       .name = "Rate schedule",
       .meaning = "Whether the learning rate stays or decreases with the iterations.",
       .formula = "μ or μ/(k + 1)",
       .source = "Why do we need the Ho-Kashyap algorithm?",
       .type = FieldType::choice,
       .choices = rate_schedules});
}

}  // namespace marginscope
