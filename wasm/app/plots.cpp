#include "app/plots.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "app/widgets.h"
#include "picture/scale.h"

namespace marginscope {
namespace {

constexpr float head_height = 24, axis_bottom = 20, margin_right = 2;
constexpr double fewest_iterations = 4, zoom_per_notch = 1.25;

// The value of a curve at x: exact at a sample, otherwise that of the last sample before it.
double value_at(std::span<const double> x, std::span<const double> y, double at) {
  const auto after = std::upper_bound(x.begin(), x.end(), at + 1e-9);
  if (after == x.begin()) return Record::none;
  return y[static_cast<std::size_t>(after - x.begin() - 1)];
}

std::string with_unit(double value, std::string_view unit) {
  if (std::isnan(value)) return "none";
  std::string text = short_text(value);
  if (!unit.empty()) text += sentence(" ", unit);
  return text;
}

}  // namespace

std::string raised(int value) {
  static constexpr std::string_view digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = value < 0 ? "⁻" : "";
  for (const char c : std::to_string(std::abs(value))) text += digits[c - '0'];
  return text;
}

AxisLabels axis_labels(const Fonts& fonts, std::span<const double> ticks, bool powers_of_ten) {
  AxisLabels labels;
  constexpr float room = axis_room - 4;
  double largest = 0;
  for (const double tick : ticks) largest = std::max(largest, std::abs(tick));
  // As many digits as tell neighbours apart.
  const double step = ticks.size() > 1 ? std::abs(ticks[1] - ticks[0]) : largest;
  const int digits =
      step > 0 ? std::clamp(static_cast<int>(std::ceil(std::log10(largest / step))) + 1, 4, 5) : 4;
  const auto write = [&](double unit) {
    labels.texts.clear();
    float widest = 0;
    for (const double tick : ticks) {
      labels.texts.push_back(powers_of_ten && tick > 0
                                 ? "10" + raised(static_cast<int>(std::lround(std::log10(tick))))
                                 : short_text(tick / unit, digits));
      widest = std::max(widest, formula_width(fonts, labels.texts.back(), Maths::small));
    }
    return widest <= room;
  };
  if (write(1) || powers_of_ten || !(largest > 0)) return labels;
  const int power = static_cast<int>(std::floor(std::log10(largest)));
  labels.factor = "×10" + raised(power);
  write(std::pow(10.0, power));
  return labels;
}

Iterations zoomed(const Iterations& shown, double extent, double about, double factor,
                  double shift) {
  const auto [from, to] = shown.value_or(std::array{0.0, extent});
  const double span = std::max((to - from) / factor, fewest_iterations);
  if (!(span < extent)) return std::nullopt;
  const double share = std::clamp((about - from) / (to - from), 0.0, 1.0);
  const double begin = std::clamp(about - share * span + shift, 0.0, extent - span);
  return std::array{begin, begin + span};
}

Plot::Plot(Ui& ui, const char* id, float height, const PlotOptions& options)
    : ui_(ui), id_(id), options_(options) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  outer_ = {start, {start.x + width, start.y + height}};
  area_ = {{start.x + axis_room, start.y + head_height},
           {start.x + width - margin_right, start.y + height - axis_bottom}};
}

void Plot::line(std::string_view label, std::span<const double> x, std::span<const double> y,
                const Stroke& stroke) {
  curves_.push_back({label, x, y, stroke});
}

void Plot::bars(std::span<const Bar> bars, int together) {
  bars_ = bars;
  together_ = together;
}

