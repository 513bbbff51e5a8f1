#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/random.h"
#include "stopping/registry.h"
#include "support/problems.h"

using namespace marginscope;

namespace {

double& entry(Record& record, double Record::*member) { return record.*member; }
double& entry(Record& record, double Moments::*member) { return record.moments.*member; }

template <class Member>
History history_of(const std::vector<double>& series, Member member) {
  History history;
  for (const double value : series) {
    history.append([&](Record& record) { entry(record, member) = value; });
  }
  return history;
}

std::shared_ptr<const Rule> rule(std::string_view text) {
  auto set = parse_rules(text);
  testing::require(set);
  return set->groups.at(0).rules.at(0);
}

// A history of training and validation errors side by side.
History history_of(const std::vector<double>& training, const std::vector<double>& validation) {
  History history;
  for (std::size_t k = 0; k < validation.size(); ++k) {
    history.append([&](Record& record) {
      record.training_error = training[k];
      record.validation_error = validation[k];
    });
  }
  return history;
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
    history.append([&](Record& record) { record.largest_error = largest; });
  }
  CHECK(first_hold("no-positive-error", history) == 2);  // 1e-19 ≤ 1e-12 · 1e-6 < 1e-17
  CHECK(first_hold("no-positive-error:tolerance=1e-10", history) == 1);
}

TEST_CASE("validation: first minimum, and iterations above it") {
  const History history =
      history_of({0.4, 0.3, 0.2, 0.3, 0.2, 0.3, 0.3, 0.1}, &Record::validation_error);
  CHECK(history.at(6).least_validation.first == 2);
  CHECK(history.at(6).least_validation.latest == 4);
  CHECK(history.at(7).least_validation.first == 7);
  CHECK(first_hold("validation-rise", history) == 3);
  CHECK(first_hold("validation-rise:patience=2", history) == 6);
  CHECK(first_hold("validation-rise:patience=3", history) == -1);
  CHECK(rule("validation-minimum")->retains_minimum());
}

TEST_CASE("generalization-loss: percent above the least validation error so far") {
  const History history =
      history_of({0.4, 0.2, 0.21, 0.202, 0.3, 0.1, 0.11}, &Record::validation_error);
  const auto loss = [&](int k) { return rule("generalization-loss")->check(history, k).statistic; };
  CHECK(loss(0) == 0);
  CHECK(loss(2) == doctest::Approx(5));   // 0.21/0.2
  CHECK(loss(3) == doctest::Approx(1));   // 0.202/0.2
  CHECK(loss(4) == doctest::Approx(50));  // 0.3/0.2
  CHECK(loss(6) == doctest::Approx(10));  // the least is now 0.1
  const History exact = history_of({0.5, 0.625}, &Record::validation_error);
  CHECK(first_hold("generalization-loss:alpha=25", exact) == -1);  // 25 does not exceed 25
  CHECK(first_hold("generalization-loss:alpha=4.9", history) == 2);
  CHECK(first_hold("generalization-loss:alpha=20", history) == 4);
  CHECK(first_hold("generalization-loss:alpha=50.1", history) == -1);
}

