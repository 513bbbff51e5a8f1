#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <regex>

#include "support/every_algorithm.h"
#include "support/sessions.h"

using namespace marginscope;
using namespace marginscope::testing;

namespace {

std::string headline(const Run& run) {
  const Explanation told = run.explain();
  return told.text.substr(0, told.headline);
}

double largest_rise(const std::vector<double>& before, const std::vector<double>& after) {
  double most = 0;
  for (std::size_t i = 0; i < before.size(); ++i) most = std::max(most, after[i] - before[i]);
  return most;
}

}  // namespace

TEST_CASE("every iteration and every end explains itself with numbers, for every algorithm") {
  const auto check = [](const std::string& sentence) {
    CAPTURE(sentence);
    CHECK(sentence.size() > 20);
    CHECK(sentence.back() == '.');
    CHECK(sentence.find_first_of("0123456789") != std::string::npos);
    for (const char* const no_number : {"nan", "NaN", " inf", "−inf"}) {
      CHECK(sentence.find(no_number) == std::string::npos);
    }
  };
  for (const Case& c : cases({"four-points", "xor", "overlap", "one-dimensional", "collinear",
                              "repeated", "three-classes", "sinc"})) {
    CAPTURE(c.text);
    CAPTURE(c.problem);
    Run run = start(c.data, c.text, "iterations:n=20");
    do {
      check(run.explain().text);
    } while (run.advance(1) && !run.stop());
    REQUIRE(run.stop());
    CHECK(run.stop()->message.size() > 20);
    CHECK(run.stop()->message.back() == '.');
  }
}

TEST_CASE("no sentence tells of a change from a number to the same one, for every algorithm") {
  for (const Case& c : cases({"overlap:n=30", "three-classes", "sinc"})) {
    CAPTURE(c.text);
    CAPTURE(c.problem);
    Run run = start(c.data, c.text, "iterations:n=300");
    do {
      const std::string told = run.explain().text;
      CAPTURE(told);
      CHECK(!std::regex_search(told, std::regex(R"( from (\S+) to \1[,.;]| by 0 to )")));
    } while (run.advance(1) && !run.stop());
  }
}

TEST_CASE("how the patterns stand comes first, for every algorithm") {
  for (const Case& c : cases({"four-points", "xor", "overlap", "three-classes", "sinc"})) {
    CAPTURE(c.text);
    CAPTURE(c.problem);
    const std::string N = std::to_string(c.data->X.rows());
    Run run = start(c.data, c.text, "iterations:n=20", {.watched = part::all});
    do {
      CAPTURE(run.iteration());
      const std::string told = headline(run);
      CAPTURE(told);
      CHECK(told.ends_with('.'));
      const Stop* stop = run.stop_at(run.iteration());
      const std::string_view reason = stop ? std::string_view(stop->reason) : "";
      const double error = run.record().training_error;
      const auto wrong = std::lround(error * static_cast<double>(c.data->X.rows()));
      if (run.untrained()) {
        CHECK(told == "Nothing is learned yet.");
      } else if (reason == "diverged") {
        CHECK(told == "It has diverged.");
      } else if (c.data->task == Task::regression) {
        CHECK(told.contains("mean squared error"));
        CHECK(told.ends_with(short_text(error) + "."));
      } else if (wrong == 0) {
        CHECK(told.contains("ll " + N + " are right"));
      } else {
        CHECK(told.contains(std::to_string(wrong) + " of " + N));
      }
      CHECK(told.starts_with("Not separable: ") == (reason == "not-separable" && wrong > 0));
      CHECK(told.starts_with("Nothing moves any more: ") ==
            (reason == "solved" && run.iteration() > 0));
      CHECK(told.starts_with("At the limit: ") == (reason == "max-iterations"));
    } while (run.iteration() < 20 && run.advance(1));
  }
}

TEST_CASE("machines that begin with zeros say that nothing is learned yet") {
  for (const char* text : {"dkpp", "irwls", "lsvm", "newton-svm", "smo"}) {
    CAPTURE(text);
    Run run = start(named("overlap"), text, "", {.watched = part::all});
    CHECK(headline(run) == "Nothing is learned yet.");
    run.advance(1);
    CHECK(headline(run) != "Nothing is learned yet.");
  }
}

TEST_CASE("a bias that has moved is learned, though every weight is still 0") {
  const Eigen::MatrixXd X = Eigen::MatrixXd::Identity(2, 2);
  Run classes = start(problem(X, Eigen::VectorXd::Ones(2)), "irwls");
  CHECK(headline(classes) == "Nothing is learned yet.");
  classes.advance(1);
  CHECK(headline(classes).contains("ll 2 are right"));
  Run targets = start(problem_of_targets(X, Eigen::VectorXd::Constant(2, 3)), "irwls-svr");
  CHECK(headline(targets) == "Nothing is learned yet.");
  targets.advance(1);
  CHECK(headline(targets).contains("mean squared error"));
  // Before its first step the bias of this one is the middle of the targets, whatever the features are.
  CHECK(headline(start(named("sinc"), "smo-svr")) == "Nothing is learned yet.");
}

