#include "views/plane_drawing.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/sine.h"
#include "picture/diagram.h"
#include "picture/scale.h"

namespace marginscope {
namespace {

using picture::Drawing;
using picture::Paint;
using picture::Point;
using picture::Stroke;


int shape_of(double label) { return class_of(label) - 1; }

Point place_in(const PlaneFrame& frame, const Session& session, int point) {
  return frame.at(session.plane().place(session.scene().data, point));
}

// Regression on one feature: f with the tube around it.
void add_curve(Drawing& drawing, const PlaneFrame& frame, const Surface& surface) {
  std::vector<Point> middle, upper, lower;
  for (const auto& [x, f] : surface.curve) {
    if (!std::isfinite(f)) continue;
    constexpr double far = 1e4;
    const auto add = [&](std::vector<Point>& line, double y) {
      const Point at = frame.at(x, y);
      line.push_back({at.x, std::clamp(at.y, -far, far)});
    };
    add(middle, f);
    add(upper, f + surface.level);
    add(lower, f - surface.level);
  }
  if (surface.level > 0) {
    const Stroke edge = {Paint(picture::ink, 0.4F), 1.25F};
    drawing.add(picture::Group{"tube"});
    drawing.add(picture::Strip{upper, lower, Paint(picture::soft, 0.14F)});
    drawing.add(picture::Polyline{std::move(upper), edge});
    drawing.add(picture::Polyline{std::move(lower), edge});
    drawing.add(picture::End());
  }
  if (!surface.others.empty()) return;
  drawing.add(picture::Group{"boundary"});
  drawing.add(picture::Polyline{std::move(middle), {picture::ink, 2.5F}});
  drawing.add(picture::End());
}

// Of one machine alone.
void add_boundary(Drawing& drawing, const PlaneFrame& frame, const Session&,
                  const Surface& surface) {
  drawing.add(picture::Group{"boundary"});
  for (const Line& line : surface.boundary) {
    drawing.add(picture::Polyline{thinned(frame, line), {picture::ink, 2.5F}});
  }
  drawing.add(picture::End());
}

// A place on one of these lines for a letter: in sight, clear of other letters and of points, and as near to
// a share of the way along the lines as that allows; where none is clear of points, the farthest from them.
const Point* place_for_letter(const std::vector<std::vector<Point>>& lines,
                              const picture::Rectangle& seen, double share,
                              const std::vector<Point>& points, const std::vector<Point>& letters) {
  constexpr double needed = 2.5 * letter_radius;
  std::vector<const Point*> places;
  for (const auto& line : lines) {
    for (const Point& at : line) {
      if (seen.contains(at)) places.push_back(&at);
    }
  }
  const auto room = [](const Point& at, const std::vector<Point>& others) {
    double least = INFINITY;
    for (const Point& other : others) {
      least = std::min(least, std::hypot(other.x - at.x, other.y - at.y));
    }
    return least;
  };
  const Point* found = nullptr;
  const auto count = static_cast<double>(places.size());
  double least = INFINITY;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (room(*places[i], letters) <= needed) continue;
    const double clear = room(*places[i], points);
    const double away =
        clear > needed ? std::abs(static_cast<double>(i) - share * count) : count + needed - clear;
    if (away >= least) continue;
    least = away;
    found = places[i];
  }
  return found;
}

// The same line with places at most so many pixels apart, of what is in sight.
std::vector<Point> divided(const std::vector<Point>& line, const picture::Rectangle& seen) {
  constexpr double apart = 8;
  const double longest = seen.width + seen.height;
  std::vector<Point> result;
  for (std::size_t i = 1; i < line.size(); ++i) {
    const Point from = line[i - 1], way = {line[i].x - from.x, line[i].y - from.y};
    const double length = std::hypot(way.x, way.y);
    if (!(length <= 4 * longest)) continue;  // from far beyond what is seen
    const int pieces = std::max(1, static_cast<int>(length / apart));
    for (int piece = 0; piece < pieces; ++piece) {
      const double share = 1.0 * piece / pieces;
      result.push_back({from.x + way.x * share, from.y + way.y * share});
    }
  }
  if (!line.empty()) result.push_back(line.back());
  return result;
}

// Of several machines.
void add_boundaries(Drawing& drawing, const PlaneFrame& frame, const Session& session,
                    const Surface& surface) {
  const int chosen = session.scene().chosen;
  const auto count = static_cast<int>(surface.others.size());
  std::vector<std::vector<std::vector<Point>>> lines(surface.others.size());
  for (int place = 0; place < count; ++place) {
    const auto m = static_cast<std::size_t>(place);
    const Relief& relief = place == chosen ? surface : surface.others[m];
    for (const Line& line : relief.boundary) lines[m].push_back(thinned(frame, line));
    if (!relief.curve.empty()) lines[m].push_back(thinned(frame, relief.curve));
  }
  // The chosen one on top.
  for (const bool on_top : {false, true}) {
    for (int place = 0; place < count; ++place) {
      if ((place == chosen) != on_top) continue;
      drawing.add(picture::Group{"boundary"});
      for (const auto& line : lines[static_cast<std::size_t>(place)]) {
        drawing.add(picture::Polyline{line, machine_stroke(place, on_top)});
      }
      drawing.add(picture::End());
    }
  }
  constexpr double border = 30, below_switches = 60;
  const picture::Rectangle& place_of_all = frame.place;
  const picture::Rectangle seen = {place_of_all.left + border, place_of_all.top + below_switches,
                                   place_of_all.width - 2 * border,
                                   place_of_all.height - below_switches - border - 6};
  std::vector<Point> letters, few;  // points, where they are few
  const auto points = static_cast<int>(session.scene().data.size());
  for (int i = 0; i < points && points <= few_points; ++i) {
    few.push_back(place_in(frame, session, i));
  }
  for (int place = 0; place < count; ++place) {
    std::vector<std::vector<Point>> places;
    for (const auto& line : lines[static_cast<std::size_t>(place)]) {
      places.push_back(divided(line, frame.place));
    }
    const double share = 1.0 * (place + 1) / (count + 1);
    const Point* at = place_for_letter(places, seen, share, few, letters);
    if (!at) continue;
    letters.push_back(*at);
    add_letter(drawing, place, place == chosen, *at);
  }
}

// Rings as thick as the patterns' dual variables are large. Below a thousandth of the largest nobody would tell one
// from none: so little is what an interior point leaves of those that carry nothing.
constexpr double least_carried = 1e-3;
void add_support_vectors(Drawing& drawing, const PlaneFrame& frame, const Session& session,
                         float radius) {
  const std::vector<double>& dual = session.machine().quantity(Role::dual_variable);
  double largest = 0;
  for (const double value : dual) largest = std::max(largest, std::abs(value));
  for (std::size_t i = 0; i < dual.size(); ++i) {
    if (!(std::abs(dual[i]) > least_carried * largest)) continue;
    const Point at = place_in(frame, session, session.point_of_pattern(static_cast<int>(i)));
    if (!frame.place.contains(at)) continue;
    const float width = 1 + 2 * static_cast<float>(std::abs(dual[i]) / largest);
    drawing.add(ring(at, radius + picture::ring_gap + width / 2, picture::ink, width));
  }
}

// Small sets of patterns (the pair that a step moved) have a dashed halo; a pair is joined.
void add_pattern_sets(Drawing& drawing, const PlaneFrame& frame, const Session& session,
                      float radius) {
  const Machine& machine = session.machine();
  if (!machine.run()) return;
  constexpr int dashes = 10, corners = 6;
  const double around = radius + 9.0;
  for (const Quantity& quantity : machine.run()->solver().quantities()) {
    if (quantity.kind != QuantityKind::pattern_set) continue;
    const std::vector<double>& members = machine.quantity(quantity.id);
    if (members.size() > 3) continue;
    std::vector<Point> places;
    for (const double member : members) {
      if (member < 0) continue;
      const int point = session.point_of_pattern(static_cast<int>(member));
      const Point at = places.emplace_back(place_in(frame, session, point));
      for (int k = 0; k < dashes; ++k) {
        std::vector<Point> arc;
        for (int i = 0; i < corners; ++i) {
          const double angle = 2 * std::numbers::pi / dashes * (k + 0.6 * i / (corners - 1));
          arc.push_back({at.x + around * cosine(angle), at.y + around * sine(angle)});
        }
        drawing.add(picture::Polyline{std::move(arc), {picture::ink, 1.75F}});
      }
    }
    if (places.size() != 2) continue;
    const Point from = places[0], step = {places[1].x - from.x, places[1].y - from.y};
    const double length = std::hypot(step.x, step.y);
    if (length <= 2 * around || !std::isfinite(length)) continue;
    const auto along = [&](double pixels) {
      return Point{from.x + step.x * pixels / length, from.y + step.y * pixels / length};
    };
    drawing.line(along(around), along(length - around), {picture::ink, 1.25F, 3, 4});
  }
}

void add_point(Drawing& drawing, const PlaneFrame& frame, const Session& session,
               const Surface& surface, const Attention& attention, int point, float radius) {
  const Dataset& data = session.scene().data;
  const Point at = place_in(frame, session, point);
  if (!frame.place.contains(at)) return;
  const bool labelled = data.task == Task::classification;
  const int truth = labelled ? shape_of(data.y[point]) : 0;
  const Machine& machine = session.machine();
  const int predicted = labelled ? machine.predicted_class(point) : truth;
  const Paint paint = labelled ? picture::class_tone(truth) : picture::soft;
  const Paint fill = predicted < 0 ? picture::faint
                     : labelled    ? picture::class_tone(predicted)
                                   : picture::soft;
  const bool validation = data.validation[static_cast<std::size_t>(point)];
  if (point == attention.selected || point == attention.hovered) {
    const bool selected = point == attention.selected;
    drawing.add(
        ring(at, radius + 7, selected ? picture::ink : picture::soft, selected ? 2.0F : 1.25F));
  }
  const auto marker = [&](float size, Paint inner, Paint outline, float width) {
    drawing.add(picture::Marker{at, truth, size, inner, outline, width});
  };
  if (surface.targets) {
    // The shade of the target; where it stands out from the surface the fit is bad.
    marker(radius, value_paint(data.y[point], *surface.targets),
           validation ? picture::soft : picture::ink, 1.5F);
  } else if (validation) {
    // Hollow: a ring of the true class around a gap; the small core is the prediction.
    marker(radius, picture::card, paint, 2);
    marker(radius * 0.36F, fill, {}, 0);
  } else if (predicted == truth || !machine.run() || machine.untrained()) {
    marker(radius + 0.5F, paint, picture::card, 1.25F);
  } else {
    marker(radius + 2.25F, picture::card, {}, 0);
    marker(radius, fill, paint, 3);
  }
}

}  // namespace

