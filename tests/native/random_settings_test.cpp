#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "scene/scene.h"
#include "support/problems.h"

using namespace marginscope;
using namespace marginscope::testing;

namespace {

std::string random_value(Random& random, const Field& field) {
  switch (field.type) {
    case FieldType::choice:
      return std::string(
          field.choices[static_cast<std::size_t>(random.below(field.choices.size()))].id);
    case FieldType::variant: {
      const Choice& choice =
          field.choices[static_cast<std::size_t>(random.below(field.choices.size()))];
      Spec spec{std::string(choice.id), {}};
      for (const Field& own : choice.fields) {
        spec.values.emplace_back(own.id, random_value(random, own));
      }
      return spec_text(spec);
    }
    case FieldType::pattern_list:
      return "";
    default:
      break;
  }
  // Mostly what a slider offers, sometimes the ends of the whole range.
  double from = field.slider_from, to = field.slider_to;
  if (random.uniform() < 0.15 && std::isfinite(field.most)) to = field.most;
  double value = random.uniform(from, to);
  if (field.scale == FieldScale::logarithmic && from > 0) {
    value = from * std::pow(to / from, random.uniform());
  }
  if (field.type == FieldType::integer) value = std::floor(value);
  return exact_text(value);
}

// What must be a number at every iteration of a run that did not break down.
void check_numbers(const Run& run) {
  const std::string reason = run.end() ? run.end()->reason : "";
  const bool broken = reason == "diverged" || reason == "singular";
  const Solver& solver = run.solver();
  const auto list = solver.quantities();
  std::vector<double> values;
  for (std::size_t q = 0; q < list.size(); ++q) {
    solver.values(q, values);
    if (broken || list[q].id == "moments") continue;
    for (const double value : values) {
      if (!std::isfinite(value)) FAIL(list[q].id << " is " << value);
    }
  }
  if (!broken && !std::isfinite(run.record().training_error)) FAIL("no training error");
  if (run.explain().empty()) FAIL("no sentence");
}

}  // namespace

TEST_CASE("every algorithm with 1,000 random settings ends with a reason and explains itself") {
  for (const Algorithm& algorithm : algorithms()) {
    if (!algorithm.preset.empty()) continue;
    Random random(17);
    CAPTURE(algorithm.id);
    int trained = 0, refused = 0;
    for (int trial = 0; trained < 1000; ++trial) {
      REQUIRE(trial < 40'000);
      const auto problems = named_problems();
      const NamedProblem& problem =
          problems[static_cast<std::size_t>(random.below(problems.size()))];
      const auto data = named(problem.id, random.below(1000));
      if (!takes(algorithm, data->task, data->classes)) continue;
      Spec spec{std::string(algorithm.id), {}};
      for (const Field& field : algorithm.fields) {
        const std::string value = random_value(random, field);
        if (!value.empty()) spec.values.emplace_back(field.id, value);
      }
      const std::string text = spec_text(spec);
      CAPTURE(text);
      CAPTURE(problem.id);
      const auto refuse = [&](const Error& error) {
        ++refused;
        if (error.message.size() < 20) FAIL(text << ": " << error.message);
      };
      auto solver = make_solver(spec);
      if (!solver) {  // beyond an open end of a range
        refuse(solver.error());
        continue;
      }
      auto run =
          Run::start(data, std::move(*solver), {}, {.max_iterations = 12, .watched = part::all});
      if (!run) {  // settings that contradict one another: μ ≥ 2/C, one kernel bit
        refuse(run.error());
        continue;
      }
      ++trained;
      while (run->advance(100) > 0) {
      }
      if (!run->stop() || run->stop()->message.empty()) FAIL(text << ": no reason");
      check_numbers(*run);
    }
    // Of lsvm two in three are refused, where μ ≥ 2/C; of the others few are.
    CHECK(refused < 3 * trained);
  }
}
