#include <doctest/doctest.h>

#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/dataset.h"
#include "picture/colours.h"
#include "picture/diagram.h"
#include "picture/drawing.h"
#include "picture/scale.h"
#include "picture/sheet.h"
#include "picture/svg.h"
#include "support/xml_check.h"

namespace marginscope::picture {
namespace {

using testing::is_well_formed;

std::string texts(const Scale& scale) {
  std::string all;
  for (const Tick& tick : scale.ticks) all += tick.text + " ";
  return all;
}

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}

Sheet one_chart(Chart chart) {
  Sheet sheet{.title = "Title", .description = "Description"};
  sheet.panels.emplace_back(std::move(chart));
  return sheet;
}

TEST_SUITE("pictures") {
  TEST_CASE("the check of well-formed XML tells good from bad") {
    CHECK(is_well_formed("<a><b x=\"1\" y=\"&amp;\"/>text &lt;</a>\n"));
    for (const char* bad :
         {"", "text", "<a>", "<a></b>", "<a><b></a></b>", "<a/><b/>", "<a>&</a>", "<a>&nbsp;</a>",
          "<a x=1/>", "<a x=\"1\" x=\"2\"/>", "<a>></a>", "<a x=\"1/>", "<a/>text"}) {
      INFO(bad);
      CHECK_FALSE(is_well_formed(bad));
    }
  }

  TEST_CASE("ticks are at round numbers, as many as are wanted or nearly so") {
    CHECK(texts(scale_over(0, 306, 6)) == "0 100 200 300 ");
    CHECK(texts(scale_over(0, 40, 4)) == "0 10 20 30 40 ");
    CHECK(texts(scale_over(-0.03, 0.03, 3)) == "−0.02 0 0.02 ");
    CHECK(texts(scale_over(0.1, 0.3, 4)) == "0.1 0.15 0.2 0.25 0.3 ");
    const Scale rounded = rounded_scale_over(12.5, 19.6, 5);
    CHECK(rounded.from == 12);
    CHECK(rounded.to == 20);
    CHECK(texts(rounded) == "12 14 16 18 20 ");
    for (const double size : {1e-7, 0.3, 1.0, 7.0, 1234.0, 9e9}) {
      for (int wanted = 1; wanted <= 12; ++wanted) {
        const Scale scale = rounded_scale_over(-size / 3, size, wanted);
        CHECK(scale.from <= -size / 3);
        CHECK(scale.to >= size);
        CHECK(scale.ticks.front().value == doctest::Approx(scale.from));
        CHECK(scale.ticks.back().value == doctest::Approx(scale.to));
        CHECK(static_cast<int>(scale.ticks.size()) <= wanted + 2);
      }
    }
  }

  TEST_CASE("one number alone has a scale around it") {
    for (const double value : {0.0, 5.0, -2.0}) {
      const Scale scale = rounded_scale_over(value, value, 5);
      CHECK(scale.from < value);
      CHECK(scale.to > value);
      CHECK(scale.ticks.size() >= 2);
    }
    const Scale scale = logarithmic_scale_over(7, 7, 5);
    CHECK(scale.share(7) == doctest::Approx(0.5));
  }

  TEST_CASE("a logarithmic scale has equal room for equal factors") {
    const Scale scale = logarithmic_scale_over(std::exp2(-10), std::exp2(10), 6);
    CHECK(scale.share(std::exp2(-10)) == 0);
    CHECK(scale.share(1) == doctest::Approx(0.5));
    CHECK(scale.share(std::exp2(5)) == doctest::Approx(0.75));
    CHECK(texts(scale) == "0.01 1 100 ");
    CHECK(texts(logarithmic_scale_over(4, 60, 6)) == "5 10 20 50 ");
    CHECK(texts(logarithmic_scale_over(0.01, 100, 6)) == "0.01 0.1 1 10 100 ");
  }

  TEST_CASE("a picture is well-formed whatever its texts are, and the same each time") {
    const std::string rude = "a<b>&\"c\"\x01\n]]>";
    Chart chart{.title = rude, .x = {rude}, .y = {rude}, .curves = {}};
    chart.curves.push_back({.name = rude, .points = {{0, 1}, {1, 2}}});
    chart.highlights.push_back({{1, 2}, rude});
    chart.band = Band{0, 1, rude};
    Sheet sheet{.title = rude, .description = rude};
    sheet.note = rude;
    sheet.panels.emplace_back(chart);
    sheet.panels.emplace_back(HeatMap{.title = rude,
                                      .notes = {rude},
                                      .column_label = rude,
                                      .row_label = rude,
                                      .columns = {rude, "b"},
                                      .rows = {rude},
                                      .values = {1, std::nan("")}});
    const std::string svg = svg_of(sheet);
    CHECK(is_well_formed(svg));
    CHECK(svg == svg_of(sheet));
    CHECK(svg.find("<title>a&lt;b&gt;&amp;&quot;c&quot;") != svg.npos);
    CHECK(svg.find("<script") == svg.npos);
    CHECK(svg.find('\x01') == svg.npos);
    // The cell without a number is left out: the ground, the band and one cell.
    CHECK(count(svg, "<rect ") == 3);
  }

  TEST_CASE("steps hold their value, and what cannot be shown is left out") {
    Chart chart{.title = "", .x = {"k"}, .y = {"E"}, .curves = {}};
    chart.curves.push_back({.name = "", .points = {{0, 0}, {10, 1}}, .form = Curve::Form::steps});
    const std::string steps = svg_of(one_chart(chart));
    const std::size_t list = steps.find("points=\"") + 8;
    const std::string points = steps.substr(list, steps.find('"', list) - list);
    CHECK(count(points, ",") == 3);
    Chart logarithmic{.title = "", .x = {"C", true}, .y = {"E", true}, .curves = {}};
    logarithmic.curves.push_back(
        {.name = "c",
         .points = {{1, 1}, {0, 5}, {10, std::nan("")}, {10, -1}, {100, 10}},
         .mark = Curve::Mark::dot});
    logarithmic.highlights.push_back({{-1, 1}, "nowhere"});
    const std::string shown = svg_of(one_chart(logarithmic));
    CHECK(count(shown, "<circle ") == 3);  // two points and the legend
    CHECK(shown.find("nan") == shown.npos);
    CHECK(shown.find("nowhere") == shown.npos);
    CHECK(is_well_formed(
        svg_of(one_chart({.title = "empty", .x = {"C", true}, .y = {}, .curves = {}}))));
  }

  TEST_CASE("no label of an axis lies over another, and two of them are there to be read") {
    for (const auto& [from, to] :
         {std::pair(164.3, 164.4), std::pair(1e6 + 0.1, 1e6 + 0.4),
          std::pair(-1e6 - 0.4, -1e6 - 0.1), std::pair(164.2, 164.45), std::pair(12345.0, 12346.0),
          std::pair(-164.4, -164.3), std::pair(0.0, 3e7), std::pair(0.0, 1.0)}) {
      for (const double height : {40.0, 60.0, 90.0, 120.0, 240.0}) {
        INFO(from, " to ", to, " on ", height);
        Drawing drawing;
        const Diagram diagram{
            .area = {60, 40, 300, height}, .x_to = 20, .y_from = from, .y_to = to};
        add_axes(drawing, diagram, 4);
        std::vector<Rectangle> places;
        bool up = true;
        int labels = 0;
        for (const Mark& mark : drawing.marks) {
          if (const auto* group = std::get_if<Group>(&mark)) up = group->name == "up";
          const auto* text = std::get_if<Text>(&mark);
          if (!text) continue;
          const bool beside = text->text.starts_with("×") || text->text.starts_with("+ ") ||
                              text->text.starts_with("− ");
          labels += up && !beside;
          constexpr double line = 13;
          const double width = text_width(text->text);
          const double left = text->from == Text::From::end      ? text->at.x - width
                              : text->from == Text::From::middle ? text->at.x - width / 2
                                                                 : text->at.x;
          places.push_back({left, text->at.y - line / 2, width, line});
        }
        CHECK(labels >= 2);
        for (std::size_t i = 0; i < places.size(); ++i) {
          for (std::size_t j = 0; j < i; ++j) CHECK(!places[i].overlaps(places[j]));
        }
      }
    }
  }

  TEST_CASE("parts of an axis have their names where all have room, else all have the brief ones") {
    const auto names = [](double width) {
      const std::vector<Diagram::Part> parts = {{0, 1, "class 1", "1"}, {1, 3, "class 2", "2"}};
      Drawing drawing;
      add_axes(drawing, {.area = {60, 40, width, 90}, .x_to = 3, .parts = parts}, 4);
      std::string all;
      bool across = false;
      for (const Mark& mark : drawing.marks) {
        if (const auto* group = std::get_if<Group>(&mark)) across = group->name == "across";
        const auto* text = std::get_if<Text>(&mark);
        if (text && across) all += text->text + ";";
      }
      return all;
    };
    CHECK(names(300) == "class 1;class 2;");
    CHECK(names(90) == "1;2;");
    // Of many as many as have room, each whole.
    CHECK(names(12) == "1;");
  }

  TEST_CASE("labels of ticks tell these apart, by what lies beyond a number that they share") {
    using Texts = std::vector<std::string>;
    const auto labels = [](double from, double to) {
      return axis_labels(linear_ticks(from, to, 4), false);
    };
    CHECK(labels(10000.1, 10000.3).texts == Texts{"0.1", "0.15", "0.2", "0.25", "0.3"});
    CHECK(labels(10000.1, 10000.3).beside == "+ 10000");
    CHECK(labels(-1000000.003, -1000000.001).texts == Texts{"−3", "−2.5", "−2", "−1.5", "−1"});
    CHECK(labels(-1000000.003, -1000000.001).beside == "×10⁻³ − 1000000");
    CHECK(labels(12000, 18000).texts == Texts{"1.2e4", "1.4e4", "1.6e4", "1.8e4"});
    CHECK(labels(12000, 18000).beside.empty());
    CHECK(labels(0, 1e6).texts.back() == "1e6");
    for (int power = -3; power <= 12; ++power) {
      const double size = std::pow(10.0, power);
      for (const double width : {1e-6, 1e-4, 0.3, 5.0}) {
        for (const double sign : {1.0, -1.0}) {
          const std::vector<double> ticks =
              linear_ticks(sign * size - width / 2, sign * size + width / 2, 4);
          const Texts texts = axis_labels(ticks, false).texts;
          CAPTURE(size);
          CAPTURE(width);
          for (std::size_t i = 1; i < texts.size(); ++i) CHECK(texts[i] != texts[i - 1]);
        }
      }
    }
  }

  TEST_CASE("a name is in the legend once, and all charts share it") {
    Sheet sheet{.title = "t", .description = "d"};
    sheet.columns = 2;
    for (int i = 0; i < 3; ++i) {
      Chart chart{.title = "", .x = {"x"}, .y = {"y"}, .curves = {}};
      chart.curves.push_back({.name = "tolerance", .points = {{0, 1}, {1, 2}}});
      chart.curves.push_back({.name = "", .points = {{0, 1}, {1, 3}}});
      sheet.panels.emplace_back(chart);
    }
    const std::string svg = svg_of(sheet);
    CHECK(count(svg, ">tolerance</text>") == 1);
    CHECK(count(svg, "<polyline ") == 6);
  }

  TEST_CASE("no two classes have the same shape in the same colour") {
    const std::size_t colours = light_colours.classes.size();
    std::set<std::pair<std::size_t, std::size_t>> looks;
    for (int k = 0; k < most_classes; ++k) {
      looks.emplace(static_cast<std::size_t>(k) % colours, shape_of(k));
    }
    CHECK(looks.size() == most_classes);
  }

  TEST_CASE("colours are the page's where it has any, for both themes") {
    const std::string svg = svg_of(one_chart({.title = "", .x = {}, .y = {}, .curves = {}}));
    CHECK(svg.find("color:#1b2330;color:var(--ink,#1b2330)") != svg.npos);
    const std::string dark = svg.substr(svg.find("@media (prefers-color-scheme:dark)"));
    CHECK(dark.find("color:#e8ecf2;color:var(--ink,#e8ecf2)") != dark.npos);
  }
}

}  // namespace
}  // namespace marginscope::picture
