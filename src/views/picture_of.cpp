#include "views/picture_of.h"

#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "picture/diagram.h"
#include "session/comparison.h"
#include "views/chart_values.h"
#include "views/plane_drawing.h"
#include "views/weights_drawing.h"

namespace marginscope {
namespace {

using picture::Drawing;
using picture::Paint;
using picture::Point;
using picture::Rectangle;

constexpr double left_room = 64, right_room = 20, legend_row = 34, axis_room = 34, line_height = 17;
constexpr int finest_lattice = 2 * full_lattice;

// What made the picture: machines, points, iteration and how they stand.
std::string caption_of(const Session& session) {
  const Scene& scene = session.scene();
  const Machine& machine = session.machine();
  std::string machines;
  for (int place = 0; const MachineSetup& setup : scene.machines) {
    if (scene.machines.size() > 1) {
      machines += sentence(place > 0 ? "; " : "", machine_letter(place), ": ");
    }
    machines += machine_caption(setup);
    ++place;
  }
  const std::string points = scene.name.empty() ? "unnamed points" : scene.name;
  const bool listed = machines.find(',') != std::string::npos || scene.machines.size() > 1;
  const std::string head = sentence(machines, listed ? ", on " : " on ", points);
  if (!machine.run()) return sentence(head, ". ", machine.sentence());
  const std::string of_machine =
      scene.machines.size() > 1 ? sentence(" of machine ", machine_letter(scene.chosen)) : "";
  return sentence(head, ", iteration ", std::to_string(machine.iteration()), of_machine, ". ",
                  machine.sentence().substr(0, machine.explanation().headline));
}

// A picture around a place for its marks: legend above, caption below.
class Sheet {
 public:
  Sheet(const Session& session, std::string title, const PictureOptions& options)
      : place_{left_room, legend_row, options.width, options.height},
        legend_at_{left_room, legend_row / 2} {
    drawing_.title = std::move(title);
    drawing_.description = caption_of(session);
    drawing_.width = left_room + options.width + right_room;
  }

  const Rectangle& place() const { return place_; }
  Drawing& drawing() { return drawing_; }

  // From left to right in the row above, then in rows below.
  void legend(std::string_view text, const picture::Stroke& stroke) {
    constexpr double sample = 22;
    const Point at = room_for(text, sample + 6);
    drawing_.line({at.x - sample - 6, at.y}, {at.x - 6, at.y}, stroke);
  }
  void legend(std::string_view text, picture::Marker marker) {
    const Point at = room_for(text, 17);
    marker.at = {at.x - 11, at.y};
    drawing_.add(marker);
  }

  // What is told beside the caption stands before it.
  Drawing finish(std::string_view told) && {
    drawing_.frame(place_, {picture::soft, 1});
    if (!told.empty()) drawing_.description = sentence(drawing_.description, " ", told);
    double y = std::max(legend_at_.y, place_.bottom() + axis_room - line_height / 2) + line_height;
    drawing_.add(picture::Group{"caption"});
    // Where Inter is not installed another face may be wider.
    const double width = place_.width / 1.12;
    for (const std::string_view line : picture::text_lines(drawing_.description, width)) {
      drawing_.add(picture::Text{.at = {place_.left, y}, .text = std::string(line)});
      y += line_height;
    }
    drawing_.add(picture::End());
    drawing_.height = y + line_height / 2;
    return std::move(drawing_);
  }

 private:
  // Writes a name behind so much room for a sample; where it begins.
  Point room_for(std::string_view text, double sample) {
    constexpr double apart = 16;
    const double width = picture::text_width(text);
    if (legend_at_.x + sample + width > place_.right()) {
      legend_at_.x = place_.left;
      legend_at_.y =
          std::max(legend_at_.y, place_.bottom() + axis_room - line_height / 2) + line_height;
    }
    const Point at = {legend_at_.x + sample, legend_at_.y};
    drawing_.add(picture::Text{
        .at = at, .text = std::string(text), .paint = picture::soft, .formula = true});
    legend_at_.x = at.x + width + apart;
    return at;
  }

