// The views of the machine on the canvas: the space of weights, the proof, the distribution.

#include <doctest/doctest.h>

#include <cmath>

#include "app/person.h"
#include "views/weight_space.h"

using namespace marginscope;
using testing::Person;

namespace {

// The number of the pair of weights that is chosen.
int pair_of(Person& person) { return person.app().view_choice().back() - '0'; }

WeightSpace space_of(Person& person) {
  const Session& session = person.session();
  auto space =
      weight_space_of(session.machine(), session.plane(), static_cast<WeightPair>(pair_of(person)));
  REQUIRE(space);
  return std::move(*space);
}

// Where a place of the space of weights is drawn.
ImVec2 place_of_weights(Person& person, double a, double b) {
  const auto [x0, y0, x1, y1, left, top, width, height] = person.app().weight_plane();
  return {static_cast<float>(left + (a - x0) / (x1 - x0) * width),
          static_cast<float>(top + (y1 - b) / (y1 - y0) * height)};
}

// A place on the screen on the line of a pattern that is far from all other lines; left of the screen
// where there is none.
ImVec2 place_on_line(Person& person, std::size_t pattern) {
  const WeightSpace space = space_of(person);
  const auto plane = person.app().weight_plane();
  const PatternLine& line = space.lines[pattern];
  constexpr float room = 12;
  for (int i = 1; i < 100; ++i) {
    const bool steep =
        std::abs(line.across) * (plane.x1 - plane.x0) > std::abs(line.up) * (plane.y1 - plane.y0);
    double a = plane.x0 + (plane.x1 - plane.x0) * i / 100;
    double b = plane.y0 + (plane.y1 - plane.y0) * i / 100;
    if (steep) {
      a = -(line.up * b + line.rest) / line.across;
    } else {
      b = -(line.across * a + line.rest) / line.up;
    }
    const ImVec2 at = place_of_weights(person, a, b);
    bool free = at.x > plane.left + room && at.x < plane.left + plane.width - room &&
                at.y > plane.top + 90 && at.y < plane.top + plane.height - 40;
    for (std::size_t other = 0; other < space.lines.size() && free; ++other) {
      const PatternLine& beside = space.lines[other];
      const double pixels = std::hypot(beside.across * (plane.x1 - plane.x0) / plane.width,
                                       beside.up * (plane.y1 - plane.y0) / plane.height);
      free = other == pattern || std::abs(beside.margin(a, b)) / pixels > room;
    }
    if (free) return at;
  }
  return {-1, -1};
}

// The middle of the switch's segment of this index.
ImVec2 segment(Person& person, int index) {
  const auto plane = person.app().plane();
  const double right = plane.left + plane.width - 48;
  return {static_cast<float>(right - 206 + 206.0 / 6 * (2 * index + 1)),
          static_cast<float>(plane.top + 26)};
}

bool rests(Person& person) {
  person.rest();
  return !person.frame();
}

}  // namespace

TEST_CASE("the key W shows the space of weights, a click on a line selects its pattern") {
  for (const float width : {1440.0F, 1024.0F, 390.0F}) {
    for (const bool dark : {false, true}) {
      Person person(width, width < 400 ? 844.0F : 900.0F, dark);
      person.key("w");
      CHECK(person.app().shown_view() == "weight-space");
      CHECK(rests(person));
      int selected = 0;
      for (std::size_t pattern = 0; pattern < 4; ++pattern) {
        const ImVec2 at = place_on_line(person, pattern);
        if (at.x < 0) continue;
        person.click(at);
        person.rest();
        CHECK(person.session().selected() ==
              person.session().point_of_pattern(static_cast<int>(pattern)));
        ++selected;
      }
      CHECK(selected >= 2);
      CHECK(person.session().scene().data.size() == 4);
      person.key("w");
      CHECK(person.app().shown_view() == "points");
      CHECK(rests(person));
    }
  }
}

TEST_CASE("the switch does what its keys do, and says why there is no proof") {
  Person person;
  person.click(segment(person, 1));
  person.rest();
  CHECK(person.app().shown_view() == "weight-space");
  person.click(segment(person, 2));
  person.rest();
  CHECK(person.app().shown_view() == "weight-space");
  CHECK(person.session().notice().contains("not separable"));
  person.click(segment(person, 0));
  person.rest();
  CHECK(person.app().shown_view() == "points");
  CHECK(person.session().scene().data.size() == 4);
}

