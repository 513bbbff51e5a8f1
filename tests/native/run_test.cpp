#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "support/every_algorithm.h"

using namespace marginscope;
using namespace marginscope::testing;

namespace {

// Counts the steps of all its copies, and the copies.
class Counter final : public Solver {
 public:
  static inline int steps = 0, copies = 0;

  explicit Counter(bool has_long_steps = false) : has_long_steps_(has_long_steps) {}

  double memory_needed(const ProblemSize&) const override { return 0; }
  Gradual<Result<Outcome>> begin(const Problem&, StartOptions) override {
    co_return Outcome::running;
  }
  Outcome step() override {
    ++steps;
    ++k_;
    return Outcome::running;
  }
  void measure(Parts, Record&) const override {}
  std::span<const Quantity> quantities() const override { return {}; }
  void decision_values(const Eigen::Ref<const Eigen::MatrixXd>& X,
                       Eigen::MatrixXd& f) const override {
    f.setZero(X.rows(), 1);
  }
  std::string explain(const Solver* previous) const override {
    const int before = previous ? static_cast<const Counter*>(previous)->k_ : -1;
    return sentence(std::to_string(before), " to ", std::to_string(k_));
  }
  std::string explain_outcome() const override { return ""; }
  Parts measures() const override { return part::none; }
  bool has_long_steps() const override { return has_long_steps_; }
  std::unique_ptr<Solver> clone() const override {
    ++copies;
    return std::make_unique<Counter>(*this);
  }
  std::size_t state_bytes() const override { return sizeof(*this); }

 private:
  bool has_long_steps_;
  int k_ = 0;
};

}  // namespace

