// The sentence of the iteration, and the patterns that it names.

#include <doctest/doctest.h>

#include <algorithm>

#include "app/classes.h"
#include "app/person.h"
#include "scene/scene.h"

using namespace marginscope;
using testing::Person;

TEST_CASE("a pattern that the sentence names is a link to its point") {
  for (const float width : {1440.0F, 390.0F}) {
    CAPTURE(width);
    Person person(width, 900);
    Session& session = person.session();
    REQUIRE(session.apply(SetProblem{"overlap:n=40"}));
    REQUIRE(session.apply(SplitValidation{0.5}));
    REQUIRE(session.step(1));
    person.rest();
    const Explanation told = session.machine().explanation();
    REQUIRE_FALSE(told.mentions.empty());
    std::vector<int> named, found;
    for (const auto& mention : told.mentions) {
      named.push_back(session.point_of_pattern(mention.pattern));
    }
    for (float y = 895; y > 800; y -= 8) {
      for (float x = 10; x < width - 150; x += 12) {
        session.select(-1);
        person.point_at({x, y});
        if (person.app().cursor() != "pointer") continue;
        person.press();
        person.release();
        if (session.selected() >= 0) found.push_back(session.selected());
      }
    }
    CHECK_FALSE(found.empty());
    for (const int point : found) {
      CHECK(std::ranges::find(named, point) != named.end());
      CHECK(point_title(session, point).starts_with("Pattern " + std::to_string(point + 1)));
    }
  }
}

TEST_CASE("a card calls a point by its number, whatever part it is of") {
  Person person;
  REQUIRE(person.session().apply(SetPart{{1}, true}));
  CHECK(point_title(person.session(), 0) == "Pattern 1 · class +1");
  CHECK(point_title(person.session(), 1) == "Validation point 2 · class +1");
  CHECK(point_title(person.session(), 2).starts_with("Pattern 3 · "));
}