void Plot::find_range() {
  double least = INFINITY, most = -INFINITY;
  const auto take = [&](double value) {
    if (!std::isfinite(value) || (options_.logarithmic && value <= 0)) return;
    least = std::min(least, value);
    most = std::max(most, value);
  };
  // What is in sight of the curves, and where they come from and go to.
  for (const Curve& curve : curves_) {
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
      const bool before = i + 1 < curve.x.size() && curve.x[i + 1] < options_.x_from;
      const bool behind = i > 0 && curve.x[i - 1] > options_.x_to;
      if (!before && !behind) take(curve.y[i]);
    }
  }
  for (const Bar& bar : bars_) {
    take(bar.value);
    take(bar.target);
  }
  if (!bars_.empty() || options_.from_zero) take(0);
  for (const Level& level : levels_) take(level.y);
  if (least > most) {
    least = options_.logarithmic ? 0.1 : 0;
    most = 1;
  }
  if (options_.logarithmic) {
    // Nothing below fifteen decades is more than rounding.
    least = std::max(least, most * 1e-18);
    double from = std::log10(least), to = std::log10(most);
    const double room = std::max(0.5, (to - from) * 0.06);
    from -= room;
    to += room;
    y_from_ = std::pow(10.0, from);
    y_to_ = std::pow(10.0, to);
  } else {
    const double size = std::max(std::abs(most), std::abs(least));
    constexpr double nothing = 1e-290;  // below it a tick's power of ten would be 0
    if (size < nothing || most - least <= 1e-12 * size) {
      const double room = size < nothing ? 1 : size * 0.2;
      most += room;
      if (!options_.from_zero) least -= room;
    }
    const double step = picture::round_number_from((most - least) / 2);
    const double room = (most - least) * 0.04;
    const bool grounded = options_.from_zero || !bars_.empty();
    y_from_ = grounded && least >= 0 ? 0 : std::floor((least - room) / (step / 2)) * (step / 2);
    y_to_ = std::ceil((most + room) / (step / 2)) * (step / 2);
  }
  if (options_.y_from) y_from_ = *options_.y_from;
  if (options_.y_to) y_to_ = *options_.y_to;
}

float Plot::screen_x(double x) const {
  const double span = std::max(1e-300, options_.x_to - options_.x_from);
  return area_.min.x + f32((x - options_.x_from) / span) * area_.width();
}

float Plot::screen_y(double y) const {
  double fraction = (y - y_from_) / (y_to_ - y_from_);
  if (options_.logarithmic) {
    fraction =
        y > 0 ? (std::log10(y) - std::log10(y_from_)) / (std::log10(y_to_) - std::log10(y_from_))
              : 0;
  }
  return area_.max.y - f32(std::clamp(fraction, 0.0, 1.0)) * area_.height();
}

// The names of the curves from the right end leftwards, each with a sample and its value now, or with
// neither value nor much room. Returns where they begin; draws where that is not left of `left`.
float Plot::draw_names(float left, bool values, bool close) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Fonts& fonts = ui_.fonts;
  const bool several = curves_.size() > 1;
  const float sample = several ? close ? 10.0F : 14.0F : 0,
              behind = several ? close ? 4.0F : 6.0F : 0;
  const float between = close ? 8 : 14;
  const auto width_of = [&](const Curve& curve) {
    const float name =
        several ? sample + behind + formula_width(fonts, curve.label, Maths::small) : 0;
    const std::string value = values ? value_text(curve) : "";
    return name + (values ? text_size(fonts.small, value).x + (several ? 5.0F : 0.0F) : 0);
  };
  float begin = area_.max.x + between;
  for (const Curve& curve : curves_) begin -= width_of(curve) + between;
  float x = begin;
  for (const Curve& curve : curves_) {
    if (begin < left) break;
    float at = x;
    if (several) {
      const float y = outer_.min.y + 8;
      draw_dashed(list, {at, y}, {at + sample, y}, curve.stroke);
      at += sample + behind;
      at +=
          draw_formula(list, fonts, {at, outer_.min.y}, ui_.theme.soft, curve.label, Maths::small) +
          5;
    }
    if (values) draw_text(list, fonts.small, {at, outer_.min.y}, ui_.theme.ink, value_text(curve));
    x += width_of(curve) + between;
  }
  return begin;
}

