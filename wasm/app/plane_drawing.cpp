// The decision surface and the points on it.

#include "app/plane_drawing.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "app/classes.h"
#include "app/plots.h"
#include "app/widgets.h"
#include "views/plane_picture.h"

namespace marginscope {
namespace {

// Beyond this many, points are small and drawn as pictures of their shapes.
constexpr int few_points = 400;

ImU32 surface_color(const Theme& theme, const double* f, int count, double scale) {
  const Shade shade = shade_of(f, count, scale);
  if (shade.winner < 0) return theme.card;
  return mix(theme.card, theme.class_color(shade.winner),
             f32(shade.share * (theme.dark ? 0.42 : 0.46)));
}

// A value as a shade that grows stronger from the least target to the greatest.
ImU32 value_color(const Theme& theme, double value, const std::array<double, 2>& targets) {
  const double range = targets[1] - targets[0];
  const double share = range > 0 ? std::clamp((value - targets[0]) / range, 0.0, 1.0) : 0.5;
  return std::isnan(share) ? theme.card : mix(theme.card, theme.soft, f32(0.08 + 0.72 * share));
}

void draw_surface(Ui& ui, ImDrawList& list) {
  const Surface& surface = ui.surface;
  const Rect& rect = ui.view.rect;
  if (surface.values.empty()) {
    const bool untrained = ui.session().machine().untrained();
    list.AddRectFilled(rect.min, rect.max,
                       mix(ui.theme.card, ui.theme.soft, untrained ? 0.14F : 0));
    return;
  }
  const ImVec2 uv = ImGui::GetFontTexUvWhitePixel();
  // A lattice of side × side values over a part of the rectangle, in shares from the bottom left. Its
  // cells that are cut are left out.
  const auto draw_lattice = [&](const double* values, int side, double left, double bottom,
                                double share, std::span<const int> cut) {
    const auto cells = static_cast<int>((side - 1) * (side - 1) - std::ssize(cut));
    list.PrimReserve(cells * 6, side * side);
    const auto first = list._VtxCurrentIdx;
    for (int r = 0; r + 1 < side; ++r) {
      for (int c = 0; c + 1 < side; ++c) {
        const int at = r * side + c;
        if (std::ranges::binary_search(cut, at)) continue;
        const auto corner = static_cast<ImDrawIdx>(first + static_cast<unsigned>(at));
        const auto up = static_cast<ImDrawIdx>(corner + static_cast<unsigned>(side));
        for (const unsigned index : {corner, corner + 1, up + 1, corner, up + 1, up}) {
          list.PrimWriteIdx(static_cast<ImDrawIdx>(index));
        }
      }
    }
    for (int r = 0; r < side; ++r) {
      const double y = bottom + share * r / (side - 1);
      for (int c = 0; c < side; ++c) {
        const double x = left + share * c / (side - 1);
        const double* f = values + static_cast<std::ptrdiff_t>((r * side + c) * surface.outputs);
        list.PrimWriteVtx(
            {rect.min.x + rect.width() * f32(x), rect.max.y - rect.height() * f32(y)}, uv,
            surface.targets ? value_color(ui.theme, *f, *surface.targets)
                            : surface_color(ui.theme, f, surface.outputs, surface.scale));
      }
    }
  };
  const int side = surface.columns;
  std::vector<int> cut = surface.cut;
  std::ranges::sort(cut);
  draw_lattice(surface.values.data(), side, 0, 0, 1, cut);
  const double cell = 1.0 / (side - 1);
  constexpr int finer = Surface::finer + 1;
  for (std::size_t i = 0; i < surface.cut.size(); ++i) {
    const int column = surface.cut[i] % side, row = surface.cut[i] / side;
    draw_lattice(
        surface.within.data() + i * finer * finer * static_cast<std::size_t>(surface.outputs),
        finer, column * cell, row * cell, cell, {});
  }
}

void stroke(ImDrawList& list, const std::vector<ImVec2>& line, ImU32 color, float width) {
  list.AddPolyline(line.data(), static_cast<int>(line.size()), color, 0, width);
}

// Regression on one feature: f with the tube around it.
void draw_curve(const Ui& ui, ImDrawList& list) {
  const PlaneView& view = ui.view;
  const double level = ui.surface.level;
  std::vector<ImVec2> middle, upper, lower;
  for (const auto& [x, f] : ui.surface.curve) {
    const auto add = [&](std::vector<ImVec2>& line, double y) {
      const ImVec2 at = view.to_screen(x, y);
      if (std::isfinite(f)) line.push_back({at.x, std::clamp(at.y, -1e4F, 1e4F)});
    };
    add(middle, f);
    add(upper, f + level);
    add(lower, f - level);
  }
  if (level > 0) {
    const ImDrawListFlags flags = list.Flags;
    list.Flags &= ~ImDrawListFlags_AntiAliasedFill;  // its pieces have no seams then
    for (std::size_t i = 1; i < middle.size(); ++i) {
      list.AddQuadFilled(upper[i - 1], upper[i], lower[i], lower[i - 1],
                         faded(ui.theme.soft, 0.14F));
    }
    list.Flags = flags;
    for (const auto* edge : {&upper, &lower}) stroke(list, *edge, faded(ui.theme.ink, 0.4F), 1.25F);
  }
  if (ui.surface.others.empty()) stroke(list, middle, ui.theme.ink, 2.5F);
}

// Of one machine alone.
void draw_boundary(const Ui& ui, ImDrawList& list) {
  for (const Line& line : ui.surface.boundary) {
    stroke(list, on_screen(ui.view, line), ui.theme.ink, 2.5F);
  }
}

void draw_lines(const Ui& ui, ImDrawList& list) {
  const PlaneView& view = ui.view;
  const bool proof = plane_shows(ui) == PlaneShows::proof;
  for (const auto& [x0, y0, x1, y1] : ui.surface.errors) {
    if (proof) break;  // which has lines of its own
    const ImVec2 from = view.to_screen(x0, y0), to = view.to_screen(x1, y1);
    if (std::hypot(to.x - from.x, to.y - from.y) < 0.75F) continue;
    list.AddLine(from, to, faded(ui.theme.ink, 0.38F));
  }
  for (const Line& line : ui.surface.margins) {
    draw_stroke(list, on_screen(view, line), {ui.theme.ink, 5, 4, 1.5F});
  }
  // Chosen before it is called, either stays a function of its own, so that a first visit can do without
  // (wasm/toolchain/deferred_functions.txt).
  const auto draw = ui.surface.others.empty() ? draw_boundary : draw_boundaries;
  draw(ui, list);
}

// Rings as thick as the patterns' dual variables are large.
void draw_support_vectors(const Ui& ui, ImDrawList& list, float radius) {
  const Session& session = ui.session();
  const std::vector<double>& dual = session.machine().quantity(Role::dual_variable);
  double largest = 0;
  for (const double value : dual) largest = std::max(largest, std::abs(value));
  for (std::size_t i = 0; i < dual.size(); ++i) {
    if (!(std::abs(dual[i]) > 0)) continue;
    const auto [x, y] = place_of(session, session.point_of_pattern(static_cast<int>(i)));
    const ImVec2 at = ui.view.to_screen(x, y);
    if (!ui.view.rect.contains(at)) continue;
    const float width = 1 + 2 * f32(std::abs(dual[i]) / largest);
    if (session.scene().data.size() > few_points) {
      ui.sprites.ring(list, at, width, ui.theme.ink);
      continue;
    }
    list.AddCircle(at, radius + 2.5F + width / 2, ui.theme.ink, 0, width);
  }
}

// Small sets of patterns (the pair that a step moved) have a dashed halo; a pair is joined.
void draw_pattern_sets(const Ui& ui, ImDrawList& list, float radius) {
  const Session& session = ui.session();
  const Machine& machine = session.machine();
  if (!machine.run()) return;
  constexpr int dashes = 10;
  constexpr float turn = 6.2831853F;
  const float around = radius + 9;
  for (const Quantity& quantity : machine.run()->solver().quantities()) {
    if (quantity.kind != QuantityKind::pattern_set) continue;
    const std::vector<double>& members = machine.quantity(quantity.id);
    if (members.size() > 3) continue;
    std::vector<ImVec2> places;
    for (const double member : members) {
      if (member < 0) continue;
      const auto [x, y] = place_of(session, session.point_of_pattern(static_cast<int>(member)));
      const ImVec2 at = places.emplace_back(ui.view.to_screen(x, y));
      for (int k = 0; k < dashes; ++k) {
        const float angle = f32(k) * turn / dashes;
        list.PathArcTo(at, around, angle, angle + 0.6F * turn / dashes);
        list.PathStroke(ui.theme.ink, 0, 1.75F);
      }
    }
    if (places.size() != 2) continue;
    const ImVec2 step = places[1] - places[0];
    const float length = std::hypot(step.x, step.y);
    if (length <= 2 * around || !std::isfinite(length)) continue;
    draw_dashed(list, places[0] + step * (around / length), places[1] - step * (around / length),
                {ui.theme.ink, 3, 4, 1.25F});
  }
}

void draw_point(Ui& ui, ImDrawList& list, int point, float radius) {
  const Dataset& data = ui.session().scene().data;
  const auto [x, y] = place_of(ui.session(), point);
  const ImVec2 at = ui.view.to_screen(x, y);
  if (!ui.view.rect.contains(at)) return;
  const bool labelled = data.task == Task::classification;
  const int truth = labelled ? class_index(data.y[point]) : 0;
  const Machine& machine = ui.session().machine();
  const int predicted = labelled ? machine.predicted_class(point) : truth;
  const ImU32 color = labelled ? ui.theme.class_color(truth) : ui.theme.soft;
  const ImU32 fill = predicted < 0 ? ui.theme.faint
                     : labelled    ? ui.theme.class_color(predicted)
                                   : color;
  const bool validation = data.validation[static_cast<std::size_t>(point)];
  if (point == ui.session().selected() || point == ui.hovered_point) {
    const bool selected = point == ui.session().selected();
    list.AddCircle(at, radius + 7, selected ? ui.theme.ink : ui.theme.soft, 0,
                   selected ? 2.0F : 1.25F);
  }
  const auto marker = [&](float size, ImU32 inner, ImU32 outline, float outline_width) {
    if (data.size() > few_points) {
      ui.sprites.marker(list, truth, at, size, inner, outline, outline_width);
    } else {
      draw_marker(list, truth, at, size, inner, outline, outline_width);
    }
  };
  if (ui.surface.targets) {
    // The shade of the target; where it stands out from the surface the fit is bad.
    marker(radius, value_color(ui.theme, data.y[point], *ui.surface.targets),
           validation ? ui.theme.soft : ui.theme.ink, 1.5F);
  } else if (validation) {
    // Hollow: a ring of the true class around a gap; the small core is the prediction.
    marker(radius, ui.theme.card, color, 2);
    marker(radius * 0.36F, fill, 0, 0);
  } else if (predicted == truth || !machine.run() || machine.untrained()) {
    marker(radius + 0.5F, color, ui.theme.card, 1.25F);
  } else {
    marker(radius + 2.25F, ui.theme.card, 0, 0);
    marker(radius, fill, color, 3);
  }
}

// What the directions of the plane are called; the second is empty where there is none.
std::array<std::string, 2> names_of_axes(const Session& session) {
  const Scene& scene = session.scene();
  const auto name_of = [&scene](int axis) -> std::string {
    if (scene.projection.principal) return axis == 0 ? "1st component" : "2nd component";
    const int feature = scene.projection.features[static_cast<std::size_t>(axis)];
    static constexpr const char* subscripts[] = {"₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
    const bool subscript = scene.data.feature_names.empty() && feature < 9;
    return subscript ? std::string("x") + subscripts[feature] : feature_name(scene.data, feature);
  };
  if (session.plane().shows_target) return {name_of(0), "y"};
  if (scene.data.X.cols() < 2 && scene.data.size() > 0) return {name_of(0), ""};
  return {name_of(0), name_of(1)};
}

}  // namespace

float point_radius(Eigen::Index points) {
  return points > 1500 ? 3 : points > few_points ? 4.5F : 6;
}

bool drawn_as_pictures(Eigen::Index points) { return points > few_points; }

std::vector<ImVec2> on_screen(const PlaneView& view, const Line& line) {
  std::vector<ImVec2> result;
  ImVec2 at;
  for (const auto& [x, y] : line) {
    at = view.to_screen(x, y);
    if (result.empty() || std::hypot(at.x - result.back().x, at.y - result.back().y) >= 1) {
      result.push_back(at);
    }
  }
  if (!result.empty()) result.back() = at;  // to the very end
  return result;
}

void draw_scales(const Ui& ui, ImDrawList& list, const PlaneView& view,
                 const std::array<std::string, 2>& names) {
  const Rect& rect = view.rect;
  const Face& face = ui.fonts.small;
  const ImU32 color = ui.theme.soft;
  // On plates, because lines and shades pass below them.
  const auto place = [&](ImVec2 at, std::string_view text) {
    const float width = formula_width(ui.fonts, text, Maths::small);
    list.AddRectFilled(at + ImVec2(-4, 1), at + ImVec2(width + 4, face.size - 1),
                       faded(ui.theme.card, 0.72F), 4);
    draw_formula(list, ui.fonts, at, color, text, Maths::small);
  };
  const std::string x_name = shortened(face, names[0], rect.width() / 3);
  const float x_name_left = rect.max.x - 14 - formula_width(ui.fonts, x_name, Maths::small);
  place({x_name_left, rect.max.y - 24}, x_name);
  const int columns = std::max(2, static_cast<int>(rect.width() / 90));
  for (const double tick : linear_ticks(view.x_at(rect.min.x), view.x_at(rect.max.x), columns)) {
    const float x = std::round(view.to_screen(tick, 0).x) + 0.5F;
    const std::string label = short_text(tick, 5);
    const float width = text_size(face, label).x;
    if (x - width / 2 < rect.min.x + 34 || x + width / 2 > x_name_left - 12) continue;
    list.AddLine({x, rect.max.y - 5}, {x, rect.max.y}, color);
    place({std::round(x - width / 2), rect.max.y - 24}, label);
  }
  if (names[1].empty()) return;
  const std::string y_name = shortened(face, names[1], rect.width() / 3);
  place({rect.min.x + 12, rect.min.y + 9}, y_name);
  const int rows = std::max(2, static_cast<int>(rect.height() / 80));
  for (const double tick : linear_ticks(view.y_at(rect.max.y), view.y_at(rect.min.y), rows)) {
    const float y = std::round(view.to_screen(0, tick).y) + 0.5F;
    if (y < rect.min.y + 36 || y > rect.max.y - 34) continue;
    list.AddLine({rect.min.x, y}, {rect.min.x + 5, y}, color);
    place({rect.min.x + 10, std::round(y - face.size / 2)}, short_text(tick, 5));
  }
}

void draw_told(const Ui& ui, ImDrawList& list, const Rect& part, std::string_view text) {
  constexpr float line_height = 17, pad = 8, below = 36, most = 460;
  const float width = std::min(part.width() - 2 * pad - 24, most);
  const auto lines = wrapped(ui.fonts.small, text, width);
  float widest = 0;
  for (const std::string_view line : lines) {
    widest = std::max(widest, text_size(ui.fonts.small, line).x);
  }
  const float height = f32(static_cast<double>(lines.size())) * line_height;
  const ImVec2 at = {std::round(part.center().x - widest / 2), part.max.y - below - height};
  list.AddRectFilled(at - ImVec2(pad, pad - 2), at + ImVec2(widest + pad, height + pad - 2),
                     faded(ui.theme.card, 0.9F), 8);
  list.AddRect(at - ImVec2(pad, pad - 2), at + ImVec2(widest + pad, height + pad - 2),
               ui.theme.hairline, 8);
  float y = at.y;
  for (const std::string_view line : lines) {
    draw_text(list, ui.fonts.small, {at.x, y}, ui.theme.ink, line);
    y += line_height;
  }
}

void draw_corners(const Ui& ui, ImDrawList& list, const Rect& rect) {
  constexpr float r = measure::radius, quarter = 1.5707963F;
  const ImDrawListFlags flags = list.Flags;
  list.Flags &= ~ImDrawListFlags_AntiAliasedFill;
  for (int i = 0; i < 4; ++i) {
    const bool right = i == 0 || i == 3, bottom = i < 2;
    const ImVec2 corner = {right ? rect.max.x : rect.min.x, bottom ? rect.max.y : rect.min.y};
    list.PathArcTo({corner.x + (right ? -r : r), corner.y + (bottom ? -r : r)}, r, f32(i) * quarter,
                   f32(i + 1) * quarter);
    // Not convex, but every point of the arc can be seen from the corner. The border hides the
    // steps.
    const std::vector<ImVec2> arc(list._Path.begin(), list._Path.end());
    list.PathClear();
    for (std::size_t k = 1; k < arc.size(); ++k) {
      list.AddTriangleFilled(corner, arc[k - 1], arc[k], ui.theme.ground);
    }
  }
  list.Flags = flags;
  list.AddRect(rect.min, rect.max, ui.theme.hairline, r);
}

void draw_plane(Ui& ui, ImDrawList& list, void (*below_points)(Ui& ui, ImDrawList& list)) {
  const Session& session = ui.session();
  const Scene& scene = session.scene();
  const Rect& rect = ui.view.rect;
  list.PushClipRect(rect.min, rect.max, true);
  const bool differences = ui.differences && !ui.surface.others.empty();
  const auto draw_ground = differences ? draw_differences : draw_surface;
  draw_ground(ui, list);
  if (!ui.surface.curve.empty()) draw_curve(ui, list);
  draw_lines(ui, list);
  draw_scales(ui, list, ui.view, names_of_axes(session));
  if (below_points) below_points(ui, list);
  const auto count = static_cast<int>(scene.data.size());
  const float radius = point_radius(count);
  if (count > few_points) ui.sprites.prepare(radius, ImGui::GetIO().DisplayFramebufferScale.x);
  draw_support_vectors(ui, list, radius);
  draw_pattern_sets(ui, list, radius);
  for (int i = 0; i < count; ++i) {
    if (i != session.selected() && i != ui.hovered_point) draw_point(ui, list, i, radius);
  }
  for (const int i : {ui.hovered_point, session.selected()}) {
    if (i >= 0 && i < count) draw_point(ui, list, i, radius);
  }
  draw_numbers(ui, list, radius);
  if (count == 0) {
    const std::string text =
        session.plane().shows_target
            ? std::string("Click to place a point")
            : sentence("Click to place a point of class ",
                       class_name(std::max(2, class_of(ui.placing.label)), ui.placing.label));
    const ImVec2 size = text_size(ui.fonts.text, text);
    draw_text(list, ui.fonts.text, rect.center() - ImVec2(size.x / 2, size.y / 2), ui.theme.soft,
              text);
  } else if (scene.data.X.cols() > 2) {
    const std::string text = sentence("Slice through ", std::to_string(scene.data.X.cols()),
                                      " features; the fill of a point is its own prediction");
    const std::string fitting = shortened(ui.fonts.small, text, rect.width() - 100);
    const float width = text_size(ui.fonts.small, fitting).x;
    const ImVec2 at = {std::round(rect.center().x - width / 2), rect.min.y + 51};
    list.AddRectFilled(at - ImVec2(8, 3), at + ImVec2(width + 8, 19), faded(ui.theme.card, 0.8F),
                       6);
    draw_text(list, ui.fonts.small, at, ui.theme.soft, fitting);
  }
  draw_corners(ui, list, rect);
  list.PopClipRect();
}

}  // namespace marginscope
