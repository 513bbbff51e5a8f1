#include "picture/diagram.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/text.h"
#include "picture/scale.h"

namespace marginscope::picture {
namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

// Bars narrower than a pixel share it: from the lowest to the highest of them and of their ticks,
// in their colour where it is the same.
void add_crowded_bars(Drawing& drawing, const Diagram& diagram) {
  const double zero = diagram.at_y(0);
  const auto bars = diagram.bars;
  for (std::size_t i = 0; i < bars.size();) {
    const double x = std::floor(diagram.at_x(bars[i].x));
    Tone tone = bars[i].tone;
    double upper = zero, lower = zero, highest = INFINITY, lowest = -INFINITY;
    for (; i < bars.size() && std::floor(diagram.at_x(bars[i].x)) == x; ++i) {
      if (bars[i].tone != tone) tone = soft;
      if (std::isfinite(bars[i].value)) {
        upper = std::min(upper, diagram.at_y(bars[i].value));
        lower = std::max(lower, diagram.at_y(bars[i].value));
      }
      if (!std::isfinite(bars[i].target)) continue;
      highest = std::min(highest, diagram.at_y(bars[i].target));
      lowest = std::max(lowest, diagram.at_y(bars[i].target));
    }
    drawing.block({x, upper, 1, lower - upper}, Paint(tone, bar_strength));
    if (highest <= lowest) {
      drawing.block({x, highest - 1.25, 1, lowest - highest + 2.5}, tone);
    }
  }
}

void add_bars(Drawing& drawing, const Diagram& diagram) {
  const Rectangle& area = diagram.area;
  const auto bars = diagram.bars;
  const double zero = diagram.at_y(0);
  const double pitch = area.width / std::max(1.0, diagram.x_to - diagram.x_from);
  // Narrow bars touch: gaps between them would beat with the screen's pixels.
  const double share = pitch < 4 ? 1.0 : 0.78;
  const bool bins = diagram.bin > 0;
  const double width =
      bins ? std::max(1.0, diagram.at_x(diagram.x_from + diagram.bin) - area.left - 1)
           : std::clamp(pitch * share / diagram.together, 1.0, 26.0);
  const bool crowded = !bins && pitch < diagram.together;
  if (crowded) add_crowded_bars(drawing, diagram);
  for (const Diagram::Bar& bar : crowded ? std::span<const Diagram::Bar>() : bars) {
    if (!std::isfinite(bar.value)) continue;
    const double x = diagram.at_x(bar.x), y = diagram.at_y(bar.value);
    drawing.block({x - width / 2, std::min(y, zero), width, std::abs(y - zero)},
                  Paint(bar.tone, bar_strength));
    if (std::isfinite(bar.target)) {
      const double tick = diagram.at_y(bar.target);
      const double half = std::max(width / 2, 1.5) + std::min(1.0, pitch * 0.05);
      drawing.block({x - half, tick - 1.25, 2 * half, 2.5}, bar.tone);
    }
  }
  for (std::size_t i = 0; i < bars.size(); i += static_cast<std::size_t>(diagram.together)) {
    if (!bars[i].highlighted) continue;
    const double from = diagram.at_x(bars[i].x);
    const double to = diagram.at_x(bars[i + static_cast<std::size_t>(diagram.together) - 1].x);
    const double x = (from + to) / 2, half = std::max((to - from + width) / 2 + 3, 5.0);
    drawing.frame({x - half, area.top - 2, 2 * half, area.height + 4}, {ink, 1.25F});
  }
}

void add_curve(Drawing& drawing, const Diagram& diagram, const Diagram::Curve& curve) {
  std::vector<Point> run;
  const auto flush = [&] {
    if (run.size() == 1) drawing.add(disc(run[0], curve.stroke.width, curve.stroke.paint));
    if (run.size() > 1) drawing.add(Polyline{run, curve.stroke});
    run.clear();
  };
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    if (!std::isfinite(curve.y[i])) {
      flush();
    } else {
      run.push_back({diagram.at_x(curve.x[i]), diagram.at_y(curve.y[i])});
    }
  }
  flush();
}

void add_upright(Drawing& drawing, const Diagram& diagram, double x, const Stroke& stroke) {
  const double at = std::round(diagram.at_x(x)) + 0.5;
  drawing.line({at, diagram.area.top - 4}, {at, diagram.area.bottom()}, stroke);
}

}  // namespace

double Diagram::at_x(double x) const {
  const double span = std::max(1e-300, x_to - x_from);
  return area.left + (x - x_from) / span * area.width;
}

double Diagram::at_y(double y) const {
  double fraction = (y - y_from) / (y_to - y_from);
  if (logarithmic) {
    const double from = std::log10(y_from), to = std::log10(y_to);
    fraction = y > 0 ? (std::log10(y) - from) / (to - from) : 0;
  }
  return area.bottom() - std::clamp(fraction, 0.0, 1.0) * area.height;
}