void Plot::draw_head(PlotResult& result) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Theme& theme = ui_.theme;
  const Fonts& fonts = ui_.fonts;
  constexpr float chevron = 14, behind_title = 10, log_width = 34;
  const float least = outer_.min.x + chevron, summary = text_size(fonts.small, options_.summary).x;
  const float log = options_.offer_log && !options_.folded ? log_width : 0;
  // Where it is narrow, what is behind a comma goes first, then the values, then the title's end; the
  // curves' names stay.
  std::string title(options_.title);
  const auto left = [&] { return least + text_size(fonts.heading, title).x + behind_title + log; };
  const auto names = [&](bool values, bool close) {
    return options_.summary.empty() ? draw_names(1e9F, values, close) : area_.max.x - summary;
  };
  if (left() > names(true, false)) title = title.substr(0, title.find(','));
  const bool values = left() <= names(true, false), close = !values && left() > names(false, false);
  constexpr float least_title = 40;
  const float room = names(false, true) - least - behind_title - log;
  // Of too many curves none is named: the card that the pointer opens does it.
  const bool named = room >= least_title;
  if (named && close && left() > names(false, true)) {
    title = shortened(fonts.heading, title, room);
  }

  const Rect head = {{outer_.min.x - 4, outer_.min.y - 2}, {left() - log - 4, outer_.min.y + 18}};
  ImGui::SetCursorScreenPos(head.min);
  result.head_clicked = ImGui::InvisibleButton("head", {head.width(), head.height()});
  if (ImGui::IsItemHovered()) {
    ui_.cursor = "pointer";
    list.AddRectFilled(head.min, head.max, theme.hover, 4);
  }
  hint(ui_, options_.folded ? "Shows this chart" : "Folds this chart to its title");
  draw_icon(list, options_.folded ? Icon::chevron_right : Icon::chevron_down,
            {outer_.min.x + 4, outer_.min.y + 8}, theme.faint, 0.75F);
  draw_text(list, fonts.heading, {least, outer_.min.y}, theme.soft, title);
  if (log > 0) {
    const float x = left() - log;
    const Rect button = {{x - 5, outer_.min.y - 2}, {x + 25, outer_.min.y + 18}};
    ImGui::SetCursorScreenPos(button.min);
    result.log_clicked = ImGui::InvisibleButton("log", {button.width(), button.height()});
    if (ImGui::IsItemHovered()) {
      ui_.cursor = "pointer";
      list.AddRectFilled(button.min, button.max, theme.hover, 4);
    }
    hint(ui_, options_.logarithmic ? "Logarithmic scale; click for a linear one."
                                   : "Linear scale; click for a logarithmic one.");
    draw_text(list, fonts.small, {x, outer_.min.y}, options_.logarithmic ? theme.ink : theme.faint,
              "log");
  }
  if (options_.summary.empty()) {
    if (named) draw_names(0, values, close);
  } else if (area_.max.x - summary >= left()) {
    draw_text(list, fonts.small, {area_.max.x - summary, outer_.min.y}, theme.ink,
              options_.summary);
  }
}

std::string Plot::value_text(const Curve& curve) const {
  return now_ ? with_unit(value_at(curve.x, curve.y, *now_), options_.unit) : "";
}

