#include <doctest/doctest.h>

#include "session/machine.h"

#include <chrono>
#include <cmath>
#include <limits>
#include <vector>

#include "scene/scene.h"
#include "support/problems.h"

using namespace marginscope;

namespace {

constexpr int most_iterations = 10'000;

Training training(std::string_view problem) {
  return training_of(*make_named_problem(*parse_spec(problem), 1), Scaling::none);
}

void finish(Machine& machine) {
  while (machine.busy()) machine.work(no_time_limit);
}

}  // namespace

TEST_CASE("two machines learn the same patterns, each by itself") {
  const Dataset data = *make_named_problem(*parse_spec("four-points"), 1);
  const Training shared = training_of(data, Scaling::none);
  Machine one({"hk", {}}, "separated", most_iterations, shared);
  Machine other({"hk", {{"learning_rate", "0.1"}}}, "", most_iterations, shared);
  CHECK(one.busy());
  CHECK(!one.run());
  finish(one);
  CHECK(other.busy());
  finish(other);
  REQUIRE(one.run());
  REQUIRE(other.run());
  CHECK(&one.run()->problem() == &other.run()->problem());
  CHECK(one.run()->problem().X.same_as(data.X));
  CHECK(other.run()->problem().y.same_as(data.y));

  REQUIRE(one.go_on(0, most_iterations));
  finish(one);
  CHECK(one.iteration() == 4);
  CHECK(one.sentence().find("Stopped at iteration 4") != std::string::npos);
  CHECK(other.iteration() == 0);
  REQUIRE(other.go_on(0, 3));
  finish(other);
  CHECK(other.iteration() == 3);
  CHECK(one.iteration() == 4);
  CHECK(one.quantity(Role::weights) != other.quantity(Role::weights));

  // What each shows is what it shows alone.
  Machine alone({"hk", {{"learning_rate", "0.1"}}}, "", most_iterations, training("four-points"));
  REQUIRE(alone.go_on(0, 3));
  finish(alone);
  CHECK(other.quantity(Role::weights) == alone.quantity(Role::weights));
  CHECK(other.series("weights").values == alone.series("weights").values);
  REQUIRE(one.seek(0));
  finish(one);
  CHECK(other.iteration() == 3);
  CHECK(other.quantity(Role::weights) == alone.quantity(Role::weights));
}

TEST_CASE("of several classes one wins that is ahead of all others, and of equals none does") {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const auto winner = [](std::vector<double> f) {
    return winner_of(f.data(), static_cast<int>(f.size()));
  };
  CHECK(winner({0.1, 0.3, 0.2}) == 1);
  CHECK(winner({0.3, 0.3, 0.2}) == -1);
  CHECK(winner({0.3, 0.2, 0.3}) == -1);
  CHECK(winner({0.3, none, 0.2}) == -1);
  CHECK(winner({none, 0.3, 0.2}) == -1);
  CHECK(winner({0}) == -1);

  // Three classes at one place, where all are equal but for rounding: whoever counts as wrong is not told to
  // be right.
  Dataset data = *make_named_problem(*parse_spec("three-classes:n=6"), 1);
  data.X = Eigen::MatrixXd::Ones(6, 2);
  Machine machine({"hk-multiclass", {}}, "", most_iterations, training_of(data, Scaling::none));
  finish(machine);
  REQUIRE(machine.run());
  int wrong = 0;
  for (int point = 0; point < 6; ++point) {
    wrong += machine.predicted_class(point) != static_cast<int>(data.y[point]) - 1;
  }
  CHECK(machine.run()->record().training_error == wrong / 6.0);
}

TEST_CASE("the trouble of a machine leaves the others going") {
  const Training shared = training("three-classes");
  std::vector<Machine> machines;
  machines.emplace_back(Spec{"hk", {}}, "", most_iterations, shared);
  machines.emplace_back(Spec{"hk-multiclass", {}}, "", most_iterations, shared);
  machines.emplace_back(Spec{"ols-multiclass", {}}, "validation-rise", most_iterations, shared);
  for (Machine& each : machines) {
    REQUIRE(each.play());
    finish(each);
    each.advance(5, no_time_limit);
  }
  CHECK(machines[0].trouble().find("two classes") != std::string::npos);
  CHECK(!machines[0].trainable());
  CHECK(!machines[0].playing());
  CHECK(!machines[0].go_on(0, 1));
  CHECK(machines[0].sentence() == machines[0].trouble());
  CHECK(machines[1].trouble().empty());
  CHECK(machines[1].iteration() == 5);
  CHECK(machines[1].playing());
  CHECK(!misfit(*parse_rules(machines[1].rules()), machines[1].judged()));
  CHECK(misfit(*parse_rules(machines[2].rules()), machines[2].judged()));
}

TEST_CASE("what is asked of a machine before it has started follows its start") {
  Machine machine({"hk", {}}, "separated", most_iterations, training("four-points"));
  REQUIRE(machine.go_on(0, 2));
  CHECK(machine.sentence().find("Working towards iteration 2") == 0);
  finish(machine);
  CHECK(machine.iteration() == 2);
  REQUIRE(machine.play());
  CHECK(machine.advance(10, no_time_limit) == 2);
  CHECK(machine.iteration() == 4);
  CHECK(!machine.playing());
  CHECK(machine.advance(10, no_time_limit) == 0);
}

TEST_CASE("a machine halts at stops behind a place only, and no further than it may") {
  Machine machine({"hk", {}}, "separated iterations:n=9", most_iterations, training("four-points"));
  REQUIRE(machine.go_on(6, most_iterations));
  CHECK(machine.looks_for_stop());
  machine.work(no_time_limit, 7);
  CHECK(machine.iteration() == 7);
  CHECK(machine.busy());
  CHECK(machine.way() == "towards the next stop (now at 7)");
  finish(machine);
  CHECK(machine.iteration() == 9);
  // From a place before this one, over what is known.
  REQUIRE(machine.go_on(2, 8));
  finish(machine);
  CHECK(machine.iteration() == 4);
  REQUIRE(machine.go_on(4, 20));
  machine.bound_goal(6);
  finish(machine);
  CHECK(machine.iteration() == 6);
  REQUIRE(machine.seek(8));
  CHECK(!machine.looks_for_stop());
  finish(machine);
  CHECK(machine.iteration() == 8);
}

TEST_CASE("the time of a step is that of the steps that were made, by the watch") {
  static int looks;
  looks = 0;
  Machine machine({"hk", {}}, "", most_iterations, training("four-points"),
                  [] { return Run::Clock::time_point(std::chrono::milliseconds(++looks)); });
  finish(machine);
  CHECK(std::isnan(machine.seconds_per_step()));
  CHECK(looks == 0);
  // A millisecond passes from one look to the next, and each of these steps is made by itself.
  for (int k = 1; k <= 5; ++k) {
    REQUIRE(machine.seek(k));
    finish(machine);
  }
  CHECK(machine.seconds_per_step() == doctest::Approx(0.001));
  // What is known is not timed again.
  REQUIRE(machine.seek(0));
  finish(machine);
  REQUIRE(machine.play());
  CHECK(machine.raced().count() == 0);
  machine.advance(5, no_time_limit);
  CHECK(machine.raced() == std::chrono::milliseconds(1));
  CHECK(machine.seconds_per_step() == doctest::Approx(0.001));
  machine.advance(1, no_time_limit);
  CHECK(machine.raced() == std::chrono::milliseconds(2));
}
