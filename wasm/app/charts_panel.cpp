// The charts: what changes with the iterations on one shared axis, and what belongs to the patterns
// as bars. Made from the records and from what the solver publishes.

#include <algorithm>
#include <array>
#include <cmath>

#include "app/chart_frame.h"
#include "app/classes.h"
#include "app/compared_time.h"
#include "app/explanations.h"
#include "app/panels.h"
#include "app/read_outs.h"
#include "app/widgets.h"
#include "solvers/registry.h"
#include "stopping/registry.h"
#include "stopping/rule_names.h"
#include "views/chart_values.h"

namespace marginscope {
namespace {

// Pixels that a pattern has: below the first its number is not told, below the second it is not found.
constexpr float numbered_bar = 18, narrow_bar = 4;

// Numbers of the record.
void record_chart(const Frame& frame) {
  Ui& ui = frame.ui;
  const std::vector<const RecordColumn*>& columns = frame.chart->columns;
  std::vector<std::vector<double>> curves;
  PositiveRange range;
  for (const RecordColumn* column : columns) {
    curves.push_back(record_values(ui.session().machine(), *column, frame.iterations));
    range.add(curves.back());
  }
  PlotOptions options = frame.options();
  fit_record(ui, options, *columns[0], range);
  frame.begin_card();
  Plot plot(ui, "plot", frame.plot_height(), options);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    plot.line(columns[i]->symbol, frame.iterations, curves[i],
              picture::series_stroke(static_cast<int>(i)));
  }
  if (frame.finish(plot).log_clicked) ui.objective_log = !options.logarithmic;
  end_card(ui);
}

// Bars by pattern.
void pattern_chart(const Frame& frame) {
  const Quantity& quantity = *frame.chart->quantity;
  Ui& ui = frame.ui;
  const Session& session = ui.session();
  const Machine& machine = session.machine();
  const auto count = static_cast<std::size_t>(session.patterns());
  // Side by side by class; where they are too narrow to be found one by one, as a profile.
  const float pitch = (ui.card_width - 2 * measure::padding - f32(picture::axis_room)) /
                      f32(static_cast<double>(count));
  const bool profile = machine.quantity(quantity.id).size() == count && pitch < narrow_bar;
  const PatternBars made =
      pattern_bars(session, quantity, profile, {session.selected(), ui.hovered_point});
  if (made.bars.empty()) return;
  const BarOrder& order = made.order;
  const bool margins = quantity.role == Role::margin, targeted = made.target != nullptr;
  const Dataset& data = session.scene().data;
  std::vector<picture::Diagram::Part> parts;
  for (const BarOrder::Part& part : order.parts) {
    const int point = session.point_of_pattern(order.patterns[part.from]);
    parts.push_back({static_cast<double>(part.from) + 0.5,
                     static_cast<double>(part.from + part.count) + 0.5,
                     label_text(data, data.y[point]), class_name(data.classes, data.y[point])});
  }
  if (parts.empty() && profile) {
    const double all = static_cast<double>(count);
    parts.push_back({0.5, all + 0.5, sentence(std::to_string(count), " patterns")});
  }
  const std::string summary = targeted ? sentence(std::to_string(made.short_of_target), " of ",
                                                  std::to_string(made.bars.size()), " short")
                                       : std::string();
  const std::string title =
      sentence(frame.chart->title, profile ? ", by value" : ", by pattern");
  PlotOptions options = frame.options();
  options.title = title;
  options.x_from = 0.5;
  options.x_to = static_cast<double>(count) + 0.5;
  options.iterations = false;
  options.summary = summary;
  options.numbers = made.numbers;
  options.whole = quantity.kind == QuantityKind::integer;
  options.logarithmic = quantity.logarithmic;
  if (pitch < numbered_bar) options.parts = parts;
  const Algorithm& algorithm = **find_algorithm(session.scene().machine().algorithm.name);
  const Field* field = margins && made.together == 1 ? algorithm.margin_targets : nullptr;
  options.upright = field && session.selected() >= 0;
  const Session::Gesture* dragged = field ? ui.gesture("set-pattern") : nullptr;
  if (dragged && dragged->axis) {
    options.y_from = (*dragged->axis)[0];
    options.y_to = (*dragged->axis)[1];
  }
  frame.begin_card();
  Plot plot(ui, "plot", frame.plot_height(), options);
  plot.bars(made.bars, made.together);
  // What the values cannot pass, once they come near it.
  const double range = quantity.bits > 0 ? std::ldexp(1, quantity.bits - 1) : INFINITY;
  const std::string highest = "2" + picture::raised(quantity.bits - 1), lowest = "−" + highest;
  if (made.largest > range / 4) {
    plot.limit(range, highest);
    plot.limit(-range, lowest);
  }
  const double limit = quantity.limit ? quantity.limit(frame.run.solver()) : INFINITY;
  const std::string limit_label = sentence(quantity.at_limit, ": ", short_text(limit));
  if (made.largest > limit / 1e4) plot.limit(limit, limit_label);
  const PlotResult result = frame.finish_bars(plot);
  end_card(ui);

  if (field && result.hold.ended) ui.end_gesture();
  if (!result.hovered_x) return;
  const auto hovered = static_cast<std::size_t>(
      std::clamp(std::lround(*result.hovered_x) - 1, 0L, static_cast<long>(count) - 1));
  const int pattern = order.patterns[hovered];
  const int point = session.point_of_pattern(pattern);
  const Written index = {"index", static_cast<double>(point)};
  // A finger moves a tick of the pattern that it has selected before.
  const bool grasped = field && (!ui.touch || point == session.selected());
  if (result.hold.began) ui.send("select", {index});
  if (grasped && result.hold.began) {
    ui.begin_gesture({"set-pattern", {{"field", field->id}, index}},
                     std::array{result.y_from, result.y_to});
  }
  if (dragged && result.hold.held && ImGui::IsMouseDragging(0, 3)) {
    const double step = std::pow(10.0, std::floor(std::log10((result.y_to - result.y_from) / 50)));
    const double wanted = *result.hovered_y;  // above and below the chart it goes on
    const double scale = std::round(1 / step);
    const double value =
        step < 1 ? std::round(wanted * scale) / scale : std::round(wanted / step) * step;
    ui.drag({{"value", std::clamp(value, field->least, field->most)}});
  }
  ui.next_hovered_point = point;
  if (field) ui.cursor = "ns-resize";
  std::vector<ReadOut> lines;
  for (const Quantity& shown : machine.run()->solver().quantities()) {
    const bool target = targeted && (&shown == made.target || shown.role == Role::error);
    if (&shown != &quantity && !target) continue;
    auto [name, text] = pattern_read_out(machine, shown, pattern);
    lines.push_back({std::move(name), std::move(text)});
  }
  if (!result.hold.held) {
    hover_card(ui, ImGui::GetIO().MousePos, point_title(session, point), lines);
  }
}

// The entries of a small quantity over the iterations.
void series_chart(const Frame& frame) {
  const Quantity& quantity = *frame.chart->quantity;
  const Machine& machine = frame.ui.session().machine();
  const Series series = series_of(machine, quantity);
  if (series.values.empty()) return;
  frame.begin_card();
  PlotOptions options = frame.options();
  if (series.classes > 1) options.summary = "coloured by class";
  Plot plot(frame.ui, "plot", frame.plot_height(), options);
  for (std::size_t i = 0; i < series.values.size(); ++i) {
    plot.line(series.labels[i], series.x, series.values[i], series.stroke(i));
  }
  frame.finish(plot);
  end_card(frame.ui);
}

// The statistic that rules watch, and the rules' thresholds.
void statistic_chart(const Frame& frame) {
  const Watched watched = watched_statistics(frame.run, Role::moments)[frame.chart->watched];
  const WatchedCurves curves = watched_curves(frame.run, watched, frame.iterations);
  PlotOptions options = frame.options();
  options.logarithmic = true;
  options.unit = "%";
  if (curves.most > 0) options.y_to = curves.most;
  frame.begin_card();
  Plot plot(frame.ui, "plot", frame.plot_height(), options);
  for (std::size_t i = 0; i < curves.values.size(); ++i) {
    plot.line(curves.names[i], frame.iterations, curves.values[i],
              picture::series_stroke(static_cast<int>(i)));
  }
  for (const auto& [percent, label] : curves.thresholds) plot.threshold(percent, label);
  frame.finish(plot);
  end_card(frame.ui);
}

// The part of the iterations that is shown lies within those that there are, and goes along while
// they are played.
void follow_iterations(Ui& ui, double extent) {
  if (!ui.shown_iterations) return;
  const auto [from, to] = *ui.shown_iterations;
  const double beyond = ui.session().iteration() - to, span = to - from;
  const bool follows = ui.session().playing() && beyond > 0 && beyond < span;
  ui.shown_iterations =
      zoomed(ui.shown_iterations, extent, from, 1, follows ? beyond + 0.1 * span : 0);
}

}  // namespace

void charts_panel(Ui& ui, float height) {
  const Machine& machine = ui.session().machine();
  const Run* run = machine.run();
  if (!run) {
    begin_card(ui, "none", "Charts");
    note(ui, machine.sentence(), ui.theme.soft);
    end_card(ui);
    return;
  }
  const double extent = axis_extent(ui);
  follow_iterations(ui, extent);
  std::vector<Chart> charts = charts_of(ui.session());
  Frame frame = {ui, *run, sampled_iterations(ui, machine), extent, 0};
  frame.height = fit_charts(charts, height, measure::gap, ui.chosen_charts);
  for (const Chart& chart : charts) {
    if (frame.chart) vertical_space(measure::gap);
    frame.chart = &chart;
    // In the order of Chart::Kind. What is called by a table stays a function of its own, so that a
    // first visit can do without (wasm/toolchain/deferred_functions.txt).
    static constexpr void (*draw[])(const Frame& frame) = {
        statistic_chart, record_chart, compared_chart, pattern_chart, series_chart,
        distribution_chart};
    draw[static_cast<std::size_t>(chart.kind)](frame);
  }
}

}  // namespace marginscope
