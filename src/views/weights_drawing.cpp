#include "views/weights_drawing.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <numeric>
#include <span>
#include <string>
#include <utility>

namespace marginscope {
namespace {

using picture::Drawing;
using picture::Paint;
using picture::Point;
using picture::Rectangle;
using picture::Stroke;

// Up to so many patterns each wrong side is hatched, up to so many those on which the machine is; and up
// to so many each line has its number.
constexpr std::size_t most_hatched = 24, most_wrong_hatched = 80, most_numbered = 12;

// What a text of this size covers about a point.
Rectangle around(Point at, Point size) {
  return {at.x - size.x / 2, at.y - size.y / 2, size.x, size.y};
}

bool is_free(const Rectangle& here, std::span<const Rectangle> taken) {
  return std::ranges::none_of(taken, [&](const Rectangle& other) { return here.overlaps(other); });
}

// Whether a convex polygon holds a rectangle.
bool holds(std::span<const Point> polygon, const Rectangle& part) {
  const auto side_of = [&](std::size_t i, Point at) {
    const Point &from = polygon[i], &to = polygon[(i + 1) % polygon.size()];
    return (to.x - from.x) * (at.y - from.y) - (to.y - from.y) * (at.x - from.x);
  };
  double least = 0, most = 0;
  for (const Point corner : {Point{part.left, part.top}, Point{part.right(), part.top},
                             Point{part.left, part.bottom()}, Point{part.right(), part.bottom()}}) {
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      least = std::min(least, side_of(i, corner));
      most = std::max(most, side_of(i, corner));
    }
  }
  return least == 0 || most == 0;
}

// Where a text of this size lies within a convex polygon and covers nothing: in its middle or, where that is
// too narrow, towards one of its corners.
std::optional<Point> place_within(std::span<const Point> polygon, Point size,
                                  std::span<const Rectangle> taken) {
  if (polygon.empty()) return std::nullopt;
  Point middle;
  for (const Point& corner : polygon) {
    const auto corners = static_cast<double>(polygon.size());
    middle = {middle.x + corner.x / corners, middle.y + corner.y / corners};
  }
  for (const double part : {0.0, 0.2, 0.4, 0.6, 0.8}) {
    for (const Point& corner : polygon) {
      const Point at = {middle.x + part * (corner.x - middle.x),
                        middle.y + part * (corner.y - middle.y)};
      const Rectangle here = around(at, size);
      if (holds(polygon, here) && is_free(here, taken)) return at;
    }
  }
  return std::nullopt;
}

// Adds what the way of a machine takes, from one iteration to the next.
void take_way(const PlaneFrame& frame, const WeightPath& of, std::vector<Rectangle>& taken) {
  constexpr double beside = 4;  // half of what its first place takes
  const std::vector<Point> path = in_frame(frame, of.path);
  for (std::size_t i = 0; i < path.size(); ++i) {
    const Point &from = path[i == 0 ? 0 : i - 1], &to = path[i];
    taken.push_back({std::min(from.x, to.x) - beside, std::min(from.y, to.y) - beside,
                     std::abs(to.x - from.x) + 2 * beside, std::abs(to.y - from.y) + 2 * beside});
  }
}

// Where the name of the version space covers nothing, nor the way of a machine.
std::optional<Point> place_of_name(const PlaneFrame& frame, const WeightSpace& space,
                                   std::span<const Point> border, Point size,
                                   std::vector<Rectangle> taken) {
  take_way(frame, space, taken);
  for (const auto& [place, path] : space.others) take_way(frame, path, taken);
  return place_within(border, size, taken);
}

// Answers its border; empty where there is none.
std::vector<Point> add_version_space(Drawing& drawing, const PlaneFrame& frame,
                                     const WeightSpace& space) {
  // From below to above, as it goes round in the picture.
  std::vector<Point> polygon = in_frame(frame, version_space(space.lines, frame.box()));
  if (polygon.empty()) return polygon;
  std::ranges::reverse(polygon);
  drawing.add(picture::Group{"version-space"});
  drawing.add(picture::Area{polygon, mixed(picture::card, picture::ink, {0.13F, 0.2F})});
  drawing.add(picture::End());
  return polygon;
}

// Their names cover nothing of what is taken, and what they take is added to that.
void add_levels(Drawing& drawing, const PlaneFrame& frame, const WeightSpace& space,
                std::vector<Rectangle>& taken) {
  drawing.add(picture::Group{"levels"});
  for (const WeightSpace::Level& level : space.levels) {
    std::vector<Point> line = in_frame(frame, level.line);
    const Point top = *std::ranges::min_element(line, {}, &Point::y);
    drawing.add(picture::Polyline{std::move(line), {Paint(picture::soft, 0.75F), 1.25F, 2, 3}});
    std::string label = sentence("J = ", short_text(level.objective));
    const Point size = {picture::text_width(label), picture::text_height};
    const Rectangle here = around(top, size);
    if (!frame.place.contains({here.left, top.y - 8}) ||
        !frame.place.contains({here.right(), top.y + 52}) || !is_free(here, taken)) {
      continue;
    }
    taken.push_back(here);
    drawing.add(picture::Text{.at = top,
                              .text = std::move(label),
                              .paint = picture::soft,
                              .from = picture::Text::From::middle,
                              .formula = true,
                              .plate = {picture::card, 0.85F}});
  }
  drawing.add(picture::End());
}

void add_pattern_line(Drawing& drawing, const PlaneFrame& frame, const Session& session,
                      const WeightSpace& space, int pattern, bool stressed) {
  const PatternLine& line = space.lines[static_cast<std::size_t>(pattern)];
  const auto seen = seen_line(frame, line);
  if (!seen) return;
  const int point = session.point_of_pattern(pattern);
  const Rectangle& place = frame.place;
  const double reach = place.width + place.height;
  const auto count = space.lines.size();
  const bool few = count <= most_wrong_hatched;
  const bool hatched = stressed || count <= most_hatched || (few && line.wrong);
  const float crowd = few ? 1
                          : static_cast<float>(static_cast<double>(most_wrong_hatched) /
                                               static_cast<double>(count));
  const float strength = stressed     ? 1
                         : line.wrong ? std::max(0.3F, crowd)
                                      : std::max(0.12F, 0.75F * crowd);
  const picture::Tone tone = picture::class_tone(class_of(session.scene().data.y[point]) - 1);
  const Stroke stroke = {Paint(tone, strength), stressed ? 3 : line.wrong ? 2.0F : 1.25F};
  const Point from = seen->along(-reach), to = seen->along(reach);
  // Lines that look the same go on in one mark: there may be thousands.
  auto* last = std::get_if<picture::Segments>(&drawing.marks.back());
  if (last && last->stroke == stroke) {
    last->ends.insert(last->ends.end(), {from, to});
  } else {
    drawing.add(picture::Segments{{from, to}, stroke});
  }
  if (hatched) {
    constexpr double pitch = 11, depth = 8;
    picture::Segments hatches{{}, {Paint(tone, 0.45F * strength), 1}};
    for (double at = -std::floor(reach / pitch) * pitch; at < reach; at += pitch) {
      const Point on = seen->along(at), beyond = seen->along(at + 5);
      if (!place.contains(on)) continue;
      const Point tip = {beyond.x - seen->right.x * depth, beyond.y - seen->right.y * depth};
      hatches.ends.insert(hatches.ends.end(), {on, tip});
    }
    drawing.add(std::move(hatches));
  }
}

// Next to where a line leaves what is seen; farther in where something is there already. A number that is
// `certain` stands on what there is rather than nowhere.
std::optional<Point> place_of_number(const PlaneFrame& frame, const SeenLine& line, Point size,
                                     bool certain, std::span<const Rectangle> taken) {
  constexpr double inside = 18, step = 4;
  const Rectangle& place = frame.place;
  const Rectangle part = {place.left + inside + 16, place.top + inside + 30,
                          place.width - 2 * inside - 16, place.height - 2 * inside - 46};
  if (!part.contains(line.middle)) return std::nullopt;
  double end = 0;
  while (part.contains(line.along(end + step))) end += step;
  for (double at = end; part.contains(line.along(at)); at -= step) {
    const Point middle = line.along(at);
    const Rectangle here = around(middle, size);
    if (is_free(here, taken)) return middle;
  }
  return certain ? std::optional(line.along(end)) : std::nullopt;
}

// `taken` has what they do not cover.
void add_line_numbers(Drawing& drawing, const PlaneFrame& frame, const Session& session,
                      const WeightSpace& space, std::span<const int> numbered, std::size_t certain,
                      std::vector<Rectangle> taken) {
  drawing.add(picture::Group{"numbers"});
  for (std::size_t i = 0; i < numbered.size(); ++i) {
    const auto seen = seen_line(frame, space.lines[static_cast<std::size_t>(numbered[i])]);
    if (!seen) continue;
    std::string text = std::to_string(session.point_of_pattern(numbered[i]) + 1);
    const Point size = {picture::text_width(text) + 6, picture::text_height};
    const auto at = place_of_number(frame, *seen, size, i < certain, taken);
    if (!at) continue;
    taken.push_back(around(*at, size));
    drawing.add(picture::Text{.at = *at,
                              .text = std::move(text),
                              .from = picture::Text::From::middle,
                              .plate = picture::card});
  }
  drawing.add(picture::End());
}

void add_path(Drawing& drawing, const PlaneFrame& frame, const WeightPath& of, int iteration,
              const Stroke& stroke) {
  const auto now = std::ranges::upper_bound(of.iterations, iteration) - of.iterations.begin();
  const auto so_far = static_cast<std::size_t>(now);
  const std::vector<Point> path = in_frame(frame, of.path);
  const auto first = path.begin(), behind = first + static_cast<std::ptrdiff_t>(so_far);
  Paint later = stroke.paint;
  later.opacity = 0.35F;
  drawing.add(
      picture::Polyline{{so_far == 0 ? first : behind - 1, path.end()}, {later, 1.5F, 2, 3}});
  drawing.add(picture::Polyline{{first, behind}, stroke});
  constexpr std::size_t most_dots = 60;
  if (so_far <= most_dots) {
    for (auto at = first; at != behind; ++at) {
      drawing.add(picture::disc(*at, 2.5F, stroke.paint));
    }
  }
  if (!path.empty()) {
    drawing.add(picture::disc(*first, 4, picture::card));
    drawing.add(picture::ring(*first, 4, stroke.paint, 1.5F));
  }
}

void add_own_path(Drawing& drawing, const PlaneFrame& frame, const Session& session,
                  const WeightSpace& space) {
  add_path(drawing, frame, space, session.machine().iteration(), {picture::ink, 2});
  const Point present = in_frame(frame, std::span(&space.present, 1))[0];
  drawing.add(picture::disc(present, 8, picture::card));
  drawing.add(picture::disc(present, 6, picture::ink));
}

// Of several machines each in its stroke, with its letter where it is; the chosen one on top.
void add_all_paths(Drawing& drawing, const PlaneFrame& frame, const Session& session,
                   const WeightSpace& space) {
  const auto add = [&](int place, const WeightPath& path) {
    const Machine& machine = *std::next(session.machines().begin(), place);
    const bool chosen = place == session.scene().chosen;
    add_path(drawing, frame, path, machine.iteration(), machine_stroke(place, chosen));
    add_letter(drawing, place, chosen, in_frame(frame, std::span(&path.present, 1))[0]);
  };
  for (const auto& [place, path] : space.others) add(place, path);
  add(session.scene().chosen, space);
}

}  // namespace

