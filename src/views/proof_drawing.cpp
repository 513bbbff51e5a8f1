// What the weights of the patterns prove, over the plane of points.

#include <algorithm>
#include <cmath>

#include "core/sine.h"
#include "views/plane_drawing.h"

namespace marginscope {
namespace {

using picture::Drawing;
using picture::Paint;
using picture::Point;

// Two halves, one of each class.
void add_meeting(Drawing& drawing, Point at) {
  constexpr double radius = 8, half_turn = 3.14159265358979323846;
  constexpr int corners = 24;
  drawing.add(picture::disc(at, radius + 3.5F, picture::card));
  for (const int side : {0, 1}) {
    picture::Area half{{}, picture::class_tone(side)};
    for (int i = 0; i <= corners; ++i) {
      const double angle = half_turn * (side + 0.5 + 1.0 * i / corners);
      half.border.push_back({at.x + radius * cosine(angle), at.y + radius * sine(angle)});
    }
    drawing.add(std::move(half));
  }
  drawing.add(picture::ring(at, radius + 2, picture::ink, 2));
}

// From the mixture of class −1 to that of class +1.
void add_w(Drawing& drawing, Point from, Point to) {
  const Point way = {to.x - from.x, to.y - from.y};
  const double length = std::hypot(way.x, way.y);
  constexpr double head = 10;
  if (length > 2 * head) {
    const Point along = {way.x / length, way.y / length};
    // So far along the way and to its left.
    const auto place = [&](double on, double left) {
      return Point{from.x + along.x * on - along.y * left, from.y + along.y * on + along.x * left};
    };
    const double base = length - head - 9;
    drawing.line(place(9, 0), place(base, 0), {picture::ink, 2.25F});
    drawing.add(
        picture::Area{{place(base + head, 0), place(base, 5.5), place(base, -5.5)}, picture::ink});
    drawing.add(picture::Text{.at = place(0.3 * length, 13),
                              .text = "w",
                              .from = picture::Text::From::middle,
                              .formula = true,
                              .plate = {picture::card, 0.8F}});
  }
  for (const int side : {0, 1}) {
    const Point at = side == 0 ? to : from;
    drawing.add(picture::Marker{.at = at, .shape = side, .radius = 8, .fill = picture::card});
    drawing.add(picture::Marker{at, side, 6, picture::class_tone(side), picture::ink, 2});
  }
}

}  // namespace

void add_proof(Drawing& drawing, const PlaneFrame& frame, const Session& session,
               const Proof& proof) {
  const Dataset& data = session.scene().data;
  drawing.add(picture::Group{"proof"});
  for (const std::size_t side : {0, 1}) {
    std::vector<Point> hull = in_frame(frame, proof.hulls[side]);
    if (hull.empty()) continue;
    const picture::Tone tone = picture::class_tone(static_cast<int>(side));
    // Not convex enough for smooth edges where rounding bends it.
    drawing.add(picture::Area{hull, Paint(tone, 0.16F), true});
    hull.push_back(hull.front());
    drawing.add(picture::Polyline{std::move(hull), {tone, 1.5F, 6, 3}});
  }
  const double most = *std::ranges::max_element(proof.shares);
  for (std::size_t i = 0; i < proof.shares.size(); ++i) {
    if (!(proof.shares[i] > 0)) continue;
    const int point = session.point_of_pattern(static_cast<int>(i));
    const int side = class_of(data.y[point]) - 1;
    drawing.line(frame.at(session.plane().place(data, point)),
                 frame.at(proof.places[static_cast<std::size_t>(side)]),
                 {mixed(picture::class_tone(side), picture::ink, 0.25F),
                  1 + 4 * static_cast<float>(proof.shares[i] / most)});
  }
  if (proof.kind == Proof::Kind::coincidence) {
    add_meeting(drawing, frame.at(proof.places[0]));
  } else {
    add_w(drawing, frame.at(proof.places[1]), frame.at(proof.places[0]));
  }
  drawing.add(picture::End());
}

}  // namespace marginscope