float point_radius(Eigen::Index points) {
  return points > 1500 ? 3 : points > few_points ? 4.5F : 6;
}

Paint surface_paint(const Shade& shade) {
  if (shade.winner < 0) return picture::card;
  const auto share = static_cast<float>(shade.share);
  return mixed(picture::card, picture::class_tone(shade.winner), {share * 0.46F, share * 0.42F});
}

Paint value_paint(double value, const std::array<double, 2>& targets) {
  const double range = targets[1] - targets[0];
  const double share = range > 0 ? std::clamp((value - targets[0]) / range, 0.0, 1.0) : 0.5;
  if (std::isnan(share)) return picture::card;
  return mixed(picture::card, picture::soft, 0.08F + 0.72F * static_cast<float>(share));
}

void add_lines(Drawing& drawing, const PlaneFrame& frame, const Session& session,
               const Surface& surface, bool errors) {
  if (!surface.curve.empty()) add_curve(drawing, frame, surface);
  picture::Segments segments{{}, {Paint(picture::ink, 0.38F), 1}};
  for (const auto& [x0, y0, x1, y1] : surface.errors) {
    if (!errors) break;
    const Point from = frame.at(x0, y0), to = frame.at(x1, y1);
    if (std::hypot(to.x - from.x, to.y - from.y) < 0.75) continue;
    segments.ends.insert(segments.ends.end(), {from, to});
  }
  drawing.add(picture::Group{"errors"});
  drawing.add(std::move(segments));
  drawing.add(picture::End());
  drawing.add(picture::Group{"margin"});
  for (const Line& line : surface.margins) {
    drawing.add(picture::Polyline{thinned(frame, line), {picture::ink, 1.5F, 5, 4}});
  }
  drawing.add(picture::End());
  // Chosen before it is called, either stays a function of its own, so that a first visit can do without
  // (wasm/toolchain/deferred_functions.txt).
  const auto add = surface.others.empty() ? add_boundary : add_boundaries;
  add(drawing, frame, session, surface);
}

