#include <doctest/doctest.h>

#include "support/every_algorithm.h"

using namespace marginscope;
using namespace marginscope::testing;

namespace {

using Bits = std::vector<std::uint64_t>;

// What a solver publishes and says after each of the next steps.
struct Course {
  std::vector<Bits> states;
  std::vector<std::string> sentences;
  bool operator==(const Course&) const = default;
};

Course course_of(Solver& solver, Outcome outcome, int steps) {
  Course course;
  for (int k = 0; k < steps && outcome == Outcome::running; ++k) {
    const auto before = solver.clone();
    outcome = solver.step();
    course.states.push_back(bits(solver));
    course.sentences.push_back(solver.explain(before.get()) + solver.explain_outcome());
  }
  return course;
}

}  // namespace

TEST_CASE("a clone steps on identically, to the bit, and apart, for every algorithm") {
  for (const Case& c : cases(of_each_kind)) {
    CAPTURE(c.text);
    CAPTURE(c.problem);
    auto solver = *make_solver(*parse_spec(c.text));
    Outcome outcome = *solver->start(*c.data);
    for (int k = 0; k < 5 && outcome == Outcome::running; ++k) outcome = solver->step();
    const Bits now = bits(*solver);
    const auto clone = solver->clone();
    CHECK(bits(*clone) == now);
    const Course of_clone = course_of(*clone, outcome, 12);
    CHECK(bits(*solver) == now);
    CHECK(course_of(*solver, outcome, 12) == of_clone);
    // What a clone is copied from may go.
    const auto copy = clone->clone();
    const Bits then = bits(*clone);
    solver.reset();
    CHECK(bits(*copy) == then);
    CHECK(copy->state_bytes() >= sizeof(Solver));
  }
}
