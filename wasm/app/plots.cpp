#include "app/plots.h"

#include <algorithm>
#include <cmath>

#include "app/explanations.h"
#include "app/painter.h"
#include "app/widgets.h"

namespace marginscope {
namespace {

using picture::axis_room;

constexpr float head_height = 24, axis_bottom = 20, margin_right = 2;
constexpr double fewest_iterations = 4, time_zoom_per_notch = 1.25;

std::string with_unit(double value, std::string_view unit) {
  if (std::isnan(value)) return "none";
  std::string text = short_text(value);
  if (!unit.empty()) text += sentence(" ", unit);
  return text;
}

}  // namespace

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
  area_ = {{start.x + f32(axis_room), start.y + head_height},
           {start.x + width - margin_right, start.y + height - axis_bottom}};
}

void Plot::line(std::string_view label, std::span<const double> x, std::span<const double> y,
                const picture::Stroke& stroke) {
  diagram_.curves.push_back({label, x, y, stroke});
}

void Plot::bars(std::span<const Bar> bars, int together) {
  diagram_.bars = bars;
  diagram_.together = together;
}

void Plot::stop(double x) { diagram_.uprights.push_back({x, {picture::stops, 1.25F, 2, 3}}); }
void Plot::retained(double x) { diagram_.uprights.push_back({x, {picture::soft, 1.25F, 6, 3}}); }
void Plot::mark(double x, bool watched) {
  diagram_.uprights.push_back(
      {x, {watched ? picture::stops : picture::soft, watched ? 1.5F : 1.0F}});
}

void Plot::find_range() {
  diagram_.area = {area_.min.x, area_.min.y, area_.width(), area_.height()};
  diagram_.x_from = options_.x_from;
  diagram_.x_to = options_.x_to;
  diagram_.logarithmic = options_.logarithmic;
  diagram_.from_zero = options_.from_zero;
  diagram_.whole = options_.whole;
  diagram_.measured = options_.measured;
  diagram_.seconds = options_.seconds;
  diagram_.bin = options_.bin;
  diagram_.numbers = options_.numbers;
  diagram_.parts = options_.parts;
  fit_upwards(diagram_);
  if (options_.y_from) diagram_.y_from = *options_.y_from;
  if (options_.y_to) diagram_.y_to = *options_.y_to;
}

// The names of the curves from the right end leftwards, each with a sample and its value now, or with
// neither value nor much room. Returns where they begin; draws where that is not left of `left`.
float Plot::draw_names(float left, bool values, bool close) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Fonts& fonts = ui_.fonts;
  const bool several = diagram_.curves.size() > 1;
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
  for (const Curve& curve : diagram_.curves) begin -= width_of(curve) + between;
  float x = begin;
  for (const Curve& curve : diagram_.curves) {
    if (begin < left) break;
    float at = x;
    if (several) {
      const float y = outer_.min.y + 8;
      draw_dashed(list, {at, y}, {at + sample, y}, stroke_of(ui_.theme, curve.stroke));
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

  const Rect head = {{outer_.min.x - 4, outer_.min.y - 4}, {left() - log - 4, outer_.min.y + 20}};
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
    const Rect button = {{x - 5, outer_.min.y - 4}, {x + 25, outer_.min.y + 20}};
    ImGui::SetCursorScreenPos(button.min);
    result.log_clicked = ImGui::InvisibleButton("log", {button.width(), button.height()});
    if (ImGui::IsItemHovered()) {
      ui_.cursor = "pointer";
      list.AddRectFilled(button.min, button.max, theme.hover, 4);
    }
    hint(ui_, options_.logarithmic ? "Logarithmic scale; click for a linear one."
                                   : "Linear scale; click for a logarithmic one.");
    draw_text(list, fonts.small, {x, outer_.min.y}, options_.logarithmic ? theme.ink : theme.soft,
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
  return diagram_.now ? with_unit(picture::value_at(curve.x, curve.y, *diagram_.now), options_.unit)
                      : "";
}

void Plot::draw_read_out(double x) {
  std::vector<ReadOut> lines;
  std::vector<Stroke> strokes;
  strokes.reserve(diagram_.curves.size());
  constexpr std::size_t most = 10;
  for (const Curve& curve : diagram_.curves) {
    if (lines.size() == most) {
      lines.push_back(
          {sentence("… ", std::to_string(diagram_.curves.size() - most), " more"), "", nullptr});
      break;
    }
    lines.push_back({std::string(curve.label),
                     with_unit(picture::value_at(curve.x, curve.y, x), options_.unit),
                     &strokes.emplace_back(stroke_of(ui_.theme, curve.stroke))});
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
  ImGui::InvisibleButton("axis", {area_.width(), measure::least_target});
  const bool on_axis = ImGui::IsItemHovered();
  ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
  hint(ui_, "The wheel zooms, dragging shifts, a double click shows all iterations.");
  if (on_axis) ui_.cursor = "ew-resize";
  if (ImGui::IsItemActive()) {
    result.shift =
        -io.MouseDelta.x / std::max(1.0F, area_.width()) * (options_.x_to - options_.x_from);
  }
  if (on_axis || (area_hovered && !ui_.column_scrolls)) {
    result.zoom = std::pow(time_zoom_per_notch, io.MouseWheel);
    result.hovered_x = x;
  }
  if ((on_axis || area_hovered) && ImGui::IsMouseDoubleClicked(0)) result.zoom = 0;
}

PlotResult Plot::finish() {
  PlotResult result;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGui::PushID(id_);
  draw_head(result);
  if (!options_.folded) {
    find_range();
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
      result.hovered_y = diagram_.y_from + y_fraction * (diagram_.y_to - diagram_.y_from);
      ui_.cursor = "pointer";
    }
    if (options_.iterations) hold_axis(result, hovered, x);

    if (options_.iterations && ui_.hovered_iteration >= 0) {
      diagram_.uprights.push_back(
          {ui_.hovered_iteration, {picture::Paint(picture::faint, 0.7F), 1}});
    }
    picture::Drawing drawing;
    add_axes(drawing, diagram_, outer_.min.x - 5);
    add_values(drawing, diagram_);
    add_level_names(drawing, diagram_);
    paint(ui_, list, drawing);
    if (hovered && options_.iterations && !diagram_.curves.empty()) {
      double last = 0;
      for (const Curve& curve : diagram_.curves) {
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
  result.y_from = diagram_.y_from;
  result.y_to = diagram_.y_to;
  return result;
}

}  // namespace marginscope
