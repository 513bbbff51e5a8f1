// Lasso, spray and curve on the canvas, several points at once, and rows of the table that are dragged.

#include <doctest/doctest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <tuple>

#include "app/person.h"
#include "app/ui.h"
#include "scene/scene.h"

using namespace marginscope;
using testing::Person;

namespace {

using Points = std::vector<int>;

// A press with Shift, or a drag from place to place.
void press_with_shift(Person& person, ImVec2 place) {
  person.point_at(place);
  person.app().button(0, true, true);
  person.frame();
  person.release();
}

void drag_along(Person& person, std::initializer_list<ImVec2> places, bool shift = false) {
  person.point_at(*places.begin());
  person.app().button(0, true, shift);
  person.frame();
  ImVec2 from = *places.begin();
  for (const ImVec2& to : places) {
    for (int i = 1; i <= 4; ++i) {
      const float part = static_cast<float>(i) / 4;
      person.point_at({from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)});
    }
    from = to;
  }
  person.release();
  person.rest();
}

// Around a place.
void lasso(Person& person, ImVec2 at, float half, bool shift = false) {
  drag_along(person,
             {{at.x - half, at.y - half},
              {at.x + half, at.y - half},
              {at.x + half, at.y + half},
              {at.x - half, at.y + half}},
             shift);
}

// Below the points and beside the first words.
ImVec2 free_place(Person& person) {
  const App::PlaneRect plane = person.app().plane();
  return {static_cast<float>(plane.left + plane.width * 0.15),
          static_cast<float>(plane.top + plane.height * 0.3)};
}

bool menu_open() { return ImGui::GetCurrentContext()->OpenPopupStack.Size > 0; }

ImVec2 item(std::string_view window_name, float x, float y) {
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
    if (std::string_view(window->Name).contains(window_name)) return window->Pos + ImVec2(x, y);
  }
  return {-1, -1};
}

}  // namespace

TEST_CASE(
    "the lasso selects what it is drawn around, with Shift in addition, a small one nothing") {
  Person person;
  const Session& session = person.session();
  person.key("n");
  lasso(person, person.place_of(1), 20);
  CHECK(session.selection() == Points{1});
  lasso(person, person.place_of(3), 20, true);
  CHECK(session.selection() == Points{1, 3});
  lasso(person, person.place_of(0), 20);
  CHECK(session.selection() == Points{0});
  lasso(person, free_place(person), 20);
  CHECK(session.selection().empty());
  CHECK(!session.can_undo());
  // A click selects one; beside the points it selects none.
  person.click(person.place_of(2));
  CHECK(session.selection() == Points{2});
  person.click(free_place(person));
  CHECK(session.selection().empty());
  CHECK(session.scene().data.size() == 4);
}

TEST_CASE("a click with Shift adds a point to the selection or takes it out, with any tool") {
  Person person;
  const Session& session = person.session();
  for (const char* tool : {"a", "m", "n"}) {
    CAPTURE(tool);
    person.key("Escape");
    person.key(tool);
    person.click(person.place_of(0));
    press_with_shift(person, person.place_of(2));
    CHECK(session.selection() == Points{0, 2});
    press_with_shift(person, person.place_of(0));
    CHECK(session.selection() == Points{2});
    press_with_shift(person, free_place(person));
    CHECK(session.selection() == Points{2});
  }
  CHECK(session.scene() == default_scene());
  // A drag with Shift is a lasso.
  person.key("m");
  lasso(person, person.place_of(1), 20, true);
  CHECK(session.selection() == Points{1, 2});
}

