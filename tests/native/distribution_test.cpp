#include "views/distribution.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>

#include "core/random.h"
#include "scene/command.h"
#include "support/problems.h"
#include "support/random_scenes.h"
#include "support/sessions.h"

using namespace marginscope;
using namespace marginscope::testing;

namespace {

int sum(const std::vector<int>& counts) { return std::accumulate(counts.begin(), counts.end(), 0); }

}  // namespace

TEST_CASE("every error is counted once, in the bin where it lies, for random scenes") {
  Random random(41);
  int counted = 0, with_validation = 0;
  for (int tried = 0; tried < 150; ++tried) {
    PatientSession session;
    REQUIRE(session.open(scene_text(random_scene(random))));
    const Machine& machine = session.machine();
    CAPTURE(session.command_line());
    const auto found = distribution_of(machine);
    const std::vector<double>& errors = machine.quantity(Role::error);
    if (!found) {
      CHECK((errors.empty() ||
             !std::ranges::all_of(errors, [](double e) { return std::isfinite(e); }) ||
             machine.problem().has_validation()));
      continue;
    }
    ++counted;
    CHECK(sum(found->training) == std::ssize(errors));
    CHECK(found->training.size() <= 60);
    for (std::size_t bin = 0; bin < found->training.size(); ++bin) {
      const double from = found->from + static_cast<double>(bin) * found->width;
      const double room = 1e-9 * found->width;
      const auto inside = std::ranges::count_if(
          errors, [&](double e) { return e >= from - room && e < from + found->width + room; });
      const auto surely = std::ranges::count_if(
          errors, [&](double e) { return e >= from + room && e < from + found->width - room; });
      CHECK((surely <= found->training[bin] && found->training[bin] <= inside));
    }
    if (!machine.problem().has_validation()) {
      CHECK(found->validation.empty());
      continue;
    }
    ++with_validation;
    const auto each = std::ssize(errors) / machine.problem().X.rows();
    CHECK(sum(found->validation) == machine.problem().y_validation.size() * each);
  }
  CHECK(counted > 60);
  CHECK(with_validation > 20);
}

TEST_CASE("a validation pattern's error is what a training pattern's is") {
  // The same points once more, for validation: at the start no margin has been raised.
  for (const char* const algorithm : {"hk", "hka", "ols", "smo", "rls", "hk-multiclass"}) {
    CAPTURE(algorithm);
    const std::string_view id = algorithm;
    const Dataset once = *make_named_problem(
        *parse_spec(id == "hk-multiclass" ? "three-classes" : "overlap:n=60"), 3);
    std::vector<int> rows(static_cast<std::size_t>(once.size()));
    std::iota(rows.begin(), rows.end(), 0);
    Machine machine({std::string(id), {}}, "", 100, training_of(once, Scaling::none, rows, rows));
    while (machine.busy()) machine.work(no_time_limit);
    REQUIRE(machine.run());
    const auto found = distribution_of(machine);
    REQUIRE(found);
    CHECK(found->validation == found->training);
  }
}

TEST_CASE("bins have round edges and stay while the errors move") {
  PatientSession session;
  REQUIRE(session.apply(SetProblem{"overlap:n=200"}));
  for (const char* const algorithm : {"hk", "mhks", "hka", "smo", "lsvm"}) {
    CAPTURE(std::string(algorithm));
    REQUIRE(session.apply(SetAlgorithm{algorithm}));
    REQUIRE(session.apply(SetRules{"iterations:n=200"}));
    double width = 0;
    int changes = 0, steps = 0;
    for (; steps < 200 && session.step(1); ++steps) {
      const auto found = distribution_of(session.machine());
      REQUIRE(found);
      changes += width != 0 && found->width != width;
      width = found->width;
      const double edge = found->from / found->width;
      CHECK(std::abs(edge - std::round(edge)) < 1e-9);
      const double decade = std::pow(10, std::floor(std::log10(width) + 1e-9));
      const double digit = std::round(width / decade);
      CHECK((digit == 1 || digit == 2 || digit == 5));
    }
    CHECK(steps > 10);
    CHECK(changes <= steps / 20);
  }
}

TEST_CASE("the normal curve has the area, the mean and the deviation of the counts") {
  PatientSession session;
  REQUIRE(session.apply(SetProblem{"overlap:n=400"}));
  const auto found = distribution_of(session.machine());
  REQUIRE(found);
  double area = 0, mean = 0, square = 0;
  const double step = found->moments.std / 50;
  for (int i = -500; i <= 500; ++i) {
    const double e = found->moments.mean + i * step;
    const double part = found->normal_count(e) / found->width * step;
    area += part;
    mean += part * e;
    square += part * (e - found->moments.mean) * (e - found->moments.mean);
  }
  CHECK(area == doctest::Approx(400));
  CHECK(mean / area == doctest::Approx(found->moments.mean));
  CHECK(std::sqrt(square / area) == doctest::Approx(found->moments.std));
  CHECK(found->normality.skewness == standardised_skewness(found->moments.skewness, 400));
  CHECK(found->moments.kurtosis == session.machine().run()->record().moments.kurtosis);
}

TEST_CASE("errors that are all the same lie in one bin, and there is no curve") {
  PatientSession session;
  REQUIRE(session.apply(ClearPoints{}));
  CHECK(!distribution_of(session.machine()));
  for (const double x : {-1.0, 1.0}) REQUIRE(session.apply(AddPoint{x, 0, x}));
  REQUIRE(session.apply(SetAlgorithm{"ols"}));
  const auto found = distribution_of(session.machine());
  REQUIRE(found);
  CHECK(sum(found->training) == 2);
  if (!(found->moments.std > 0)) CHECK(std::isnan(found->normal_count(0)));
}