void Plot::draw_axes() {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Theme& theme = ui_.theme;
  const Face& face = ui_.fonts.small;
  const int rows = std::clamp(static_cast<int>(area_.height() / 21), 2, 5);
  std::vector<double> ticks = options_.logarithmic
                                  ? picture::logarithmic_ticks(y_from_, y_to_, rows)
                                  : picture::linear_ticks(y_from_, y_to_, rows);
  // Two labels at least, or the scale cannot be read.
  bool powers = options_.logarithmic;
  if (powers && ticks.size() < 2) {
    ticks = picture::linear_ticks(y_from_, y_to_, 3);
    powers = false;
  }
  powers = powers && (ticks.front() < 1e-3 || ticks.back() >= 1e4);
  if (options_.whole) {
    std::erase_if(ticks, [](double tick) { return tick != std::floor(tick); });
  }
  const AxisLabels labels = axis_labels(ui_.fonts, ticks, powers);
  float last_label = INFINITY;
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    const float y = std::round(screen_y(ticks[i])) + 0.5F;
    if (last_label - y >= 15) {
      last_label = y;
      const float x = area_.min.x - 7 - formula_width(ui_.fonts, labels.texts[i], Maths::small);
      draw_formula(list, ui_.fonts, {x, std::round(y - face.size / 2)}, theme.soft, labels.texts[i],
                   Maths::small);
    }
    list.AddLine({area_.min.x, y}, {area_.max.x, y},
                 ticks[i] == 0 && !options_.logarithmic && y_from_ < 0
                     ? mix(theme.hairline, theme.faint, 0.5F)
                     : theme.hairline);
  }
  // In the corner of both axes.
  draw_formula(list, ui_.fonts, {outer_.min.x - 5, area_.max.y + 3}, theme.soft, labels.factor,
               Maths::small);
  for (const PlotOptions::Part& part : options_.parts) {
    const float from = screen_x(part.from), to = screen_x(part.to);
    const std::string name = shortened(face, part.name, to - from);
    draw_text(list, face, {std::round((from + to - text_size(face, name).x) / 2), area_.max.y + 3},
              theme.soft, name);
  }
  if (!options_.parts.empty()) return;
  const int columns = options_.numbers.empty() ? std::max(2, static_cast<int>(area_.width() / 64))
                                               : static_cast<int>(options_.numbers.size()) + 1;
  float taken = -INFINITY;
  const double unit = options_.seconds > 0 ? options_.seconds : 1;
  for (const double each :
       picture::linear_ticks(options_.x_from * unit, options_.x_to * unit, columns)) {
    const double tick = each / unit;
    if (!options_.measured && options_.seconds == 0 && tick != std::floor(tick)) continue;
    const auto place = static_cast<std::size_t>(std::max(0.0, tick));
    const bool numbered = tick >= 1 && place <= options_.numbers.size();
    const std::string label =
        options_.seconds > 0
            ? duration_text(each)
            : short_text(numbered ? options_.numbers[place - 1] : tick, options_.measured ? 4 : 7);
    const float width = text_size(face, label).x;
    const float x = std::clamp(screen_x(tick) - width / 2, area_.min.x - 8, area_.max.x - width);
    if (x < taken + 8) continue;
    taken = x + width;
    draw_text(list, face, {std::round(x), area_.max.y + 3}, theme.soft, label);
  }
}

void Plot::draw_curve(const Curve& curve) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  std::vector<ImVec2> run;
  const auto flush = [&] {
    if (run.size() == 1) list.AddCircleFilled(run[0], curve.stroke.width, curve.stroke.color);
    if (run.size() > 1) draw_stroke(list, run, curve.stroke);
    run.clear();
  };
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    if (!std::isfinite(curve.y[i])) {
      flush();
    } else {
      run.push_back({screen_x(curve.x[i]), screen_y(curve.y[i])});
    }
  }
  flush();
}

// Bars narrower than a pixel share it: from the lowest to the highest of them and of their ticks,
// in their colour where it is the same.
void Plot::draw_crowded_bars() {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float zero = screen_y(0);
  for (std::size_t i = 0; i < bars_.size();) {
    const float x = std::floor(screen_x(bars_[i].x));
    ImU32 color = bars_[i].color;
    float upper = zero, lower = zero, highest = FLT_MAX, lowest = -FLT_MAX;
    for (; i < bars_.size() && std::floor(screen_x(bars_[i].x)) == x; ++i) {
      if (bars_[i].color != color) color = ui_.theme.soft;
      if (std::isfinite(bars_[i].value)) {
        upper = std::min(upper, screen_y(bars_[i].value));
        lower = std::max(lower, screen_y(bars_[i].value));
      }
      if (!std::isfinite(bars_[i].target)) continue;
      highest = std::min(highest, screen_y(bars_[i].target));
      lowest = std::max(lowest, screen_y(bars_[i].target));
    }
    list.AddRectFilled({x, upper}, {x + 1, lower}, faded(color, ui_.theme.dark ? 0.5F : 0.45F));
    if (highest <= lowest) {
      list.AddRectFilled({x, highest - 1.25F}, {x + 1, lowest + 1.25F}, color);
    }
  }
}

