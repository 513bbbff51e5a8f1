// A drawing as SVG.

#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "picture/drawing.h"
#include "picture/formula.h"
#include "picture/xml.h"

namespace marginscope::picture {
namespace {

constexpr std::string_view letters_face = "Inter,'Helvetica Neue',Helvetica,Arial,sans-serif";
constexpr std::string_view symbols_face = "'STIX Two Text','Times New Roman',Times,serif";

std::string attribute(std::string_view name, std::string_view value) {
  return sentence(" ", name, "=\"", value, "\"");
}

double size_of(Text::Face face) { return face == Text::Face::title ? 15 : 12; }

class Writer {
 public:
  explicit Writer(bool dark) : colours_(colours_of(dark, false)) {}

  void operator()(const Polyline& line) {
    if (line.points.size() < 2) return;
    const Stroke& stroke = line.stroke;
    std::string dashes;
    if (stroke.gap > 0) {
      dashes =
          attribute("stroke-dasharray", sentence(number(stroke.dash), " ", number(stroke.gap)));
    }
    element("path", sentence(attribute("d", way(line.points)), attribute("fill", "none"),
                             outline(stroke.paint, stroke.width), dashes));
  }

  void operator()(const Segments& segments) {
    std::string path;
    for (std::size_t i = 0; i + 1 < segments.ends.size(); i += 2) {
      path += sentence("M", pair(segments.ends[i]), " ", pair(segments.ends[i + 1]));
    }
    if (path.empty()) return;
    element("path", sentence(attribute("d", path), attribute("fill", "none"),
                             outline(segments.stroke.paint, segments.stroke.width)));
  }

  void operator()(const Strip& strip) {
    std::vector<Point> border = strip.above;
    border.insert(border.end(), strip.below.rbegin(), strip.below.rend());
    (*this)(Area{std::move(border), strip.paint});
  }

  void operator()(const Block& block) {
    const Rectangle& where = block.where;
    element("rect", sentence(attribute("x", number(where.left)), attribute("y", number(where.top)),
                             attribute("width", number(where.width)),
                             attribute("height", number(where.height)), filling(block.paint)));
  }

  void operator()(const Area& area) {
    if (area.border.empty()) return;
    element("path", sentence(attribute("d", way(area.border)), filling(area.paint)));
  }

  void operator()(const Region& region) {
    std::string path;
    for (const std::vector<Point>& border : region.borders) {
      if (!border.empty()) path += sentence(way(border), "Z");
    }
    if (path.empty()) return;
    element("path", sentence(attribute("d", path), attribute("fill-rule", "evenodd"),
                             filling(region.paint)));
  }

  void operator()(const Marker& marker) {
    const std::string paint =
        sentence(filling(marker.fill),
                 marker.outline.none() ? "" : outline(marker.outline, marker.outline_width));
    if (marker_shape(marker.shape).corners == 0) {
      element("circle",
              sentence(attribute("cx", number(marker.at.x)), attribute("cy", number(marker.at.y)),
                       attribute("r", hundredths(marker.radius)), paint));
    } else {
      element("polygon", sentence(attribute("points", list(corners_of(marker))), paint));
    }
  }

  void operator()(const Text& text) {
    if (text.text.empty()) return;
    constexpr double feet = 0.364;  // half of a capital's height, in ems
    const double size = size_of(text.face);
    std::string attributes = sentence(attribute("x", number(text.at.x)),
                                      attribute("y", number(text.at.y + feet * size)));
    if (size != size_of(Text::Face::small)) attributes += attribute("font-size", number(size));
    if (text.face != Text::Face::small) attributes += attribute("font-weight", "600");
    if (text.from == Text::From::middle) attributes += attribute("text-anchor", "middle");
    if (text.from == Text::From::end) attributes += attribute("text-anchor", "end");
    attributes += filling(text.paint);
    if (!text.plate.none()) {
      // Of the plate what is about the letters, whose widths are not known here.
      attributes += sentence(outline(text.plate, 4), attribute("paint-order", "stroke"));
    }
    text_ += sentence("<text", attributes, ">",
                      text.formula ? runs(text.text) : xml_escaped(text.text), "</text>\n");
  }