double value_at(std::span<const double> x, std::span<const double> y, double at) {
  const auto after = std::upper_bound(x.begin(), x.end(), at + 1e-9);
  if (after == x.begin()) return no_number;
  return y[static_cast<std::size_t>(after - x.begin() - 1)];
}

void fit_upwards(Diagram& diagram) {
  double least = INFINITY, most = -INFINITY;
  const auto take = [&](double value) {
    if (!std::isfinite(value) || (diagram.logarithmic && value <= 0)) return;
    least = std::min(least, value);
    most = std::max(most, value);
  };
  // What is in sight of the curves, and where they come from and go to.
  for (const Diagram::Curve& curve : diagram.curves) {
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
      const bool before = i + 1 < curve.x.size() && curve.x[i + 1] < diagram.x_from;
      const bool behind = i > 0 && curve.x[i - 1] > diagram.x_to;
      if (!before && !behind) take(curve.y[i]);
    }
  }
  for (const Diagram::Bar& bar : diagram.bars) {
    take(bar.value);
    take(bar.target);
  }
  const bool grounded = diagram.from_zero || !diagram.bars.empty();
  if (grounded) take(0);
  for (const Diagram::Level& level : diagram.levels) take(level.y);
  if (least > most) {
    least = diagram.logarithmic ? 0.1 : 0;
    most = 1;
  }
  if (diagram.logarithmic) {
    // Nothing below fifteen decades is more than rounding.
    least = std::max(least, most * 1e-18);
    const double from = std::log10(least), to = std::log10(most);
    const double room = std::max(0.5, (to - from) * 0.06);
    diagram.y_from = std::pow(10.0, from - room);
    diagram.y_to = std::pow(10.0, to + room);
    return;
  }
  const double size = std::max(std::abs(most), std::abs(least));
  constexpr double nothing = 1e-290;  // below it a tick's power of ten would be 0
  if (size < nothing || most - least <= 1e-12 * size) {
    const double room = size < nothing ? 1 : size * 0.2;
    most += room;
    if (!diagram.from_zero) least -= room;
  }
  const double half_step = round_number_from((most - least) / 2) / 2;
  const double room = (most - least) * 0.04;
  diagram.y_from = grounded && least >= 0 ? 0 : std::floor((least - room) / half_step) * half_step;
  diagram.y_to = std::ceil((most + room) / half_step) * half_step;
}

std::string raised(int value) {
  static constexpr std::string_view digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = value < 0 ? "⁻" : "";
  for (const char c : std::to_string(std::abs(value))) text += digits[c - '0'];
  return text;
}

AxisLabels axis_labels(std::span<const double> ticks, bool powers_of_ten) {
  AxisLabels labels;
  constexpr double room = axis_room - 4;
  constexpr int least_digits = 4, most_digits = 5;
  const double shared = powers_of_ten ? 0 : common_part(ticks, most_digits);
  double largest = 0;
  for (const double tick : ticks) largest = std::max(largest, std::abs(tick - shared));
  const int digits = std::clamp(digits_between(ticks), least_digits, most_digits);
  const auto write = [&](double unit) {
    labels.texts.clear();
    double widest = 0;
    for (const double tick : ticks) {
      labels.texts.push_back(powers_of_ten && tick > 0
                                 ? "10" + raised(static_cast<int>(std::lround(std::log10(tick))))
                                 : short_text((tick - shared) / unit, digits));
      widest = std::max(widest, text_width(labels.texts.back()));
    }
    return widest <= room;
  };
  if (!write(1) && !powers_of_ten && largest > 0) {
    const int power = static_cast<int>(std::floor(std::log10(largest)));
    labels.beside = "×10" + raised(power);
    write(std::pow(10.0, power));
  }
  if (shared != 0) {
    labels.beside = sentence(labels.beside, labels.beside.empty() ? "" : " ", with_sign(shared));
  }
  return labels;
}

