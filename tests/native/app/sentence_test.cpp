// The sentence of the iteration, and the patterns that it names.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "app/classes.h"
#include "app/mentions.h"
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
    // Along the bar below everything: what lies above it would be pressed, too.
    const float top = width < 900 ? 804 : 848;
    for (float y = 895; y > top; y -= 8) {
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

TEST_CASE(
    "a shortened sentence keeps its ellipsis whole, wherever a pattern would have been named") {
  const Explanation told = {
      .text = "All are right. Pattern 12 is farthest short, and pattern 3 is next.",
      .headline = 14,
      .mentions = {{15, 25, 11}, {49, 58, 2}}};
  for (std::size_t first = 0; first < told.text.size(); ++first) {
    for (std::size_t own = 1; first + own <= told.text.size(); ++own) {
      const std::string line = told.text.substr(first, own) + "…";
      std::string joined;
      while (joined.size() < line.size()) {
        const LinePiece piece = piece_at(told, line, first, own, joined.size());
        joined += piece.text;
        CHECK(!piece.text.empty());
        CHECK((piece.text == "…" || !piece.text.contains('\xE2')));
        if (piece.pattern >= 0)
          CHECK(told.text.substr(piece.place, piece.text.size()) == piece.text);
      }
      CHECK(joined == line);
    }
  }
  const auto piece = [&](std::size_t begin) {
    return piece_at(told, told.text, 0, told.text.size(), begin);
  };
  CHECK(piece(0).text == "All are right.");
  CHECK(piece(0).headline);
  CHECK(piece(15).text == "Pattern 12");
  CHECK(piece(15).pattern == 11);
  CHECK(piece(49).text == "pattern 3");
}

TEST_CASE("a message stands above the button that leads to the iteration that is kept") {
  Person person;
  Session& session = person.session();
  REQUIRE(session.apply(SetProblem{"overlap"}));
  REQUIRE(session.apply(SetAlgorithm{"hkes"}));
  REQUIRE(session.apply(SplitValidation{0.33}));
  const auto top_with = [&](const char* rules) {
    REQUIRE(session.apply(SetRules{rules}));
    REQUIRE(session.seek(20));
    person.rest();
    return person.app().message_top();
  };
  CHECK(top_with("iterations:n=20") == 900);
  const double alone = top_with("kkt iterations:n=20");
  CHECK(alone < 900);
  REQUIRE_FALSE(session.machine().retaining_stop());
  const double above = top_with("validation-minimum kkt iterations:n=20");
  REQUIRE(session.machine().retaining_stop());
  CHECK(above <= alone - 28);
}

TEST_CASE("a card calls a point by its number, whatever part it is of") {
  Person person;
  REQUIRE(person.session().apply(SetPart{{1}, true}));
  CHECK(point_title(person.session(), 0) == "Pattern 1 · class +1");
  CHECK(point_title(person.session(), 1) == "Validation point 2 · class +1");
  CHECK(point_title(person.session(), 2).starts_with("Pattern 3 · "));
}
