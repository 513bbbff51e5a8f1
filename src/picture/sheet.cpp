#include "picture/sheet.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/text.h"
#include "picture/scale.h"

namespace marginscope::picture {
namespace {

constexpr double margin = 16, line_height = 18, between_panels = 20;
constexpr double sample_width = 30;  // of a curve in the legend
constexpr int wanted_ticks = 6;
constexpr double most_notes = 2.5;  // lines below a heat map: maps side by side are equally high

// A rectangle on the sheet.
struct Frame {
  double left = 0, top = 0, width = 0, height = 0;

  double right() const { return left + width; }
  double bottom() const { return top + height; }
};

// About as wide as the letters are, which only the typeface knows.
double width_of(std::string_view text) {
  const auto letters =
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) >> 6) != 2; });
  constexpr double letter = 6.3;
  return letter * static_cast<double>(letters);
}

std::string classes_of(const Curve& curve) {
  const std::string series = std::to_string(curve.series);
  if (curve.dash == Curve::Dash::of_series) return "s" + series;
  return sentence("level level-", series, curve.dash == Curve::Dash::dash_dot ? " dash-dot" : "");
}

void draw_mark(Svg& svg, const Curve& curve, Point at) {
  if (curve.mark == Curve::Mark::dot) svg.dot(at, classes_of(curve));
  if (curve.mark == Curve::Mark::ring) svg.ring(at, classes_of(curve));
}

// --- Charts ---

class ChartDrawing {
 public:
  ChartDrawing(Svg& svg, const Frame& frame, const Chart& chart) : svg_(svg), chart_(chart) {
    find_scales();
    double label_width = 0;
    for (const Tick& tick : y_.ticks) label_width = std::max(label_width, width_of(tick.text));
    constexpr double above = 2.4 * line_height, below = 2.2 * line_height, right = 8;
    const double left = label_width + 8;
    plot_ = {frame.left + left, frame.top + above, frame.width - left - right,
             frame.height - above - below};
    frame_ = frame;
  }

  void draw() {
    svg_.text({frame_.left, frame_.top + 12}, chart_.title, "strong");
    svg_.text({frame_.left, frame_.top + 12 + line_height}, chart_.y.label, "soft small");
    svg_.text({plot_.right(), plot_.bottom() + 2 * line_height}, chart_.x.label, "soft small end");
    draw_band();
    draw_grid();
    for (const Curve& curve : chart_.curves) draw_curve(curve);
    for (const Highlight& highlight : chart_.highlights) draw_highlight(highlight);
  }

 private:
  bool is_shown(Point point) const {
    return std::isfinite(point.x) && std::isfinite(point.y) &&
           !(chart_.x.logarithmic && point.x <= 0) && !(chart_.y.logarithmic && point.y <= 0);
  }

  void find_scales() {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Point least{infinity, infinity}, most{-infinity, -infinity};
    const auto include = [&](Point point) {
      if (!is_shown(point)) return;
      least = {std::min(least.x, point.x), std::min(least.y, point.y)};
      most = {std::max(most.x, point.x), std::max(most.y, point.y)};
    };
    for (const Curve& curve : chart_.curves) std::ranges::for_each(curve.points, include);
    for (const Highlight& highlight : chart_.highlights) include(highlight.at);
    if (least.x > most.x) least = most = {1, 1};  // there is nothing to show
    const bool has_texts = std::ranges::any_of(
        chart_.highlights, [](const Highlight& highlight) { return !highlight.text.empty(); });
    constexpr double room_below = 0.12;
    if (has_texts && !chart_.y.logarithmic) least.y -= room_below * (most.y - least.y);
    if (chart_.band) {
      least.y = std::min(least.y, chart_.band->from);
      most.y = std::max(most.y, chart_.band->to);
    }
    x_ = chart_.x.logarithmic ? logarithmic_scale_over(least.x, most.x, wanted_ticks)
                              : scale_over(least.x, most.x, wanted_ticks);
    y_ = chart_.y.logarithmic ? logarithmic_scale_over(least.y, most.y, wanted_ticks)
                              : rounded_scale_over(least.y, most.y, wanted_ticks - 1);
  }

