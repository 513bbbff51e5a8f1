#include <doctest/doctest.h>

#include <string>

#include "scene/scene.h"
#include "support/problems.h"
#include "support/random_settings.h"

using namespace marginscope;
using namespace marginscope::testing;

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
