// What can be said of how things are laid out without looking: formulas and their lines, the labels of
// axes, which charts there are and how many fit, dashes, and sizes in windows of every size.

#include <doctest/doctest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "app/chart_frame.h"
#include "app/drawing.h"
#include "app/fonts.h"
#include "app/person.h"
#include "app/plane_view.h"
#include "app/plots.h"
#include "app/ui.h"
#include "picture/diagram.h"
#include "picture/formula.h"
#include "picture/scale.h"
#include "solvers/registry.h"
#include "support/sessions.h"
#include "views/chart_values.h"

namespace marginscope::testing {
namespace {

// Fonts outside of an app.
struct Type {
  Type() {
    screen.start("nowhere", 100, 100);
    ImGui::GetIO().DisplaySize = {100, 100};
    ImGui::GetIO().IniFilename = nullptr;
    fonts = load_fonts();
    ImGui::NewFrame();
  }
  ~Type() { ImGui::EndFrame(); }

  NoScreen screen;
  Fonts fonts;
};

std::vector<std::string> ids(const std::vector<Chart>& charts, bool open_ones = false) {
  std::vector<std::string> list;
  for (const Chart& chart : charts) {
    if (chart.open || !open_ones) list.push_back(chart.id);
  }
  return list;
}

Rect plane_of(const App& app) {
  const App::PlaneRect plane = app.plane();
  const ImVec2 corner(f32(plane.left), f32(plane.top));
  return {corner, corner + ImVec2(f32(plane.width), f32(plane.height))};
}

Rect first_steps_card() {
  std::vector<Rect> cards;
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
    if (!std::string_view(window->Name).contains("/first steps_")) continue;
    cards.push_back({window->Pos, window->Pos + window->Size});
  }
  REQUIRE(cards.size() == 1);
  return cards.front();
}

}  // namespace

TEST_CASE("raised and lowered characters of a formula are ordinary ones at their height") {
  const auto runs = picture::formula_runs("|Zᵗb| ≤ kᵢ + 10⁻⁶ max");
  std::string text;
  for (const picture::FormulaRun& run : runs) {
    text += run.level > 0 ? "^" : run.level < 0 ? "_" : run.symbol ? "*" : "";
    text += run.text;
  }
  CHECK(text == "|*Z^t*b| ≤ *k_i + 10^−^6 max");
  CHECK(runs[1].room > 0);  // behind the bar
  CHECK(runs[2].room > 0);  // before the transpose
  CHECK(runs[3].room > 0);  // behind it
}

TEST_CASE("every algorithm's step is broken into lines that fit, and nothing of it is lost") {
  const Type type;
  for (const Algorithm& algorithm : algorithms()) {
    for (std::string_view piece : split(algorithm.step, ';')) {
      piece = trimmed(piece);
      for (const float width : {150.0F, 220.0F}) {
        CAPTURE(std::string(piece));
        std::string joined;
        for (const auto line : wrapped_formula(type.fonts, piece, width, 16, Maths::equation)) {
          CHECK(formula_width(type.fonts, line, Maths::equation) <= width);
          joined += (joined.empty() ? "" : " ") + std::string(line);
        }
        CHECK(joined == piece);
      }
    }
  }
}

TEST_CASE("a formula is broken before an operator outside brackets") {
  const Type type;
  const std::string_view step = "(K + diag(u/C))β + b = y − ε·sign(y − f) on u > 0";
  const float whole = formula_width(type.fonts, step, Maths::equation);
  const auto lines = wrapped_formula(type.fonts, step, whole * 0.7F, 0, Maths::equation);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0] == "(K + diag(u/C))β + b = y");
}

