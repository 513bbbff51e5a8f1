#include <doctest/doctest.h>

#include "support/every_algorithm.h"

using namespace marginscope;
using namespace marginscope::testing;

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
      check(run.explain());
    } while (run.advance(1) && !run.stop());
    REQUIRE(run.stop());
    CHECK(run.stop()->message.size() > 20);
    CHECK(run.stop()->message.back() == '.');
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