TEST_CASE("the pair of weights is another one by its key, and the wheel and a drag move the view") {
  Person person;
  person.key("o");
  CHECK(pair_of(person) == 0);
  person.key("w");
  for (const int pair : {1, 2, 0}) {
    person.key("o");
    person.rest();
    CHECK(pair_of(person) == pair);
  }
  const auto before = person.app().weight_plane();
  const ImVec2 middle = {static_cast<float>(before.left + before.width / 2),
                         static_cast<float>(before.top + before.height / 2)};
  person.point_at(middle);
  person.app().wheel(0, 2);
  person.rest();
  const auto closer = person.app().weight_plane();
  CHECK(closer.x1 - closer.x0 < before.x1 - before.x0);
  person.begin_drag(middle, {middle.x + 60, middle.y});
  person.release();
  person.rest();
  CHECK(person.app().weight_plane().x0 < closer.x0);
  CHECK(person.session().scene().data.size() == 4);
  person.key("f");
  person.rest();
  CHECK(person.app().weight_plane().x0 == before.x0);
  CHECK(person.app().weight_plane().x1 == before.x1);
}

TEST_CASE("the view of the weights rests while the run steps on and back") {
  Person person;
  person.key("w");
  person.rest();
  int changes = 0;
  auto last = person.app().weight_plane();
  for (int k = 0; k < 40; ++k) {
    person.key("ArrowRight");
    person.rest();
    const auto now = person.app().weight_plane();
    changes += now.x0 != last.x0 || now.x1 != last.x1 || now.y0 != last.y0 || now.y1 != last.y1;
    last = now;
    const auto [a, b] = space_of(person).present;
    CHECK((now.x0 < a && a < now.x1 && now.y0 < b && b < now.y1));
  }
  CHECK(changes <= 8);
  person.key("Home");
  person.rest();
  CHECK(person.app().weight_plane().x1 == last.x1);
}

TEST_CASE("a proof is shown where there is one, and again when the run comes back to it") {
  for (const char* const algorithm : {"hk", "smo"}) {
    CAPTURE(algorithm);
    Person person;
    REQUIRE(person.session().apply(SetProblem{"xor"}));
    REQUIRE(person.session().apply(SetAlgorithm{algorithm}));
    REQUIRE(person.session().apply(SetRules{""}));
    // On xor Ho-Kashyap has its proof at the start.
    if (!person.session().machine().run()->end()) REQUIRE(person.session().seek_end());
    person.rest();
    person.key("p");
    CHECK(person.app().shown_view() == "proof");
    CHECK(rests(person));
    REQUIRE(person.session().seek(0));
    person.rest();
    CHECK((person.app().shown_view() == "points") == (person.session().last_iteration() > 0));
    REQUIRE(person.session().seek(person.session().last_iteration()));
    person.rest();
    CHECK(person.app().shown_view() == "proof");
    person.key("p");
    CHECK(person.app().shown_view() == "points");
  }
}

TEST_CASE("on a narrow card the proof's sentence stands below, so that it covers no point") {
  Person person(390, 844);
  REQUIRE(person.session().apply(SetProblem{"xor"}));
  person.rest();
  const auto points = person.app().plane();
  person.key("p");
  person.rest();
  REQUIRE(person.app().shown_view() == "proof");
  const auto proof = person.app().plane();
  CHECK(proof.height < points.height - 34);
  for (int point = 0; point < 4; ++point) {
    CAPTURE(point);
    CHECK(person.place_of(point).y < static_cast<float>(proof.top + proof.height) - 12);
  }
  person.key("p");
  person.rest();
  CHECK(person.app().plane().height == points.height);
}

TEST_CASE(
    "the distribution is drawn with rules on moments, validation errors, and without a deviation") {
  for (const bool dark : {false, true}) {
    Person person(1440, 900, dark);
    REQUIRE(person.session().apply(SetProblem{"overlap:n=100"}));
    REQUIRE(person.session().apply(SplitValidation{0.3}));
    for (const char* const moment : {"mean", "std", "skewness", "kurtosis"}) {
      REQUIRE(person.session().apply(
          SetRules{"moment-stationary:moment=" + std::string(moment) + ",threshold=1e-9"}));
      REQUIRE(person.session().step(3));
      person.rest();
      const ImVec2 chart = person.right_edge_of("distribution_");
      REQUIRE(chart.x > 0);
      for (float x = chart.x - 300; x < chart.x; x += 20) person.point_at({x, chart.y});
      CHECK(rests(person));
    }
    REQUIRE(person.session().apply(ClearPoints{}));
    CHECK(rests(person));
    REQUIRE(person.session().apply(AddPoint{1, 1, 1}));
    CHECK(rests(person));
  }
}

TEST_CASE("a view is chosen by its text; of another text the points are shown") {
  Person person;
  for (const char* const text : {"weight-space:2", "weight-space:0", "proof:1", "points:0"}) {
    person.app().choose_view(text);
    person.rest();
    CHECK(person.app().view_choice() == text);
  }
  for (const char* const text : {"", ":", "weights", "weight-space:7", "points:x", "proof:1:2"}) {
    person.app().choose_view(text);
    CHECK(rests(person));
    CHECK(pair_of(person) <= 2);
  }
  person.app().choose_view("weights:1");
  CHECK(person.app().view_choice() == "points:1");
}