  void operator()(const Group& group) {
    std::string clip;
    if (group.clip) {
      const std::string id = "clip-" + std::to_string(++clips_);
      const Rectangle& seen = *group.clip;
      text_ += sentence("<clipPath id=\"", id, "\"><rect x=\"", number(seen.left), "\" y=\"",
                        number(seen.top), "\" width=\"", number(seen.width), "\" height=\"",
                        number(seen.height), "\"/></clipPath>\n");
      clip = attribute("clip-path", sentence("url(#", id, ")"));
    }
    text_ += sentence("<g", attribute("class", group.name), clip, ">\n");
  }

  void operator()(const End&) { text_ += "</g>\n"; }

  std::string text() && { return std::move(text_); }

  std::string filling(const Paint& paint) const {
    if (paint.none()) return attribute("fill", "none");
    return coloured("fill", "fill-opacity", paint);
  }

 private:
  static std::string hundredths(double value) {
    return exact_text(std::round(100 * value) / 100 + 0.0);
  }

  std::string coloured(std::string_view name, std::string_view opacity_name,
                       const Paint& paint) const {
    const auto [rgb, opacity] = colour_of(paint, colours_);
    return sentence(attribute(name, hexadecimal(rgb)),
                    opacity < 1 ? attribute(opacity_name, hundredths(opacity)) : "");
  }

  std::string outline(const Paint& paint, double width) const {
    return sentence(coloured("stroke", "stroke-opacity", paint),
                    attribute("stroke-width", hundredths(width)),
                    attribute("stroke-linejoin", "round"));
  }

  // From the first of some points to one after the other, each as far as it is from where the one before was
  // told to be: small numbers, which are a quarter less to send, and no error adds up.
  static std::string way(const std::vector<Point>& points) {
    const auto tenths = [](double value) { return std::round(10 * value); };
    std::string text = sentence("M", pair(points.front()), points.size() > 1 ? "l" : "");
    for (std::size_t i = 1; i < points.size(); ++i) {
      for (const auto coordinate : {&Point::x, &Point::y}) {
        const double from = tenths(points[i - 1].*coordinate);
        std::string step = number((tenths(points[i].*coordinate) - from) / 10);
        const std::size_t zero = step.find("0.");
        if (zero == 0 || (zero == 1 && step.front() == '-')) step.erase(zero, 1);
        if (text.back() != 'l' && step.front() != '-') text += ' ';
        text += step;
      }
    }
    return text;
  }

  static std::string list(const std::vector<Point>& points) {
    std::string text;
    for (const Point& point : points) {
      if (!text.empty()) text += ' ';
      text += pair(point);
    }
    return text;
  }

  // Each in its face; what stands lower or higher leads the line back behind it.
  static std::string runs(std::string_view formula) {
    std::string text;
    double down = 0;
    for (const FormulaRun& run : formula_runs(formula)) {
      const double wanted = run.level > 0 ? -raised_by : run.level < 0 ? lowered_by : 0;
      std::string attributes;
      if (wanted != down) attributes += attribute("dy", number(12 * (wanted - down)));
      if (run.room > 0) attributes += attribute("dx", number(12.0 * run.room));
      if (run.level != 0) attributes += attribute("font-size", number(12 * script_size));
      if (run.symbol) {
        attributes +=
            sentence(attribute("font-family", symbols_face), attribute("font-style", "italic"));
      }
      down = wanted;
      text += attributes.empty()
                  ? xml_escaped(run.text)
                  : sentence("<tspan", attributes, ">", xml_escaped(run.text), "</tspan>");
    }
    return text;
  }

  void element(std::string_view name, std::string_view attributes) {
    text_ += sentence("<", name, attributes, "/>\n");
  }

  const Colours& colours_;
  int clips_ = 0;
  std::string text_;
};

}  // namespace

std::string svg_of(const Drawing& drawing, bool dark) {
  Writer writer(dark);
  for (const Mark& mark : drawing.marks) std::visit(writer, mark);
  const std::string w = number(drawing.width), h = number(drawing.height);
  return sentence("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"", w,
                  "\" height=\"", h, "\" viewBox=\"0 0 ", w, " ", h, "\" font-family=\"",
                  letters_face, "\" font-size=\"12\">\n<title>", xml_escaped(drawing.title),
                  "</title>\n<desc>", xml_escaped(drawing.description), "</desc>\n<rect width=\"",
                  w, "\" height=\"", h, "\"", writer.filling(card), "/>\n",
                  std::move(writer).text(), "</svg>\n");
}

}  // namespace marginscope::picture
