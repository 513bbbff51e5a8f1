#include "views/picture_of.h"

#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "session/comparison.h"
#include "views/chart_drawing.h"
#include "views/distribution.h"
#include "views/plane_drawing.h"
#include "views/tile.h"
#include "views/weights_drawing.h"

namespace marginscope {
namespace {

using picture::Drawing;
using picture::Paint;
using picture::Point;
using picture::Rectangle;

constexpr double line_height = 17;
// Where Inter is not installed another face may be so much wider.
constexpr double wider_face = 1.12;
constexpr int finest_lattice = 2 * full_lattice, bare_lattice = full_lattice / 2;

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

void add_plane_legend(Tile& tile, const Session& session, const Surface& surface) {
  const Dataset& data = session.scene().data;
  add_class_legend(tile, data);
  const auto apart = std::ranges::count(data.validation, true);
  if (apart > 0) {
    tile.legend("validation",
                {.radius = 5, .fill = picture::card, .outline = picture::soft, .outline_width = 2});
  }
  if (surface.others.empty() && (!surface.boundary.empty() || !surface.curve.empty())) {
    tile.legend(surface.curve.empty() ? "boundary" : "f", {picture::ink, 2.5F});
  }
  if (!surface.margins.empty()) tile.legend("margin", {picture::ink, 1.5F, 5, 4});
  const std::vector<double>& dual = session.machine().quantity(Role::dual_variable);
  if (std::ranges::any_of(dual, [](double value) { return value != 0; })) {
    tile.legend("support vectors", picture::ring({}, 6, picture::ink, 1.5F));
  }
}

// What is told beside the caption.
Result<std::string> draw_plane(Tile& tile, const Session& session, const Proof* proof,
                               const PictureOptions& options) {
  const Scene& scene = session.scene();
  Drawing& drawing = tile.drawing();
  const Box around = box_around(session.plane(), scene.data);
  if (auto drawable = check_drawable(options.seen.value_or(around)); !drawable) {
    return fail(sentence(drawable.error().message, "."));
  }
  const double ratio = (around.x1 - around.x0) / (around.y1 - around.y0);
  const bool square =
      scene.data.X.cols() <= 2 && !session.plane().shows_target && ratio > 0.1 && ratio < 10;
  const PlaneFrame frame = options.seen ? frame_over(tile.place(), *options.seen)
                                        : frame_around(tile.place(), around, square);
  const int lattice = options.bare ? bare_lattice : finest_lattice;
  const Surface surface = surface_of(session, frame.box(), lattice, true).finish();
  drawing.add(picture::Group{"plane", frame.place});
  if (options.differences && !surface.others.empty()) {
    add_differences(drawing, frame, surface);
  } else {
    add_shades(drawing, frame, surface, session.machine().untrained(),
               options.bare ? few_steps : smooth_steps);
  }
  add_lines(drawing, frame, session, surface, !proof);
  if (proof) add_proof(drawing, frame, session, *proof);
  add_points(drawing, frame, session, surface, {});
  if (!options.bare) add_numbers(drawing, frame, session, {});
  drawing.add(picture::End());
  if (options.bare) return "";
  drawing.frame(frame.place, {picture::soft, 1});
  add_scales(drawing, frame, names_of_axes(session), Scales::beside);
  add_plane_legend(tile, session, surface);
  if (proof) return proof->sentence;
  return features_note(scene);
}

Result<std::string> draw_weights(Tile& tile, const Session& session, const WeightSpace& space,
                                 const PictureOptions& options) {
  Drawing& drawing = tile.drawing();
  const Box seen = options.weights.value_or(space.bounds),
            points = box_around(session.plane(), session.scene().data);
  for (const Box& box : {seen, points}) {
    if (auto drawable = check_drawable(box); !drawable) {
      return fail(sentence(drawable.error().message, "."));
    }
  }
  const PlaneFrame frame = frame_over(tile.place(), seen);
  drawing.add(picture::Group{"weights", frame.place});
  constexpr double side = 150, away = 14;
  std::optional<picture::Rectangle> inset;
  if (!options.bare) {
    inset = {frame.place.left + away, frame.place.bottom() - away - side, side, side};
  }
  std::vector<picture::Rectangle> taken;
  if (inset) taken.push_back(*inset);
  add_pattern_lines(drawing, frame, session, space, {}, -1, std::move(taken));
  add_paths(drawing, frame, session, space);
  if (!inset) {
    drawing.add(picture::End());
    return "";
  }
  add_inset(drawing, *inset, session, points, space.decision(space.present[0], space.present[1]),
            {}, "the points");
  drawing.add(picture::End());
  drawing.frame(frame.place, {picture::soft, 1});
  add_scales(drawing, frame, {AxisName{space.names[0]}, AxisName{space.names[1]}}, Scales::beside);
  add_class_legend(tile, session.scene().data);
  tile.legend("all right",
              {.shape = 1, .radius = 6, .fill = mixed(picture::card, picture::ink, {0.13F, 0.2F})});
  if (session.machines().size() == 1) tile.legend("the machine's way", {picture::ink, 2});
  return space.sentence;
}

constexpr std::string_view of_chart = "chart:";

bool compares(const Session& session) { return session.machines().size() > 1; }

// The chart of this name: one that the page has, or else of a column of the record, or of a quantity.
Result<Chart> chart_named(const Session& session, std::string_view name) {
  const Machine& machine = session.machine();
  if (!machine.run()) return fail("Nothing is trained, so there is no chart of it.");
  std::vector<std::string> names;
  for (Chart& chart : charts_of(session)) {
    if (chart.id == name) return std::move(chart);
    names.push_back(std::move(chart.id));
  }
  for (const RecordColumn& column : record_columns().subspan(1)) {
    if (std::isnan(column.value(machine.run()->record()))) continue;
    if (column.name == name) {
      return Chart{.kind = compares(session) ? Chart::Kind::compared : Chart::Kind::record,
                   .id = column.name,
                   .title = std::string(column.label),
                   .columns = {&column}};
    }
    names.emplace_back(column.name);
  }
  for (const Quantity& quantity : machine.run()->solver().quantities()) {
    if (quantity.kind == QuantityKind::pattern_set || machine.quantity(quantity.id).empty())
      continue;
    if (quantity.id == name) {
      return Chart{.kind = over_patterns(quantity) ? Chart::Kind::patterns : Chart::Kind::series,
                   .id = std::string(quantity.id),
                   .title = title_of_chosen(session, quantity.label),
                   .quantity = &quantity};
    }
    names.emplace_back(quantity.id);
  }
  std::ranges::sort(names);
  const auto repeated = std::ranges::unique(names);
  names.erase(repeated.begin(), repeated.end());
  return fail(sentence("There is no chart of ", in_quotes(name), " here; ", there_are(names)));
}

struct Drawn {
  std::string title;
  std::string told = {};  // beside the caption
};

Result<Drawn> titled(std::string title, Result<std::string> told) {
  if (!told) return fail(told.error());
  return Drawn{std::move(title), std::move(*told)};
}

// A view, but for the whole, in a tile.
Result<Drawn> draw_view(Tile& tile, const Session& session, std::string_view view,
                        const PictureOptions& options) {
  const Machine& machine = session.machine();
  if (view == "plane") {
    return titled("The plane of points", draw_plane(tile, session, nullptr, options));
  }
  if (view == "proof") {
    const auto proof = proof_of(machine, session.scene().data, session.plane());
    if (!proof) return fail(sentence(proof.error().message, "."));
    return titled("What the weights of the patterns prove",
                  draw_plane(tile, session, &*proof, options));
  }
  if (view == "weights") {
    const auto space = weight_space_of(session, options.pair);
    if (!space) return fail(sentence(space.error().message, "."));
    return titled("The space of weights", draw_weights(tile, session, *space, options));
  }
  if (view == "errors") {
    const auto distribution = distribution_of(machine);
    if (!distribution) return fail(sentence(distribution.error().message, "."));
    const auto chart = chart_named(session, "distribution");
    if (!chart) return fail(chart.error().message);
    draw_chart(tile, session, *chart);
    return Drawn{"How the errors are distributed"};
  }
  if (view.starts_with(of_chart)) {
    const auto chart = chart_named(session, view.substr(of_chart.size()));
    if (!chart) return fail(chart.error().message);
    draw_chart(tile, session, *chart);
    return Drawn{chart->title};
  }
  return fail(
      sentence("There is no view ", in_quotes(view), "; ",
               there_are({"plane", "weights", "proof", "errors", "whole", "chart:QUANTITY"})));
}

// The charts that the page opens beside the plane, as many as there is room for: in one column, and where
// they are many in two.
void draw_charts_beside(Drawing& drawing, const Session& session, const Rectangle& plane) {
  std::vector<Chart> charts = charts_of(session);
  std::erase_if(charts, [](const Chart& chart) { return !chart.open; });
  constexpr std::size_t in_column = 3, most = 2 * in_column;
  constexpr double chart_width = 340;
  charts.resize(std::min(charts.size(), most));
  const std::size_t columns = charts.size() > in_column ? 2 : 1;
  const std::size_t rows = (charts.size() + columns - 1) / columns;
  constexpr double around = Tile::above + Tile::below;
  const double pitch = (plane.height + around) / static_cast<double>(rows);
  double left = plane.right() + Tile::right_room + Tile::left_room;
  for (std::size_t i = 0; i < charts.size(); ++i) {
    const double row = static_cast<double>(i % rows);
    if (i > 0 && i % rows == 0) left += chart_width + Tile::right_room + Tile::left_room;
    Tile tile(drawing, {left, plane.top + row * pitch, chart_width, pitch - around}, true);
    draw_chart(tile, session, charts[i]);
  }
  drawing.width = left + chart_width + Tile::right_room;
}

// How several machines stand, a row for each, from here downwards; where it ends.
double add_standings(Drawing& drawing, const Comparison& comparison, int chosen, Point at) {
  constexpr double row_height = 24, apart = 24;
  double y = at.y + row_height / 2, x = at.x;
  const double first_row = y + row_height;
  const auto write = [&](std::size_t row, std::string text, const Paint& paint) {
    drawing.add(picture::Text{.at = {x, y + static_cast<double>(row) * row_height},
                              .text = std::move(text),
                              .paint = paint});
  };
  for (std::size_t i = 0; i < comparison.rows.size(); ++i) {
    const Point middle = {x + letter_radius, first_row + static_cast<double>(i) * row_height};
    add_letter(drawing, static_cast<int>(i), static_cast<int>(i) == chosen, middle);
  }
  x += 2 * letter_radius + 8;
  const auto column = [&](std::string_view head, const auto& cell_of) {
    write(0, std::string(head), picture::soft);
    double width = picture::text_width(head);
    for (std::size_t i = 0; i < comparison.rows.size(); ++i) {
      std::string cell = cell_of(comparison.rows[i]);
      width = std::max(width, picture::text_width(cell));
      write(i + 1, std::move(cell), picture::ink);
    }
    x += wider_face * width + apart;
  };
  column("", [](const Comparison::Row& row) { return row.caption; });
  for (std::size_t c = 0; c < comparison.columns.size(); ++c) {
    column(comparison.columns[c]->head,
           [&](const Comparison::Row& row) { return row.cells[c].whole(); });
  }
  return first_row + static_cast<double>(comparison.rows.size()) * row_height;
}

}  // namespace

std::vector<PictureView> charts_to_picture(const Session& session) {
  std::vector<PictureView> views;
  if (!session.machine().run()) return views;
  for (const Chart& chart : charts_of(session)) {
    views.push_back({sentence(of_chart, chart.id), chart.title});
  }
  return views;
}

Result<Drawing> picture_of(const Session& session, std::string_view view,
                           const PictureOptions& options) {
  Drawing drawing;
  const bool whole = view == "whole";
  const Rectangle place =
      options.bare ? Rectangle{0, 0, options.width, options.height}
                   : Rectangle{Tile::left_room, Tile::above, options.width, options.height};
  Tile tile(drawing, place);
  const auto drawn = draw_view(tile, session, whole ? options.beside_charts : view, options);
  if (!drawn) return fail(drawn.error().message);
  drawing.title = drawn->title;
  drawing.description = caption_of(session);
  if (!drawn->told.empty()) drawing.description += " " + drawn->told;
  if (options.bare) {
    drawing.width = options.width;
    drawing.height = options.height;
    return drawing;
  }
  drawing.width = place.right() + Tile::right_room;
  double y = tile.bottom();
  if (whole && session.machine().run()) draw_charts_beside(drawing, session, place);
  if (whole && compares(session)) {
    const Comparison comparison = comparison_of(session);
    y = add_standings(drawing, comparison, session.scene().chosen, {place.left, y});
    drawing.description += " " + comparison.sentence;
  }
  drawing.add(picture::Group{"caption"});
  const double width = (drawing.width - Tile::right_room - place.left) / wider_face;
  for (const std::string_view line : picture::text_lines(drawing.description, width)) {
    drawing.add(picture::Text{.at = {place.left, y + line_height / 2}, .text = std::string(line)});
    y += line_height;
  }
  drawing.add(picture::End());
  drawing.height = y + line_height / 2;
  return drawing;
}

}  // namespace marginscope