void add_points(Drawing& drawing, const PlaneFrame& frame, const Session& session,
                const Surface& surface, const Attention& attention) {
  const auto count = static_cast<int>(session.scene().data.size());
  const float radius = point_radius(count);
  drawing.marks.reserve(drawing.marks.size() + 2 * static_cast<std::size_t>(count));
  drawing.add(picture::Group{"points"});
  add_support_vectors(drawing, frame, session, radius);
  add_pattern_sets(drawing, frame, session, radius);
  for (int i = 0; i < count; ++i) {
    if (i == attention.selected || i == attention.hovered) continue;
    add_point(drawing, frame, session, surface, attention, i, radius);
  }
  for (const int i : {attention.hovered, attention.selected}) {
    if (i >= 0 && i < count) add_point(drawing, frame, session, surface, attention, i, radius);
  }
  drawing.add(picture::End());
}

std::array<AxisName, 2> names_of_axes(const Session& session) {
  const Scene& scene = session.scene();
  const auto name_of = [&scene](int axis) -> AxisName {
    if (scene.projection.principal) return {axis == 0 ? "1st component" : "2nd component"};
    const int feature = scene.projection.features[static_cast<std::size_t>(axis)];
    const bool unnamed = scene.data.feature_names.empty();
    return {unnamed && feature < 9 ? sentence("x", subscript(feature + 1))
                                   : feature_name(scene.data, feature),
            unnamed};
  };
  if (session.plane().shows_target) return {name_of(0), AxisName{"y"}};
  if (scene.data.X.cols() < 2 && scene.data.size() > 0) return {name_of(0), AxisName()};
  return {name_of(0), name_of(1)};
}