void Plot::draw_bars() {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float zero = screen_y(0);
  const float pitch = area_.width() / f32(std::max(1.0, options_.x_to - options_.x_from));
  // Narrow bars touch: gaps between them would beat with the screen's pixels.
  const float share = pitch < 4 ? 1.0F : 0.78F;
  const bool bins = options_.bin > 0;
  const float width =
      bins ? std::max(1.0F, screen_x(options_.x_from + options_.bin) - area_.min.x - 1)
           : std::clamp(pitch * share / f32(together_), 1.0F, 26.0F);
  const bool crowded = !bins && pitch < f32(together_);
  if (crowded) draw_crowded_bars();
  for (const Bar& bar : crowded ? std::span<const Bar>() : bars_) {
    if (!std::isfinite(bar.value)) continue;
    const float x = screen_x(bar.x), left = x - width / 2, right = x + width / 2;
    const float y = screen_y(bar.value);
    list.AddRectFilled({left, std::min(y, zero)}, {right, std::max(y, zero)},
                       faded(bar.color, ui_.theme.dark ? 0.5F : 0.45F), width > 5 ? 1.0F : 0.0F);
    if (std::isfinite(bar.target)) {
      const float tick = screen_y(bar.target);
      const float half = std::max(width / 2, 1.5F) + std::min(1.0F, pitch * 0.05F);
      list.AddRectFilled({x - half, tick - 1.25F}, {x + half, tick + 1.25F}, bar.color);
    }
  }
  for (std::size_t i = 0; i < bars_.size(); i += static_cast<std::size_t>(together_)) {
    if (!bars_[i].highlighted) continue;
    const float from = screen_x(bars_[i].x);
    const float to = screen_x(bars_[i + static_cast<std::size_t>(together_) - 1].x);
    const float x = (from + to) / 2, half = std::max((to - from + width) / 2 + 3, 5.0F);
    list.AddRect({x - half, area_.min.y - 2}, {x + half, area_.max.y + 2}, ui_.theme.ink, 3, 0,
                 1.25F);
  }
}

void Plot::draw_read_out(double x) {
  std::vector<ReadOut> lines;
  constexpr std::size_t most = 10;
  for (const Curve& curve : curves_) {
    if (lines.size() == most) {
      lines.push_back(
          {sentence("… ", std::to_string(curves_.size() - most), " more"), "", nullptr});
      break;
    }
    lines.push_back({std::string(curve.label),
                     with_unit(value_at(curve.x, curve.y, x), options_.unit), &curve.stroke});
  }
  hover_card(ui_, ImGui::GetIO().MousePos,
             options_.seconds > 0 ? sentence("After ", duration_text(x * options_.seconds))
                                  : sentence("Iteration ", short_text(x, 7)),
             lines);
}

// What wheel and pointer ask of the iterations that are shown. The wheel zooms over the plot where
// nothing has to be scrolled, and over the axis always.
void Plot::hold_axis(PlotResult& result, bool area_hovered, double x) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!ui_.column_scrolls) ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
  ImGui::SetCursorScreenPos({area_.min.x, area_.max.y + 4});
  ImGui::InvisibleButton("axis", {area_.width(), axis_bottom - 4});
  const bool on_axis = ImGui::IsItemHovered();
  ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
  hint(ui_, "The wheel zooms, dragging shifts, a double click shows all iterations.");
  if (on_axis) ui_.cursor = "ew-resize";
  if (ImGui::IsItemActive()) {
    result.shift =
        -io.MouseDelta.x / std::max(1.0F, area_.width()) * (options_.x_to - options_.x_from);
  }
  if (on_axis || (area_hovered && !ui_.column_scrolls)) {
    result.zoom = std::pow(zoom_per_notch, io.MouseWheel);
    result.hovered_x = x;
  }
  if ((on_axis || area_hovered) && ImGui::IsMouseDoubleClicked(0)) result.zoom = 0;
}