TEST_CASE("labels of an axis fit beside it and differ") {
  const Type type;
  for (int power = -12; power <= 12; ++power) {
    for (const auto& [from, to] : {std::pair{0.0, 1.0}, {-2.3, 7.1}, {0.98, 1.02}, {-1.0, 0.0}}) {
      const double unit = std::pow(10.0, power);
      const auto ticks = picture::linear_ticks(from * unit, to * unit, 4);
      const picture::AxisLabels labels = picture::axis_labels(ticks, false);
      CAPTURE(power);
      CAPTURE(from);
      for (std::size_t i = 0; i < ticks.size(); ++i) {
        CHECK(formula_width(type.fonts, labels.texts[i], Maths::small) <= picture::axis_room - 4);
        if (i > 0) CHECK(labels.texts[i] != labels.texts[i - 1]);
      }
      CHECK(formula_width(type.fonts, labels.beside, Maths::small) <= picture::axis_room);
    }
  }
}

TEST_CASE("a line has the same dashes however finely it is divided") {
  const Stroke stroke = {IM_COL32_BLACK, 5, 4, 1.5F};
  const std::vector<ImVec2> whole = {{3, 7}, {303, 207}};
  std::vector<ImVec2> divided;
  for (int i = 0; i <= 97; ++i) {
    const float share = static_cast<float>(i) / 97;
    divided.push_back({3 + 300 * share, 7 + 200 * share});
  }
  const Rect seen = {{-1000, -1000}, {1000, 1000}};
  const auto expected = dashes(whole, stroke, seen), got = dashes(divided, stroke, seen);
  REQUIRE(expected.size() == got.size());
  CHECK(expected.size() > 30);
  for (std::size_t i = 0; i < got.size(); ++i) {
    CHECK(got[i].front().x == doctest::Approx(expected[i].front().x).epsilon(1e-3));
    CHECK(got[i].back().y == doctest::Approx(expected[i].back().y).epsilon(1e-3));
  }
}

TEST_CASE("statistics of moments that rules watch come first, one chart for each of them") {
  PatientSession session;
  CHECK(ids(charts_of(session)).front() == "errors");
  REQUIRE(session.carry_out({"rules",
                             {{"text",
                               "moment-stationary:moment=std,difference=2 "
                               "moment-stationary:moment=kurtosis,difference=2,threshold=0.1 "
                               "moment-stationary:moment=kurtosis,difference=1"}}}));
  REQUIRE(session.step(3));
  const auto charts = charts_of(session);
  CHECK(charts[0].kind == Chart::Kind::statistic);
  CHECK(charts[1].kind == Chart::Kind::statistic);
  CHECK(charts[2].kind == Chart::Kind::distribution);
  CHECK(charts[3].id == "errors");
  CHECK_FALSE(charts.back().open);  // the moments themselves
  const auto watched = watched_statistics(*session.machine().run(), Role::moments);
  REQUIRE(watched.size() == 2);
  CHECK(watched[0].statistic == "|Δ²Z|/|Z|");
  CHECK(watched[0].rules.size() == 2);
  CHECK(watched[1].statistic == "|ΔZ|/|Z|");
}

TEST_CASE("of every algorithm as many charts are open as fit into a column") {
  constexpr float gap = 12;
  for (const Algorithm& algorithm : algorithms()) {
    PatientSession session;
    REQUIRE(session.carry_out({"algorithm", {{"id", std::string(algorithm.id)}}}));
    if (!session.machine().run()) continue;
    CAPTURE(std::string(algorithm.id));
    for (const float height : {768.0F, 636.0F}) {
      auto charts = charts_of(session);
      const float plot = fit_charts(charts, height, gap, {});
      float needed = -gap;
      for (const Chart& chart : charts) {
        needed += gap + (chart.open ? 2 * card_padding + std::floor(plot * chart.share)
                                    : 2 * folded_padding + folded_plot);
      }
      CHECK(needed <= height);
      CHECK(std::ranges::any_of(charts, &Chart::open));
    }
  }
}

TEST_CASE("the column of charts does not scroll") {
  for (const auto& [width, height] : {std::pair{1440.0F, 900.0F}, {1024.0F, 768.0F}}) {
    Person person(width, height);
    for (const std::string algorithm : {"hk", "hka", "smo", "rls"}) {
      REQUIRE(person.session().carry_out({"algorithm", {{"id", algorithm}}}));
      person.rest();
      for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
        const std::string_view name = window->Name;
        if (!name.contains("/right_") || name.find('/', name.find("/right_") + 1) != name.npos)
          continue;
        CAPTURE(algorithm);
        CHECK(window->ScrollMax.y == 0);
      }
    }
  }
}

