// The parts beside the plane: those that are asked for are there and no others, and what a class sees.

#include "app/parts.h"

#include <doctest/doctest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "app/person.h"
#include "app/theme.h"

namespace marginscope::testing {
namespace {

// Whether the last frame had a card whose name begins like this.
bool shows(std::string_view card) {
  const std::string name = "/" + std::string(card);
  return std::ranges::any_of(ImGui::GetCurrentContext()->Windows, [&](const ImGuiWindow* window) {
    return window->WasActive && std::string_view(window->Name).contains(name);
  });
}

// Cards of the algorithm, of the rules, of the points, and a chart.
std::array<bool, 4> cards() {
  return {shows("algorithm_"), shows("rules_"), shows("data_"), shows("objective_")};
}

}  // namespace

TEST_CASE("parts are read from their names") {
  const auto some = parse_parts("transport,,charts,");
  REQUIRE(some);
  CHECK(some->has(Part::transport));
  CHECK(some->has(Part::charts));
  CHECK(!some->has(Part::menus));
  REQUIRE(parse_parts(","));
  CHECK(!parse_parts(",")->has(Part::transport));
  const auto none = parse_parts("charts,toolbar");
  REQUIRE(!none);
  CHECK(none.error().message ==
        "\"toolbar\" is no part of the playground; a part is transport, menus, algorithm, rules, "
        "points, charts or sentence");
}

TEST_CASE("the canvas shows the parts that are asked for, and the plane has the rest") {
  for (const ImVec2 size : {ImVec2(1440, 900), ImVec2(1000, 560), ImVec2(390, 700)}) {
    CAPTURE(size.x);
    Person person(size.x, size.y);
    const double before = person.app().plane().height * person.app().plane().width;
    REQUIRE(person.app().show_parts("rules"));
    person.rest();
    CHECK(cards() == std::array{false, true, false, false});
    REQUIRE(person.app().show_parts("charts"));
    person.rest();
    CHECK(cards() == std::array{false, false, false, true});
    REQUIRE(person.app().show_parts(""));
    person.rest();
    CHECK(cards() == std::array{false, false, false, false});
    const auto [x0, y0, x1, y1, left, top, width, height] = person.app().plane();
    CHECK(width * height > before);
    CHECK(width > 0.9 * size.x);
    CHECK(!person.app().show_parts("rule"));
    person.rest();
    CHECK(cards() == std::array{false, false, false, false});
  }
}

TEST_CASE("with little room the plane or a panel is there, each as large as it can be") {
  Person person(390, 500);
  CHECK(cards() == std::array{false, false, false, false});
  const double height = person.app().plane().height;
  CHECK(height > 240);
  // Plane, algorithm, rules, points, charts.
  const auto tab = [&](int index) {
    const float x = 8 + 374 * (0.5F + static_cast<float>(index)) / 5;
    person.click({x, 396 - measure::control_height / 2});
    person.rest();
  };
  tab(4);
  CHECK(cards() == std::array{false, false, false, true});
  tab(1);
  CHECK(cards() == std::array{true, false, false, false});
  // What the plane shows is chosen: it comes back.
  person.key("w");
  person.rest();
  CHECK(cards() == std::array{false, false, false, false});
  CHECK(person.app().plane().height == height);
  tab(2);
  person.app().set_stage();
  person.rest();
  CHECK(cards() == std::array{false, false, false, false});

  // With more room both are there, and what stood for the plane stands for the charts.
  person.app().resize(390, 844, 1, 390, 844);
  person.rest();
  CHECK(cards() == std::array{false, false, false, true});
}

TEST_CASE(
    "a host that gives the height that is wanted comes to one that leaves the plane a good shape") {
  for (const float width : {320.0F, 700.0F, 1100.0F}) {
    CAPTURE(width);
    Person person(width, 300);
    REQUIRE(person.app().show_parts("transport,sentence"));
    person.rest();
    double height = 300;
    for (int times = 0; times < 2; ++times) {
      height = person.app().wanted_height();
      person.app().resize(width, static_cast<float>(height), 1, width, static_cast<float>(height));
      person.rest();
    }
    CHECK(person.app().wanted_height() == height);
    const App::PlaneRect plane = person.app().plane();
    CHECK(plane.height / plane.width > 0.5);
    CHECK(plane.height / plane.width < 1);
  }
}

TEST_CASE("for a class text is at least 22 pixels high, and all but what it needs is away") {
  Person person(1920, 1080);
  const double before = person.app().scale();
  person.key("z");
  person.rest();
  CHECK(person.app().presenting());
  constexpr double smallest_text = 12;
  CHECK(smallest_text * person.app().scale() >= 22);
  CHECK(cards() == std::array{false, false, false, true});

  // Steps by keys as before.
  person.key("ArrowRight");
  person.rest();
  CHECK(person.session().iteration() == 1);

  person.key("Z");
  person.rest();
  CHECK(!person.app().presenting());
  CHECK(person.app().scale() == doctest::Approx(before));
  CHECK(cards() == std::array{true, true, true, true});
}

TEST_CASE("for a class the pointer is marked where it is") {
  Person person(1920, 1080);
  person.key("z");
  person.rest();
  const auto [x0, y0, x1, y1, left, top, width, height] = person.app().plane();
  const auto vertices = [&](ImVec2 at) {
    person.point_at(at);
    person.rest();
    int near = 0;
    for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists) {
      for (const ImDrawVert& vertex : list->VtxBuffer) {
        const double dx = vertex.pos.x * person.app().scale() - at.x;
        const double dy = vertex.pos.y * person.app().scale() - at.y;
        near += std::hypot(dx, dy) < 60;
      }
    }
    return near;
  };
  const ImVec2 at = {f32(left + width / 2), f32(top + height * 0.8)};
  const int marked = vertices(at);
  person.key("z");
  person.rest();
  CHECK(marked > vertices(at) + 10);
}

TEST_CASE("for a class a phone shows what it can") {
  Person person(390, 844);
  person.key("z");
  person.rest();
  const App::PlaneRect plane = person.app().plane();
  CHECK(plane.width > 200);
  CHECK(plane.height > 200);
  CHECK(plane.left + plane.width <= 390);
}

}  // namespace marginscope::testing
