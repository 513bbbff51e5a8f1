// What happens when something else happens amid a drag.

#include <doctest/doctest.h>

#include "app/person.h"
#include "scene/scene.h"

using namespace marginscope;
using testing::Person;

namespace {

// Least squares on the four points: the ticks of the margin chart can be dragged.
void open_least_squares(Person& person) {
  REQUIRE(person.session().apply(SetAlgorithm{"ols"}));
  person.rest();
}

std::string targets(Person& person) {
  for (const auto& [id, text] : person.session().scene().machine().algorithm.values) {
    if (id == "target_margins") return text;
  }
  return "";
}

}  // namespace

TEST_CASE("a tick that is dragged sets its pattern's margin, in one step of undo") {
  Person person;
  open_least_squares(person);
  const ImVec2 tick = person.bar_of("margins", 3);
  REQUIRE(tick.x > 0);
  person.begin_drag(tick, {tick.x, tick.y - 30});
  person.release();
  person.rest();
  CHECK(targets(person).starts_with("1,1,1,"));
  CHECK(targets(person) != "1,1,1,1");
  REQUIRE(person.session().undo());
  CHECK(targets(person).empty());
}

TEST_CASE("a press at the right edge of a chart goes there, and no further while it rests") {
  Person person;
  person.rest();
  const ImVec2 edge = person.right_edge_of("objective_");
  REQUIRE(edge.x > 0);
  person.point_at(edge);
  person.press();
  for (int i = 0; i < 40; ++i) person.frame();
  const int reached = person.session().iteration();
  CHECK(reached > 0);
  CHECK(reached <= 10);
  CHECK(person.session().last_iteration() == reached);
  // Along it, back to the start and to the edge once more: the axis is still the one of the press.
  person.point_at({edge.x - 150, edge.y});
  CHECK(person.session().iteration() < reached);
  person.point_at(edge);
  CHECK(person.session().last_iteration() == reached);
  person.release();
  person.rest();
  CHECK(person.session().last_iteration() == reached);
}

TEST_CASE("input takes effect in its order, however seldom frames come") {
  Person person;
  REQUIRE(person.session().apply(ClearPoints{}));
  person.rest();
  const App::PlaneRect plane = person.app().plane();
  const auto click = [&](double part) {
    const auto x = static_cast<float>(plane.left + part * plane.width);
    const auto y = static_cast<float>(plane.top + plane.height / 2);
    person.app().pointer(x, y, false);
    person.app().button(0, true);
    person.app().button(0, false);
  };
  for (const double part : {0.2, 0.3, 0.4, 0.5, 0.6, 0.7}) click(part);
  REQUIRE(person.app().key("2", false, false, false));
  click(0.8);
  person.app().settle_input();
  const Dataset& data = person.session().scene().data;
  REQUIRE(data.size() == 7);
  for (Eigen::Index i = 0; i < 6; ++i) CHECK(data.y[i] == 1);
  CHECK(data.y[6] == -1);
}

TEST_CASE("a double click is two clicks in a short time, however seldom frames come") {
  Person person;
  const auto width = [&] {
    const App::PlaneRect plane = person.app().plane();
    return plane.x1 - plane.x0;
  };
  const double fitted = width();
  person.key("m");
  const App::PlaneRect plane = person.app().plane();
  person.point_at({static_cast<float>(plane.left + plane.width * 0.1),
                   static_cast<float>(plane.top + plane.height / 2)});
  const auto click = [&] {
    person.app().button(0, true);
    person.app().button(0, false);
  };
  const auto zoomed_after = [&](double before, double between) {
    person.app().wheel(0, 3);
    person.rest();
    REQUIRE(width() != fitted);
    person.pass(before);
    click();
    person.frame();
    person.pass(between);
    click();
    person.rest();
    return width() != fitted;
  };
  CHECK(!zoomed_after(1.5, 0.1));
  CHECK(zoomed_after(1.5, 5));
  CHECK(!zoomed_after(0, 0.2));
}

TEST_CASE("a drag ends where it was let go, however seldom frames come") {
  Person person;
  person.rest();
  const ImVec2 from = person.place_of(0);
  person.app().pointer(from.x, from.y, false);
  person.app().button(0, true);
  for (int i = 1; i <= 8; ++i) {
    const auto part = static_cast<float>(i);
    person.app().pointer(from.x - 20 * part, from.y + 5 * part, false);
  }
  person.app().button(0, false);
  person.rest();
  const ImVec2 to = person.place_of(0);
  CHECK(to.x == doctest::Approx(from.x - 160).epsilon(1e-3));
  CHECK(to.y == doctest::Approx(from.y + 40).epsilon(1e-3));
}

TEST_CASE("a lasso goes wherever the pointer was, however seldom frames come") {
  Person person;
  person.key("n");
  person.rest();
  const ImVec2 at = person.place_of(1);
  person.app().pointer(at.x - 20, at.y - 20, false);
  person.app().button(0, true);
  for (const ImVec2 by : {ImVec2(20, -20), ImVec2(20, 20), ImVec2(-20, 20)}) {
    person.app().pointer(at.x + by.x, at.y + by.y, false);
  }
  person.app().button(0, false);
  person.rest();
  CHECK(person.session().selection() == std::vector<int>{1});
}