TEST_CASE("the four points are separated at iteration 4, and the sentence says so") {
  Run run = start(named("four-points"), "hk", "separated", {.watched = part::all});
  CHECK(headline(run) == "1 of 4 is wrong.");
  run.advance(3);
  CHECK(headline(run) == "1 of 4 is wrong.");
  run.advance(1);
  REQUIRE(run.stop());
  CHECK(run.stop()->iteration == 4);
  CHECK(run.explain().text.starts_with("Now all 4 are right. Stopped at iteration 4: "));
  run.advance(1);
  CHECK(headline(run) == "All 4 are right.");
}

TEST_CASE("Ho-Kashyap says that it cannot tell yet, or that nothing separates the patterns") {
  for (const char* const algorithm : {"hk", "hka", "hk-multiclass"}) {
    CAPTURE(algorithm);
    const char* const problem =
        std::string_view(algorithm) == "hk-multiclass" ? "three-classes:spread=2" : "overlap";
    Run early = trained(named(problem), algorithm, "iterations:n=2");
    CHECK(headline(early).contains("whether they can be separated is not decided yet"));
    Run late = trained(named(problem), algorithm, "", {.max_iterations = 20'000});
    if (late.stop()->reason != "not-separable") continue;
    CHECK_FALSE(headline(late).contains("not decided"));
    CHECK(late.explain().text.contains("Gordan"));
  }
  // Both labels at one place decide it, whatever the algorithm has found by then.
  const Eigen::MatrixXd X{{0, 0}, {0, 0}, {1, 1}, {2, 1}, {3, 2}};
  const Eigen::VectorXd y{{1, -1, 1, -1, 1}};
  Run disputed = trained(problem(X, y), "hk", "iterations:n=2");
  CHECK(headline(disputed).ends_with("and nothing separates those at one place."));
  Run proven = trained(named("xor"), "hk");
  CHECK(headline(proven).starts_with("Not separable: "));
}

TEST_CASE("what changes by rounding only is not said to change") {
  for (const char* const problem : {"overlap", "repeated", "collinear", "xor", "four-points"}) {
    for (const char* const algorithm : {"hk", "hk:learning_rate=0.9", "mhks", "mhka", "hka"}) {
      CAPTURE(problem);
      CAPTURE(algorithm);
      const bool squares = !std::string_view(algorithm).contains("ka");
      Run run = start(named(problem), algorithm, "", {.watched = part::all});
      std::vector<double> before = values(run.solver(), "margin_vector");
      for (int k = 0; k < 400 && run.advance(1); ++k) {
        CAPTURE(k);
        const std::vector<double> b = values(run.solver(), "margin_vector");
        const std::string told = run.explain().text;
        CAPTURE(told);
        if (told.contains(" grew by ")) CHECK(largest_rise(before, b) > 0);
        if (largest_rise(before, b) < 1e-13) CHECK_FALSE(told.contains(" grew by "));
        // The sum of squares never rises.
        if (squares) CHECK_FALSE(told.contains("J rose"));
        before = b;
      }
    }
  }
}

TEST_CASE("a sentence calls its patterns by the numbers that their points have") {
  PatientSession session;
  for (const char* const algorithm : {"hk", "hka", "mhks", "mhka", "smo", "dkpp"}) {
    CAPTURE(algorithm);
    REQUIRE(session.apply(SetProblem{"overlap:n=40"}));
    REQUIRE(session.apply(SplitValidation{0.5}));
    REQUIRE(session.apply(SetAlgorithm{algorithm}));
    REQUIRE(session.apply(SetRules{"iterations:n=60"}));
    std::size_t mentions = 0;
    for (int k = 0; k < 20; ++k) {
      const Explanation& told = session.machine().explanation();
      CAPTURE(told.text);
      mentions += told.mentions.size();
      for (const auto& [from, to, pattern] : told.mentions) {
        const int point = session.point_of_pattern(pattern);
        CHECK(session.pattern_of_point(point) == pattern);
        const std::string named = told.text.substr(from, to - from);
        CAPTURE(named);
        CHECK(
            (named.ends_with(std::to_string(point + 1)) || named.ends_with(subscript(point + 1))));
      }
      session.step(1);
    }
    CHECK(mentions > 10);
  }
}

TEST_CASE("settings that contradict one another are refused in a sentence, and most do not") {
  for (const Algorithm& algorithm : algorithms()) {
    if (!algorithm.preset.empty()) continue;
    CAPTURE(algorithm.id);
    int taken = 0, refused = 0;
    for (const std::string& text : variants(algorithm)) {
      CAPTURE(text);
      auto solver = make_solver(*parse_spec(text));
      require(solver);
      for (const char* const problem : of_each_kind) {
        const auto data = named(problem);
        const auto started = (*solver)->start(*data);
        if (!takes(algorithm, data->task, data->classes)) CHECK(!started);
        if (!started) CHECK(started.error().message.size() > 20);
        if (takes(algorithm, data->task, data->classes)) ++(started ? taken : refused);
      }
    }
    CHECK(taken > refused);
  }
}