void add_axes(Drawing& drawing, const Diagram& diagram, double left) {
  const Rectangle& area = diagram.area;
  const int rows = std::clamp(static_cast<int>(area.height / 21), 2, 5);
  std::vector<double> ticks = diagram.logarithmic
                                  ? logarithmic_ticks(diagram.y_from, diagram.y_to, rows)
                                  : linear_ticks(diagram.y_from, diagram.y_to, rows);
  // Two labels at least, or the scale cannot be read.
  bool powers = diagram.logarithmic;
  if (powers && ticks.size() < 2) {
    ticks = linear_ticks(diagram.y_from, diagram.y_to, 3);
    powers = false;
  }
  powers = powers && (ticks.front() < 1e-3 || ticks.back() >= 1e4);
  if (diagram.whole) {
    std::erase_if(ticks, [](double tick) { return tick != std::floor(tick); });
  }
  AxisLabels labels = axis_labels(ticks, powers);
  // What stands in the corner takes the room of a label there.
  if (!labels.beside.empty() && ticks.size() == 2) {
    ticks = linear_ticks(diagram.y_from, diagram.y_to, rows + 2);
    labels = axis_labels(ticks, powers);
  }
  const auto write = [&](Point at, std::string text, Text::From from) {
    drawing.add(
        Text{.at = at, .text = std::move(text), .paint = soft, .from = from, .formula = true});
  };
  const double row = area.bottom() + 10;
  drawing.add(Group{"up"});
  // In the corner of both axes.
  if (!labels.beside.empty()) write({left, row}, labels.beside, Text::From::start);
  double last_label = labels.beside.empty() ? INFINITY : row;
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    const double y = std::round(diagram.at_y(ticks[i])) + 0.5;
    if (last_label - y >= 15) {
      last_label = y;
      write({area.left - 7, y}, labels.texts[i], Text::From::end);
    }
    const bool zero = ticks[i] == 0 && !diagram.logarithmic && diagram.y_from < 0;
    drawing.line({area.left, y}, {area.right(), y},
                 {zero ? mixed(hairline, faint, 0.5F) : Paint(hairline), 1});
  }
  drawing.add(End());
  drawing.add(Group{"across"});
  const bool room_for_names = std::ranges::all_of(diagram.parts, [&](const Diagram::Part& part) {
    return text_width(part.name) <= diagram.at_x(part.to) - diagram.at_x(part.from);
  });
  // Up to where labels stand already.
  double taken = labels.beside.empty() ? -INFINITY : left + text_width(labels.beside) - 4;
  for (const Diagram::Part& part : diagram.parts) {
    const std::string& name = room_for_names ? part.name : part.brief;
    const double middle = (diagram.at_x(part.from) + diagram.at_x(part.to)) / 2;
    const double half = text_width(name) / 2;
    // Of many as many as have room.
    if (!room_for_names && middle - half < taken + 4) continue;
    taken = middle + half;
    write({middle, row}, name, Text::From::middle);
  }
  const int columns = diagram.numbers.empty() ? std::max(2, static_cast<int>(area.width / 64))
                                              : static_cast<int>(diagram.numbers.size()) + 1;
  const double unit = diagram.seconds > 0 ? diagram.seconds : 1;
  const std::vector<double> places =
      diagram.parts.empty() ? linear_ticks(diagram.x_from * unit, diagram.x_to * unit, columns)
                            : std::vector<double>();
  const int digits = std::max(diagram.measured ? 4 : 7, digits_between(places));
  for (const double each : places) {
    const double tick = each / unit;
    const bool counts = !diagram.measured && diagram.seconds == 0;
    if (counts && tick != std::floor(tick)) continue;
    const auto place = static_cast<std::size_t>(std::max(0.0, tick));
    const bool numbered = tick >= 1 && place <= diagram.numbers.size();
    std::string label = diagram.seconds > 0
                            ? duration_text(each)
                            : short_text(numbered ? diagram.numbers[place - 1] : tick, digits);
    const double width = text_width(label);
    const double x =
        std::clamp(diagram.at_x(tick) - width / 2, area.left - 8, area.right() - width);
    if (x < taken + 8) continue;
    taken = x + width;
    write({x + width / 2, row}, std::move(label), Text::From::middle);
  }
  drawing.add(End());
}

void add_values(Drawing& drawing, const Diagram& diagram) {
  const Rectangle& area = diagram.area;
  drawing.add(
      Group{"values", Rectangle{area.left - 6, area.top - 4, area.width + 12, area.height + 8}});
  add_bars(drawing, diagram);
  for (const Diagram::Level& level : diagram.levels) {
    const double y = diagram.at_y(level.y);
    drawing.line({area.left, y}, {area.right(), y}, {level.stops ? stops : soft, 1.25F});
  }
  for (const auto& [x, stroke] : diagram.uprights) add_upright(drawing, diagram, x, stroke);
  for (const Diagram::Curve& curve : diagram.curves) add_curve(drawing, diagram, curve);
  if (diagram.now) {
    add_upright(drawing, diagram, *diagram.now, {ink, 1});
    const double x = std::round(diagram.at_x(*diagram.now)) + 0.5;
    for (const Diagram::Curve& curve : diagram.curves) {
      const double value = value_at(curve.x, curve.y, *diagram.now);
      if (!std::isfinite(value)) continue;
      drawing.add(disc({x, diagram.at_y(value)}, 4.5F, card));
      drawing.add(disc({x, diagram.at_y(value)}, 3.25F, curve.stroke.paint));
    }
  }
  drawing.add(End());
}

void add_level_names(Drawing& drawing, const Diagram& diagram) {
  const Rectangle& area = diagram.area;
  double last = -INFINITY;
  for (const Diagram::Level& level : diagram.levels) {
    if (level.label.empty()) continue;
    const double y = diagram.at_y(level.y);
    double middle = y - 10 < area.top + 3 ? y + 9 : y - 10;
    if (std::abs(middle - last) < 17) middle = y + 9;
    last = middle;
    drawing.add(Text{.at = {area.right(), middle},
                     .text = std::string(level.label),
                     .paint = level.stops ? stops : soft,
                     .from = Text::From::end,
                     .formula = true,
                     .plate = card});
  }
}

}  // namespace marginscope::picture