  Drawing drawing_;
  Rectangle place_;
  Point legend_at_;
};

std::string class_text(const Dataset& data, int index) {
  return data.classes > 2 ? std::to_string(index + 1) : index == 0 ? "+1" : "−1";
}

void add_class_legend(Sheet& sheet, const Dataset& data) {
  if (data.task != Task::classification) return;
  for (int k = 0; k < std::max(2, data.classes); ++k) {
    sheet.legend(sentence("class ", class_text(data, k)),
                 {.shape = k, .radius = 5, .fill = picture::class_tone(k)});
  }
}

void add_plane_legend(Sheet& sheet, const Session& session, const Surface& surface) {
  const Dataset& data = session.scene().data;
  add_class_legend(sheet, data);
  const auto apart = std::ranges::count(data.validation, true);
  if (apart > 0) {
    sheet.legend(
        "validation",
        {.radius = 5, .fill = picture::card, .outline = picture::soft, .outline_width = 2});
  }
  if (surface.others.empty() && (!surface.boundary.empty() || !surface.curve.empty())) {
    sheet.legend(surface.curve.empty() ? "boundary" : "f", {picture::ink, 2.5F});
  }
  if (!surface.margins.empty()) sheet.legend("margin", {picture::ink, 1.5F, 5, 4});
  const std::vector<double>& dual = session.machine().quantity(Role::dual_variable);
  if (std::ranges::any_of(dual, [](double value) { return value != 0; })) {
    sheet.legend("support vectors", picture::ring({}, 6, picture::ink, 1.5F));
  }
}

Drawing plane_of_points(const Session& session, const Proof* proof, const PictureOptions& options) {
  const Scene& scene = session.scene();
  Sheet sheet(session, proof ? "What the weights of the patterns prove" : "The plane of points",
              options);
  Drawing& drawing = sheet.drawing();
  const Box around = box_around(session.plane(), scene.data);
  const double ratio = (around.x1 - around.x0) / (around.y1 - around.y0);
  const bool square =
      scene.data.X.cols() <= 2 && !session.plane().shows_target && ratio > 0.1 && ratio < 10;
  const PlaneFrame frame = options.seen ? frame_over(sheet.place(), *options.seen)
                                        : frame_around(sheet.place(), around, square);
  const Surface surface = surface_of(session, frame.box(), finest_lattice, true).finish();
  drawing.add(picture::Group{"plane", frame.place});
  if (options.differences && !surface.others.empty()) {
    add_differences(drawing, frame, surface);
  } else {
    add_shades(drawing, frame, surface, session.machine().untrained());
  }
  add_lines(drawing, frame, session, surface, !proof);
  if (proof) add_proof(drawing, frame, session, *proof);
  add_points(drawing, frame, session, surface, {});
  add_numbers(drawing, frame, session, {});
  drawing.add(picture::End());
  add_scales(drawing, frame, names_of_axes(session), Scales::beside);
  add_plane_legend(sheet, session, surface);
  const std::string slice = scene.data.X.cols() > 2
                                ? sentence("A slice through ", std::to_string(scene.data.X.cols()),
                                           " features; the fill of a point is its own prediction.")
                                : "";
  return std::move(sheet).finish(proof ? proof->sentence : slice);
}

Drawing space_of_weights(const Session& session, const WeightSpace& space,
                         const PictureOptions& options) {
  Sheet sheet(session, "The space of weights", options);
  Drawing& drawing = sheet.drawing();
  const PlaneFrame frame = frame_over(sheet.place(), options.weights.value_or(space.bounds));
  drawing.add(picture::Group{"weights", frame.place});
  add_pattern_lines(drawing, frame, session, space, {}, -1);
  add_paths(drawing, frame, session, space);
  constexpr double side = 150, away = 14;
  add_inset(drawing, {frame.place.left + away, frame.place.bottom() - away - side, side, side},
            session, box_around(session.plane(), session.scene().data),
            space.decision(space.present[0], space.present[1]), {}, "the points");
  drawing.add(picture::End());
  add_scales(drawing, frame, space.names, Scales::beside);
  add_class_legend(sheet, session.scene().data);
  sheet.legend(
      "all right",
      {.shape = 1, .radius = 6, .fill = mixed(picture::card, picture::ink, {0.13F, 0.2F})});
  if (session.machines().size() == 1) sheet.legend("the machine's way", {picture::ink, 2});
  return std::move(sheet).finish(space.sentence);
}

// A chart: its curves named above, and below what lies across.
Drawing chart(Sheet sheet, picture::Diagram& diagram, std::string_view across) {
  Drawing& drawing = sheet.drawing();
  diagram.area = sheet.place();
  fit_upwards(diagram);
  add_axes(drawing, diagram, 8);
  drawing.add(picture::Text{.at = {diagram.area.right(), diagram.area.bottom() + 26},
                            .text = std::string(across),
                            .paint = picture::soft,
                            .from = picture::Text::From::end});
  add_values(drawing, diagram);
  add_level_names(drawing, diagram);
  for (const picture::Diagram::Curve& curve : diagram.curves) {
    sheet.legend(curve.label, curve.stroke);
  }
  return std::move(sheet).finish("");
}

// Of the chosen machine: where its run stops, what is kept, and what is shown now.
void add_times(picture::Diagram& diagram, const Machine& machine) {
  for (const Stop& each : machine.run()->stops()) {
    diagram.uprights.push_back({1.0 * each.iteration, {picture::stops, 1.25F, 2, 3}});
  }
  if (const Stop* kept = machine.retaining_stop()) {
    diagram.uprights.push_back({1.0 * kept->retained_iteration, {picture::soft, 1.25F, 6, 3}});
  }
  diagram.now = machine.iteration();
}

// A number of the record over the iterations, of each machine that has made any.
Drawing record_chart(const Session& session, const RecordColumn& column,
                     const PictureOptions& options) {
  struct Course {
    int place;
    std::string label;
    std::vector<double> x, y;
  };
  std::vector<Course> courses;
  const bool several = session.machines().size() > 1;
  const bool percent = column.fraction && session.scene().data.task == Task::classification;
  const std::string name = sentence(column.label, percent ? ", %" : "");
  picture::Diagram diagram;
  double least = INFINITY, most = 0;
  for (int place = -1; const Machine& machine : session.machines()) {
    ++place;
    if (!machine.run()) continue;
    // An objective is compared with the same one alone.
    if (column.role == Role::objective && !same_criterion(machine, session.machine())) continue;
    const History& history = machine.run()->history();
    const int first = history.first(), last = history.last();
    Course course{place, several ? sentence(machine_letter(place), ": ", name) : name, {}, {}};
    constexpr int most_samples = 1000;
    const int stride = std::max(1, (last - first) / most_samples);
    for (int k = first; k <= last; k = k < last ? std::min(k + stride, last) : k + 1) {
      // Before anything is learned there is no error to speak of.
      const bool gap = k == 0 && percent && machine.began_untrained();
      const double value = gap ? Record::none : column.value(history.at(k)) * (percent ? 100 : 1);
      course.x.push_back(k);
      course.y.push_back(value);
      if (value > 0) least = std::min(least, value);
      if (value > most) most = value;
    }
    diagram.x_to = std::max(diagram.x_to, 1.0 * last);
    courses.push_back(std::move(course));
  }
  diagram.from_zero = column.fraction;
  diagram.logarithmic = column.role == Role::objective && most > 100 * least;
  for (const Course& course : courses) {
    const picture::Stroke stroke =
        several ? machine_stroke(course.place, course.place == session.scene().chosen)
                : picture::series_stroke(0);
    diagram.curves.push_back({course.label, course.x, course.y, stroke});
  }
  add_times(diagram, session.machine());
  return chart(Sheet(session, name, options), diagram, "iteration");
}

Drawing series_chart(const Session& session, const Quantity& quantity,
                     const PictureOptions& options) {
  const Series series = series_of(session.machine(), quantity);
  picture::Diagram diagram;
  diagram.x_to = std::max(1, session.machine().last_iteration());
  for (std::size_t i = 0; i < series.values.size(); ++i) {
    diagram.curves.push_back({series.labels[i], series.x, series.values[i], series.stroke(i)});
  }
  add_times(diagram, session.machine());
  return chart(Sheet(session, std::string(quantity.label), options), diagram, "iteration");
}

constexpr picture::Share bar_strength = {0.45F, 0.5F};  // in the legend, as in the chart

Drawing pattern_chart(const Session& session, const Quantity& quantity,
                      const PictureOptions& options) {
  const Dataset& data = session.scene().data;
  const int count = session.patterns();
  constexpr double numbered_bar = 18, narrow_bar = 4;
  const double pitch = options.width / std::max(1, count);
  const bool single = std::ssize(session.machine().quantity(quantity.id)) == count;
  const PatternBars made = pattern_bars(session, quantity, single && pitch < narrow_bar, {});
  std::vector<picture::Diagram::Part> parts;
  for (const BarOrder::Part& part : made.order.parts) {
    const double from = static_cast<double>(part.from) + 0.5;
    parts.push_back({from, from + static_cast<double>(part.count),
                     sentence("class ", class_text(data, part.class_index))});
  }
  picture::Diagram diagram;
  diagram.x_from = 0.5;
  diagram.x_to = count + 0.5;
  diagram.whole = quantity.kind == QuantityKind::integer;
  diagram.logarithmic = quantity.logarithmic;
  diagram.bars = made.bars;
  diagram.together = made.together;
  diagram.numbers = made.numbers;
  if (pitch < numbered_bar) diagram.parts = parts;
  Sheet sheet(session, std::string(quantity.label), options);
  add_class_legend(sheet, data);
  sheet.legend(quantity.label, {.shape = 1, .radius = 5, .fill = {picture::soft, bar_strength}});
  if (made.target) {
    sheet.legend(sentence(made.target->label, " ", made.target->symbol), {picture::soft, 2.5F});
  }
  return chart(std::move(sheet), diagram, "pattern");
}

Drawing errors_chart(const Session& session, const Distribution& distribution,
                     const PictureOptions& options) {
  const Histogram made = histogram_of(distribution);
  picture::Diagram diagram;
  diagram.x_from = made.from;
  diagram.x_to = made.to;
  diagram.bin = made.bin;
  diagram.whole = diagram.measured = diagram.from_zero = true;
  diagram.bars = made.bars;
  diagram.curves.push_back({"normal", made.x, made.normal, picture::series_stroke(0)});
  if (!made.edges.empty()) {
    diagram.curves.push_back({"validation", made.edges, made.outline, picture::series_stroke(1)});
  }
  diagram.uprights.push_back({distribution.moments.mean, {picture::soft, 1}});
  Sheet sheet(session, "How the errors are distributed", options);
  sheet.legend("training", {.shape = 1, .radius = 5, .fill = {picture::soft, bar_strength}});
  return chart(std::move(sheet), diagram, "errors");
}

constexpr std::string_view of_chart = "chart:";

// The columns of the record that have a chart, the iteration itself aside.
std::vector<const RecordColumn*> columns_of(const Run& run) {
  std::vector<const RecordColumn*> columns;
  for (const RecordColumn& column : record_columns().subspan(1)) {
    if (!std::isnan(column.value(run.record()))) columns.push_back(&column);
  }
  return columns;
}

// The quantities that have one, but for those that are a column's.
std::vector<const Quantity*> quantities_of(const Machine& machine) {
  std::vector<const Quantity*> quantities;
  for (const Quantity& quantity : machine.run()->solver().quantities()) {
    const bool listed = quantity.role == Role::objective || quantity.role == Role::moments;
    const bool has_values = !machine.quantity(quantity.id).empty();
    if (quantity.kind != QuantityKind::pattern_set && has_values && !listed) {
      quantities.push_back(&quantity);
    }
  }
  return quantities;
}

Result<Drawing> chart_of(const Session& session, std::string_view name,
                         const PictureOptions& options) {
  const Machine& machine = session.machine();
  if (!machine.run()) return fail("Nothing is trained, so there is no chart of it.");
  std::vector<std::string> names;
  for (const RecordColumn* column : columns_of(*machine.run())) {
    if (column->name == name) return record_chart(session, *column, options);
    names.emplace_back(column->name);
  }
  for (const Quantity* quantity : quantities_of(machine)) {
    if (quantity->id == name) {
      return over_patterns(*quantity) ? pattern_chart(session, *quantity, options)
                                      : series_chart(session, *quantity, options);
    }
    names.emplace_back(quantity->id);
  }
  return fail(
      sentence("There is no chart of ", in_quotes(name), " here; there are ", alternatives(names)));
}

}  // namespace

std::vector<PictureView> charts_to_picture(const Session& session) {
  std::vector<PictureView> views;
  const Machine& machine = session.machine();
  if (!machine.run()) return views;
  if (distribution_of(machine)) views.push_back({"errors", "Error histogram"});
  const auto add = [&](std::string_view name, std::string_view label) {
    views.push_back({sentence(of_chart, name), std::string(label)});
  };
  for (const RecordColumn* column : columns_of(*machine.run())) add(column->name, column->label);
  for (const Quantity* quantity : quantities_of(machine)) add(quantity->id, quantity->label);
  return views;
}

Result<Drawing> picture_of(const Session& session, std::string_view view,
                           const PictureOptions& options) {
  const Machine& machine = session.machine();
  if (view == "plane") return plane_of_points(session, nullptr, options);
  if (view == "proof") {
    const auto proof = proof_of(machine, session.scene().data, session.plane());
    if (!proof) return fail(sentence(proof.error().message, "."));
    return plane_of_points(session, &*proof, options);
  }
  if (view == "weights") {
    const auto space = weight_space_of(session, options.pair);
    if (!space) return fail(sentence(space.error().message, "."));
    return space_of_weights(session, *space, options);
  }
  if (view == "errors") {
    const auto distribution = distribution_of(machine);
    if (!distribution) return fail(sentence(distribution.error().message, "."));
    return errors_chart(session, *distribution, options);
  }
  if (view.starts_with(of_chart)) {
    return chart_of(session, view.substr(of_chart.size()), options);
  }
  return fail(sentence("There is no view ", in_quotes(view), "; there are ",
                       alternatives({"plane", "weights", "proof", "errors", "chart:QUANTITY"})));
}

}  // namespace marginscope