  Point place(Point value) const {
    return {plot_.left + plot_.width * x_.share(value.x),
            plot_.bottom() - plot_.height * y_.share(value.y)};
  }

  void draw_band() {
    if (!chart_.band) return;
    const double top = place({x_.from, chart_.band->to}).y;
    const double bottom = place({x_.from, chart_.band->from}).y;
    constexpr double strength = 0.45;
    svg_.rectangle({plot_.left, top}, plot_.width, bottom - top, "hairline", strength);
    svg_.text({plot_.right() - 4, top - 5}, chart_.band->text, "soft small end");
  }

  void draw_grid() {
    for (const Tick& tick : y_.ticks) {
      const double y = place({x_.from, tick.value}).y;
      svg_.line({plot_.left, y}, {plot_.right(), y}, "hairline");
      svg_.text({plot_.left - 8, y + 4}, tick.text, "soft small end");
    }
    svg_.line({plot_.left, plot_.bottom()}, {plot_.right(), plot_.bottom()}, "soft");
    for (const Tick& tick : x_.ticks) {
      const double x = place({tick.value, y_.from}).x;
      svg_.line({x, plot_.bottom()}, {x, plot_.bottom() + 4}, "soft");
      svg_.text({x, plot_.bottom() + line_height}, tick.text, "soft small middle");
    }
  }

  void draw_curve(const Curve& curve) {
    std::vector<Point> line, points;
    for (const Point& point : curve.points) {
      if (!is_shown(point)) continue;
      const Point at = place(point);
      if (curve.form == Curve::Form::steps && !line.empty()) line.push_back({at.x, line.back().y});
      line.push_back(at);
      points.push_back(at);
    }
    svg_.polyline(line, classes_of(curve));
    for (const Point& at : points) draw_mark(svg_, curve, at);
  }

  // The text stays within the chart, below its point.
  void draw_highlight(const Highlight& highlight) {
    if (!is_shown(highlight.at)) return;
    const Point at = place(highlight.at);
    svg_.ring(at, "stop");
    const bool on_the_right = at.x + width_of(highlight.text) + 8 > plot_.right();
    if (highlight.text.empty()) return;
    svg_.text({at.x + (on_the_right ? 2 : -2), at.y + line_height}, highlight.text,
              sentence("small halo stop", on_the_right ? " end" : ""));
  }

  Svg& svg_;
  const Chart& chart_;
  Frame frame_, plot_;
  Scale x_, y_;
};

void draw(Svg& svg, const Frame& frame, const Chart& chart) {
  ChartDrawing(svg, frame, chart).draw();
}

// --- Heat maps ---

void draw(Svg& svg, const Frame& frame, const HeatMap& map) {
  double label_width = width_of(map.row_label);
  for (const std::string& row : map.rows) label_width = std::max(label_width, width_of(row));
  const double above = 3.4 * line_height, below = most_notes * line_height;
  const Frame cells{frame.left + label_width + 8, frame.top + above, frame.width - label_width - 8,
                    frame.height - above - below};
  const double width = cells.width / std::max<double>(1, static_cast<double>(map.columns.size()));
  const double height = cells.height / std::max<double>(1, static_cast<double>(map.rows.size()));
  svg.text({frame.left, frame.top + 12}, map.title, "strong");
  svg.text({cells.left, cells.top - 6 - line_height}, map.column_label, "soft small");
  svg.text({cells.left - 8, cells.top - 6}, map.row_label, "soft small end");
  for (std::size_t column = 0; column < map.columns.size(); ++column) {
    const double middle = cells.left + (static_cast<double>(column) + 0.5) * width;
    svg.text({middle, cells.top - 6}, map.columns[column], "soft small middle");
  }
  for (std::size_t row = 0; row < map.rows.size(); ++row) {
    const double top = cells.top + static_cast<double>(row) * height;
    svg.text({cells.left - 8, top + height / 2 + 4}, map.rows[row], "soft small end");
    for (std::size_t column = 0; column < map.columns.size(); ++column) {
      const double value = map.values[row * map.columns.size() + column];
      if (!std::isfinite(value)) continue;
      const double left = cells.left + static_cast<double>(column) * width;
      // What is written on it stays legible in both themes.
      constexpr double weakest = 0.06, strongest = 0.55;
      const double share = map.most > map.least
                               ? std::clamp((value - map.least) / (map.most - map.least), 0.0, 1.0)
                               : 0;
      svg.rectangle({left + 1, top + 1}, width - 2, height - 2, "heat",
                    weakest + (strongest - weakest) * share);
      svg.text({left + width / 2, top + height / 2 + 4}, short_text(value), "middle");
    }
  }
  double base_line = cells.bottom();
  for (const std::string& note : map.notes) {
    base_line += line_height;
    svg.text({cells.left, base_line}, note, "soft small");
  }
}