std::string features_note(const Scene& scene) {
  const Eigen::Index p = scene.data.X.cols();
  if (p < 3) return {};
  const std::string count = std::to_string(p);
  return scene.projection.alone
             ? sentence("Learned from these two features alone, of ", count, ".")
             : sentence("A slice: learned from all ", count,
                        " features; a point's fill is its own prediction.");
}

void add_scales(Drawing& drawing, const PlaneFrame& frame, const std::array<AxisName, 2>& names,
                Scales where) {
  const picture::Rectangle& place = frame.place;
  const bool beside = where == Scales::beside;
  // On plates within the place, because lines and shades pass below them.
  const auto write = [&](Point at, AxisName name, picture::Text::From from) {
    drawing.add(picture::Text{.at = at,
                              .text = std::move(name.text),
                              .paint = picture::soft,
                              .from = from,
                              .formula = name.formula,
                              .plate = place.contains(at) ? Paint(picture::card, 0.72F) : Paint()});
  };
  using enum picture::Text::From;
  picture::Segments ticks{{}, {picture::soft, 1}};
  const Box box = frame.box();
  const double row = beside ? place.bottom() + 15 : place.bottom() - 17;
  constexpr int most_digits = 5;
  // Of values whose labels lack what they share. A third of the width has no buttons of the canvas.
  const auto shown = [&](const AxisName& name, double shared) {
    const std::string rest = shared == 0 ? "" : " " + picture::with_sign(-shared);
    const double room = std::max(30.0, place.width / 3 - 20 - picture::text_width(rest));
    return AxisName{picture::fitting(name.text, room) + rest, name.formula};
  };
  const int columns = std::max(2, static_cast<int>(place.width / 90));
  const std::vector<double> across = picture::linear_ticks(box.x0, box.x1, columns);
  const double x_shared = picture::common_part(across, most_digits);
  const AxisName x_name = shown(names[0], x_shared);
  const double x_name_left = place.right() - (beside ? 0 : 14) - picture::text_width(x_name.text);
  drawing.add(picture::Group{"across"});
  write({place.right() - (beside ? 0 : 14), row}, x_name, end);
  for (const double tick : across) {
    const double x = std::round(frame.at(tick, 0).x) + 0.5;
    std::string label = short_text(tick - x_shared, most_digits);
    const double half = picture::text_width(label) / 2;
    if (x - half < place.left + (beside ? -10 : 34) || x + half > x_name_left - 12) continue;
    const double outer = beside ? place.bottom() + 4 : place.bottom() - 5;
    ticks.ends.insert(ticks.ends.end(), {{x, place.bottom()}, {x, outer}});
    write({x, row}, {std::move(label)}, middle);
  }
  drawing.add(picture::End());
  if (!names[1].text.empty()) {
    drawing.add(picture::Group{"up"});
    const double column = beside ? place.left - 8 : place.left + 10;
    const int rows = std::max(2, static_cast<int>(place.height / 80));
    const std::vector<double> up = picture::linear_ticks(box.y0, box.y1, rows);
    const double y_shared = picture::common_part(up, most_digits);
    const AxisName y_name = shown(names[1], y_shared);
    // A name that has no room beside the place stands in its corner.
    if (beside && picture::text_width(y_name.text) <= picture::axis_room) {
      write({place.left - 8, place.top + 5}, y_name, end);
    } else {
      write({place.left + 12, place.top + 16}, y_name, start);
    }
    for (const double tick : up) {
      const double y = std::round(frame.at(0, tick).y) + 0.5;
      const double below = beside ? 20 : 36, above = beside ? -1 : 34;
      if (y < place.top + below || y > place.bottom() - above) continue;
      const double outer = beside ? place.left - 4 : place.left + 5;
      ticks.ends.insert(ticks.ends.end(), {{place.left, y}, {outer, y}});
      write({column, y}, {short_text(tick - y_shared, most_digits)}, beside ? end : start);
    }
    drawing.add(picture::End());
  }
  drawing.add(std::move(ticks));
}

Stroke machine_stroke(int place, bool chosen) {
  Stroke stroke = picture::series_stroke(place);
  stroke.width = chosen ? 3.0F : 2.0F;
  return stroke;
}

void add_letter(Drawing& drawing, int place, bool chosen, Point at) {
  const Paint paint = picture::series_tone(place);
  drawing.add(disc(at, letter_radius, chosen ? paint : Paint(picture::card)));
  drawing.add(ring(at, letter_radius, paint, 1.75F));
  drawing.add(picture::Text{.at = at,
                            .text = machine_letter(place),
                            .paint = chosen ? Paint(picture::card) : paint,
                            .face = picture::Text::Face::strong,
                            .from = picture::Text::From::middle});
}

}  // namespace marginscope