TEST_CASE("several points are dragged together in one step of undo, and nudged by keys") {
  Person person;
  Session& session = person.session();
  const Dataset before = session.scene().data;
  session.select_points({0, 1});
  person.rest();
  const ImVec2 from = person.place_of(1);
  drag_along(person, {from, {from.x + 30, from.y - 12}});
  const Eigen::RowVector2d by = session.scene().data.X.row(1) - before.X.row(1);
  CHECK(by.norm() > 0);
  CHECK(session.scene().data.X.row(0) == before.X.row(0) + by);
  CHECK(session.scene().data.X.row(2) == before.X.row(2));
  const ImVec2 to = person.place_of(1);
  CHECK(std::abs(to.x - from.x - 30) < 1.5F);
  CHECK(std::abs(to.y - from.y + 12) < 1.5F);
  CHECK(session.selection() == Points{0, 1});
  REQUIRE(session.undo());
  CHECK(session.scene().data == before);
  person.key("ArrowRight", true);
  CHECK(session.scene().data.X(0, 0) > before.X(0, 0));
  CHECK(session.scene().data.X(1, 1) == before.X(1, 1));
  const double step = session.scene().data.X(0, 0) - before.X(0, 0);
  person.app().key("ArrowUp", true, true, false);
  person.rest();
  CHECK(session.scene().data.X(1, 1) - before.X(1, 1) == doctest::Approx(10 * step));
  CHECK(session.iteration() == 0);
  // A click on one of several selects it alone.
  person.click(person.place_of(1));
  CHECK(session.selection() == Points{1});
}

TEST_CASE("keys act on all that are selected") {
  Person person;
  Session& session = person.session();
  const Dataset before = session.scene().data;
  person.key("a", true);
  CHECK(session.selection() == Points{0, 1, 2, 3});
  person.key("i");
  CHECK(*session.scene().data.y == -*before.y);
  person.key("v");
  CHECK(std::ranges::all_of(session.scene().data.validation, std::identity()));
  person.key("2");
  CHECK(session.scene().data.y->maxCoeff() == -1);
  person.key("d", true);
  CHECK(session.scene().data.size() == 8);
  CHECK(session.selection() == Points{4, 5, 6, 7});
  person.key("Delete");
  CHECK(session.scene().data.size() == 4);
  CHECK(session.selection().empty());
  person.key("i");
  CHECK(session.scene().data.y->maxCoeff() == -1);
  CHECK(session.notice().empty());
}

TEST_CASE("the bar of several points and its menu do what they say") {
  Person person;
  Session& session = person.session();
  const Dataset before = session.scene().data;
  const App::PlaneRect plane = person.app().plane();
  // Its buttons stand beside one another at the foot of the plane: the one that does it is looked for.
  const auto press_until = [&](const auto& done) {
    const float y = static_cast<float>(plane.top + plane.height) - 34 - 20;
    for (float x = -170; x <= 170; x += 12) {
      session.select_points({0, 1});
      person.rest();
      person.click({static_cast<float>(plane.left + plane.width / 2) + x, y});
      person.rest();
      if (done()) return true;
      if (menu_open()) person.key("Escape");
      while (session.undo()) {
      }
      person.rest();
    }
    return false;
  };
  CHECK(press_until([&] { return session.scene().data.y[0] == -before.y[0]; }));
  REQUIRE(session.undo());
  CHECK(press_until([&] { return session.scene().data.size() == 6; }));
  REQUIRE(session.undo());
  CHECK(press_until([&] { return session.scene().data.size() == 2; }));
  REQUIRE(session.undo());
  CHECK(press_until([] { return menu_open(); }));
  person.key("Escape");
  session.select_points({0, 1, 2});
  person.rest();
  person.key("Enter");
  REQUIRE(menu_open());
  person.key("End");
  person.key("Enter");
  CHECK(session.scene().data.size() == 1);
}

TEST_CASE("a finger draws the lasso, and taps add to the selection") {
  Person person(820, 1180);
  const Session& session = person.session();
  person.key("n");
  const auto finger = [&](ImVec2 at) {
    person.app().pointer(at.x, at.y, true);
    person.frame();
  };
  const ImVec2 middle = person.place_of(1);
  finger({middle.x - 24, middle.y - 24});
  person.press();
  for (const ImVec2& by : {ImVec2(24, -24), ImVec2(24, 24), ImVec2(-24, 24)}) finger(middle + by);
  person.release();
  person.rest();
  CHECK(session.selection() == Points{1});
  for (const int point : {0, 2}) {
    finger(person.place_of(point));
    person.press();
    person.release();
    person.app().pointer_leave();
    person.rest();
  }
  CHECK(session.selection() == Points{0, 1, 2});
  CHECK(!session.can_undo());
}

