#include "views/chart_drawing.h"

#include <algorithm>
#include <cmath>
#include <list>

#include "core/text.h"
#include "picture/diagram.h"
#include "session/comparison.h"
#include "views/chart_values.h"
#include "views/plane_drawing.h"

namespace marginscope {
namespace {

using picture::Diagram;

constexpr int most_samples = 1000;

// The diagram with its axes, and what lies across. A curve alone is named by what the chart is called.
void draw(Tile& tile, Diagram& diagram, std::string_view title, std::string_view across) {
  picture::Drawing& drawing = tile.drawing();
  diagram.area = tile.place();
  fit_upwards(diagram);
  add_axes(drawing, diagram, diagram.area.left - Tile::left_room + 8);
  drawing.add(picture::Text{.at = {diagram.area.right(), diagram.area.bottom() + 26},
                            .text = std::string(across),
                            .paint = picture::soft,
                            .from = picture::Text::From::end});
  add_values(drawing, diagram);
  add_level_names(drawing, diagram);
  drawing.frame(diagram.area, {picture::soft, 1});
  if (diagram.curves.size() == 1 && diagram.curves[0].label.empty()) {
    tile.legend(title, diagram.curves[0].stroke);
    return;
  }
  if (!title.empty()) tile.heading(title);
  for (const Diagram::Curve& curve : diagram.curves) tile.legend(curve.label, curve.stroke);
}

// Of the chosen machine: where its run stops, what is kept, and what is shown now.
void add_times(Diagram& diagram, const Machine& machine) {
  for (const Stop& each : machine.run()->stops()) {
    diagram.uprights.push_back({1.0 * each.iteration, {picture::stops, 1.25F, 2, 3}});
  }
  if (const Stop* kept = machine.retaining_stop()) {
    diagram.uprights.push_back({1.0 * kept->retained_iteration, {picture::soft, 1.25F, 6, 3}});
  }
  diagram.now = machine.iteration();
}

std::vector<double> all_iterations(const Machine& machine) {
  const History& history = machine.run()->history();
  return spread_iterations(history.first(), history.last(), most_samples, {machine.iteration()});
}

void draw_statistic(Tile& tile, const Session& session, const Chart& chart) {
  const Machine& machine = session.machine();
  const Watched watched = watched_statistics(*machine.run(), Role::moments)[chart.watched];
  const std::vector<double> iterations = all_iterations(machine);
  const WatchedCurves curves = watched_curves(*machine.run(), watched, iterations);
  Diagram diagram;
  diagram.x_to = std::max(1.0, iterations.back());
  diagram.logarithmic = true;
  for (std::size_t i = 0; i < curves.values.size(); ++i) {
    diagram.curves.push_back({curves.names[i], iterations, curves.values[i],
                              picture::series_stroke(static_cast<int>(i))});
  }
  for (const auto& [percent, label] : curves.thresholds) {
    diagram.levels.push_back({percent, label, true});
  }
  add_times(diagram, machine);
  draw(tile, diagram, sentence(chart.title, ", %"), "iteration");
}

// The scale that numbers of the record have upwards.
void scale_record(Diagram& diagram, const RecordColumn& column, const PositiveRange& range) {
  diagram.from_zero = column.fraction;
  diagram.logarithmic = column.role == Role::objective && range.wide();
}

void draw_record(Tile& tile, const Session& session, const Chart& chart) {
  const Machine& machine = session.machine();
  const std::vector<double> iterations = all_iterations(machine);
  std::vector<std::vector<double>> values;
  PositiveRange range;
  for (const RecordColumn* column : chart.columns) {
    values.push_back(record_values(machine, *column, iterations));
    range.add(values.back());
  }
  Diagram diagram;
  diagram.x_to = std::max(1.0, iterations.back());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string_view name =
        chart.columns.size() > 1 ? chart.columns[i]->symbol : std::string_view();
    diagram.curves.push_back(
        {name, iterations, values[i], picture::series_stroke(static_cast<int>(i))});
  }
  scale_record(diagram, *chart.columns[0], range);
  add_times(diagram, machine);
  const bool percent = in_percent(machine, *chart.columns[0]);
  draw(tile, diagram, sentence(chart.title, percent ? ", %" : ""), "iteration");
}

// Of each machine that has made any iterations.
void draw_compared(Tile& tile, const Session& session, const Chart& chart) {
  struct Course {
    std::string letter;
    std::vector<double> x, y;
  };
  const RecordColumn& column = *chart.columns[0];
  std::list<Course> courses;  // which the diagram reads
  Diagram diagram;
  PositiveRange range;
  for (int place = -1; const Machine& machine : session.machines()) {
    ++place;
    if (!machine.run()) continue;
    // An objective is compared with the same one alone.
    if (column.role == Role::objective && !same_criterion(machine, session.machine())) continue;
    Course& course = courses.emplace_back(machine_letter(place), all_iterations(machine));
    course.y = record_values(machine, column, course.x);
    range.add(course.y);
    diagram.x_to = std::max(diagram.x_to, course.x.back());
    diagram.curves.push_back({course.letter, course.x, course.y,
                              machine_stroke(place, place == session.scene().chosen)});
  }
  scale_record(diagram, column, range);
  add_times(diagram, session.machine());
  const bool percent = in_percent(session.machine(), column);
  draw(tile, diagram, sentence(chart.title, percent ? ", %" : ""), "iteration");
}

// The entries of a small quantity.
void draw_series(Tile& tile, const Session& session, const Chart& chart) {
  const Series series = series_of(session.machine(), *chart.quantity);
  Diagram diagram;
  diagram.x_to = std::max(1, session.machine().last_iteration());
  for (std::size_t i = 0; i < series.values.size(); ++i) {
    diagram.curves.push_back({series.labels[i], series.x, series.values[i], series.stroke(i)});
  }
  add_times(diagram, session.machine());
  draw(tile, diagram, chart.title, "iteration");
}

constexpr picture::Marker bar_sample = {
    .shape = 1, .radius = 5, .fill = {picture::soft, picture::bar_strength}};

void draw_patterns(Tile& tile, const Session& session, const Chart& chart) {
  const Quantity& quantity = *chart.quantity;
  const Dataset& data = session.scene().data;
  const int count = session.patterns();
  constexpr double numbered_bar = 18, narrow_bar = 4;
  const double pitch = tile.place().width / std::max(1, count);
  const bool single = std::ssize(session.machine().quantity(quantity.id)) == count;
  const PatternBars made = pattern_bars(session, quantity, single && pitch < narrow_bar, {});
  std::vector<Diagram::Part> parts;
  for (const BarOrder::Part& part : made.order.parts) {
    const double from = static_cast<double>(part.from) + 0.5;
    parts.push_back({from, from + static_cast<double>(part.count),
                     "class " + class_text(part.class_index, data.classes),
                     class_text(part.class_index, data.classes)});
  }
  Diagram diagram;
  diagram.x_from = 0.5;
  diagram.x_to = count + 0.5;
  diagram.whole = quantity.kind == QuantityKind::integer;
  diagram.logarithmic = quantity.logarithmic;
  diagram.bars = made.bars;
  diagram.together = made.together;
  diagram.numbers = made.numbers;
  const bool parted = pitch < numbered_bar && !parts.empty();
  if (parted) diagram.parts = parts;
  tile.legend(quantity.label, bar_sample);
  if (made.target) {
    tile.legend(sentence(made.target->label, " ", made.target->symbol), {picture::soft, 2.5F});
  }
  if (!parted) add_class_legend(tile, data);
  draw(tile, diagram, "", "pattern");
}

void draw_distribution(Tile& tile, const Session& session, const Chart& chart) {
  Diagram diagram;
  diagram.whole = diagram.measured = diagram.from_zero = true;
  tile.legend(chart.title, bar_sample);
  const auto distribution = distribution_of(session.machine());
  if (!distribution) return draw(tile, diagram, "", "errors");
  const Histogram made = histogram_of(*distribution);
  diagram.x_from = made.from;
  diagram.x_to = made.to;
  diagram.bin = made.bin;
  diagram.bars = made.bars;
  diagram.curves.push_back({"normal", made.x, made.normal, picture::series_stroke(0)});
  if (!made.edges.empty()) {
    diagram.curves.push_back({"validation", made.edges, made.outline, picture::series_stroke(1)});
  }
  diagram.uprights.push_back({distribution->moments.mean, {picture::soft, 1}});
  draw(tile, diagram, "", "errors");
}

}  // namespace

void draw_chart(Tile& tile, const Session& session, const Chart& chart) {
  // In the order of Chart::Kind.
  static constexpr void (*draw_kind[])(Tile&, const Session&, const Chart&) = {
      draw_statistic, draw_record, draw_compared, draw_patterns, draw_series, draw_distribution};
  draw_kind[static_cast<std::size_t>(chart.kind)](tile, session, chart);
}

}  // namespace marginscope
