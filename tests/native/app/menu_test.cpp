// The lists that open over the canvas, by keys, pointer and finger, and what the opening scene says.

#include <doctest/doctest.h>
#include <imgui_internal.h>

#include <algorithm>

#include "app/first_steps.h"
#include "app/person.h"
#include "data/catalogue.h"
#include "solvers/registry.h"

using namespace marginscope;
using testing::Person;

namespace {

bool open(const Person&) { return ImGui::GetCurrentContext()->OpenPopupStack.Size > 0; }

const std::string& algorithm(Person& person) {
  return person.session().scene().machine().algorithm.name;
}

// One key after the other, without a frame between.
void type(Person& person, std::initializer_list<const char*> keys) {
  for (const char* key : keys) person.app().key(key, false, false, false);
  person.app().settle_input();
}

void tap(Person& person, ImVec2 place) {
  person.app().pointer(place.x, place.y, true);
  person.app().button(0, true);
  person.app().button(0, false);
  person.app().pointer_leave();
  person.rest();
}

// Where the row is that stands so many rows above the last one of the list that is open.
ImVec2 row_above_last(int above) {
  const ImGuiWindow* list = ImGui::GetCurrentContext()->OpenPopupStack.back().Window;
  REQUIRE(list);
  return {list->Pos.x + list->Size.x / 2,
          list->Pos.y + list->Size.y - 19 - 28 * static_cast<float>(above)};
}

}  // namespace

TEST_CASE("every algorithm is in a group that lists show") {
  for (const Algorithm& each : algorithms()) {
    CAPTURE(each.id);
    CHECK(std::count(std::begin(algorithm_groups), std::end(algorithm_groups), each.group) == 1);
  }
}

TEST_CASE("letters find an algorithm by its name, identifier or group") {
  for (const float width : {1440.0F, 390.0F}) {
    Person person(width, 844);
    type(person, {"l", "h", "k", "e", "s", "a", "Enter"});
    CHECK(algorithm(person) == "hkesa");
    CHECK(!open(person));
    type(person, {"l", "R", "i", "d", "g", "e", "Enter"});
    CHECK(algorithm(person) == "rls");
    // Before those below a heading with the words comes one that has them itself.
    type(person, {"l", "k", "a", "s", "h", "Enter"});
    CHECK(algorithm(person) == "hk");
    // The words in any order; what was typed wrong is taken back.
    type(person, {"l", "s", "q", "u", " ", "r", "i", "d", "x", "Backspace", "Enter"});
    CHECK(algorithm(person) == "rls");
    type(person, {"l", "x", "x", "x", "Enter"});
    CHECK(open(person));
    type(person, {"Escape"});
    CHECK(!open(person));
    CHECK(algorithm(person) == "rls");
  }
}

TEST_CASE("what cannot be chosen is not found by the sentence that says why") {
  Person person;
  REQUIRE(person.session().carry_out({"problem", {{"text", "sinc"}}}));
  // The list is that of the first press below the one rule that opens any.
  for (float y = 640; y > 560 && !open(person); y -= 8) person.click({84, y});
  REQUIRE(open(person));
  // Rules of classes name this one as what fits regression instead.
  type(person, {"m", "o", "m", "e", "n", "t", "-", "s"});
  person.rest();
  const ImGuiWindow* list = ImGui::GetCurrentContext()->OpenPopupStack.back().Window;
  REQUIRE(list);
  person.click(list->Pos + ImVec2(40, 5 + 30 + 14));  // the first row below what was typed
  CHECK(person.session().scene().machine().rules.find("moment-stationary") != std::string::npos);
}

TEST_CASE("arrows go through a list from the present choice, round its ends") {
  Person person;
  REQUIRE(algorithm(person) == "hk");
  type(person, {"l", "ArrowDown", "Enter"});
  CHECK(algorithm(person) == "hkes");
  type(person, {"l", "ArrowUp", "Enter"});
  CHECK(algorithm(person) == "hk");
  type(person, {"l", "Home", "ArrowUp", "Enter"});
  CHECK(algorithm(person) == "irwls-svr");
}