TEST_CASE("a finger that rests erases a point or sprays, and elsewhere may still become a drag") {
  Person person(820, 1180);
  const auto held = [&person](ImVec2 at) {
    person.app().pointer_leave();
    person.rest();
    person.app().pointer(at.x, at.y, true);
    return person.app().held_button();
  };
  const ImVec2 point = person.place_of(0), free = free_place(person);
  const App::PlaneRect plane = person.app().plane();
  const ImVec2 corner(static_cast<float>(plane.left), static_cast<float>(plane.top));
  const ImVec2 fit =
      plane_buttons({corner, corner + ImVec2(f32(plane.width), f32(plane.height))}).fit.center();
  for (const auto& [tool, on_point, beside] :
       {std::tuple("a", 1, -1), std::tuple("m", 1, -1), std::tuple("e", 1, -1),
        std::tuple("n", -1, -1), std::tuple("s", 0, 0), std::tuple("u", -1, -1)}) {
    CAPTURE(tool);
    person.key(tool);
    CHECK(held(point) == on_point);
    CHECK(held(free) == beside);
    CHECK(held({410, 70}) == -1);  // the timeline
    CHECK(held(fit) == -1);
  }
  person.key("l");
  person.rest();
  CHECK(held(point) == -1);
  CHECK(held(free) == -1);
}

TEST_CASE("the spray places points in its disc while it is held, in one step of undo") {
  Person person;
  Session& session = person.session();
  const Scene before = session.scene();
  person.key("s");
  person.key("2");
  person.key("v");
  const ImVec2 at = free_place(person);
  const App::PlaneRect plane = person.app().plane();
  person.point_at(at);
  person.press();
  const auto at_once = session.scene().data.size();
  CHECK(at_once > 4);
  for (int i = 0; i < 120; ++i) person.frame();
  CHECK(session.scene().data.size() > at_once + 40);
  person.release();
  person.rest();
  const Dataset& data = session.scene().data;
  const auto count = data.size();
  const double x = plane.x0 + (at.x - plane.left) / plane.width * (plane.x1 - plane.x0);
  const double y = plane.y1 - (at.y - plane.top) / plane.height * (plane.y1 - plane.y0);
  const double radius = 40 * (plane.x1 - plane.x0) / plane.width;
  for (Eigen::Index i = 4; i < count; ++i) {
    CHECK(std::hypot(data.X(i, 0) - x, data.X(i, 1) - y) < radius * 1.01);
    CHECK(data.y[i] == -1);
    CHECK(data.validation[static_cast<std::size_t>(i)]);
  }
  for (int i = 0; i < 30; ++i) person.frame();
  CHECK(session.scene().data.size() == count);
  REQUIRE(session.undo());
  CHECK(session.scene().data == before.data);
  CHECK(!session.can_undo());
}

TEST_CASE("how long the pointer rested before the press is nothing to the spray") {
  Person person;
  person.key("s");
  person.point_at(free_place(person));
  person.rest();
  person.pass(3);
  person.press();
  CHECK(person.session().scene().data.size() < 4 + 10);
}

TEST_CASE("Escape is first for a list, a stroke and work under way") {
  Person person;
  App& app = person.app();
  CHECK(!app.ends_by_escape());
  person.key("l");
  person.rest();
  CHECK(app.ends_by_escape());
  // However seldom frames come.
  app.key("Escape", false, false, false);
  CHECK(!app.ends_by_escape());
  person.key("s");
  person.point_at(free_place(person));
  person.press();
  CHECK(app.ends_by_escape());
  person.key("Escape");
  CHECK(!app.ends_by_escape());
  person.release();
  person.session().set_patience(std::chrono::nanoseconds(0));
  REQUIRE(person.session().apply(SetProblem{"two-gaussians:n=2000"}));
  REQUIRE(person.session().seek(1000));
  CHECK(app.ends_by_escape());
}

