// The space of weights: patterns as lines, where all of them are right, the way of the machine.

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>

#include "app/classes.h"
#include "app/machine_marks.h"
#include "app/plane_drawing.h"

namespace marginscope {
namespace {

// Up to so many patterns each wrong side is hatched, up to so many those on which the machine is; and up
// to so many each line has its number.
constexpr std::size_t most_hatched = 24, most_wrong_hatched = 80, most_numbered = 12;

ImVec2 on_screen(const PlaneView& view, const std::array<double, 2>& at) {
  const ImVec2 place = view.to_screen(at[0], at[1]);
  constexpr float far = 1e5F;
  return {std::clamp(place.x, -far, far), std::clamp(place.y, -far, far)};
}

std::vector<ImVec2> on_screen(const PlaneView& view, std::span<const std::array<double, 2>> line) {
  std::vector<ImVec2> result;
  for (const auto& at : line) result.push_back(on_screen(view, at));
  return result;
}

Box box_of(const PlaneView& view) {
  const Rect& rect = view.rect;
  return {view.x_at(rect.min.x), view.y_at(rect.max.y), view.x_at(rect.max.x),
          view.y_at(rect.min.y)};
}

void fill(ImDrawList& list, const std::vector<ImVec2>& polygon, ImU32 color) {
  for (const ImVec2& at : polygon) list.PathLineTo(at);
  list.PathFillConvex(color);
}

void draw_version_space(const Ui& ui, ImDrawList& list, const WeightSpace& space) {
  const PlaneView& view = ui.plane.view;
  // From below to above, as it goes round on the screen.
  std::vector<ImVec2> polygon = on_screen(view, version_space(space.lines, box_of(view)));
  if (polygon.empty()) return;
  std::ranges::reverse(polygon);
  fill(list, polygon, mix(ui.theme.card, ui.theme.ink, ui.theme.dark ? 0.2F : 0.13F));
  constexpr std::string_view label = "all right";
  const ImVec2 size = text_size(ui.fonts.small, label);
  ImVec2 middle{}, least = polygon[0], most = polygon[0];
  for (const ImVec2& at : polygon) {
    middle += at * (1 / f32(static_cast<double>(polygon.size())));
    least = {std::min(least.x, at.x), std::min(least.y, at.y)};
    most = {std::max(most.x, at.x), std::max(most.y, at.y)};
  }
  if (most.x - least.x < 2 * size.x || most.y - least.y < 3 * size.y) return;
  draw_text(list, ui.fonts.small, middle - size * 0.5F, ui.theme.soft, label);
}

void draw_levels(const Ui& ui, ImDrawList& list, const WeightSpace& space) {
  for (const WeightSpace::Level& level : space.levels) {
    const std::vector<ImVec2> line = on_screen(ui.plane.view, level.line);
    draw_stroke(list, line, {faded(ui.theme.soft, 0.75F), 2, 3, 1.25F});
    // At its top.
    const auto top = *std::ranges::min_element(line, {}, &ImVec2::y);
    const std::string label = sentence("J = ", short_text(level.objective));
    const float width = formula_width(ui.fonts, label, Maths::small);
    const ImVec2 at = {std::round(top.x - width / 2), std::round(top.y - 8)};
    if (!ui.plane.view.rect.contains(at) || !ui.plane.view.rect.contains(at + ImVec2(width, 60))) {
      continue;
    }
    list.AddRectFilled(at - ImVec2(3, 0), at + ImVec2(width + 3, 16), faded(ui.theme.card, 0.85F),
                       3);
    draw_formula(list, ui.fonts, at, ui.theme.soft, label, Maths::small);
  }
}

void draw_line_number(const Ui& ui, ImDrawList& list, const SeenLine& line, int number) {
  // Where the line leaves what is seen, a little way in.
  const Rect& rect = ui.plane.view.rect;
  constexpr float inside = 18;
  const Rect part = {rect.min + ImVec2(inside + 16, inside + 30),
                     rect.max - ImVec2(inside, inside + 16)};
  float reach = 0;
  while (part.contains(line.middle + line.direction * (reach + 4))) reach += 4;
  if (reach == 0) return;
  const std::string text = std::to_string(number);
  const ImVec2 size = text_size(ui.fonts.small, text);
  const ImVec2 at = line.middle + line.direction * reach - size * 0.5F;
  list.AddRectFilled(at - ImVec2(4, 1), at + size + ImVec2(4, 0), ui.theme.card, 4);
  draw_text(list, ui.fonts.small, at, ui.theme.ink, text);
}

void draw_pattern_line(const Ui& ui, ImDrawList& list, const WeightSpace& space, int pattern,
                       bool stressed) {
  const PatternLine& line = space.lines[static_cast<std::size_t>(pattern)];
  const auto seen = seen_line(ui.plane.view, line);
  if (!seen) return;
  const Session& session = ui.session();
  const int point = session.point_of_pattern(pattern);
  const Rect& rect = ui.plane.view.rect;
  const float reach = rect.width() + rect.height();
  const auto count = space.lines.size();
  const bool few = count <= most_wrong_hatched;
  const bool hatched = stressed || count <= most_hatched || (few && line.wrong);
  const float crowd =
      few ? 1 : f32(static_cast<double>(most_wrong_hatched) / static_cast<double>(count));
  const float strength = stressed     ? 1
                         : line.wrong ? std::max(0.3F, crowd)
                                      : std::max(0.12F, 0.75F * crowd);
  const ImU32 color = ui.theme.class_color(class_index(session.scene().data.y[point]));
  list.AddLine(seen->middle - seen->direction * reach, seen->middle + seen->direction * reach,
               faded(color, strength),
               stressed     ? 3
               : line.wrong ? 2.0F
                            : 1.25F);
  if (hatched) {
    constexpr float pitch = 11, depth = 8;
    for (float at = -std::floor(reach / pitch) * pitch; at < reach; at += pitch) {
      const ImVec2 from = seen->middle + seen->direction * at;
      if (!rect.contains(from)) continue;
      list.AddLine(from, from + seen->direction * 5 - seen->right * depth,
                   faded(color, 0.45F * strength));
    }
  }
  if (stressed || count <= most_numbered) draw_line_number(ui, list, *seen, point + 1);
}

// Up to where the machine is at `iteration` as it is drawn, softer behind.
void draw_path(const Ui& ui, ImDrawList& list, const WeightPath& of, int iteration, Stroke stroke) {
  const PlaneView& view = ui.plane.view;
  const auto now = std::ranges::upper_bound(of.iterations, iteration) - of.iterations.begin();
  const auto so_far = static_cast<std::size_t>(now);
  const std::span<const std::array<double, 2>> path = of.path;
  const auto to = path.first(so_far), after = path.subspan(so_far == 0 ? 0 : so_far - 1);
  draw_stroke(list, on_screen(view, after), {faded(stroke.color, 0.35F), 2, 3, 1.5F});
  draw_stroke(list, on_screen(view, to), stroke);
  constexpr std::size_t most_dots = 60;
  if (so_far <= most_dots) {
    for (const auto& at : to) {
      list.AddCircleFilled(on_screen(view, at), 2.5F, stroke.color);
    }
  }
  if (!path.empty()) {
    list.AddCircleFilled(on_screen(view, path.front()), 4, ui.theme.card);
    list.AddCircle(on_screen(view, path.front()), 4, stroke.color, 0, 1.5F);
  }
}

void draw_own_path(Ui& ui, ImDrawList& list, const WeightSpace& space) {
  draw_path(ui, list, space, ui.session().machine().iteration(), {ui.theme.ink, 0, 0, 2});
  const ImVec2 present = on_screen(ui.plane.view, space.present);
  list.AddCircleFilled(present, 8, ui.theme.card);
  list.AddCircleFilled(present, 6, ui.theme.ink);
}

// Of several machines each in its stroke, with its letter where it is; the chosen one on top.
void draw_all_paths(Ui& ui, ImDrawList& list, const WeightSpace& space) {
  const Session& session = ui.session();
  const auto draw = [&](int place, const WeightPath& path) {
    const Machine& machine = *std::next(session.machines().begin(), place);
    draw_path(ui, list, path, machine.iteration(), machine_stroke(ui, place));
    draw_machine_letter(ui, list, place, on_screen(ui.plane.view, path.present));
  };
  for (const auto& [place, path] : space.others) draw(place, path);
  draw(session.scene().chosen, space);
}

// The points, and the line that the weights at a place draw through them.
void draw_inset(Ui& ui, ImDrawList& list, const Rect& rect, const std::array<double, 3>& f,
                bool elsewhere) {
  const Session& session = ui.session();
  const Dataset& data = session.scene().data;
  PlaneView view;
  view.rect = rect;
  const Box& box = box_of_points(ui);
  fit_view(view, box);
  list.AddRectFilled(rect.min, rect.max, ui.theme.card, 6);
  list.PushClipRect(rect.min, rect.max, true);
  for (const int side : {0, 1}) {
    const double sign = side == 0 ? 1 : -1;
    const PatternLine line = {sign * f[1], sign * f[2], sign * f[0]};
    std::vector<ImVec2> half = on_screen(view, version_space(std::span(&line, 1), box));
    std::ranges::reverse(half);
    if (!half.empty()) fill(list, half, mix(ui.theme.card, ui.theme.class_color(side), 0.22F));
  }
  const auto boundary = seen_line(view, {f[1], f[2], f[0]});
  if (boundary) {
    const ImVec2 reach = boundary->direction * (rect.width() + rect.height());
    list.AddLine(boundary->middle - reach, boundary->middle + reach, ui.theme.ink, 2);
  }
  constexpr int few_points = 400;
  const bool few = data.size() <= few_points;
  for (int i = 0; i < static_cast<int>(data.size()); ++i) {
    if (session.pattern_of_point(i) < 0) continue;
    const auto [x, y] = place_of(session, i);
    const ImVec2 at = view.to_screen(x, y);
    const int side = class_index(data.y[i]);
    const ImU32 color = ui.theme.class_color(side);
    if (few) {
      draw_marker(list, side, at, 3, color, 0, 0);
    } else {
      list.AddRectFilled(at - ImVec2(1, 1), at + ImVec2(1, 1), color);
    }
    if (i == ui.hovered_point || i == session.selected()) {
      list.AddCircle(at, 6, ui.theme.ink, 0, 1.5F);
    }
  }
  const std::string_view title = elsewhere ? "at the pointer" : "now";
  const ImVec2 size = text_size(ui.fonts.small, title), at = rect.min + ImVec2(6, 3);
  list.AddRectFilled(at - ImVec2(3, 0), at + size + ImVec2(3, 0), faded(ui.theme.card, 0.8F), 4);
  draw_text(list, ui.fonts.small, at, ui.theme.soft, title);
  list.PopClipRect();
  list.AddRect(rect.min, rect.max, ui.theme.soft, 6);
}

}  // namespace

std::optional<SeenLine> seen_line(const PlaneView& view, const PatternLine& line) {
  const double x = line.across / view.scale_x, y = -line.up / view.scale_y;
  const double length = std::hypot(x, y);
  const double at = -line.margin(view.center_x, view.center_y) / length;
  const Rect& rect = view.rect;
  // Also where it is no line, or beyond all numbers.
  if (!(std::abs(at) <= std::hypot(rect.width(), rect.height()) / 2)) return std::nullopt;
  const ImVec2 right = {f32(x / length), f32(y / length)};
  return SeenLine{rect.center() + right * f32(at), {-right.y, right.x}, right};
}

void draw_weights(Ui& ui, ImDrawList& list, int pointed, std::array<double, 2> at) {
  const WeightSpace& space = shown_weights(ui);
  const PlaneView& view = ui.plane.view;
  const Rect& rect = view.rect;
  const Session& session = ui.session();
  list.PushClipRect(rect.min, rect.max, true);
  list.AddRectFilled(rect.min, rect.max, ui.theme.card);
  draw_version_space(ui, list, space);
  draw_levels(ui, list, space);
  const auto is_stressed = [&](int pattern) {
    const int point = session.point_of_pattern(pattern);
    return pattern == pointed || point == session.selected() || point == ui.hovered_point;
  };
  const auto count = static_cast<int>(space.lines.size());
  for (const bool stressed : {false, true}) {
    for (int i = 0; i < count; ++i) {
      if (is_stressed(i) == stressed) draw_pattern_line(ui, list, space, i, stressed);
    }
  }
  const auto draw_paths = session.machines().size() > 1 ? draw_all_paths : draw_own_path;
  draw_paths(ui, list, space);
  draw_scales(ui, list, view, space.names);
  const float side = std::clamp(0.27F * std::min(rect.width(), rect.height()), 84.0F, 180.0F);
  const ImVec2 corner = {rect.min.x + 48, rect.max.y - 36 - side};
  draw_inset(ui, list, {corner, corner + ImVec2(side, side)}, space.decision(at[0], at[1]),
             at != space.present);
  draw_told(ui, list, {{corner.x + side, rect.min.y}, rect.max}, space.sentence);
  draw_corners(ui, list, rect);
  list.PopClipRect();
}

}  // namespace marginscope
