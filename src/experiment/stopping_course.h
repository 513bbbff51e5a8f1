#pragma once  // for src/experiment only

// Trainings that are read off where each of several stopping rules would have ended them, and what
// was read over many of them.

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "core/record.h"
#include "core/text.h"
#include "experiment/experiment.h"

namespace marginscope {

struct StoppingMethod {
  Method method;
  std::string_view rules;  // one rule, or some that hold together
};

template <std::size_t n>
constexpr std::array<Method, n> methods_of(const std::array<StoppingMethod, n>& rules) {
  std::array<Method, n> methods{};
  for (std::size_t i = 0; i < n; ++i) methods[i] = rules[i].method;
  return methods;
}

// Those of the rules whose methods are wanted.
std::vector<StoppingMethod> rules_of(std::span<const StoppingMethod> rules,
                                     const std::vector<const Method*>& wanted);

// The place of a cell's method among the rules, and of its quantity among others; their number where
// it is not there.
std::size_t rule_place(std::span<const StoppingMethod> rules, std::string_view method);
std::size_t quantity_place(std::span<const std::string_view> quantities, std::string_view name);

// A training that went on until every rule had held: what was measured at each iteration from 0,
// and where each rule would have stopped.
struct Course {
  std::vector<Record> records;
  std::vector<double> errors;   // on the validation part: rates, mean squares in regression
  std::vector<double> seconds;  // of the training up to that iteration
  std::vector<int> stops;       // of each rule; the last iteration where it never held

  std::size_t stop(std::size_t rule) const { return static_cast<std::size_t>(stops[rule]); }
};

// Trains until every rule has held, or the run has ended. `watched` are the parts of the records that
// are wanted beside what the rules need; support vectors are counted as the paper does. Errors: those of the algorithm, the
// rules and the training. Once the request is cancelled the course is empty.
Result<Course> course_of(const Spec& algorithm, std::shared_ptr<const Problem> problem,
                         std::span<const StoppingMethod> rules, Parts watched,
                         const ExperimentRequest& request);

}  // namespace marginscope