// Vertical lines: where runs stop, what is kept, where the pointer is and what is shown now.
void Plot::draw_marks() {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Theme& theme = ui_.theme;
  const auto upright = [&](double x, const Stroke& stroke) {
    const float at = std::round(screen_x(x)) + 0.5F;
    draw_dashed(list, {at, area_.min.y - 4}, {at, area_.max.y}, stroke);
  };
  for (const double stop : stops_) upright(stop, {theme.stop, 2, 3, 1.25F});
  if (retained_) upright(*retained_, {theme.soft, 6, 3, 1.25F});
  draw_bars();
  for (const Level& level : levels_) {
    const float y = screen_y(level.y);
    list.AddLine({area_.min.x, y}, {area_.max.x, y}, level.stops ? theme.stop : theme.soft, 1.25F);
  }
  for (const auto& [x, watched] : marks_) {
    upright(x, {watched ? theme.stop : theme.soft, 0, 0, watched ? 1.5F : 1.0F});
  }
  for (const Curve& curve : curves_) draw_curve(curve);
  if (options_.iterations && ui_.hovered_iteration >= 0) {
    upright(ui_.hovered_iteration, {faded(theme.faint, 0.7F), 0, 0, 1});
  }
  if (!now_) return;
  upright(*now_, {theme.ink, 0, 0, 1});
  const float x = std::round(screen_x(*now_)) + 0.5F;
  for (const Curve& curve : curves_) {
    const double value = value_at(curve.x, curve.y, *now_);
    if (!std::isfinite(value)) continue;
    list.AddCircleFilled({x, screen_y(value)}, 4.5F, theme.card);
    list.AddCircleFilled({x, screen_y(value)}, 3.25F, curve.stroke.color);
  }
}

// The names of the horizontal lines, on plates that hide what passes below them.
void Plot::draw_levels() {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  float last = -INFINITY;
  for (const Level& level : levels_) {
    if (level.label.empty()) continue;
    const float width = formula_width(ui_.fonts, level.label, Maths::small);
    const float y = screen_y(level.y);
    float top = y - 18 < area_.min.y - 4 ? y + 1 : y - 18;
    if (std::abs(top - last) < 17) top = y + 1;
    last = top;
    const ImVec2 at = {area_.max.x - width, top};
    list.AddRectFilled(at - ImVec2(3, -1), at + ImVec2(width + 3, 17), ui_.theme.card, 3);
    draw_formula(list, ui_.fonts, at, level.stops ? ui_.theme.stop : ui_.theme.soft, level.label,
                 Maths::small);
  }
}

PlotResult Plot::finish() {
  PlotResult result;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGui::PushID(id_);
  draw_head(result);
  if (!options_.folded) {
    find_range();
    draw_axes();
    ImGui::SetCursorScreenPos({area_.min.x, area_.min.y - 4});
    ImGui::InvisibleButton("area", {area_.width(), area_.height() + 8});
    const bool hovered = ImGui::IsItemHovered(), active = ImGui::IsItemActive();
    result.hold = hold_of_last_item(ui_, options_.upright);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const double fraction = (mouse.x - area_.min.x) / std::max(1.0F, area_.width());
    const double x = options_.x_from + fraction * (options_.x_to - options_.x_from);
    if (hovered || active || result.hold.ended) {
      const double y_fraction = (area_.max.y - mouse.y) / std::max(1.0F, area_.height());
      result.hovered_x = x;
      result.hovered_y = y_from_ + y_fraction * (y_to_ - y_from_);
      ui_.cursor = "pointer";
    }
    if (options_.iterations) hold_axis(result, hovered, x);

    list.PushClipRect({area_.min.x - 6, area_.min.y - 4}, {area_.max.x + 6, area_.max.y + 4}, true);
    draw_marks();
    list.PopClipRect();
    draw_levels();
    if (hovered && options_.iterations && !curves_.empty()) {
      double last = 0;
      for (const Curve& curve : curves_) {
        if (!curve.x.empty()) last = std::max(last, curve.x.back());
      }
      const double pointed = std::clamp(std::round(x), std::min(options_.x_from, last), last);
      ui_.next_hovered_iteration = pointed;
      draw_read_out(pointed);
    }
  }
  ImGui::SetCursorScreenPos({outer_.min.x, outer_.max.y});
  vertical_space(0);
  ImGui::PopID();
  result.y_from = y_from_;
  result.y_to = y_to_;
  return result;
}

}  // namespace marginscope