std::optional<SeenLine> seen_line(const PlaneFrame& frame, const PatternLine& line) {
  const double x = line.across / frame.scale_x, y = -line.up / frame.scale_y;
  const double length = std::hypot(x, y);
  const double at = -line.margin(frame.center_x, frame.center_y) / length;
  const Rectangle& place = frame.place;
  // Also where it is no line, or beyond all numbers.
  if (!(std::abs(at) <= std::hypot(place.width, place.height) / 2)) return std::nullopt;
  const Point right = {x / length, y / length}, middle = place.middle();
  return SeenLine{{middle.x + right.x * at, middle.y + right.y * at}, {-right.y, right.x}, right};
}

void add_pattern_lines(Drawing& drawing, const PlaneFrame& frame, const Session& session,
                       const WeightSpace& space, const Attention& attention, int pointed,
                       std::vector<Rectangle> taken) {
  const auto keep = [&](const WeightPath& path) {
    constexpr Point machine = {20, 20};  // with its letter
    taken.push_back(around(in_frame(frame, std::span(&path.present, 1))[0], machine));
  };
  keep(space);
  for (const auto& [place, path] : space.others) keep(path);
  const std::vector<Point> border = add_version_space(drawing, frame, space);
  constexpr std::string_view name = "all right";
  const Point size = {picture::text_width(name), picture::text_height};
  const auto named = place_of_name(frame, space, border, size, taken);
  if (named) taken.push_back(around(*named, size));
  add_levels(drawing, frame, space, taken);
  if (named) {
    drawing.add(picture::Group{"version-space"});
    drawing.add(picture::Text{.at = *named,
                              .text = std::string(name),
                              .paint = picture::soft,
                              .from = picture::Text::From::middle});
    drawing.add(picture::End());
  }
  const auto is_stressed = [&](int pattern) {
    const int point = session.point_of_pattern(pattern);
    return pattern == pointed || point == attention.selected || point == attention.hovered;
  };
  std::vector<int> order(space.lines.size());
  std::iota(order.begin(), order.end(), 0);
  const auto stressed = std::ranges::stable_partition(order, std::not_fn(is_stressed));
  drawing.add(picture::Group{"patterns"});
  for (const int pattern : order) {
    add_pattern_line(drawing, frame, session, space, pattern, is_stressed(pattern));
  }
  drawing.add(picture::End());
  const std::size_t certain = stressed.size();
  std::ranges::rotate(order, stressed.begin());
  if (order.size() > most_numbered) order.resize(certain);
  add_line_numbers(drawing, frame, session, space, order, certain, std::move(taken));
}

