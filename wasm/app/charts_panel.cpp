// The charts: what changes with the iterations on one shared axis, and what belongs to the patterns
// as bars. Made from the records and from what the solver publishes.

#include <algorithm>
#include <array>
#include <cmath>

#include "app/chart_frame.h"
#include "app/classes.h"
#include "app/compared_time.h"
#include "app/panels.h"
#include "app/read_outs.h"
#include "app/rule_names.h"
#include "app/widgets.h"
#include "solvers/registry.h"
#include "stopping/registry.h"
#include "views/chart_values.h"

namespace marginscope {
namespace {

// Pixels that a pattern has: below the first its number is not told, below the second it is not found.
constexpr float numbered_bar = 18, narrow_bar = 4;

bool any_number(const std::vector<double>& values) {
  return std::any_of(values.begin(), values.end(), [](double v) { return !std::isnan(v); });
}

void errors_chart(const Frame& frame) {
  const bool fraction = frame.run.problem().task == Task::classification;
  const double factor = fraction ? 100 : 1;
  const History& history = frame.run.history();
  // Before anything is learned there is no error to speak of.
  const bool gap = fraction && frame.ui.session().machine().began_untrained();
  const auto training = over(frame.iterations, [&](int k) {
    return gap && k == 0 ? Record::none : history.at(k).training_error * factor;
  });
  const auto validation = over(frame.iterations, [&](int k) {
    return gap && k == 0 ? Record::none : history.at(k).validation_error * factor;
  });
  PlotOptions options = frame.options(fraction ? "Errors" : "Mean squared errors");
  options.unit = fraction ? "%" : "";
  options.from_zero = true;
  double most = 0;
  for (const double v : training) most = std::max(most, std::isnan(v) ? 0 : v);
  for (const double v : validation) most = std::max(most, std::isnan(v) ? 0 : v);
  if (fraction) fit_percent(options, most);
  frame.begin_card();
  Plot plot(frame.ui, "plot", frame.plot_height(), options);
  plot.line("training", frame.iterations, training, picture::series_stroke(0));
  if (any_number(validation)) {
    plot.line("validation", frame.iterations, validation, picture::series_stroke(1));
  }
  frame.finish(plot);
  end_card(frame.ui);
}

void objective_chart(const Frame& frame) {
  const History& history = frame.run.history();
  const auto values = over(frame.iterations, [&](int k) { return history.at(k).objective; });
  double least = INFINITY, most = 0;
  for (const double v : values) {
    if (v > 0) least = std::min(least, v);
    if (v > most) most = v;
  }
  Ui& ui = frame.ui;
  PlotOptions options = frame.options("Objective J");
  fit_objective(ui, options, least, most);
  frame.begin_card();
  Plot plot(ui, "plot", frame.plot_height(), options);
  plot.line("J", frame.iterations, values, picture::series_stroke(0));
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
                     label_text(data, data.y[point])});
  }
  if (parts.empty() && profile) {
    const double all = static_cast<double>(count);
    parts.push_back({0.5, all + 0.5, sentence(std::to_string(count), " patterns")});
  }
  const std::string summary = targeted ? sentence(std::to_string(made.short_of_target), " of ",
                                                  std::to_string(made.bars.size()), " short")
                                       : std::string();
  const std::string_view order_name = profile ? ", by value" : ", by pattern";
  const std::string title = targeted
                                ? sentence(made.target->label, " ", made.target->symbol, order_name)
                                : sentence(quantity.label, order_name);
  PlotOptions options = frame.options(title);
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
  PlotOptions options = frame.options(quantity.label);
  if (series.classes > 1) options.summary = "coloured by class";
  Plot plot(frame.ui, "plot", frame.plot_height(), options);
  for (std::size_t i = 0; i < series.values.size(); ++i) {
    plot.line(series.labels[i], series.x, series.values[i], series.stroke(i));
  }
  frame.finish(plot);
  end_card(frame.ui);
}

std::vector<std::string_view> names_of(const Quantity& moments) {
  std::vector<std::string_view> names = split(moments.symbol, ',');
  for (std::string_view& name : names) name = trimmed(name);
  return names;
}

