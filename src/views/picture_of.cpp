#include "views/picture_of.h"

#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "session/comparison.h"
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
  const std::string head = sentence(machines, " on ", points);
  if (!machine.run()) return sentence(head, ". ", machine.sentence());
  const std::string of_machine =
      scene.machines.size() > 1 ? sentence(" of machine ", machine_letter(scene.chosen)) : "";
  return sentence(head, ", iteration ", std::to_string(machine.iteration()), of_machine, ". ",
                  machine.sentence().substr(0, machine.explanation().headline));
}

// The frame of a picture, drawn around what `fill` puts into it; the caption below.
class Sheet {
 public:
  Sheet(const Session& session, std::string title, const PictureOptions& options)
      : place_{left_room, legend_row, options.width, options.height}, legend_at_(left_room) {
    drawing_.title = std::move(title);
    drawing_.description = caption_of(session);
    drawing_.width = left_room + options.width + right_room;
  }

  const Rectangle& place() const { return place_; }
  Drawing& drawing() { return drawing_; }

  // In the row above, from left to right.
  void legend(std::string_view text, const picture::Stroke& stroke) {
    constexpr double sample = 22;
    drawing_.line({legend_at_, legend_row / 2}, {legend_at_ + sample, legend_row / 2}, stroke);
    name(text, sample + 6);
  }
  void legend(std::string_view text, picture::Marker marker) {
    marker.at = {legend_at_ + 6, legend_row / 2};
    drawing_.add(marker);
    name(text, 17);
  }

  // What is told beside the caption stands before it.
  Drawing finish(std::string_view told) && {
    drawing_.add(picture::Polyline{{{place_.left, place_.top},
                                    {place_.right(), place_.top},
                                    {place_.right(), place_.bottom()},
                                    {place_.left, place_.bottom()},
                                    {place_.left, place_.top}},
                                   {picture::soft, 1}});
    if (!told.empty()) drawing_.description = sentence(drawing_.description, " ", told);
    double y = place_.bottom() + axis_room + line_height / 2;
    drawing_.add(picture::Group{"caption"});
    for (const std::string_view line : picture::text_lines(drawing_.description, place_.width)) {
      drawing_.add(picture::Text{.at = {place_.left, y}, .text = std::string(line)});
      y += line_height;
    }
    drawing_.add(picture::End());
    drawing_.height = y + line_height / 2;
    return std::move(drawing_);
  }

 private:
  void name(std::string_view text, double behind) {
    constexpr double apart = 16;
    legend_at_ += behind;
    drawing_.add(picture::Text{
        .at = {legend_at_, legend_row / 2}, .text = std::string(text), .paint = picture::soft});
    legend_at_ += picture::text_width(text) + apart;
  }

  Drawing drawing_;
  Rectangle place_;
  double legend_at_;
};

void add_class_legend(Sheet& sheet, const Dataset& data) {
  if (data.task != Task::classification) return;
  for (int k = 0; k < std::max(2, data.classes); ++k) {
    const std::string name = data.classes > 2 ? std::to_string(k + 1) : k == 0 ? "+1" : "−1";
    sheet.legend(sentence("class ", name),
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

}  // namespace

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
  return fail(sentence("There is no view ", in_quotes(view), "; there are ",
                       alternatives({"plane", "weights", "proof"})));
}

}  // namespace marginscope