void add_paths(Drawing& drawing, const PlaneFrame& frame, const Session& session,
               const WeightSpace& space) {
  drawing.add(picture::Group{"path"});
  const auto add = session.machines().size() > 1 ? add_all_paths : add_own_path;
  add(drawing, frame, session, space);
  drawing.add(picture::End());
}

void add_inset(Drawing& drawing, const Rectangle& where, const Session& session, const Box& box,
               const std::array<double, 3>& f, const Attention& attention, std::string_view title) {
  const Dataset& data = session.scene().data;
  const PlaneFrame frame = frame_over(where, box);
  drawing.add(picture::Group{"points", where});
  drawing.block(where, picture::card);
  for (const int side : {0, 1}) {
    const double sign = side == 0 ? 1 : -1;
    const PatternLine line = {sign * f[1], sign * f[2], sign * f[0]};
    std::vector<Point> half = in_frame(frame, version_space(std::span(&line, 1), box));
    std::ranges::reverse(half);
    if (half.empty()) continue;
    drawing.add(
        picture::Area{std::move(half), mixed(picture::card, picture::class_tone(side), 0.22F)});
  }
  if (const auto boundary = seen_line(frame, {f[1], f[2], f[0]})) {
    const double reach = where.width + where.height;
    drawing.line(boundary->along(-reach), boundary->along(reach), {picture::ink, 2});
  }
  for (int i = 0; i < static_cast<int>(data.size()); ++i) {
    if (session.pattern_of_point(i) < 0) continue;
    const Point at = frame.at(session.plane().place(data, i));
    const int side = class_of(data.y[i]) - 1;
    const picture::Tone tone = picture::class_tone(side);
    if (data.size() <= few_points) {
      drawing.add(picture::Marker{.at = at, .shape = side, .radius = 3, .fill = tone});
    } else {
      drawing.block({at.x - 1, at.y - 1, 2, 2}, tone);
    }
    if (i == attention.hovered || i == attention.selected) {
      drawing.add(picture::ring(at, 6, picture::ink, 1.5F));
    }
  }
  drawing.add(picture::Text{.at = {where.left + 6, where.top + 10},
                            .text = std::string(title),
                            .paint = picture::soft,
                            .plate = {picture::card, 0.8F}});
  drawing.add(picture::End());
  drawing.frame(where, {picture::soft, 1});
}

}  // namespace marginscope