TEST_CASE("while a list is open its keys do nothing else, and Escape closes it alone") {
  Person person;
  REQUIRE(person.session().apply(SetRules{"iterations:n=1000"}));
  REQUIRE(person.session().play());
  type(person, {"g", "ArrowRight", "Escape"});
  CHECK(!open(person));
  CHECK(person.session().playing());
  CHECK(person.session().scene().problem.name == "four-points");
  type(person, {"Escape"});
  CHECK(!person.session().playing());
}

TEST_CASE("a list that is there no more keeps no keys") {
  Person person;
  type(person, {"l"});
  REQUIRE(open(person));
  // Narrow, the panel with the list is behind another tab.
  person.app().resize(390, 844, 1, 390, 844);
  person.rest();
  const App::PlaneRect plane = person.app().plane();
  person.app().pointer_leave();
  type(person, {"Escape"});
  person.click({390 * 0.4F, static_cast<float>(plane.top + plane.height) + 24});
  person.rest();
  CHECK(!open(person));
  type(person, {"ArrowRight"});
  CHECK(person.session().iteration() == 1);
}

TEST_CASE("the gallery opens each named problem, wide and narrow") {
  for (const float width : {1440.0F, 1024.0F, 390.0F}) {
    Person person(width, 844, width < 1000);
    int index = 0;
    for (const NamedProblem& problem : named_problems()) {
      CAPTURE(problem.id);
      type(person, {"g"});
      person.rest();
      type(person, {"Home"});
      for (int i = 0; i < index; ++i) type(person, {width < 500 ? "ArrowDown" : "ArrowRight"});
      type(person, {"Enter"});
      person.rest();
      CHECK(person.session().scene().problem.name == problem.id);
      CHECK(!open(person));
      ++index;
    }
    type(person, {"g", "c", "l", "e", "a", "r", "Enter"});
    CHECK(person.session().scene().data.size() == 0);
    person.app().take_requests();
    type(person, {"g", "p", "a", "s", "t", "e", "Enter"});
    const auto requests = person.app().take_requests();
    REQUIRE(requests.size() == 1);
    CHECK(requests[0].kind == Ask::paste_csv);
  }
}

TEST_CASE("a list lies within the canvas") {
  for (const float width : {390.0F, 820.0F, 1024.0F, 1440.0F}) {
    for (const char* key : {"g", "l"}) {
      Person person(width, 700);
      type(person, {key});
      person.rest();
      const ImGuiWindow* list = ImGui::GetCurrentContext()->OpenPopupStack.back().Window;
      CHECK(list->Pos.x >= 0);
      CHECK(list->Pos.x + list->Size.x <= width);
      CHECK(list->Pos.y + list->Size.y <= 700);
      CHECK(list->Size.y > 200);
    }
  }
}

TEST_CASE("keys change the class and the part of the selected point, otherwise of the next") {
  Person person;
  const Session& session = person.session();
  REQUIRE(session.scene().data.y[1] == 1);
  person.click(person.place_of(1));
  REQUIRE(session.selected() == 1);
  type(person, {"2"});
  CHECK(session.scene().data.y[1] == -1);
  type(person, {"v"});
  CHECK(session.scene().data.validation[1]);
  type(person, {"v", "1"});
  CHECK(!session.scene().data.validation[1]);
  CHECK(session.scene().data.y[1] == 1);
  REQUIRE(session.selected() == 1);
  // With none selected they are about the next point, which leaves none selected.
  type(person, {"Escape", "2", "v"});
  CHECK(session.scene().data.y[1] == 1);
  const App::PlaneRect plane = person.app().plane();
  person.click({static_cast<float>(plane.left + plane.width * 0.2),
                static_cast<float>(plane.top + plane.height * 0.3)});
  REQUIRE(session.scene().data.size() == 5);
  CHECK(session.scene().data.y[4] == -1);
  CHECK(session.scene().data.validation[4]);
  CHECK(session.selected() == -1);
}

TEST_CASE("the selected point has a menu, by a second click or Enter") {
  Person person;
  const Session& session = person.session();
  person.click(person.place_of(1));
  CHECK(!open(person));
  person.click(person.place_of(1));
  CHECK(open(person));
  type(person, {"ArrowDown", "Enter"});
  CHECK(session.scene().data.y[1] == -1);
  CHECK(!open(person));
  type(person, {"Enter", "v"});
  CHECK(open(person));
  CHECK(session.scene().data.validation[1]);
  type(person, {"Delete"});
  CHECK(session.scene().data.size() == 3);
  CHECK(!open(person));
}

