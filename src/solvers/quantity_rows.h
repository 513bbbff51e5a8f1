#pragma once  // for src/solvers only

// Rows of the lists of quantities that several algorithms publish. Each says how it is read: by a
// member of the solver, or a function of it without arguments, that is a number, a vector or a
// matrix of rows: `error_row<&LinearSolver::E_>(…)`.

#include <Eigen/Core>
#include <memory>
#include <type_traits>

#include "core/moments.h"
#include "core/solver.h"

namespace marginscope {

// Rows of a matrix one after the other, as quantities are given.
using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// A list as a solver holds it: made once, and shared by its copies.
using QuantityList = std::shared_ptr<const std::vector<Quantity>>;

namespace detail {
template <class>
struct SolverOf;
template <class S, class Member>
struct SolverOf<Member S::*> {
  using type = S;
};

template <auto Member>
decltype(auto) value_of(const Solver& solver) {
  const auto& self = static_cast<const typename SolverOf<decltype(Member)>::type&>(solver);
  if constexpr (std::is_member_function_pointer_v<decltype(Member)>) {
    return (self.*Member)();
  } else {
    return (self.*Member);
  }
}
}  // namespace detail

template <auto Member>
void read(const Solver& solver, std::vector<double>& out) {
  const auto& value = detail::value_of<Member>(solver);
  using Value = std::remove_cvref_t<decltype(value)>;
  if constexpr (std::is_arithmetic_v<Value>) {
    out.push_back(value);
  } else {
    static_assert(!std::is_same_v<Value, Eigen::MatrixXd>, "columns; give Rows");
    out.assign(value.data(), value.data() + value.size());
  }
}

template <auto Member>
constexpr Quantity weights_row() {
  return {.id = "weights",
          .role = Role::weights,
          .symbol = "w",
          .label = "Weights",
          .one = "weight",
          .meaning = "weight of each feature, the bias last",
          .shape = shape::weight,
          .read = read<Member>};
}

template <auto Member>
constexpr Quantity margins_row(std::string_view symbol) {
  return {.id = "margins",
          .role = Role::margin,
          .symbol = symbol,
          .label = "Margins",
          .one = "margin",
          .meaning = "present margin of each pattern: positive on its own side",
          .shape = shape::pattern,
          .read = read<Member>};
}

template <auto Member>
constexpr Quantity margin_vector_row(std::string_view meaning) {
  return {.id = "margin_vector",
          .role = Role::margin_target,
          .symbol = "b",
          .label = "Margin vector",
          .one = "margin vector",
          .meaning = meaning,
          .shape = shape::pattern,
          .read = read<Member>};
}

// The margins that are asked for where b is not what they are.
template <auto Member>
constexpr Quantity asked_margins_row(std::string_view symbol, std::string_view meaning) {
  return {.id = "asked_margins",
          .role = Role::margin_target,
          .symbol = symbol,
          .label = "Margins asked for",
          .one = "margin asked for",
          .meaning = meaning,
          .shape = shape::pattern,
          .read = read<Member>};
}
constexpr Quantity beside_target(Quantity margin_vector) {
  margin_vector.role = Role::margin_vector;
  return margin_vector;
}

template <auto Member>
constexpr Quantity error_row(std::string_view symbol, std::string_view meaning) {
  return {.id = "error",
          .role = Role::error,
          .symbol = symbol,
          .label = "Error",
          .one = "error",
          .meaning = meaning,
          .shape = shape::pattern,
          .read = read<Member>};
}

template <auto Member>
constexpr Quantity slack_row(std::string_view meaning) {
  return {.id = "slack",
          .role = Role::slack,
          .symbol = "ξ",
          .label = "Slack",
          .one = "slack",
          .meaning = meaning,
          .shape = shape::pattern,
          .read = read<Member>};
}

template <auto Member>
constexpr Quantity dual_variables_row(std::string_view symbol, std::string_view meaning) {
  return {.id = "dual_variables",
          .role = Role::dual_variable,
          .symbol = symbol,
          .label = "Dual variables",
          .one = "dual variable",
          .meaning = meaning,
          .shape = shape::pattern,
          .read = read<Member>};
}

template <auto Member>
constexpr Quantity decision_values_row(std::string_view meaning) {
  return {.id = "decision_values",
          .role = Role::decision_value,
          .symbol = "f",
          .label = "Decision values",
          .one = "decision value",
          .meaning = meaning,
          .shape = shape::pattern,
          .read = read<Member>};
}

template <auto Member>
constexpr Quantity objective_row(std::string_view meaning) {
  return {.id = "objective",
          .role = Role::objective,
          .symbol = "J",
          .label = "Objective",
          .one = "objective",
          .meaning = meaning,
          .read = read<Member>};
}

// `Errors` are those whose moments they are.
template <auto Errors>
constexpr Quantity moments_row() {
  return {.id = "moments",
          .role = Role::moments,
          .symbol = "mean, σ, sk, ks",  // μ is a learning rate
          .label = "Error moments",
          .one = "moment",
          .meaning = "mean, standard deviation, skewness and kurtosis of the errors",
          .shape = shape::moment,
          .read = [](const Solver& solver, std::vector<double>& out) {
            const Moments moments = moments_of(detail::value_of<Errors>(solver));
            out = {moments.mean, moments.std, moments.skewness, moments.kurtosis};
          }};
}

// The same for each class.
constexpr Quantity of_classes(Quantity row, std::string_view symbol, std::string_view meaning) {
  row.symbol = symbol;
  row.meaning = meaning;
  row.shape = row.shape[0] == Axis::weight ? std::span<const Axis>(shape::weight_class)
                                           : std::span<const Axis>(shape::pattern_class);
  return row;
}

// Small sets of patterns that a step looked at.
template <auto Member>
constexpr Quantity pattern_set_row(std::string_view id, std::string_view symbol,
                                   std::string_view label, std::string_view one,
                                   std::string_view meaning) {
  return {.id = id,
          .symbol = symbol,
          .label = label,
          .one = one,
          .meaning = meaning,
          .shape = shape::pattern,
          .kind = QuantityKind::pattern_set,
          .read = read<Member>};
}

}  // namespace marginscope