// The statistic that rules watch, of each of the moments, and the rules' thresholds.
void statistic_chart(const Frame& frame) {
  const History& history = frame.run.history();
  const Quantity* moments = frame.ui.session().machine().published(Role::moments);
  const std::vector<Watched> all = watched_statistics(frame.run, Role::moments);
  const Watched& watched = all[frame.chart->watched];
  const Field* variable = variable_of(*watched.kind);
  std::vector<std::vector<double>> curves;
  for (const Choice& choice : variable->choices) {
    SpecValues values = watched.spec.values;
    values.emplace_back(variable->id, choice.id);
    const auto rule = watched.kind->make(*watched.kind, values);
    if (!rule) return;
    curves.push_back(over(frame.iterations, [&](int k) {
      const double statistic = 100 * (*rule)->check(history, k).statistic;
      return std::isfinite(statistic) ? statistic : Record::none;
    }));
  }
  PlotOptions options = frame.options(watched.statistic);
  options.logarithmic = true;
  options.unit = "%";
  // A moment near 0 has differences beyond all measure; what matters lies about the thresholds.
  constexpr double most = 1e4;
  for (const std::vector<double>& curve : curves) {
    if (std::ranges::any_of(curve, [](double value) { return value > most; })) options.y_to = most;
  }
  frame.begin_card();
  Plot plot(frame.ui, "plot", frame.plot_height(), options);
  const std::vector<std::string_view> names =
      moments ? names_of(*moments) : std::vector<std::string_view>(curves.size());
  for (std::size_t m = 0; m < curves.size(); ++m) {
    plot.line(names[m], frame.iterations, curves[m], picture::series_stroke(static_cast<int>(m)));
  }
  // Rules with the same threshold share a line. The plot reads its labels when it is finished.
  std::vector<std::pair<double, std::string>> thresholds;
  for (const Rule* rule : watched.rules) {
    const double threshold = rule->check(history, 0).threshold;
    const std::string name = short_rule_name(rule->text());
    const auto same =
        std::ranges::find(thresholds, threshold, &std::pair<double, std::string>::first);
    if (same == thresholds.end()) {
      thresholds.emplace_back(threshold, name);
    } else {
      same->second += sentence(", ", name);
    }
  }
  for (auto& [threshold, label] : thresholds) {
    label += sentence(" ≤ ", percent_text(threshold));
    plot.threshold(100 * threshold, label);
  }
  frame.finish(plot);
  end_card(frame.ui);
}

void moments_chart(const Frame& frame) {
  const History& history = frame.run.history();
  const Quantity& quantity = *frame.ui.session().machine().published(Role::moments);
  const std::vector<std::string_view> names = names_of(quantity);
  std::vector<std::vector<double>> curves;
  for (const RecordColumn& column : record_columns()) {
    if (column.role != Role::moments) continue;
    curves.push_back(over(frame.iterations, [&](int k) { return column.value(history.at(k)); }));
  }
  frame.begin_card();
  Plot plot(frame.ui, "plot", frame.plot_height(), frame.options(quantity.label));
  for (std::size_t m = 0; m < curves.size(); ++m) {
    plot.line(names[m], frame.iterations, curves[m], picture::series_stroke(static_cast<int>(m)));
  }
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
  std::vector<Chart> charts = charts_of(machine, ui.session().machines().size() > 1);
  Frame frame = {ui, *run, sampled_iterations(ui, machine), extent, 0};
  frame.height = fit_charts(charts, height, measure::gap, ui.chosen_charts);
  for (const Chart& chart : charts) {
    if (frame.chart) vertical_space(measure::gap);
    frame.chart = &chart;
    // In the order of Chart::Kind. What is called by a table stays a function of its own, so that a
    // first visit can do without (wasm/toolchain/deferred_functions.txt).
    static constexpr void (*draw[])(const Frame& frame) = {
        statistic_chart, errors_chart,  objective_chart,    pattern_chart,
        series_chart,    moments_chart, distribution_chart, compared_chart};
    draw[static_cast<std::size_t>(chart.kind)](frame);
  }
}

}  // namespace marginscope