TEST_CASE("the menu of a point opens where there is room for all of it") {
  for (const int point : {0, 1, 2, 3}) {
    Person person(1024, 768);
    person.click(person.place_of(point));
    type(person, {"Enter"});
    person.rest();
    const ImGuiWindow* list = ImGui::GetCurrentContext()->OpenPopupStack.back().Window;
    CHECK(list->DC.ChildWindows.back()->ScrollMax.y == 0);
    CHECK(list->Pos.y >= 0);
    CHECK(list->Pos.y + list->Size.y <= 768);
  }
}

TEST_CASE("a tap opens the menu of a point, and taps there change class and part") {
  Person person(390, 844);
  const Session& session = person.session();
  tap(person, person.place_of(1));
  REQUIRE(open(person));
  CHECK(session.selected() == 1);
  tap(person, row_above_last(5));
  CHECK(session.scene().data.y[1] == -1);
  CHECK(!open(person));
  tap(person, person.place_of(1));
  tap(person, row_above_last(2));
  CHECK(session.scene().data.validation[1]);
  tap(person, person.place_of(1));
  tap(person, row_above_last(0));
  CHECK(session.scene().data.size() == 3);
}

TEST_CASE("a finger scrolls a long list and chooses nothing by that") {
  Person person(390, 844);
  tap(person, {390 * 0.125F, 600});
  person.app().key("g", false, false, false);
  person.rest();
  const ImGuiWindow* list = ImGui::GetCurrentContext()->OpenPopupStack.back().Window;
  const auto rows = [&] { return list->DC.ChildWindows.back(); };
  REQUIRE(rows()->ScrollMax.y > 100);
  const float before = rows()->Scroll.y;
  const std::string scene = scene_text(person.session().scene());
  person.app().pointer(195, 600, true);
  person.app().button(0, true);
  for (int i = 1; i <= 10; ++i) {
    person.app().pointer(195, 600 - 20 * static_cast<float>(i), true);
    person.frame();
  }
  person.app().button(0, false);
  person.rest();
  CHECK(open(person));
  CHECK(rows()->Scroll.y > before + 60);
  CHECK(scene_text(person.session().scene()) == scene);
}

TEST_CASE("the opening scene says what to do first, and it is true") {
  Person person;
  Session& session = person.session();
  CHECK(first_steps(session).size() == 3);
  const auto wrong = [&] { return session.machine().run()->record().training_error; };
  CHECK(wrong() == 0.25);
  type(person, {"ArrowRight", "ArrowRight", "ArrowRight"});
  CHECK(wrong() > 0);
  CHECK(first_steps(session).empty());
  type(person, {"ArrowRight"});
  CHECK(wrong() == 0);
}

TEST_CASE("help is asked for by key and by button") {
  Person person;
  type(person, {"?"});
  const auto requests = person.app().take_requests();
  REQUIRE(requests.size() == 1);
  CHECK(requests[0].kind == Ask::help);
}

TEST_CASE("a finger's tap on a point opens its menu, where taps select the second one does") {
  Person person(390, 844);
  tap(person, person.place_of(1));
  CHECK(person.session().selected() == 1);
  CHECK(open(person));

  person.key("Escape");
  person.app().let_taps_select(true);
  tap(person, person.place_of(3));
  CHECK(person.session().selected() == 3);
  CHECK(!open(person));
  tap(person, person.place_of(3));
  CHECK(open(person));

  // A scene that is set up closes it.
  person.app().set_stage();
  person.rest();
  CHECK(!open(person));
}

TEST_CASE("a scene that is set up shows all of its points, and nobody is told how to begin") {
  Person person;
  const App::PlaneRect before = person.app().plane();
  person.point_at({f32(before.left + before.width / 2), f32(before.top + before.height / 2)});
  ImGui::GetIO().AddMouseWheelEvent(0, 5);
  person.rest();
  CHECK(person.app().plane().x1 - person.app().plane().x0 < 0.9 * (before.x1 - before.x0));
  person.app().set_stage();
  person.rest();
  CHECK(person.app().plane().x0 == doctest::Approx(before.x0));
  CHECK(person.app().plane().x1 == doctest::Approx(before.x1));
}
