#include "picture/svg.h"

#include "core/text.h"
#include "picture/colours.h"
#include "picture/xml.h"

namespace marginscope::picture {
namespace {

// Those who know no custom properties, as some programs that print pictures, take the first of two.
std::string rule(std::string_view selector, std::string_view property, std::string_view token,
                 unsigned colour) {
  const std::string own = hexadecimal(colour);
  return sentence(".picture", selector, "{", property, ":", own, ";", property, ":var(--", token,
                  ",", own, ")}\n");
}

std::string colours_sheet(const Colours& colours) {
  std::string sheet = rule("", "color", "ink", colours.ink) +
                      rule(" .soft", "color", "soft", colours.soft) +
                      rule(" .hairline", "color", "hairline", colours.hairline) +
                      rule(" .ground", "color", "card", colours.card) +
                      rule(" .halo", "stroke", "card", colours.card) +
                      rule(" .stop", "color", "stop", colours.stop) +
                      rule(" .heat", "color", "class-1", colours.classes[1]);
  for (std::size_t i = 0; i < colours.classes.size(); ++i) {
    const std::string place = std::to_string(i);
    sheet += rule(" .level-" + place, "color", "class-" + place, colours.classes[i]);
  }
  for (std::size_t i = 0; i < colours.series.size(); ++i) {
    const std::string place = std::to_string(i);
    sheet += rule(" .s" + place, "color", "stroke-" + place, colours.series[i]);
  }
  return sheet;
}

std::string style_sheet() {
  std::string sheet =
      ".picture{font:12px Inter,system-ui,sans-serif;font-variant-numeric:tabular-nums}\n"
      ".picture line,.picture polyline{stroke:currentColor;fill:none;stroke-linejoin:round}\n"
      ".picture text,.picture rect,.picture .dot{fill:currentColor}\n"
      ".picture .strong{font-weight:600}\n"
      ".picture .small{font-size:11px}\n"
      ".picture .middle{text-anchor:middle}\n"
      ".picture .end{text-anchor:end}\n"
      ".picture .halo{stroke-width:4px;paint-order:stroke;stroke-linejoin:round}\n";
  for (std::size_t i = 0; i < series_strokes.size(); ++i) {
    const SeriesStroke& stroke = series_strokes[i];
    sheet +=
        sentence(".picture .s", std::to_string(i), "{stroke-width:", short_text(stroke.width, 4));
    if (stroke.gap > 0) {
      sheet += sentence(";stroke-dasharray:", short_text(stroke.dash), " ", short_text(stroke.gap));
    }
    sheet += "}\n";
  }
  return sheet +
         ".picture .level{stroke-width:1.75}\n"
         ".picture .dash-dot{stroke-dasharray:7 3 1.5 3}\n"
         ".picture .ring{stroke:currentColor;fill:none;stroke-width:1.75;stroke-dasharray:none}\n" +
         colours_sheet(light_colours) + "@media (prefers-color-scheme:dark){\n" +
         colours_sheet(dark_colours) + "}\n";
}

// Half of what a mark is wide.
constexpr double mark_radius = 3.5;

}  // namespace

Svg::Svg(double width, double height, std::string_view title, std::string_view description)
    : width_(width), height_(height), title_(title), description_(description) {
  rectangle({0, 0}, width, height, "ground");
}

void Svg::shape(std::string_view element, std::string_view attributes, std::string_view classes) {
  shapes_ += sentence("<", element, " class=\"", classes, "\" ", attributes, "/>\n");
}

void Svg::line(Point from, Point to, std::string_view classes) {
  shape("line",
        sentence("x1=\"", number(from.x), "\" y1=\"", number(from.y), "\" x2=\"", number(to.x),
                 "\" y2=\"", number(to.y), "\""),
        classes);
}

void Svg::polyline(std::span<const Point> points, std::string_view classes) {
  std::string list;
  for (const Point& point : points) list += sentence(list.empty() ? "" : " ", pair(point));
  shape("polyline", sentence("points=\"", list, "\""), classes);
}

void Svg::rectangle(Point corner, double width, double height, std::string_view classes,
                    double opacity) {
  std::string attributes =
      sentence("x=\"", number(corner.x), "\" y=\"", number(corner.y), "\" width=\"", number(width),
               "\" height=\"", number(height), "\"");
  if (opacity < 1) attributes += sentence(" opacity=\"", short_text(opacity), "\"");
  shape("rect", attributes, classes);
}

void Svg::dot(Point at, std::string_view classes) {
  shape("circle",
        sentence("cx=\"", number(at.x), "\" cy=\"", number(at.y), "\" r=\"",
                 number(mark_radius - 0.5), "\""),
        sentence("dot ", classes));
}

void Svg::ring(Point at, std::string_view classes) {
  shape("circle",
        sentence("cx=\"", number(at.x), "\" cy=\"", number(at.y), "\" r=\"", number(mark_radius),
                 "\""),
        sentence("ring ", classes));
}

void Svg::text(Point at, std::string_view text, std::string_view classes) {
  shapes_ += sentence("<text class=\"", classes, "\" x=\"", number(at.x), "\" y=\"", number(at.y),
                      "\">", xml_escaped(text), "</text>\n");
}

std::string Svg::document() const {
  const std::string w = number(width_), h = number(height_);
  return sentence(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" role=\"img\" width=\"", w,
      "\" height=\"", h, "\" viewBox=\"0 0 ", w, " ", h, "\">\n<title>", xml_escaped(title_),
      "</title>\n<desc>", xml_escaped(description_), "</desc>\n<style>\n", style_sheet(),
      "</style>\n", shapes_, "</svg>\n");
}

}  // namespace marginscope::picture