TEST_CASE("quotients of counts that meet a threshold do not exceed it, whatever rounds") {
  int met = 0;
  for (int N = 1; N <= 200; ++N) {
    for (int least = 1; least <= N; ++least) {
      for (const int alpha : {5, 10, 20, 25, 50}) {
        if (least * (100 + alpha) % 100 != 0) continue;
        const int more = least * (100 + alpha) / 100;
        const double of_all = N;
        const History history = history_of({least / of_all, more / of_all, (more + 1) / of_all},
                                           &Record::validation_error);
        INFO(least, " and ", more, " of ", N);
        CHECK(first_hold(sentence("generalization-loss:alpha=", std::to_string(alpha)), history) ==
              2);
        ++met;
      }
    }
  }
  CHECK(met > 10'000);
  // Training errors of 3, 2 and 1 in 7 are a progress of 1000·(6/3 − 1) = 1000, a loss of 10 % is a hundredth.
  const double of_all = 7;
  const History history = history_of({3 / of_all, 3 / of_all, 2 / of_all, 1 / of_all},
                                     {10 / of_all, 10 / of_all, 10 / of_all, 11 / of_all});
  CHECK(first_hold("progress-quotient:strip=3,alpha=0.01", history) == -1);
  CHECK(first_hold("progress-quotient:strip=3,alpha=0.00999", history) == 3);
}

TEST_CASE("what a rule compares does not look alike where it differs") {
  const History history = history_of({1, 1 - 9.9977e-10, 1 - 2.5e-9}, &Record::objective);
  const auto text = [&](int k) { return rule("objective-change")->explain(history, k); };
  CHECK(text(1) == "the objective changed by 9.998e−10 < 1e−9");
  CHECK(text(2) == "the objective changed by 1.5e−9 ≥ 1e−9");
  CHECK(digits_apart(1, 1) == 3);
  CHECK(digits_apart(1, 2) == 3);
  CHECK(digits_apart(1, 1 + 1e-7) == 8);
  CHECK(digits_apart(1, 1 + 1e-15) == 3);
}

TEST_CASE("generalization-loss: nothing above an error of 0, everything above it") {
  const History history = history_of({0, 0, 0.01}, &Record::validation_error);
  const auto checked = rule("generalization-loss:alpha=1000");
  CHECK(checked->check(history, 1).statistic == 0);
  CHECK(!checked->check(history, 1).holds);
  CHECK(checked->check(history, 2).statistic == std::numeric_limits<double>::infinity());
  CHECK(checked->check(history, 2).holds);
  CHECK(checked->explain(history, 2).find("∞ % above") != std::string::npos);
}

TEST_CASE("progress-quotient: loss over progress, at the ends of strips only") {
  // Strips of 2: the training errors (0.5, 0.4) and (0.39, 0.39 − 0.0039); P = 1000·(Σ/(2·min) −
  // 1).
  const History history = history_of({0.6, 0.5, 0.4, 0.39, 0.3861}, {0.3, 0.2, 0.25, 0.28, 0.3});
  const auto checked = rule("progress-quotient:strip=2");
  for (const int k : {0, 1, 3}) CHECK(std::isnan(checked->check(history, k).statistic));
  // GL = 25, P = 1000·(0.9/0.8 − 1) = 125.
  CHECK(checked->check(history, 2).statistic == doctest::Approx(0.2));
  // GL = 50, P = 1000·(0.7761/0.7722 − 1) = 1000·0.0039/0.7722.
  CHECK(checked->check(history, 4).statistic == doctest::Approx(50 / (3.9 / 0.7722)));
  CHECK(first_hold("progress-quotient:strip=2", history) == 4);
  CHECK(first_hold("progress-quotient:strip=2,alpha=0.1", history) == 2);
  CHECK(first_hold("progress-quotient:strip=2,alpha=10", history) == -1);
  CHECK(checked->lookback() == 1);
  CHECK(rule("progress-quotient")->lookback() == 4);  // Prechelt's strips of 5
  CHECK(checked->explain(history, 3).find("ends of strips of 2") != std::string::npos);
}

TEST_CASE("progress-quotient: vanishing denominators have values, never none") {
  const double infinity = std::numeric_limits<double>::infinity();
  const auto quotient = [](const History& history) {
    const Verdict verdict = rule("progress-quotient:strip=3")->check(history, 3);
    CHECK(verdict.holds == (verdict.statistic > verdict.threshold));
    return verdict.statistic;
  };
  // No progress: 0 without a loss, infinite with one. Equal sums round, a progress of 0 does not.
  CHECK(quotient(history_of({1, 0.1, 0.1, 0.1}, {0.2, 0.2, 0.2, 0.2})) == 0);
  CHECK(quotient(history_of({1, 0.1, 0.1, 0.1}, {0.2, 0.2, 0.2, 0.3})) == infinity);
  CHECK(quotient(history_of({1, 0, 0, 0}, {0.2, 0.2, 0.2, 0.2})) == 0);
  CHECK(quotient(history_of({1, 0, 0, 0}, {0.2, 0.2, 0.2, 0.3})) == infinity);
  // Falling to 0 is an infinite progress.
  CHECK(quotient(history_of({1, 0.1, 0, 0}, {0.2, 0.2, 0.2, 0.3})) == 0);
  CHECK(quotient(history_of({1, 0.1, 0, 0}, {0, 0, 0, 0.3})) == 0);  // infinite over infinite
  // An infinite loss over a finite progress.
  CHECK(quotient(history_of({1, 0.3, 0.2, 0.1}, {0, 0, 0, 0.3})) == infinity);
  // No validation part: never.
  const double none = Record::none;
  CHECK(std::isnan(quotient(history_of({1, 0.3, 0.2, 0.1}, {none, none, none, none}))));
  CHECK(std::isnan(quotient(history_of({1, 0.1, 0.1, 0.1}, {none, none, none, none}))));
  CHECK(std::isnan(quotient(history_of({1, 0.1, 0, 0}, {none, none, none, none}))));
}

TEST_CASE("consecutive-rises: s successive strips, measured at their ends") {
  // At the ends 0, 2, 4, … of strips of 2: 0.3, 0.2, 0.3, 0.4, 0.4, 0.5, 0.6, 0.7.
  const History history = history_of(
      {0.3, 0.9, 0.2, 0.9, 0.3, 0, 0.4, 0, 0.4, 0, 0.5, 0, 0.6, 0, 0.7}, &Record::validation_error);
  CHECK(first_hold("consecutive-rises:s=1,strip=2", history) == 4);
  CHECK(first_hold("consecutive-rises:s=2,strip=2", history) == 6);
  CHECK(first_hold("consecutive-rises:s=3,strip=2", history) == 14);  // 0.4 twice is no rise
  CHECK(first_hold("consecutive-rises:s=4,strip=2", history) == -1);
  const auto checked = rule("consecutive-rises:s=3,strip=2");
  CHECK(checked->check(history, 12).statistic == 2);
  CHECK(std::isnan(checked->check(history, 13).statistic));
  CHECK(checked->lookback() == 6);
  // A rise between iteration 0 and the end of the first strip counts.
  const History at_once = history_of({0.1, 0.2, 0.3}, &Record::validation_error);
  CHECK(first_hold("consecutive-rises:s=1,strip=1", at_once) == 1);
  CHECK(first_hold("consecutive-rises:s=3,strip=1", at_once) == -1);
  CHECK(first_hold("consecutive-rises",
                   history_of({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16},
                              &Record::validation_error)) == 15);
  const double none = Record::none;
  const History unknown = history_of({none, none}, &Record::validation_error);
  CHECK(first_hold("consecutive-rises:s=1,strip=1", unknown) == -1);
}

TEST_CASE("kkt: the violation against the tolerance") {
  const History history = history_of({2, 0.01, 1e-3, 1e-5}, &Record::kkt_violation);
  CHECK(first_hold("kkt", history) == 2);  // 1e-3 ≤ 1e-3
  CHECK(first_hold("kkt:tolerance=0.1", history) == 1);
  CHECK(first_hold("kkt:tolerance=0", history) == -1);
  CHECK(rule("kkt")->explain(history, 1) == "the KKT violation is 0.01 > 0.001");
  CHECK(rule("kkt")->explain(history, 2) == "the KKT violation is 0.001 ≤ 0.001");
  const History unknown = history_of({Record::none}, &Record::kkt_violation);
  CHECK(first_hold("kkt:tolerance=1e9", unknown) == -1);
  CHECK(rule("kkt")->explain(unknown, 0) == "this algorithm has no KKT violation");
}

TEST_CASE("what a rule finds and says depends on nothing but what it asks for") {
  const std::pair<Parts, double Record::*> numbers[] = {
      {part::objective, &Record::objective},
      {part::training_error, &Record::training_error},
      {part::validation_error, &Record::validation_error},
      {part::largest_error, &Record::largest_error},
      {part::kkt_violation, &Record::kkt_violation},
      {part::duality_gap, &Record::duality_gap},
      {part::weight_norm, &Record::weight_norm}};
  for (const RuleKind& kind : rule_kinds()) {
    const auto judge = rule(kind.id);
    Random random(5);
    History asked_for, all;
    for (int k = 0; k < 40; ++k) {
      Record drawn;
      drawn.support_vectors = static_cast<int>(random.below(9));
      for (const auto& [part, number] : numbers) drawn.*number = random.uniform(0, 1) / (k + 1);
      for (double* moment : {&drawn.moments.mean, &drawn.moments.std, &drawn.moments.skewness,
                             &drawn.moments.kurtosis}) {
        *moment = random.uniform(0, 1) / (k + 1);
      }
      const auto measured = [&](Parts parts) {
        return [&, parts](Record& record) {
          if (parts & part::support_vectors) record.support_vectors = drawn.support_vectors;
          for (const auto& [part, number] : numbers) {
            if (parts & part) record.*number = drawn.*number;
          }
          if (parts & part::moments) record.moments = drawn.moments;
        };
      };
      asked_for.append(measured(judge->needs()));
      all.append(measured(part::all));
      INFO(kind.id << " at " << k);
      CHECK(judge->check(asked_for, k).holds == judge->check(all, k).holds);
      CHECK(judge->explain(asked_for, k) == judge->explain(all, k));
    }
  }
}

TEST_CASE("moment-stationary: relative differences, absolute values, vanishing denominators") {
  const History history = history_of({4, 3, 2.7, 2.68}, &Moments::kurtosis);
  CHECK(first_hold("moment-stationary:moment=kurtosis,threshold=0.1", history) == 2);   // 0.3/3
  CHECK(first_hold("moment-stationary:moment=kurtosis,threshold=0.01", history) == 3);  // 0.02/2.7
  // Second differences: 2.7 − 6 + 4 = 0.7 over 3; 2.68 − 5.4 + 3 = 0.28 over 2.7.
  CHECK(first_hold("moment-stationary:moment=kurtosis,difference=2,threshold=0.24", history) == 2);
  CHECK(first_hold("moment-stationary:moment=kurtosis,difference=2,threshold=0.11", history) == 3);
  CHECK(first_hold("moment-stationary:moment=kurtosis,difference=2,threshold=0.1", history) == -1);
  // A negative moment that falls is not stationary: the paper's signed inequality cannot be meant.
  const History falling = history_of({-1, -2, -4}, &Moments::skewness);
  CHECK(first_hold("moment-stationary:moment=skewness,threshold=0.5", falling) == -1);
  const History zero = history_of({0, 0, 1, 1}, &Moments::mean);
  CHECK(first_hold("moment-stationary:moment=mean", zero) == 1);
  CHECK(!rule("moment-stationary:moment=mean")->check(zero, 2).holds);
  const double none = std::numeric_limits<double>::quiet_NaN();
  const History undefined = history_of({none, none, 3, 3}, &Moments::kurtosis);
  CHECK(first_hold("moment-stationary:moment=kurtosis", undefined) == 3);
}

TEST_CASE("moment-stationary: a joint condition on two moments stops where both hold together") {
  // As in Bandos et al. 2007, figure 1: |Δks|/|ks| ≤ 1 % and |Δsk|/|sk| ≤ 10 %.
  const std::string kurtosis = "moment-stationary:moment=kurtosis,threshold=0.01";
  const std::string skewness = "moment-stationary:moment=skewness,threshold=0.1";
  const Run run = testing::trained(testing::named("overlap"), "hk", kurtosis + "+" + skewness,
                                   {.max_iterations = 1000, .watched = part::all});
  REQUIRE(run.stop());
  CHECK(run.stop()->reason == "moment-stationary+moment-stationary");
  const auto change = [&](int k, double Moments::*moment) {
    const double before = run.history().at(k - 1).moments.*moment;
    return std::abs((run.history().at(k).moments.*moment - before) / before);
  };
  int expected = 1;
  while (!(change(expected, &Moments::kurtosis) <= 0.01 &&
           change(expected, &Moments::skewness) <= 0.1)) {
    ++expected;
  }
  CHECK(run.stop()->iteration == expected);
}

TEST_CASE("texts of rules: groups, joins, exponents, refusals") {
  const auto set = parse_rules("  separated+objective-change:threshold=1e+2   iterations:n=7 ");
  REQUIRE(set);
  REQUIRE(set->groups.size() == 2);
  CHECK(set->groups[0].text == "separated+objective-change:threshold=1e+2");
  REQUIRE(set->groups[0].rules.size() == 2);
  CHECK(set->groups[0].rules[1]->text() == "objective-change:threshold=1e+2");
  CHECK(set->groups[0].rules[1]->name() == "Objective change");
  CHECK(set->groups[0].name == "Separated and Objective change");
  CHECK(parse_rules("moment-stationary:moment=skewness")->groups[0].name == "Skewness stationary");
  CHECK(parse_rules("")->groups.empty());
  for (const char* text :
       {"seperated", "iterations:m=3", "iterations:n=x", "iterations:n=1.5", "separated+",
        "+separated", "moment-stationary:moment=median", "moment-stationary:difference=3",
        "generalization-loss:alpha=-1", "progress-quotient:strip=0", "consecutive-rises:s=0",
        "kkt:tolerance=-1"}) {
    CHECK_MESSAGE(!parse_rules(text), text);
  }
  CHECK(parse_rules("seperated").error().message.find("separated") != std::string::npos);
}

TEST_CASE("rules that need a validation part say so where there is none") {
  Problem problem;
  problem.X = Eigen::MatrixXd{{0}, {1}};
  problem.y = Eigen::Vector2d(1, -1);
  for (const char* text : {"validation-minimum", "objective-change validation-rise",
                           "generalization-loss", "progress-quotient", "consecutive-rises"}) {
    const auto reason = misfit(*parse_rules(text), Judged{});
    REQUIRE(reason);
    CHECK(reason->find("validation part") != std::string::npos);
    CHECK(!misfit(*parse_rules(text), Judged{.validation = true}));
  }
  CHECK(!misfit(*parse_rules("objective-change"), Judged{}));
}

TEST_CASE("rules that do not fit a task or an algorithm say so") {
  const Judged regression = {.task = Task::regression, .validation = true};
  for (const RuleKind& kind : rule_kinds()) {
    CAPTURE(kind.id);
    const RuleSet rules = *parse_rules(kind.id);
    CHECK(!misfit(rules, Judged{.validation = true}));
    const bool of_sides = kind.id == "separated" || kind.id == "no-positive-error";
    CHECK(misfit(rules, regression).has_value() == of_sides);
    const Judged without_dual = {.validation = true, .measured = part::common};
    CHECK(misfit(rules, without_dual).has_value() == (kind.id == "kkt"));
  }
}

TEST_CASE("errors of regression are told as what they are") {
  History history(0, 1, Task::regression);
  for (const double error : {2.5, 7.25}) {
    history.append([&](Record& record) { record.validation_error = error; });
  }
  for (const char* text : {"validation-rise", "validation-minimum"}) {
    const std::string said = (*parse_rules(text)).groups[0].rules[0]->explain(history, 1);
    CAPTURE(said);
    CHECK(said.find('%') == std::string::npos);
    CHECK(said.find("7.25 (mean squared)") != std::string::npos);
  }
  CHECK((*parse_rules("validation-rise"))
            .groups[0]
            .rules[0]
            ->explain(history, 1)
            .ends_with("for 1 iteration ≥ 1"));
}
