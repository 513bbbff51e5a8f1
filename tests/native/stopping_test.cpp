#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "stopping/registry.h"
#include "support/problems.h"

using namespace marginscope;

namespace {

History history_of(const std::vector<double>& series, double Record::*member) {
  History history;
  for (const double value : series) {
    Record record;
    record.*member = value;
    history.append(record);
  }
  return history;
}

std::shared_ptr<const Rule> rule(std::string_view text) {
  auto set = parse_rules(text);
  testing::require(set);
  return set->groups.at(0).rules.at(0);
}

// The first iteration at which the rule holds, −1 for never.
int first_hold(std::string_view text, const History& history) {
  const auto checked = rule(text);
  for (int k = 0; k <= history.last(); ++k) {
    if (checked->check(history, k).holds) return k;
  }
  return -1;
}

}  // namespace

TEST_CASE("iterations: k ≥ n") {
  const History history = history_of({0, 0, 0, 0}, &Record::objective);
  CHECK(first_hold("iterations:n=2", history) == 2);
  CHECK(first_hold("iterations:n=0", history) == 0);
  CHECK(first_hold("iterations:n=9", history) == -1);
}

TEST_CASE("objective-change: strictly below the threshold, absolute or relative") {
  const History history = history_of({8, 4, 3, 2.5, 2.5}, &Record::objective);
  CHECK(first_hold("objective-change:threshold=1", history) == 3);  // |3 − 4| = 1 is not below 1
  CHECK(first_hold("objective-change:threshold=0.5", history) == 4);
  CHECK(first_hold("objective-change:threshold=0.26,relative=1", history) == 2);  // 1/4 < 0.26
  CHECK(first_hold("objective-change:threshold=0.25,relative=1", history) == 3);
  const History zero = history_of({0, 0, 1}, &Record::objective);
  CHECK(first_hold("objective-change:relative=1", zero) == 1);  // no change at all
  CHECK(!rule("objective-change:relative=1")->check(zero, 2).holds);
}

TEST_CASE("separated and no-positive-error") {
  CHECK(first_hold("separated", history_of({0.5, 0.25, 0, 0}, &Record::training_error)) == 2);
  History history(0, 1e-6);
  for (const double largest : {1e-3, 1e-17, 1e-19}) {
    Record record;
    record.largest_error = largest;
    history.append(record);
  }
  CHECK(first_hold("no-positive-error", history) == 2);  // 1e-19 ≤ 1e-12 · 1e-6 < 1e-17
  CHECK(first_hold("no-positive-error:tolerance=1e-10", history) == 1);
}

TEST_CASE("validation: first minimum, and iterations above it") {
  const History history =
      history_of({0.4, 0.3, 0.2, 0.3, 0.2, 0.3, 0.3, 0.1}, &Record::validation_error);
  CHECK(history.at(6).least_validation_iteration == 2);
  CHECK(history.at(6).latest_least_validation_iteration == 4);
  CHECK(history.at(7).least_validation_iteration == 7);
  CHECK(first_hold("validation-rise", history) == 3);
  CHECK(first_hold("validation-rise:patience=2", history) == 6);
  CHECK(first_hold("validation-rise:patience=3", history) == -1);
  CHECK(rule("validation-minimum")->retains_minimum());
}

TEST_CASE("moment-stationary: relative differences, absolute values, vanishing denominators") {
  const History history = history_of({4, 3, 2.7, 2.68}, &Record::kurtosis);
  CHECK(first_hold("moment-stationary:moment=kurtosis,threshold=0.1", history) == 2);   // 0.3/3
  CHECK(first_hold("moment-stationary:moment=kurtosis,threshold=0.01", history) == 3);  // 0.02/2.7
  // Second differences: 2.7 − 6 + 4 = 0.7 over 3; 2.68 − 5.4 + 3 = 0.28 over 2.7.
  CHECK(first_hold("moment-stationary:moment=kurtosis,difference=2,threshold=0.24", history) == 2);
  CHECK(first_hold("moment-stationary:moment=kurtosis,difference=2,threshold=0.11", history) == 3);
  CHECK(first_hold("moment-stationary:moment=kurtosis,difference=2,threshold=0.1", history) == -1);
  // A negative moment that falls is not stationary: the paper's signed inequality cannot be meant.
  const History falling = history_of({-1, -2, -4}, &Record::skewness);
  CHECK(first_hold("moment-stationary:moment=skewness,threshold=0.5", falling) == -1);
  const History zero = history_of({0, 0, 1, 1}, &Record::mean);
  CHECK(first_hold("moment-stationary:moment=mean", zero) == 1);
  CHECK(!rule("moment-stationary:moment=mean")->check(zero, 2).holds);
  const double none = std::numeric_limits<double>::quiet_NaN();
  const History undefined = history_of({none, none, 3, 3}, &Record::kurtosis);
  CHECK(first_hold("moment-stationary:moment=kurtosis", undefined) == 3);
}

TEST_CASE("texts of rules: groups, joins, exponents, refusals") {
  const auto set = parse_rules("  separated+objective-change:threshold=1e+2   iterations:n=7 ");
  REQUIRE(set);
  REQUIRE(set->groups.size() == 2);
  CHECK(set->groups[0].text == "separated+objective-change:threshold=1e+2");
  REQUIRE(set->groups[0].rules.size() == 2);
  CHECK(set->groups[0].rules[1]->text() == "objective-change:threshold=1e+2");
  CHECK(parse_rules("")->groups.empty());
  for (const char* text :
       {"seperated", "iterations:m=3", "iterations:n=x", "iterations:n=1.5", "separated+",
        "+separated", "moment-stationary:moment=median", "moment-stationary:difference=3"}) {
    CHECK_MESSAGE(!parse_rules(text), text);
  }
  CHECK(parse_rules("seperated").error().message.find("separated") != std::string::npos);
}

TEST_CASE("rules that need a validation part say so where there is none") {
  Problem problem;
  problem.X = Eigen::MatrixXd{{0}, {1}};
  problem.y = Eigen::Vector2d(1, -1);
  for (const char* text : {"validation-minimum", "objective-change validation-rise"}) {
    const auto need = unmet_need(*parse_rules(text), problem);
    REQUIRE(need);
    CHECK(need->find("validation part") != std::string::npos);
  }
  CHECK(!unmet_need(*parse_rules("objective-change"), problem));
}
