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
  plot.line("training", frame.iterations, training, frame.ui.theme.stroke(0));
  if (any_number(validation)) {
    plot.line("validation", frame.iterations, validation, frame.ui.theme.stroke(1));
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
  plot.line("J", frame.iterations, values, ui.theme.stroke(0));
  if (frame.finish(plot).log_clicked) ui.objective_log = !options.logarithmic;
  end_card(ui);
}

// Bars by pattern. Where there is a target for each (the margin that is asked for) it is a tick, so
// that the gap between bar and tick is the error.
void pattern_chart(const Frame& frame) {
  const Quantity& quantity = *frame.chart->quantity;
  Ui& ui = frame.ui;
  const Session& session = ui.session();
  const Machine& machine = session.machine();
  const std::vector<double> values = machine.quantity(quantity.id);
  if (values.empty()) return;
  const auto count = static_cast<std::size_t>(session.patterns());
  const std::size_t classes = count ? values.size() / count : 0;
  if (classes == 0) return;
  const bool margins = quantity.role == Role::margin;
  const std::vector<double>& error = machine.quantity(Role::error);
  const Quantity* target_of_margins = margins ? machine.published(Role::margin_target) : nullptr;
  const bool targeted = target_of_margins && error.size() == values.size();
  const std::vector<double>& targets = machine.quantity(Role::margin_target);
  const Dataset& data = session.scene().data;

  const bool labelled = data.task == Task::classification;
  // What the machine without a pattern should say of it is the pattern's label.
  const bool to_label = quantity.role == Role::left_out_value && classes == 1;

  // Side by side by class; where they are too narrow to be found one by one, as a profile.
  const float pitch =
      (ui.card_width - 2 * measure::padding - axis_room) / f32(static_cast<double>(count));
  const bool profile = classes == 1 && pitch < narrow_bar;
  std::vector<int> class_indices, numbers;
  for (std::size_t i = 0; i < count && labelled; ++i) {
    class_indices.push_back(class_index(data.y[session.point_of_pattern(static_cast<int>(i))]));
  }
  const std::span<const double> first_of_each(values.data(), count);
  const BarOrder order = order_of_bars(first_of_each, class_indices, profile);
  for (const int pattern : order.patterns) numbers.push_back(machine.problem().number_of(pattern));
  std::vector<PlotOptions::Part> parts;
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

  std::vector<Plot::Bar> bars;
  std::size_t short_of_target = 0;
  double largest = 0;
  for (std::size_t bar = 0; bar < values.size(); ++bar) {
    const std::size_t place = bar / classes;
    const int pattern = order.patterns[place], k = static_cast<int>(bar % classes);
    const std::size_t i = static_cast<std::size_t>(pattern) * classes + bar % classes;
    const int point = session.point_of_pattern(pattern);
    const double target = targeted ? targets[i] : to_label ? data.y[point] : Record::none;
    if (targeted && error[i] < -1e-9 * frame.run.solver().error_scale()) ++short_of_target;
    const ImU32 color = classes > 1 ? ui.theme.class_color(k)
                        : labelled  ? ui.theme.class_color(class_index(data.y[point]))
                                    : ui.theme.soft;
    const double offset =
        (k - 0.5 * static_cast<double>(classes - 1)) * 0.8 / static_cast<double>(classes);
    bars.push_back({static_cast<double>(place) + 1 + offset, values[i], target, color,
                    point == session.selected() || point == ui.hovered_point});
    largest = std::max(largest, std::abs(values[i]));
  }
  const std::string summary = targeted ? sentence(std::to_string(short_of_target), " of ",
                                                  std::to_string(values.size()), " short")
                                       : std::string();
  const std::string_view order_name = profile ? ", by value" : ", by pattern";
  const std::string title =
      targeted ? sentence(target_of_margins->label, " ", target_of_margins->symbol, order_name)
               : sentence(quantity.label, order_name);
  PlotOptions options = frame.options(title);
  options.x_from = 0.5;
  options.x_to = static_cast<double>(count) + 0.5;
  options.iterations = false;
  options.summary = summary;
  options.numbers = numbers;
  options.whole = quantity.kind == QuantityKind::integer;
  options.logarithmic = quantity.logarithmic;
  if (pitch < numbered_bar) options.parts = parts;
  const Algorithm& algorithm = **find_algorithm(session.scene().machine().algorithm.name);
  const Field* field = margins && classes == 1 ? algorithm.margin_targets : nullptr;
  options.upright = field && session.selected() >= 0;
  const Session::Gesture* dragged = field ? ui.gesture("set-pattern") : nullptr;
  if (dragged && dragged->axis) {
    options.y_from = (*dragged->axis)[0];
    options.y_to = (*dragged->axis)[1];
  }
  frame.begin_card();
  Plot plot(ui, "plot", frame.plot_height(), options);
  plot.bars(bars, static_cast<int>(classes));
  // What the values cannot pass, once they come near it.
  const double range = quantity.bits > 0 ? std::ldexp(1, quantity.bits - 1) : INFINITY;
  const std::string highest = "2" + raised(quantity.bits - 1), lowest = "−" + highest;
  if (largest > range / 4) {
    plot.limit(range, highest);
    plot.limit(-range, lowest);
  }
  const double limit = quantity.limit ? quantity.limit(frame.run.solver()) : INFINITY;
  const std::string limit_label = sentence(quantity.at_limit, ": ", short_text(limit));
  if (largest > limit / 1e4) plot.limit(limit, limit_label);
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
    const bool target = targeted && (&shown == target_of_margins || shown.role == Role::error);
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
  const Machine::Series series = machine.series(quantity.id);
  const std::vector<double>& present = machine.quantity(quantity.id);
  if (series.values.empty() || present.size() != series.values.size()) return;
  // The samples are spread over the run; the present values are exact.
  std::vector<double> x(series.iterations.begin(), series.iterations.end());
  const double now = machine.iteration();
  const auto at = std::lower_bound(x.begin(), x.end(), now);
  const auto index = at - x.begin();
  const bool insert = at == x.end() || *at != now;
  if (insert) x.insert(at, now);
  std::vector<std::vector<double>> values = series.values;
  std::vector<std::string> labels;
  const bool weights = !quantity.shape.empty() && quantity.shape[0] == Axis::weight;
  const std::size_t classes = quantity.shape.size() == 2 && quantity.shape[1] == Axis::class_label
                                  ? std::max<std::size_t>(1, machine.problem().classes)
                                  : 1;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (insert) values[i].insert(values[i].begin() + index, present[i]);
    const std::size_t entry = i / classes;
    const bool bias = weights && entry + 1 == values.size() / classes;
    labels.push_back(
        values.size() == 1
            ? std::string(quantity.symbol)
            : sentence(quantity.symbol, subscript(bias ? 0 : static_cast<long long>(entry) + 1)));
    if (classes > 1) labels.back() += sentence(" of class ", std::to_string(i % classes + 1));
  }
  frame.begin_card();
  PlotOptions options = frame.options(quantity.label);
  if (classes > 1) options.summary = "coloured by class";
  Plot plot(frame.ui, "plot", frame.plot_height(), options);
  for (std::size_t i = 0; i < values.size(); ++i) {
    Stroke stroke = frame.ui.theme.stroke(static_cast<int>(i / classes));
    if (values.size() > static_cast<std::size_t>(Theme::stroke_count)) stroke.width = 1.25F;
    if (classes > 1) stroke.color = frame.ui.theme.class_color(static_cast<int>(i % classes));
    plot.line(labels[i], x, values[i], stroke);
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
    plot.line(names[m], frame.iterations, curves[m], frame.ui.theme.stroke(static_cast<int>(m)));
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
    plot.line(names[m], frame.iterations, curves[m], frame.ui.theme.stroke(static_cast<int>(m)));
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