TEST_CASE(
    "Escape amid a drag brings back what was before, and what is held goes nowhere any more") {
  Person person;
  Session& session = person.session();
  REQUIRE(session.apply(SetSeed{9}));
  const Scene before = session.scene();
  const auto given_up = [&](ImVec2 from, ImVec2 to) {
    person.begin_drag(from, to);
    REQUIRE(session.gesture());
    CHECK(session.scene() != before);
    CHECK(person.app().ends_by_escape());
    person.key("Escape");
    CHECK(session.scene() == before);
    CHECK(!person.app().ends_by_escape());
    person.point_at({to.x + 30, to.y});
    CHECK(session.scene() == before);
    person.release();
    CHECK(session.scene() == before);
    // It was no edit, and what was done before it can be undone.
    CHECK(session.can_undo());
    CHECK(!session.gesture());
  };
  const ImVec2 point = person.place_of(1);
  given_up(point, {point.x + 40, point.y - 30});
  REQUIRE(session.carry_out({"select", {{"index", "0,1"}}}));
  given_up(point, {point.x - 40, point.y + 20});
  CHECK(session.selection() == Points{0, 1});
  REQUIRE(session.undo());
  CHECK(session.scene() != before);
}

TEST_CASE("another edit ends the stroke of the spray, and Escape does") {
  Person person;
  Session& session = person.session();
  for (const bool by_escape : {false, true}) {
    person.key("s");
    person.point_at(free_place(person));
    person.press();
    if (by_escape) {
      person.key("Escape");
    } else {
      REQUIRE(session.apply(SetSeed{9}));
    }
    const auto count = session.scene().data.size();
    for (int i = 0; i < 60; ++i) person.frame();
    CHECK(session.scene().data.size() == count);
    person.release();
    person.rest();
    CHECK(session.scene().data.size() == count);
  }
}

TEST_CASE("a curve is drawn by hand, labels all points by a key, and the spray by it") {
  Person person;
  Session& session = person.session();
  const App::PlaneRect plane = person.app().plane();
  const auto middle = static_cast<float>(plane.top + plane.height / 2);
  const auto across = [&](double share) {
    return static_cast<float>(plane.left + share * plane.width);
  };
  person.key("u");
  // A click is no curve.
  person.click({across(0.3), middle});
  CHECK(session.curve().places.empty());
  drag_along(person, {{across(0.2), middle}, {across(0.5), middle - 80}, {across(0.8), middle}});
  const Curve curve = session.curve().places;
  REQUIRE(curve.size() >= 3);
  CHECK(curve.size() < 8);
  CHECK(!session.can_undo());
  person.key("y");
  const Dataset& data = session.scene().data;
  for (Eigen::Index i = 0; i < data.size(); ++i) {
    CHECK(data.y[i] == (is_above(curve, data.X(i, 0), data.X(i, 1)) ? 1 : -1));
  }
  REQUIRE(session.carry_out({"curve"}));
  person.rest();
  CHECK(session.curve().places.empty());
}

TEST_CASE("a curve says which class is on which side where there are classes") {
  Person person;
  Session& session = person.session();
  const auto vertices_of = [](ImU32 color) {
    std::ptrdiff_t count = 0;
    for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists) {
      count += std::ranges::count(list->VtxBuffer, color, &ImDrawVert::col);
    }
    return count;
  };
  for (const bool classes : {true, false}) {
    REQUIRE(session.apply(SetProblem{classes ? "overlap" : "sinc"}));
    person.rest();
    const ImU32 color = theme_of(false, false).class_color(1);
    const auto before = vertices_of(color);
    REQUIRE(session.carry_out({"formula", {{"text", "sin(x)"}}}));
    person.rest();
    CHECK((vertices_of(color) > before) == classes);
  }
}