TEST_CASE("a finger that scrolls over a slider or a chart changes nothing") {
  Person person(390, 844);
  for (const int tab : {0, 3}) {  // the algorithm's sliders, the charts
    CAPTURE(tab);
    const App::PlaneRect plane = person.app().plane();
    person.app().pointer(390 * (static_cast<float>(tab) + 0.5F) / 4,
                         static_cast<float>(plane.top + plane.height) + 24, true);
    person.press();
    person.release();
    person.rest();
    const std::string before = scene_text(person.session().scene());
    // From everywhere in the panel upwards, as the page tells it: the press comes with the way.
    for (float y = 560; y < 720; y += 12) {
      person.app().pointer(120, y, true);
      person.app().button(0, true);
      person.frame();
      for (int i = 1; i <= 6; ++i) {
        person.app().pointer(120, y - 10 * static_cast<float>(i), true);
        person.frame();
      }
      person.app().button(0, false);
      person.frame();
      person.rest();
    }
    CHECK(scene_text(person.session().scene()) == before);
    CHECK(!person.session().can_undo());
    CHECK(person.session().last_iteration() == 0);
  }
}

TEST_CASE("Delete amid the drag of a tick ends the drag") {
  Person person;
  open_least_squares(person);
  const ImVec2 tick = person.bar_of("margins", 3);
  REQUIRE(tick.x > 0);
  person.begin_drag(tick, {tick.x, tick.y - 30});
  person.key("Delete");
  REQUIRE(person.session().scene().data.size() == 3);
  const std::string set = targets(person);
  for (int i = 1; i < 20; ++i) {
    person.point_at({tick.x, tick.y - 30 + static_cast<float>(i)});
  }
  CHECK(targets(person) == set);
  person.release();
  person.rest();
  CHECK(person.session().scene().data.size() == 3);
  // Back come first the point, then the margin.
  REQUIRE(person.session().undo());
  CHECK(person.session().scene().data.size() == 4);
  CHECK(!targets(person).empty());
  REQUIRE(person.session().undo());
  CHECK(targets(person).empty());
}

TEST_CASE("when the dragged tick's chart goes away, the drag is over all the same") {
  Person person;
  open_least_squares(person);
  REQUIRE(person.session().apply(RemovePoints{{1, 2, 3}}));
  person.rest();
  const ImVec2 tick = person.bar_of("margins", 0);
  REQUIRE(tick.x > 0);
  person.begin_drag(tick, {tick.x, tick.y - 30});
  person.key("Delete");
  REQUIRE(person.session().scene().data.size() == 0);
  person.rest();
  person.release();
  person.rest();
  // Each edit from here on is a step of its own.
  for (const double x : {1.0, 2.0, 3.0}) {
    REQUIRE(person.session().apply(AddPoint{x, x, 1}));
    person.rest();
  }
  REQUIRE(person.session().undo());
  CHECK(person.session().scene().data.size() == 2);
}

TEST_CASE("undo amid the drag of a point brings its place back, and redo where it was dragged to") {
  Person person;
  const Dataset before = person.session().scene().data;
  const ImVec2 place = person.place_of(1);
  person.begin_drag(place, {place.x + 40, place.y - 24});
  const Dataset dragged = person.session().scene().data;
  REQUIRE(dragged != before);
  person.key("z", true);
  CHECK(person.session().scene().data == before);
  person.point_at({place.x + 60, place.y});
  person.point_at({place.x + 70, place.y});
  person.release();
  person.rest();
  CHECK(person.session().scene().data == before);
  REQUIRE(person.session().redo());
  CHECK(person.session().scene().data == dragged);
}

TEST_CASE("Delete amid the drag of a point removes it and leaves its neighbours where they are") {
  Person person;
  const Dataset before = person.session().scene().data;
  const ImVec2 place = person.place_of(1);
  person.begin_drag(place, {place.x + 40, place.y});
  person.key("Delete");
  REQUIRE(person.session().scene().data.size() == 3);
  const Dataset left = person.session().scene().data;
  CHECK(left.X.row(1) == before.X.row(2));
  person.point_at({place.x + 80, place.y + 30});
  person.point_at({place.x + 90, place.y + 40});
  person.release();
  person.rest();
  CHECK(person.session().scene().data == left);
}

TEST_CASE("a command amid the drag of a point ends the drag and is a step of its own") {
  Person person;
  const ImVec2 place = person.place_of(1);
  person.begin_drag(place, {place.x + 40, place.y});
  const Dataset dragged = person.session().scene().data;
  REQUIRE(person.session().apply(SetProblem{"two-gaussians"}));
  const Dataset drawn = person.session().scene().data;
  person.point_at({place.x + 80, place.y + 30});
  person.release();
  person.rest();
  CHECK(person.session().scene().data == drawn);
  REQUIRE(person.session().undo());
  CHECK(person.session().scene().data == dragged);
}

TEST_CASE("points that come amid the drag of the timeline give it the scale of their own run") {
  Person person;
  REQUIRE(person.session().apply(SetRules{"iterations:n=100"}));
  REQUIRE(person.session().seek(100));
  person.rest();
  const ImVec2 middle = {640, 31};
  person.point_at(middle);
  person.press();
  const int pressed = person.session().iteration();
  REQUIRE(pressed > 10);
  REQUIRE(pressed < 90);
  REQUIRE(person.session().apply(AddPoint{1, 2, 1}));
  person.rest();
  REQUIRE(person.session().last_iteration() == 0);
  person.point_at({middle.x + 5, middle.y});
  person.rest();
  // The press meant the iterations that there were.
  CHECK(person.session().iteration() == 0);
  person.release();
  person.rest();
  CHECK(person.session().iteration() == 0);
}