TEST_CASE("what is shortened keeps the abbreviation at its end") {
  const Type type;
  const Face& face = type.fonts.text;
  const std::string_view name = "Ho-Kashyap, absolute, early stopping (HKESA)";
  const float whole = text_size(face, name).x;
  CHECK(shortened(face, name, whole) == name);
  const std::string less = shortened(face, name, 0.6F * whole);
  CHECK(less.ends_with("… (HKESA)"));
  CHECK(less.starts_with("Ho-Kashyap"));
  CHECK(text_size(face, less).x <= 0.6F * whole);
  CHECK(shortened(face, name, 0.2F * whole).ends_with("…"));
}

TEST_CASE("numbers beside points cover neither points nor each other, and some always stand") {
  using picture::Point;
  const std::vector<Point> sizes(4, {14, 12});
  const auto places_of = [&](const std::vector<Point>& points, std::size_t certain) {
    return labels_beside(points, sizes, 6, certain);
  };
  SUBCASE("to the upper right where there is room") {
    for (const auto& place : places_of({{0, 0}, {100, 0}, {200, 0}, {300, 0}}, 0)) {
      REQUIRE(place);
      CHECK(place->bottom() < 0);
    }
  }
  SUBCASE("in another direction where a point lies there") {
    const auto places = places_of({{0, 0}, {14, -10}, {200, 0}, {300, 0}}, 0);
    REQUIRE(places[0]);
    CHECK(places[0]->top > 0);
  }
  SUBCASE("not at all in a crowd, but for those that are asked about") {
    const std::vector<Point> crowd = {{0, 0}, {4, 2}, {-4, 1}, {1, -3}};
    const auto is_nowhere = [](const auto& place) { return !place; };
    CHECK(std::ranges::count_if(places_of(crowd, 0), is_nowhere) >= 1);
    CHECK(std::ranges::count_if(places_of(crowd, 4), is_nowhere) == 0);
  }
  SUBCASE("over many random crowds") {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> anywhere(0, 120);
    for (int crowd = 0; crowd < 200; ++crowd) {
      std::vector<Point> points(4);
      for (Point& point : points) point = {anywhere(random), anywhere(random)};
      const auto places = places_of(points, 0);
      for (std::size_t i = 0; i < places.size(); ++i) {
        if (!places[i]) continue;
        for (const Point& point : points) CHECK_FALSE(places[i]->contains(point));
        for (std::size_t j = 0; j < i; ++j) {
          CHECK_FALSE((places[j] && places[i]->overlaps(*places[j])));
        }
      }
    }
  }
}

TEST_CASE("the number of a point covers no point that has none") {
  PatientSession session;
  REQUIRE(session.apply(SetProblem{"two-gaussians"}));
  const Dataset& data = session.scene().data;
  const PlaneFrame frame =
      frame_around({0, 0, 700, 700}, PlanePicture(session.scene(), session.plane()).box(), true);
  const auto count = static_cast<int>(data.size());
  int covering = 0;
  for (int point = 0; point < count; ++point) {
    picture::Drawing drawing;
    add_numbers(drawing, frame, session, {.selected = point});
    const std::string number = std::to_string(point + 1);
    for (const picture::Mark& mark : drawing.marks) {
      const auto* text = std::get_if<picture::Text>(&mark);
      if (!text || text->text != number) continue;
      const picture::Rectangle plate = {text->at.x, text->at.y - 7, picture::text_width(number),
                                        14};
      for (int other = 0; other < count; ++other) {
        covering += plate.contains(frame.at(session.plane().place(data, other)));
      }
    }
  }
  CHECK(covering == 0);
}

