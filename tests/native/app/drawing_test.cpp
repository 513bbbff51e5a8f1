// What is drawn: dashes and ticks, however far away.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/drawing.h"
#include "app/painter.h"
#include "app/person.h"
#include "app/ui.h"
#include "picture/scale.h"
#include "support/sessions.h"

using namespace marginscope;
using testing::PatientSession;

namespace {

// The vertices of a dashed line, seen through a square of 100 pixels from the origin.
ImVector<ImDrawVert> dashed(ImVec2 from, ImVec2 to) {
  ImDrawList list(ImGui::GetDrawListSharedData());
  list._ResetForNewFrame();
  list.PushTexture(ImGui::GetIO().Fonts->TexRef);
  list.PushClipRect({0, 0}, {100, 100});
  draw_dashed(list, from, to, {IM_COL32_WHITE, 5, 4, 1.5F});
  return list.VtxBuffer;
}

std::array<Theme, 4> themes() {
  return {theme_of(false, false), theme_of(true, false), theme_of(false, true),
          theme_of(true, true)};
}

// WCAG's contrast ratio of two opaque colours.
double contrast_of(ImU32 a, ImU32 b) {
  const auto luminance = [](ImU32 color) {
    const ImVec4 rgb = ImGui::ColorConvertU32ToFloat4(color);
    const auto linear = [](double share) {
      return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(rgb.x) + 0.7152 * linear(rgb.y) + 0.0722 * linear(rgb.z);
  };
  const double one = luminance(a) + 0.05, other = luminance(b) + 0.05;
  return std::max(one, other) / std::min(one, other);
}

}  // namespace

TEST_CASE("a dashed line costs what is seen of it, however long it is") {
  const testing::Person person;
  const auto from_edge_to_edge = [](const ImVector<ImDrawVert>& vertices) {
    float least = INFINITY, most = -INFINITY;
    for (const ImDrawVert& vertex : vertices) {
      least = std::min(least, vertex.pos.x);
      most = std::max(most, vertex.pos.x);
    }
    return least < 5 && most > 95;
  };
  const auto edge_to_edge = dashed({0, 50}, {100, 50});
  CHECK(from_edge_to_edge(edge_to_edge));
  const auto longer = dashed({-900'000, 50}, {900'000, 50});
  CHECK(longer.Size < 2 * edge_to_edge.Size);
  CHECK(from_edge_to_edge(longer));
  // Beside the square, and at no place at all.
  CHECK(dashed({-900'000, 150}, {900'000, 150}).Size == 0);
  CHECK(dashed({200, 0}, {200, 90}).Size == 0);
  CHECK(dashed({50, 50}, {NAN, 50}).Size == 0);
  CHECK(dashed({50, 50}, {50, 50}).Size == 0);
}

TEST_CASE("points whose distance from the origin is beyond all ticks have none") {
  CHECK(picture::linear_ticks(-2, 2, 4) == std::vector<double>{-2, -1, 0, 1, 2});
  CHECK(picture::linear_ticks(0x1p53 - 1, 0x1p53 + 1, 4).empty());
  testing::Person person;
  const std::string far = "1e16,1e16,1\n1e16,1e16,-1\n";
  REQUIRE(person.session().carry_out({"csv", {{"text", far}, {"name", "far.csv"}}}));
  const int before = person.drawn();
  person.rest();
  CHECK(person.drawn() > before);
}

TEST_CASE("other data under the same name come into view; what is edited leaves the view alone") {
  testing::Person person;
  person.rest();
  const auto open = [&person](const std::string& text) {
    REQUIRE(person.session().carry_out({"csv", {{"text", text}, {"name", "points.csv"}}}));
    person.rest();
  };
  const auto inside = [&person](int point) {
    const App::PlaneRect plane = person.app().plane();
    const auto [x, y] = person.session().plane().place(person.session().scene().data, point);
    return x >= plane.x0 && x <= plane.x1 && y >= plane.y0 && y <= plane.y1;
  };
  open("0,0,1\n1,1,-1\n");
  CHECK(inside(0));
  open("500,500,1\n501,502,-1\n");
  CHECK(inside(0));
  CHECK(inside(1));
  const App::PlaneRect before = person.app().plane();
  const Grid& grid = person.session().scene().grid;
  const double x = grid.x0 + 0.95 * grid.extent, y = grid.y0 + 0.95 * grid.extent;
  REQUIRE(person.session().carry_out({"move-point", {{"index", 0.0}, {"x", x}, {"y", y}}}));
  person.rest();
  CHECK(person.app().plane().x0 == before.x0);
  CHECK(!inside(0));
  const auto added = person.session().carry_out(
      {"add-point", {{"x", 496.5}, {"y", 504.5}, {"label", 1.0}, {"part", "training"}}});
  REQUIRE_MESSAGE(added, added.error().message);
  person.rest();
  CHECK(inside(0));
  CHECK(inside(2));
}

TEST_CASE("a described picture is painted where it says, in the colours of the theme") {
  testing::Person person;
  person.rest();
  const PatientSession session;
  Ui ui(session);
  picture::Drawing drawing;
  drawing.add(picture::Group{"part", picture::Rectangle{0, 0, 100, 100}});
  drawing.block({10, 20, 30, 40}, picture::card);
  drawing.add(picture::Region{{{{0, 0}, {90, 0}, {90, 90}}}, picture::ink});  // of files alone
  drawing.add(picture::End());
  for (const Theme& theme : themes()) {
    ui.theme = theme;
    ImDrawList list(ImGui::GetDrawListSharedData());
    list._ResetForNewFrame();
    list.PushTexture(ImGui::GetIO().Fonts->TexRef);
    list.PushClipRect({0, 0}, {500, 500});
    paint(ui, list, drawing);
    CHECK(list._ClipRectStack.Size == 1);
    REQUIRE(list.VtxBuffer.Size == 4);
    for (const ImDrawVert& vertex : list.VtxBuffer) {
      CHECK((vertex.pos.x == 10 || vertex.pos.x == 40));
      CHECK((vertex.pos.y == 20 || vertex.pos.y == 60));
      CHECK(vertex.col == ui.theme.card);
    }
  }
}

TEST_CASE("a paint is the same colour on the canvas and in a file") {
  for (const Theme& theme : themes()) {
    for (const auto& [paint, color] :
         {std::pair{picture::Paint(picture::ink), theme.ink},
          {picture::Paint(picture::stops), theme.stop},
          {picture::Paint(picture::class_tone(9)), theme.class_color(1)},
          {picture::Paint(picture::series_tone(2)), theme.stroke(2).color},
          {picture::Paint(picture::soft, 0.5F), faded(theme.soft, 0.5F)},
          {picture::mixed(picture::card, picture::ink, {0.13F, 0.2F}),
           mix(theme.card, theme.ink, theme.dark ? 0.2F : 0.13F)}}) {
      CHECK(color_of(theme, paint) == color);
    }
  }
}

TEST_CASE("text stands out from what it lies on; with more contrast everything does") {
  for (const Theme& theme : themes()) {
    CAPTURE(theme.dark);
    CAPTURE(theme.contrast);
    const double text = theme.contrast ? 7 : 4.5;
    for (const ImU32 behind : {theme.ground, theme.card, theme.field, theme.hover}) {
      CHECK(contrast_of(theme.ink, behind) >= text);
      CHECK(contrast_of(theme.soft, behind) >= text);
      CHECK(contrast_of(theme.stop, behind) >= 4.5);
    }
    CHECK(contrast_of(theme.stroke(0).color, theme.card) >= 3);
    if (!theme.contrast) continue;
    CHECK(contrast_of(theme.faint, theme.card) >= 4.5);
    CHECK(contrast_of(theme.hairline, theme.card) >= 3);
    for (const ImU32 color : theme.classes) CHECK(contrast_of(color, theme.card) >= 4.5);
    for (const Stroke& stroke : theme.strokes) CHECK(contrast_of(stroke.color, theme.card) >= 4.5);
  }
}