TEST_CASE("the noise of the key is of the selected points where several are") {
  Person person;
  Session& session = person.session();
  REQUIRE(session.apply(SetProblem{"two-gaussians:n=100"}));
  const Dataset before = session.scene().data;
  const auto changed = [&] {
    return (before.y->array() != session.scene().data.y->array()).count();
  };
  person.key("j");
  CHECK(changed() == 5);
  REQUIRE(session.undo());
  Points some(40);
  for (int i = 0; i < 40; ++i) some[static_cast<std::size_t>(i)] = i;
  session.select_points(some);
  person.key("j");
  CHECK(changed() == 2);
  CHECK(session.scene().data.y->tail(60) == before.y->tail(60));
}

TEST_CASE("a target that the plane does not show is dragged in the point's menu") {
  Person person;
  Session& session = person.session();
  REQUIRE(session.carry_out(
      {"csv",
       {{"text", "1,2,0.5\n2,1,1.5\n3,3,-1\n0,1,0.2\n"}, {"name", "t"}, {"task", "regression"}}}));
  person.rest();
  REQUIRE(!session.plane().shows_target);
  const Dataset before = session.scene().data;
  session.select(1);
  person.key("Enter");
  person.rest();
  REQUIRE(menu_open());
  const ImGuiWindow* list = ImGui::GetCurrentContext()->OpenPopupStack.back().Window;
  // The slider is looked for from above.
  double dragged = before.y[1];
  for (float y = 20; y < list->Size.y && dragged == before.y[1]; y += 8) {
    const ImVec2 from = list->Pos + ImVec2(100, y);
    person.point_at(from);
    person.press();
    person.point_at(from + ImVec2(20, 0));
    person.point_at(from + ImVec2(30, 0));
    dragged = session.scene().data.y[1];
    person.release();
    person.rest();
    if (!menu_open()) {
      while (session.undo()) {
      }
      session.select(1);
      person.key("Enter");
      person.rest();
      list = ImGui::GetCurrentContext()->OpenPopupStack.back().Window;
    }
  }
  CHECK(dragged != before.y[1]);
  CHECK(session.scene().data.X == before.X);
  CHECK(menu_open());
  REQUIRE(session.undo());
  CHECK(session.scene().data == before);
}

TEST_CASE("a row of the table that is dragged moves its machine, Escape gives it up") {
  Person person;
  Session& session = person.session();
  for (int i = 0; i < 2; ++i) REQUIRE(session.carry_out({"compare"}));
  const char* names[] = {"one", "two", "three"};
  for (int i = 0; i < 3; ++i) {
    REQUIRE(session.carry_out({"rename-machine", {{"index", 1.0 * i}, {"name", names[i]}}}));
  }
  person.rest();
  const auto order = [&session] {
    std::string text;
    for (const MachineSetup& machine : session.scene().machines) text += machine.name + " ";
    return text;
  };
  // The rows are found by pressing downwards: each chooses its machine.
  ImVec2 rows[3];
  const ImVec2 corner = item("/comparison", 80, 0);
  REQUIRE(corner.x > 0);
  for (int i = 0; i < 3; ++i) {
    for (float y = 30; y < 240 && rows[i].y == 0; y += 4) {
      REQUIRE(session.choose(i == 0 ? 1 : 0));
      person.rest();
      person.click({corner.x, corner.y + y});
      if (session.scene().chosen == i) rows[i] = {corner.x, corner.y + y + 8};
    }
    REQUIRE(rows[i].y > 0);
  }
  const int chosen = session.scene().chosen;
  drag_along(person, {rows[0], {rows[2].x, rows[2].y + 12}});
  CHECK(order() == "two three one ");
  drag_along(person, {rows[2], {rows[0].x, rows[0].y - 16}});
  CHECK(order() == "one two three ");
  CHECK(session.scene().chosen == chosen);
  person.begin_drag(rows[0], {rows[2].x, rows[2].y + 12});
  CHECK(session.gesture());
  person.key("Escape");
  CHECK(!session.gesture());
  person.release();
  person.rest();
  CHECK(order() == "one two three ");
  // Removed amid the drag, nothing moves.
  person.begin_drag(rows[0], {rows[2].x, rows[2].y + 12});
  REQUIRE(session.carry_out({"remove-machine", {{"index", 1.0}}}));
  person.release();
  person.rest();
  CHECK(order() == "one three ");
}