TEST_CASE("a chart that was opened or folded stays so") {
  PatientSession session;
  auto charts = charts_of(session);
  const std::vector<std::pair<std::string, bool>> chosen = {{charts[0].id, false},
                                                            {charts.back().id, true}};
  fit_charts(charts, 300, 12, chosen);
  CHECK_FALSE(charts[0].open);
  CHECK(charts.back().open);
}

TEST_CASE("bars stand by class, and in a profile by value") {
  const std::vector<double> values = {1, 5, 2, 4, 3};
  const std::vector<int> classes = {1, 0, 1, 0, 1};
  const BarOrder by_number = order_of_bars(values, classes, false);
  CHECK(by_number.patterns == std::vector<int>{1, 3, 0, 2, 4});
  REQUIRE(by_number.parts.size() == 2);
  CHECK(by_number.parts[1].from == 2);
  CHECK(by_number.parts[1].count == 3);
  CHECK(order_of_bars(values, classes, true).patterns == std::vector<int>{1, 3, 4, 2, 0});
  CHECK(order_of_bars(values, {}, false).patterns == std::vector<int>{0, 1, 2, 3, 4});
  CHECK(order_of_bars(values, {}, true).parts.empty());
}

TEST_CASE(
    "the iterations that are shown zoom about the pointer and stay within those that there are") {
  const auto half = zoomed(std::nullopt, 100, 50, 2, 0);
  REQUIRE(half);
  CHECK((*half)[0] == doctest::Approx(25));
  CHECK((*half)[1] == doctest::Approx(75));
  CHECK((*zoomed(half, 100, 25, 1, 1000))[1] == doctest::Approx(100));
  CHECK_FALSE(zoomed(half, 100, 50, 0.5, 0));
  CHECK_FALSE(zoomed(half, 40, 25, 1, 0));  // a shorter run
}

TEST_CASE("the wheel over a chart's axis zooms all charts, a double click shows all again") {
  Person person;
  REQUIRE(person.session().seek(200));
  person.rest();
  const ImVec2 edge = person.right_edge_of("errors");
  const auto pointed = [&] {
    person.click({edge.x - 2, edge.y});
    return person.session().iteration();
  };
  const int before = pointed();
  person.point_at({edge.x - 200, edge.y});
  for (int i = 0; i < 3; ++i) {
    person.app().wheel(0, 1);
    person.frame();
  }
  CHECK(pointed() < before);
  person.click({edge.x - 100, edge.y});
  person.press();
  person.release();
  person.rest();
  CHECK(pointed() == before);
}

TEST_CASE("in a low window the plane keeps half the height, and text does not shrink") {
  for (const auto& [width, height] :
       {std::pair{720.0F, 450.0F}, {844.0F, 390.0F}, {640.0F, 400.0F}}) {
    Person person(width, height);
    CAPTURE(width);
    CHECK(person.app().plane().height >= height / 2);
    CHECK(person.app().scale() == 1);
  }
}

TEST_CASE("what the opening scene says lies within the window, however narrow") {
  for (const float width : {1440.0F, 720.0F, 390.0F, 320.0F, 280.0F}) {
    Person person(width, 568);
    CAPTURE(width);
    const Rect card = first_steps_card();
    CHECK(card.min.x >= 0);
    CHECK(card.max.x <= width);
  }
}

TEST_CASE("what the opening scene says leaves the switch of views free, but on a phone") {
  for (const ImVec2 size : {ImVec2(1440, 900), ImVec2(1024, 768), ImVec2(768, 1024),
                            ImVec2(820, 1180), ImVec2(600, 960)}) {
    Person person(size.x, size.y);
    CAPTURE(size.x);
    const PlaneButtons buttons = plane_buttons(plane_of(person.app()));
    const Rect card = first_steps_card();
    CHECK(!ImRect(card.min, card.max).Overlaps({buttons.shows.min, buttons.fit.max}));
  }
}

