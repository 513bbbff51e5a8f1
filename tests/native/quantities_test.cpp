#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "support/every_algorithm.h"

using namespace marginscope;
using namespace marginscope::testing;

namespace {

std::size_t size_of(const Quantity& quantity, const Problem& problem) {
  std::size_t size = 1;
  for (const Axis axis : quantity.shape) {
    switch (axis) {
      case Axis::pattern:
        size *= static_cast<std::size_t>(problem.X.rows());
        break;
      case Axis::weight:
        size *= static_cast<std::size_t>(problem.X.cols() + 1);
        break;
      case Axis::class_label:
        size *= static_cast<std::size_t>(problem.classes);
        break;
      case Axis::moment:
        size *= 4;
        break;
    }
  }
  return size;
}

}  // namespace

TEST_CASE(
    "the smallest margin is positive where no pattern is wrong, and the least of those published") {
  for (const Case& c : cases({"overlap", "four-points", "three-classes", "sinc"})) {
    CAPTURE(c.text);
    Run run = start(c.data, c.text, "", {.max_iterations = 20, .watched = part::all});
    run.advance(20);
    const double smallest = run.solver().smallest_margin(*c.data);
    if (c.data->task == Task::regression) {
      CHECK(std::isnan(smallest));
      continue;
    }
    CHECK((smallest > 0) == (run.record().training_error == 0));
    const std::vector<double> margins = run.solver().values(Role::margin);
    if (std::ssize(margins) == c.data->X.rows()) {
      CHECK(smallest == *std::ranges::min_element(margins));
    }
  }
}

TEST_CASE("what a solver publishes can be read, drawn and told apart without knowing its name") {
  for (const Case& c : cases(of_each_kind)) {
    CAPTURE(c.text);
    Run run = start(c.data, c.text, "", {.max_iterations = 20, .watched = part::all});
    run.advance(20);
    std::set<std::string_view> ids, labels;
    std::set<Role> roles;
    std::vector<double> values;
    const auto list = run.solver().quantities();
    for (std::size_t q = 0; q < list.size(); ++q) {
      const Quantity& quantity = list[q];
      CAPTURE(quantity.id);
      CHECK(ids.insert(quantity.id).second);
      CHECK(labels.insert(quantity.label).second);
      if (quantity.role != Role::state) CHECK(roles.insert(quantity.role).second);
      CHECK_FALSE(quantity.label.empty());
      CHECK_FALSE(quantity.one.empty());
      CHECK_FALSE(quantity.meaning.empty());
      run.solver().values(q, values);
      if (quantity.kind == QuantityKind::pattern_set) {
        for (const double member : values) {
          CHECK(member >= 0);
          CHECK(member < static_cast<double>(c.data->X.rows()));
          CHECK(member == std::floor(member));
        }
        continue;
      }
      if (c.data->task == Task::regression && quantity.role == Role::margin) {
        CHECK(values.empty());  // no side to be on
      } else {
        CHECK(values.size() == size_of(quantity, *c.data));
      }
      if (quantity.kind == QuantityKind::integer) {
        for (const double value : values) CHECK(value == std::floor(value));
      }
      CHECK((quantity.bits == 0 || quantity.kind == QuantityKind::integer));
    }
    // A part that a solver says it measures has a number, another has none. Nothing is set apart.
    Parts found = part::validation_error;
    for (const RecordColumn& column : record_columns()) {
      if (!std::isnan(column.value(run.record()))) found |= column.part;
    }
    CHECK(found == run.solver().measures());
    CHECK(roles.contains(Role::decision_value));
    CHECK(roles.contains(Role::error));
    // What a role is read by is what it is published as.
    CHECK(run.solver().values(Role::error) == testing::values(run.solver(), "error"));
  }
}

TEST_CASE("where no margin is asked for, the error is target minus decision value") {
  for (const Case& c : cases({"overlap", "sinc"})) {
    CAPTURE(c.text);
    Run run = start(c.data, c.text, "", {.max_iterations = 20, .watched = part::all});
    run.advance(20);
    const auto list = run.solver().quantities();
    const bool asks = std::ranges::any_of(
        list, [](const Quantity& quantity) { return quantity.id == "margin_vector"; });
    if (asks) continue;
    const std::vector<double> errors = run.solver().values(Role::error),
                              f = run.solver().values(Role::decision_value);
    for (std::size_t i = 0; i < errors.size(); ++i) {
      CHECK(errors[i] == doctest::Approx(c.data->y[static_cast<Eigen::Index>(i)] - f[i]));
    }
  }
}

TEST_CASE("copies of a solver share its list, which is there before it starts and stays") {
  for (const Case& c : cases(of_each_kind)) {
    CAPTURE(c.text);
    auto solver = make_solver(*parse_spec(c.text));
    require(solver);
    const auto list = (*solver)->quantities();
    CHECK_FALSE(list.empty());
    require((*solver)->start(*c.data));
    CHECK((*solver)->quantities().data() == list.data());
    CHECK((*solver)->clone()->quantities().data() == list.data());
  }
}

TEST_CASE("only the registers of the machine have a width") {
  const auto bits = [](std::string_view text) {
    auto solver = make_solver(*parse_spec(text));
    require(solver);
    int most = 0;
    for (const Quantity& quantity : (*solver)->quantities()) most = std::max(most, quantity.bits);
    return most;
  };
  CHECK(bits("dkpp:accumulator_bits=12") == 0);  // kernel_bits = 0 computes exactly
  CHECK(bits("dkpp:accumulator_bits=12,kernel_bits=8") == 12);
}

TEST_CASE("each moment has one name, which no setting of the algorithm has") {
  for (const Algorithm& algorithm : algorithms()) {
    CAPTURE(algorithm.id);
    const std::unique_ptr<Solver> solver = *algorithm.make(algorithm, {});
    for (const Quantity& quantity : solver->quantities()) {
      if (quantity.role != Role::moments) continue;
      const auto names = split(quantity.symbol, ',');
      std::size_t columns = 0;
      for (const RecordColumn& each : record_columns()) columns += each.role == Role::moments;
      REQUIRE(names.size() == columns);
      for (const RuleKind& rule : rule_kinds()) {
        if (rule.drawn_on != Role::moments) continue;
        const Field* moment = variable_of(rule);
        REQUIRE(moment);
        REQUIRE(moment->choices.size() == names.size());
        for (std::size_t m = 0; m < names.size(); ++m) {
          CHECK(moment->choices[m].meaning.ends_with(trimmed(names[m])));
        }
      }
      for (const std::string_view name : names) {
        for (const Field& field : algorithm.fields) CHECK(field.symbol != trimmed(name));
      }
    }
  }
}