TEST_CASE("any iteration is revisited to the bit, forwards and backwards") {
  for (const std::string algorithm : {"hk", "hka", "mhks", "mhka", "hk:rate_schedule=decreasing"}) {
    CAPTURE(algorithm);
    // A budget of a few keyframes, so that they are thinned and long replays happen.
    Run run =
        start(named("overlap"), algorithm, "", {.watched = part::all, .keyframe_bytes = 40'000});
    std::vector<std::vector<std::uint64_t>> seen{bits(run.solver())};
    while (run.iteration() < 700 && run.advance(1)) seen.push_back(bits(run.solver()));
    Random random(2);
    for (int visit = 0; visit < 60; ++visit) {
      const auto k = static_cast<int>(random.below(seen.size()));
      run.seek(k);
      CHECK(run.iteration() == k);
      CHECK(bits(run.solver()) == seen[static_cast<std::size_t>(k)]);
    }
    const int last = run.last_iteration();
    run.seek(3);
    run.advance(last - 3);
    CHECK(bits(run.solver()) == seen.back());
  }
}

TEST_CASE("a run that nobody watches takes the same steps") {
  Run watched = start(named("overlap"), "hk");
  Run alone = start(named("overlap"), "hk", "", {.keep_history = false});
  watched.advance(500);
  alone.advance(500);
  CHECK(bits(watched.solver()) == bits(alone.solver()));
}

TEST_CASE(
    "a rule stops the run, the run goes on past it, and remembers where it would have stopped") {
  Run run = start(named("four-points"), "hk",
                  "separated objective-change:threshold=1e-3+separated iterations:n=30");
  CHECK(run.advance(1000) == 4);
  REQUIRE(run.stop());
  CHECK(run.stop()->reason == "separated");
  CHECK(run.stop()->message.find("Stopped at iteration 4") == 0);
  CHECK(!run.end());
  // On past it to the next one, and past the last as far as is asked.
  CHECK(run.advance(1000) == 26);
  CHECK(run.advance(1000) > 0);
  CHECK(run.advance(1000) == 1000);
  CHECK(run.stop()->iteration == 4);
  const auto would = run.would_stop();
  REQUIRE(would.size() == 5);
  CHECK(would[0].text == "separated");
  CHECK(*would[0].iteration == 4);
  CHECK(would[1].text == "objective-change:threshold=1e-3+separated");
  CHECK(would[1].name == "Objective change and Separated");
  CHECK(would[4].text == "iterations:n=30");
  CHECK(*would[4].iteration == 30);
  REQUIRE(run.stops().size() == 3);
  CHECK(run.stops()[1].reason == "iterations");
  CHECK(run.stops()[2].reason == "objective-change+separated");
  CHECK(run.stops()[2].name == "Objective change and Separated");
  CHECK(run.stops()[2].iteration == *would[1].iteration);
  // Forwards once more, it halts at each of them again; other rules are judged the same way.
  for (const bool judged_again : {false, true}) {
    if (judged_again) REQUIRE(run.set_rules(*parse_rules("iterations:n=30 separated")));
    run.seek(1);
    CHECK(run.advance(1000) == 3);
    CHECK(run.stop_at(4) == run.stop());
    CHECK(run.advance(1000) == 26);
    CHECK(run.stop_at(30)->reason == "iterations");
    CHECK(!run.stop_at(29));
  }
  CHECK(run.stops().size() == 2);
}

TEST_CASE("other rules judge the same history without training again") {
  Run run = start(named("four-points"), "hk", "");
  run.advance(50);
  REQUIRE(run.set_rules(*parse_rules("iterations:n=9 separated")));
  CHECK(run.stop()->reason == "separated");
  CHECK(run.iteration() == 50);
  REQUIRE(run.set_rules(*parse_rules("iterations:n=99")));
  CHECK(!run.stop());
}

TEST_CASE("the first least validation error is retained") {
  // Validation errors are counted by hand from the decision values of a replay.
  Dataset data = *make_named_problem(*parse_spec("overlap"), 4);
  for (std::size_t i = 0; i < data.validation.size(); i += 3) data.validation[i] = true;
  const auto problem = training_of(data, Scaling::none).problem;
  Run run = trained(problem, "hkes", "objective-change:threshold=1e-6 validation-minimum");
  REQUIRE(run.stop());
  CHECK(run.stop()->reason == "objective-change");
  int first = -1;
  double least = 2;
  for (int k = 0; k <= run.last_iteration(); ++k) {
    run.seek(k);
    Eigen::MatrixXd f;
    run.solver().decision_values(problem->X_validation, f);
    double wrong = 0;
    for (Eigen::Index i = 0; i < f.rows(); ++i) wrong += !(f(i, 0) * problem->y_validation[i] > 0);
    if (wrong / static_cast<double>(f.rows()) < least) {
      least = wrong / static_cast<double>(f.rows());
      first = k;
    }
  }
  CHECK(run.stop()->retained_iteration == first);
  CHECK(run.history().at(first).validation_error == doctest::Approx(least));
}

TEST_CASE("every way that a run can end has a name and a meaning") {
  std::set<std::string_view> ids;
  std::set<std::string_view> names;
  for (const auto& [called, meaning] : outcome_kinds()) {
    CAPTURE(called.id);
    CHECK(ids.insert(called.id).second);
    CHECK(names.insert(called.name).second);
    CHECK(!called.name.empty());
    CHECK(meaning.ends_with('.'));
  }
  CHECK(ids.contains(outcome_id(Outcome::solved)));
  CHECK(ids.contains(cancellation.id));
  CHECK(!ids.contains(outcome_id(Outcome::running)));
}

TEST_CASE("limits and cancellation end a run with their reasons") {
  const Run limited =
      trained(named("moons"), "hk", "", {.max_iterations = 17, .watched = part::all});
  CHECK(limited.stop()->reason == "max-iterations");
  CHECK(limited.stop()->name == "Limit reached");
  CHECK(limited.stop()->iteration == 17);
  Run cancelled = start(named("moons"), "hk", "");
  cancelled.advance(5);
  cancelled.cancel();
  CHECK(cancelled.stop()->reason == "cancelled");
  CHECK(cancelled.advance(1) == 0);
}

TEST_CASE("a run that keeps its history ends where that is full, however far it was told to go") {
  constexpr std::size_t history_bytes = 2'000'000;
  const auto run_with = [](bool keep_history) {
    auto run = Run::start(named("overlap"), std::make_unique<Counter>(), *parse_rules(""),
                          {.max_iterations = 1'000'000'000,
                           .keep_history = keep_history,
                           .history_bytes = history_bytes});
    run->advance(100'000);
    return std::move(*run);
  };
  const Run full = run_with(true);
  REQUIRE(full.end());
  CHECK(full.end()->reason == "max-iterations");
  CHECK(full.end()->message.find("fill the 2 MB") != std::string::npos);
  CHECK(static_cast<std::size_t>(full.last_iteration()) < history_bytes / sizeof(Record));
  CHECK(full.last_iteration() > 10'000);
  CHECK(run_with(false).last_iteration() == 100'000);
}

TEST_CASE("the sentence of a step does not make the steps before it again") {
  auto begun = Run::start(named("four-points"), std::make_unique<Counter>(), {});
  REQUIRE(begun);
  Run run = std::move(*begun);
  Counter::steps = 0;
  for (int k = 1; k <= 150; ++k) {
    run.advance(1);
    CHECK(run.explain().text.ends_with(
        sentence(" ", std::to_string(k - 1), " to ", std::to_string(k))));
  }
  CHECK(Counter::steps == 150);
  // Backwards it replays from a keyframe, once for the state and its sentence.
  run.seek(140);
  CHECK(run.explain().text.ends_with(" 139 to 140"));
  CHECK(Counter::steps == 150 + (140 - 128));
  run.seek(128);
  CHECK(run.explain().text.ends_with(" 127 to 128"));
  run.seek(0);
  CHECK(run.explain().text.ends_with(" -1 to 0"));
  run.advance(10);
  CHECK(run.explain().text.ends_with(" 9 to 10"));
}

TEST_CASE("a long step that has been made is not made again, forwards either") {
  Run run = *Run::start(named("four-points"), std::make_unique<Counter>(true), {});
  run.advance(20);
  Counter::steps = 0;
  for (const auto time : {no_time_limit, std::chrono::nanoseconds(std::chrono::hours(1))}) {
    run.seek(3);
    CHECK(run.advance(10, time) == 10);
    CHECK(run.explain().text.ends_with(" 12 to 13"));
  }
  CHECK(Counter::steps == 0);
  CHECK(run.advance(10) == 10);
  CHECK(Counter::steps == 3);
}

TEST_CASE("steps that become slower are noticed in time") {
  // Where the clock is looked at the state is kept as well.
  const auto copies = [](std::chrono::nanoseconds time) {
    Run run = *Run::start(named("four-points"), std::make_unique<Counter>(), {});
    Counter::copies = 0;
    CHECK(run.advance(4096, time) == 4096);
    return Counter::copies;
  };
  // Each time after four times as many steps at the most, however quick they were.
  CHECK(copies(std::chrono::hours(1)) == copies(no_time_limit) + 5);
}

TEST_CASE("the same rules again change no stop, where the solver's own limit ends the run") {
  // Four patterns that no line separates: one sweep is four steps.
  Eigen::MatrixXd X(4, 2);
  X << 0, 0, 1, 1, 0, 1, 1, 0;
  const auto data = problem(X, Eigen::Vector4d(1, 1, -1, -1));
  Run run = trained(data, "dkpp:max_sweeps=1", "iterations:n=4");
  REQUIRE(run.end());
  CHECK(run.end()->iteration == 4);
  CHECK(run.stop()->reason == "max-iterations");
  const std::string message = run.stop()->message;
  auto rules = parse_rules("iterations:n=4");
  require(run.set_rules(*rules));
  CHECK(run.stop()->reason == "max-iterations");
  CHECK(run.stop()->message == message);

  // The run's own limit says less than a rule that holds at the same iteration.
  Run limited = trained(named("overlap"), "hk", "iterations:n=4",
                        {.max_iterations = 4, .watched = part::all});
  CHECK(limited.stop()->reason == "iterations");
  require(limited.set_rules(*rules));
  CHECK(limited.stop()->reason == "iterations");
}