TEST_CASE("in a large window everything grows, and a click still falls where it is made") {
  Person person(1920, 1080);
  CHECK(person.app().scale() == doctest::Approx(1.2));
  const auto corner = [](const App& app) {
    const auto [x0, y0, x1, y1, left, top, width, height] = app.plane();
    return std::array{left, top, left + width, top + height};
  };
  CHECK(corner(person.app())[3] < 1080);
  const auto count = person.session().scene().data.size();
  person.key("a");
  const auto [x0, y0, x1, y1, left, top, width, height] = person.app().plane();
  person.click({static_cast<float>(left + 0.3 * width), static_cast<float>(top + 0.2 * height)});
  person.rest();
  const Dataset& data = person.session().scene().data;
  REQUIRE(data.size() == count + 1);
  CHECK(data.X(count, 0) == doctest::Approx(x0 + 0.3 * (x1 - x0)).epsilon(0.01));
  CHECK(data.X(count, 1) == doctest::Approx(y1 - 0.2 * (y1 - y0)).epsilon(0.01));

  person.key("+");
  person.rest();
  CHECK(person.app().text_size() == doctest::Approx(1.1));
  CHECK(person.app().scale() == doctest::Approx(1.32));
}

TEST_CASE("text is no larger than leaves room for what stands side by side") {
  const auto laid_out = [](float width, float height) {
    Person person(width, height);
    person.app().set_text_size(2);
    person.rest();
    CHECK(person.app().scale() >= 2);  // other text has it all the same
    return ImGui::GetIO().DisplaySize;
  };
  CHECK(laid_out(1440, 900).x == doctest::Approx(720));
  CHECK(laid_out(768, 1024).x == doctest::Approx(384));
  for (const ImVec2 size : {ImVec2(360, 740), ImVec2(320, 640), ImVec2(640, 360)}) {
    CAPTURE(size.x);
    const ImVec2 room = laid_out(size.x, size.y);
    CHECK(room.x >= 320);
    CHECK(room.y >= 320);
  }
  // What is smaller than that anyhow has text as it is.
  CHECK(laid_out(300, 200).x == doctest::Approx(300));
}

TEST_CASE("points that no click has added come to lie beside the buttons of the plane") {
  for (const ImVec2 size :
       {ImVec2(1440, 900), ImVec2(1024, 768), ImVec2(390, 844), ImVec2(320, 360)}) {
    CAPTURE(size.x);
    Person person(size.x, size.y);
    REQUIRE(person.session().carry_out({"clear-points", {}}));
    const std::array<std::array<double, 2>, 6> places = {
        {{0, 0}, {1, 0}, {3, 0}, {3, 1}, {1, 3}, {2, 3}}};
    for (const auto& [x, y] : places) {
      REQUIRE(person.session().carry_out({"add-point", {{"x", x}, {"y", y}, {"label", 1.0}}}));
      person.rest();
    }
    const Rect rect = plane_of(person.app());
    const PlaneButtons buttons = plane_buttons(rect);
    for (int i = 0; i < 6; ++i) {
      CAPTURE(i);
      const ImVec2 place = person.place_of(i);
      CHECK(rect.contains(place));
      CHECK(!buttons.shows.contains(place));
      CHECK(!buttons.fit.contains(place));
    }
    // However low the plane is, they can be told apart.
    CHECK(person.place_of(0).y - person.place_of(4).y > 0.25F * rect.height());
  }
}

TEST_CASE("an algorithm without a margin level has no margin lines") {
  PatientSession session;
  REQUIRE(session.carry_out({"algorithm", {{"id", "dkpp"}}}));
  REQUIRE(session.step(2));
  Ui ui(session);
  ui.view.rect = {{0, 0}, {400, 400}};
  fit_view(ui);
  update_surface(ui);
  REQUIRE(session.machine().run()->solver().margin_level() == 0);
  CHECK(ui.surface.margins.empty());
}

TEST_CASE("a selection or a notice leaves the surface as it is") {
  PatientSession session;
  const auto before = session.outcome_version();
  session.select(1);
  session.set_notice("Something");
  session.pause();
  CHECK(session.outcome_version() == before);
  REQUIRE(session.step(1));
  CHECK(session.outcome_version() > before);
}

}  // namespace marginscope::testing