// --- The sheet ---

// One curve of each name, in the order in which they come, each with the place of its sample.
struct Legend {
  struct Entry {
    const Curve* curve = nullptr;
    Point at;
  };
  std::vector<Entry> entries;
  double height = 0;
};

Legend legend_of(const Sheet& sheet, Point corner, double width) {
  Legend legend;
  Point at = corner;
  for (const auto& panel : sheet.panels) {
    const Chart* chart = std::get_if<Chart>(&panel);
    if (!chart) continue;
    for (const Curve& curve : chart->curves) {
      const bool known = std::ranges::any_of(legend.entries, [&](const Legend::Entry& entry) {
        return entry.curve->name == curve.name;
      });
      if (known || curve.name.empty()) continue;
      const double needed = sample_width + width_of(curve.name) + 24;
      if (at.x > corner.x && at.x + needed > corner.x + width) at = {corner.x, at.y + line_height};
      legend.entries.push_back({&curve, at});
      at.x += needed;
    }
  }
  if (!legend.entries.empty()) legend.height = at.y - corner.y + 1.5 * line_height;
  return legend;
}

void draw(Svg& svg, const Legend& legend) {
  for (const auto& [curve, at] : legend.entries) {
    const Point from{at.x, at.y + 8}, to{at.x + sample_width, at.y + 8};
    svg.line(from, to, classes_of(*curve));
    draw_mark(svg, *curve, {(from.x + to.x) / 2, from.y});
    svg.text({to.x + 8, at.y + 12}, curve->name, "");
  }
}

}  // namespace

std::string svg_of(const Sheet& sheet) {
  const int columns = std::max(1, sheet.columns);
  const int rows = (static_cast<int>(sheet.panels.size()) + columns - 1) / columns;
  const double inner = columns * sheet.panel_width + (columns - 1) * between_panels;
  const double below_title = margin + (sheet.note.empty() ? 1.5 : 2.5) * line_height;
  const Legend legend = legend_of(sheet, {margin, below_title}, inner);
  const double top = below_title + legend.height;
  Svg svg(inner + 2 * margin, top + rows * (sheet.panel_height + between_panels), sheet.title,
          sheet.description);
  svg.text({margin, margin + 12}, sheet.title, "strong");
  if (!sheet.note.empty()) {
    svg.text({margin, margin + 12 + line_height}, sheet.note, "soft small");
  }
  draw(svg, legend);
  for (int i = 0; i < static_cast<int>(sheet.panels.size()); ++i) {
    const Frame frame{margin + (i % columns) * (sheet.panel_width + between_panels),
                      top + (i / columns) * (sheet.panel_height + between_panels),
                      sheet.panel_width, sheet.panel_height};
    std::visit([&](const auto& panel) { draw(svg, frame, panel); },
               sheet.panels[static_cast<std::size_t>(i)]);
  }
  return svg.document();
}

}  // namespace marginscope::picture
