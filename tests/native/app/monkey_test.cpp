// The panels under a hand that presses anything: whatever it does, each frame ends, nothing is drawn
// that could not be, and undo leads back to where it began.

#include <doctest/doctest.h>

#include "app/person.h"
#include "core/random.h"
#include "data/catalogue.h"
#include "solvers/registry.h"

using namespace marginscope;
using testing::Person;

namespace {

struct Size {
  float width, height;
};
constexpr Size wide = {1440, 900}, narrow = {390, 844};

class Monkey {
 public:
  Monkey(Person& person, Size size, std::uint64_t seed)
      : person_(person), size_(size), random_(seed) {}

  void act() {
    switch (below(12)) {
      case 0: key(); break;
      case 1: person_.key("z", true); break;
      case 2: person_.key(below(2) ? "y" : "Delete", below(2) == 0); break;
      case 3:
      case 4: drag(); break;
      case 5: drag_with_interruption(); break;
      case 6: person_.app().wheel(0, below(2) ? 1.0F : -1.0F); break;
      case 7: person_.click(anywhere(), 1); break;
      default: person_.click(anywhere()); break;
    }
    for (std::uint64_t i = below(4); i > 0; --i) person_.frame();
    person_.app().take_requests();
  }

 private:
  std::uint64_t below(std::uint64_t count) { return random_.below(count); }

  ImVec2 anywhere() {
    const auto along = [this](float length) {
      return static_cast<float>(below(static_cast<std::uint64_t>(length)));
    };
    return {along(size_.width), along(size_.height)};
  }

  void key() {
    static const std::string keys[] = {" ", "ArrowLeft", "ArrowRight", "Home", "End",    "v", "a",
                                       "m", "e",         "f",          "t",    "?",      "1", "2",
                                       "3", "8",         "Escape",     "x",    "Delete", "Backspace"};
    person_.key(keys[below(std::size(keys))]);
  }

  void drag() {
    person_.begin_drag(anywhere(), anywhere());
    person_.release();
  }

  void drag_with_interruption() {
    person_.begin_drag(anywhere(), anywhere());
    key();
    person_.point_at(anywhere());
    person_.point_at(anywhere());
    person_.release();
  }

  Person& person_;
  Size size_;
  Random random_;
};

// All edits are taken back, and done again.
void undo_and_redo(Session& session) {
  const Scene last = session.scene();
  int steps = 0;
  while (session.undo()) ++steps;
  const Scene first = session.scene();
  for (int i = 0; i < steps; ++i) REQUIRE(session.redo());
  CHECK(session.scene().data == last.data);
  CHECK(session.scene().algorithm == last.algorithm);
  CHECK(session.scene().rules == last.rules);
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
      REQUIRE(session.carry_out({"algorithm", {{"id", algorithms()[a].id}}}));
      person.rest(20);
      session.carry_out({"step", {{"count", 2.0}}});
      person.rest(20);
      const int drawn = person.drawn();
      person.frame();
      CHECK(person.drawn() >= drawn);
    }
    ++which;
  }
  CHECK(which > 8);
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
