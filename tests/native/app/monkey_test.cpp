// The panels under a hand that presses anything: whatever it does, each frame ends, nothing is drawn
// that could not be, and undo leads back to where it began.

#include <doctest/doctest.h>

#include <cmath>

#include "app/monkey.h"
#include "app/person.h"
#include "data/catalogue.h"
#include "solvers/registry.h"
#include "stopping/registry.h"

using namespace marginscope;
using testing::Monkey;
using testing::narrow;
using testing::Person;
using testing::Size;
using testing::wide;

namespace {

// All edits are taken back, and done again.
void undo_and_redo(Session& session) {
  const Scene last = session.scene();
  int steps = 0;
  while (session.undo()) ++steps;
  const Scene first = session.scene();
  for (int i = 0; i < steps; ++i) REQUIRE(session.redo());
  CHECK(session.scene().data == last.data);
  CHECK(session.scene().machine().algorithm == last.machine().algorithm);
  CHECK(session.scene().machine().rules == last.machine().rules);
  while (session.undo()) {
  }
  CHECK(session.scene().data == first.data);
}

}  // namespace

TEST_CASE("every named problem is drawn, wide and narrow, light and dark, whatever learns it") {
  int which = 0;
  for (const NamedProblem& problem : named_problems()) {
    Person person(which % 2 ? narrow.width : wide.width, which % 2 ? narrow.height : wide.height,
                  which % 4 < 2);
    Session& session = person.session();
    REQUIRE(session.carry_out({"problem", {{"text", problem.id}}}));
    for (std::size_t a = static_cast<std::size_t>(which) % 3; a < algorithms().size(); a += 3) {
      CAPTURE(problem.id);
      CAPTURE(algorithms()[a].id);
      const int drawn = person.drawn();
      REQUIRE(session.carry_out({"algorithm", {{"id", algorithms()[a].id}}}));
      person.rest(20);
      const int chosen = person.drawn();
      CHECK(chosen > drawn);
      // One that does not take the problem, or has no step to make, says so.
      const bool stepped = session.carry_out({"step", {{"count", 2.0}}}).has_value();
      person.rest();
      CHECK(stepped == (session.iteration() > 0));
      CHECK((!stepped || person.drawn() > chosen));
    }
    ++which;
  }
  CHECK(which > 8);
}

TEST_CASE("every stopping rule is drawn, wide and narrow") {
  for (const Size size : {wide, narrow}) {
    Person person(size.width, size.height);
    for (const RuleKind& kind : rule_kinds()) {
      CAPTURE(kind.id);
      REQUIRE(person.session().apply(SetRules{std::string(kind.id)}));
      REQUIRE(person.session().step(3));
      const int drawn = person.drawn();
      person.rest(20);
      CHECK(person.drawn() > drawn);
    }
  }
}

TEST_CASE("a machine that waits for others at its end is drawn as far as it goes") {
  for (const Size size : {wide, narrow}) {
    Person person(size.width, size.height);
    Session& session = person.session();
    REQUIRE(session.apply(SetRules{""}));
    REQUIRE(session.apply(CopyMachine{}));
    REQUIRE(session.apply(SetAlgorithm{"ols"}));
    REQUIRE(session.seek(40));
    person.rest();
    REQUIRE(session.iteration() == 40);
    REQUIRE(session.machine().last_iteration() == 0);
    for (const int index : {0, 1}) {
      const int drawn = person.drawn();
      REQUIRE(session.choose(index));
      person.rest(20);
      CHECK(person.drawn() > drawn);
    }
  }
}

TEST_CASE("margins that are not numbers are drawn as none") {
  for (const Size size : {wide, narrow}) {
    Person person(size.width, size.height);
    REQUIRE(person.session().open(
        "v=1&algorithm=hkesa:initial_margin=0.04912962430490414,kernel=polynomial:p=3,solve=inverse"
        "&scale=unit&iteration=41&points=ibpL4VjeMevFcIdH-l"));
    person.rest();
    REQUIRE(std::isnan(person.session().machine().quantity(Role::margin).at(0)));
  }
}

TEST_CASE("a hand that presses anything does no harm") {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
    CAPTURE(seed);
    const Size size = seed % 2 ? wide : narrow;
    Person person(size.width, size.height, seed % 4 < 2);
    const Dataset before = person.session().scene().data;
    Monkey monkey(person, size, seed);
    for (int i = 0; i < 250; ++i) monkey.act();
    person.key("Escape");
    person.rest(50);
    undo_and_redo(person.session());
    CHECK(person.session().scene().data == before);
  }
}
