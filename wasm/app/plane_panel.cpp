// The plane: the decision surface, the points on it, and what a pointer does to them.

#include <algorithm>
#include <cmath>

#include "app/plots.h"
#include "app/widgets.h"

namespace marginscope {
namespace {

constexpr float click_slack = 4;  // pixels that a click may wander
constexpr double zoom_per_notch = 1.1;
constexpr double largest_zoom = 1e7, smallest_zoom = 1e-7;  // pixels per unit

// Beyond this many, points are small and drawn as pictures of their shapes.
constexpr int few_points = 400;

float point_radius(Eigen::Index points) {
  return points > 1500 ? 3 : points > few_points ? 4.5F : 6;
}

std::array<double, 2> place_of(const Session& session, int point) {
  return session.plane().place(session.scene().data, point);
}

// Index of the predicted class, −1 where the decision value is not a number or exactly 0.
int predicted_class(const Surface& surface, int point) {
  const int count = surface.outputs;
  if (count == 0 || surface.point_outputs.empty()) return -1;
  const double* f = surface.point_outputs.data() + static_cast<std::ptrdiff_t>(point * count);
  if (count == 1) return *f > 0 ? 0 : *f < 0 ? 1 : -1;
  return static_cast<int>(std::max_element(f, f + count) - f);
}

ImU32 surface_color(const Theme& theme, const double* f, int count, double level) {
  int winner = 0;
  double strength = 0;
  if (count == 1) {
    winner = *f > 0 ? 0 : 1;
    strength = std::abs(*f);
  } else {
    double second = -INFINITY;
    winner = static_cast<int>(std::max_element(f, f + count) - f);
    for (int k = 0; k < count; ++k) {
      if (k != winner) second = std::max(second, f[k]);
    }
    strength = f[winner] - second;
  }
  if (std::isnan(strength)) return theme.card;
  // Grows with the value everywhere, fastest around the margins.
  const double relative = strength / (level > 0 ? level : 1);
  const double share = std::isinf(relative) ? 1 : relative / (relative + 1.6);
  return mix(theme.card, theme.class_color(winner), f32(share * (theme.dark ? 0.42 : 0.46)));
}

// A value as a shade that grows stronger from the least target to the greatest.
ImU32 value_color(const Theme& theme, double value, const std::array<double, 2>& targets) {
  const double range = targets[1] - targets[0];
  const double share = range > 0 ? std::clamp((value - targets[0]) / range, 0.0, 1.0) : 0.5;
  return std::isnan(share) ? theme.card : mix(theme.card, theme.soft, f32(0.08 + 0.72 * share));
}

void draw_surface(const Ui& ui, ImDrawList& list) {
  const Surface& surface = ui.surface;
  const Rect& rect = ui.view.rect;
  if (surface.values.empty()) {
    list.AddRectFilled(rect.min, rect.max, ui.theme.card);
    return;
  }
  const double level = ui.session().run()->solver().margin_level();
  const ImVec2 uv = ImGui::GetFontTexUvWhitePixel();
  const int columns = surface.columns, rows = surface.rows;
  list.PrimReserve((columns - 1) * (rows - 1) * 6, columns * rows);
  const auto first = list._VtxCurrentIdx;
  for (int r = 0; r + 1 < rows; ++r) {
    for (int c = 0; c + 1 < columns; ++c) {
      const auto corner = static_cast<ImDrawIdx>(first + static_cast<unsigned>(r * columns + c));
      const auto up = static_cast<ImDrawIdx>(corner + static_cast<unsigned>(columns));
      for (const unsigned index : {corner, corner + 1, up + 1, corner, up + 1, up}) {
        list.PrimWriteIdx(static_cast<ImDrawIdx>(index));
      }
    }
  }
  for (int r = 0; r < rows; ++r) {
    const float y = rect.max.y - rect.height() * f32(r) / f32(rows - 1);
    for (int c = 0; c < columns; ++c) {
      const float x = rect.min.x + rect.width() * f32(c) / f32(columns - 1);
      const double* f =
          surface.values.data() + static_cast<std::ptrdiff_t>((r * columns + c) * surface.outputs);
      list.PrimWriteVtx({x, y}, uv,
                        surface.targets ? value_color(ui.theme, *f, *surface.targets)
                                        : surface_color(ui.theme, f, surface.outputs, level));
    }
  }
}

// Regression on one feature: f with the tube around it.
void draw_curve(const Ui& ui, ImDrawList& list) {
  const PlaneView& view = ui.view;
  const double level = ui.session().run()->solver().margin_level();
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
  const auto stroke = [&](const std::vector<ImVec2>& line, ImU32 color, float width) {
    list.AddPolyline(line.data(), static_cast<int>(line.size()), color, 0, width);
  };
  if (level > 0) {
    const ImDrawListFlags flags = list.Flags;
    list.Flags &= ~ImDrawListFlags_AntiAliasedFill;  // its pieces have no seams then
    for (std::size_t i = 1; i < middle.size(); ++i) {
      list.AddQuadFilled(upper[i - 1], upper[i], lower[i], lower[i - 1],
                         faded(ui.theme.soft, 0.14F));
    }
    list.Flags = flags;
    for (const auto* edge : {&upper, &lower}) stroke(*edge, faded(ui.theme.ink, 0.4F), 1.25F);
  }
  stroke(middle, ui.theme.ink, 2.5F);
}

void draw_lines(const Ui& ui, ImDrawList& list) {
  const PlaneView& view = ui.view;
  const auto ends = [&view](const std::array<double, 4>& line) {
    return std::pair{view.to_screen(line[0], line[1]), view.to_screen(line[2], line[3])};
  };
  for (const auto& line : ui.surface.errors) {
    const auto [from, to] = ends(line);
    if (std::hypot(to.x - from.x, to.y - from.y) < 0.75F) continue;
    list.AddLine(from, to, faded(ui.theme.ink, 0.38F));
  }
  const bool dashed = ui.surface.margins.size() <= 2;
  for (const auto& line : ui.surface.margins) {
    const auto [from, to] = ends(line);
    // Pieces of a contour are shorter than a dash.
    draw_dashed(
        list, from, to,
        dashed ? Stroke{ui.theme.ink, 5, 4, 1.5F} : Stroke{faded(ui.theme.ink, 0.6F), 0, 0, 1.25F});
  }
  for (const auto& line : ui.surface.boundary) {
    const auto [from, to] = ends(line);
    list.AddLine(from, to, ui.theme.ink, 2.5F);
  }
}

// Rings as thick as the patterns' dual variables are large.
void draw_support_vectors(const Ui& ui, ImDrawList& list, float radius) {
  const Session& session = ui.session();
  const std::vector<double>& dual = session.quantity("dual_variables");
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
  if (!session.run()) return;
  constexpr int dashes = 10;
  constexpr float turn = 6.2831853F;
  const float around = radius + 9;
  for (const Quantity& quantity : session.run()->solver().quantities()) {
    if (quantity.kind != QuantityKind::pattern_set) continue;
    const std::vector<double>& members = session.quantity(quantity.id);
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
  const int predicted = labelled ? predicted_class(ui.surface, point) : truth;
  const ImU32 color = labelled ? ui.theme.class_color(truth) : ui.theme.soft;
  const ImU32 fill = predicted < 0 ? ui.theme.card
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
  } else if (predicted == truth || ui.surface.outputs == 0) {
    marker(radius + 0.5F, color, ui.theme.card, 1.25F);
  } else {
    marker(radius + 2.25F, ui.theme.card, 0, 0);
    marker(radius, fill, color, 3);
  }
}

// Tick labels along the lower and left border, feature names at their ends.
void draw_scales(const Ui& ui, ImDrawList& list) {
  const PlaneView& view = ui.view;
  const Rect& rect = view.rect;
  const Face& face = ui.fonts.small;
  const ImU32 color = ui.theme.soft;
  const Scene& scene = ui.session().scene();
  const auto name_of = [&scene](int axis) -> std::string {
    if (scene.projection.principal) return axis == 0 ? "1st component" : "2nd component";
    const int feature = scene.projection.features[static_cast<std::size_t>(axis)];
    const auto index = static_cast<std::size_t>(feature);
    if (index < scene.data.feature_names.size()) return scene.data.feature_names[index];
    static constexpr const char* subscripts[] = {"₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
    return index < 9 ? std::string("x") + subscripts[index] : "x" + std::to_string(feature + 1);
  };
  const std::string x_name = shortened(face, name_of(0), rect.width() / 3);
  const float x_name_left = rect.max.x - 12 - formula_width(ui.fonts, x_name, true);
  draw_formula(list, ui.fonts, {x_name_left, rect.max.y - 23}, color, x_name, true);
  const int columns = std::max(2, static_cast<int>(rect.width() / 90));
  for (const double tick : linear_ticks(view.x_at(rect.min.x), view.x_at(rect.max.x), columns)) {
    const float x = std::round(view.to_screen(tick, 0).x) + 0.5F;
    const std::string label = short_text(tick, 5);
    const float width = text_size(face, label).x;
    if (x - width / 2 < rect.min.x + 34 || x + width / 2 > x_name_left - 10) continue;
    list.AddLine({x, rect.max.y - 5}, {x, rect.max.y}, color);
    draw_text(list, face, {std::round(x - width / 2), rect.max.y - 23}, color, label);
  }
  const bool target = ui.session().plane().shows_target;
  if (scene.data.X.cols() < 2 && scene.data.size() > 0 && !target) return;
  const std::string y_name = target ? "y" : shortened(face, name_of(1), rect.width() / 3);
  draw_formula(list, ui.fonts, {rect.min.x + 12, rect.min.y + 9}, color, y_name, true);
  const int rows = std::max(2, static_cast<int>(rect.height() / 80));
  for (const double tick : linear_ticks(view.y_at(rect.max.y), view.y_at(rect.min.y), rows)) {
    const float y = std::round(view.to_screen(0, tick).y) + 0.5F;
    if (y < rect.min.y + 36 || y > rect.max.y - 34) continue;
    list.AddLine({rect.min.x, y}, {rect.min.x + 5, y}, color);
    draw_text(list, face, {rect.min.x + 9, std::round(y - face.size / 2)}, color,
              short_text(tick, 5));
  }
}

// Covers what lies outside the rounded corners, then draws the border.
void draw_corners(const Ui& ui, ImDrawList& list) {
  const Rect& rect = ui.view.rect;
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

int point_at(Ui& ui, ImVec2 mouse) {
  const Session& session = ui.session();
  const auto count = static_cast<int>(session.scene().data.size());
  float best = ui.touch ? 20 : 10;
  int found = -1;
  for (int i = 0; i < count; ++i) {
    const auto [x, y] = place_of(session, i);
    const ImVec2 at = ui.view.to_screen(x, y);
    const float distance = std::hypot(at.x - mouse.x, at.y - mouse.y);
    // Of points that coincide the newest is on top.
    if (distance > best) continue;
    best = distance;
    found = i;
  }
  return found;
}

void show_card(Ui& ui, int point) {
  Session& session = ui.session();
  const Scene& scene = session.scene();
  const Dataset& data = scene.data;
  const int pattern = session.pattern_of_point(point);
  const std::string who = pattern >= 0 ? sentence("Pattern ", std::to_string(pattern + 1))
                                       : std::string("Validation point");
  std::vector<ReadOut> lines;
  const auto [x, y] = place_of(session, point);
  lines.push_back({"at", data.X.cols() > 1
                             ? sentence("(", short_text(x, 4), ", ", short_text(y, 4), ")")
                             : short_text(x, 4)});
  const int predicted = predicted_class(ui.surface, point);
  if (data.task == Task::classification && predicted != class_index(data.y[point]) &&
      session.run()) {
    lines.push_back(
        {"predicted", predicted < 0 ? std::string("neither class")
                      : ui.surface.outputs > 1
                          ? sentence("class ", std::to_string(predicted + 1))
                          : sentence("class ", class_name(data, predicted == 0 ? 1 : -1))});
  }
  if (ui.surface.outputs == 1 && !ui.surface.point_outputs.empty()) {
    lines.push_back({data.task == Task::classification ? "decision value f" : "fitted value f",
                     short_text(ui.surface.point_outputs[static_cast<std::size_t>(point)], 4)});
  } else if (pattern < 0 && ui.surface.outputs > 1) {
    std::string text;
    for (int k = 0; k < ui.surface.outputs; ++k) {
      const auto index = static_cast<std::size_t>(point * ui.surface.outputs + k);
      text += (k ? ", " : "") + short_text(ui.surface.point_outputs[index], 2);
    }
    lines.push_back({"decision values f", text});
  }
  if (pattern >= 0 && session.run()) {
    for (const Quantity& quantity : session.run()->solver().quantities()) {
      const std::vector<double>& values = session.quantity(quantity.id);
      if (quantity.kind == QuantityKind::pattern_set) {
        if (std::find(values.begin(), values.end(), pattern) != values.end()) {
          lines.push_back({sentence("in ", name_of_one(quantity.id)), ""});
        }
        continue;
      }
      const bool shown = quantity.id == "decision_values" && ui.surface.outputs == 1;
      if (!over_patterns(quantity) || shown || all_zero(values)) continue;
      auto [name, text] = pattern_read_out(session, quantity, pattern);
      lines.push_back({std::move(name), std::move(text)});
    }
  }
  const ImVec2 at = ui.view.to_screen(x, y);
  hover_card(ui, at, sentence(who, " · ", label_text(data, data.y[point])), lines);
}

void erase(Ui& ui, int point) {
  ui.hovered_point = ui.next_hovered_point = -1;
  ui.apply(RemovePoints{{point}});
}

void pan(Ui& ui, ImVec2 by) {
  ui.view.center_x -= by.x / ui.view.scale_x;
  ui.view.center_y += by.y / ui.view.scale_y;
  ui.view.moved_by_hand = true;
}

void begin_press(Ui& ui, int button, ImVec2 mouse) {
  Session& session = ui.session();
  ui.press = {
      .button = button, .point = point_at(ui, mouse), .at = mouse, .moved = false, .offset = {}};
  if (ui.press.point < 0) return;
  const auto [x, y] = place_of(session, ui.press.point);
  ui.press.offset = ui.view.to_screen(x, y) - mouse;
  if (button == 0 && ui.placing.tool != Tool::erase) {
    session.select(ui.press.point);
    session.begin_gesture();
  }
}

void drag(Ui& ui, ImVec2 mouse) {
  Ui::Press& press = ui.press;
  const float slack = ui.touch ? 2 * click_slack : click_slack;
  if (!press.moved && std::hypot(mouse.x - press.at.x, mouse.y - press.at.y) < slack) return;
  const ImVec2 moved = press.moved ? ImGui::GetIO().MouseDelta : mouse - press.at;
  press.moved = true;
  if (press.point >= 0 && press.button == 0 && ui.placing.tool != Tool::erase) {
    const ImVec2 to = mouse + press.offset;
    ui.apply(MovePoint{press.point, ui.view.x_at(to.x), ui.view.y_at(to.y)});
  } else if (ui.placing.tool == Tool::erase && press.button == 0) {
    const int point = point_at(ui, mouse);
    if (point >= 0) erase(ui, point);
  } else {
    pan(ui, moved);
  }
}

void end_press(Ui& ui) {
  Session& session = ui.session();
  const Ui::Press press = ui.press;
  ui.press = {};
  const bool moving = press.point >= 0 && press.button == 0 && ui.placing.tool != Tool::erase;
  if (moving) session.end_gesture();
  if (press.moved || press.button == 2) return;
  if (press.point >= 0) {
    if (press.button == 1 || ui.placing.tool == Tool::erase) erase(ui, press.point);
  } else if (press.button == 0) {
    if (ui.placing.tool == Tool::add) {
      ui.quiet_at = press.at;
      ui.apply(AddPoint{ui.view.x_at(press.at.x), ui.view.y_at(press.at.y), ui.placing.label,
                        ui.placing.validation});
    } else {
      session.select(-1);
    }
  }
}

void handle_pointer(Ui& ui, const Rect& rect) {
  ImGui::SetCursorScreenPos(rect.min);
  ImGui::InvisibleButton("plane", {rect.width(), rect.height()},
                         ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
                             ImGuiButtonFlags_MouseButtonMiddle);
  const bool hovered = ImGui::IsItemHovered();
  const ImGuiIO& io = ImGui::GetIO();
  const ImVec2 mouse = io.MousePos;
  if (hovered && io.MouseWheel != 0) zoom_view(ui, mouse, std::pow(zoom_per_notch, io.MouseWheel));
  if (hovered && ImGui::IsMouseDoubleClicked(0) && ui.placing.tool == Tool::move &&
      point_at(ui, mouse) < 0) {
    fit_view(ui);
  }
  for (int button = 0; button < 3; ++button) {
    if (ImGui::IsItemActivated() && ImGui::IsMouseDown(button) && ui.press.button < 0) {
      begin_press(ui, button, mouse);
    }
  }
  if (ui.press.button >= 0) {
    if (ImGui::IsMouseDown(ui.press.button)) {
      drag(ui, mouse);
    } else {
      end_press(ui);
    }
  }
  if (!hovered) return;
  const int point = ui.press.moved && ui.press.point >= 0 ? ui.press.point : point_at(ui, mouse);
  if (point >= 0) ui.next_hovered_point = point;
  if (ui.press.moved && ui.press.point < 0) {
    ui.cursor = "grabbing";
  } else if (point >= 0) {
    ui.cursor = ui.placing.tool == Tool::erase ? "not-allowed"
                : ui.press.moved               ? "grabbing"
                                               : "grab";
  } else {
    ui.cursor = ui.placing.tool == Tool::add ? "crosshair" : "default";
  }
}

void fit_button(Ui& ui, const Rect& rect) {
  constexpr float side = measure::control_height;
  const ImVec2 corner = {rect.max.x - side - 12, rect.min.y + 12};
  ImGui::GetWindowDrawList()->AddRectFilled(corner, corner + ImVec2(side, side),
                                            faded(ui.theme.card, 0.85F), measure::control_radius);
  ImGui::SetCursorScreenPos(corner);
  if (icon_button(ui, "fit", Icon::fit, "Show all points (F). The wheel zooms, dragging pans.")) {
    fit_view(ui);
  }
}

}  // namespace

void zoom_view(Ui& ui, ImVec2 about, double factor) {
  PlaneView& view = ui.view;
  const double scale_x = view.scale_x * factor, scale_y = view.scale_y * factor;
  if (std::min(scale_x, scale_y) < smallest_zoom || std::max(scale_x, scale_y) > largest_zoom)
    return;
  const double x = view.x_at(about.x), y = view.y_at(about.y);
  view.scale_x = scale_x;
  view.scale_y = scale_y;
  view.center_x += x - view.x_at(about.x);
  view.center_y += y - view.y_at(about.y);
  view.moved_by_hand = true;
}

void fit_view(Ui& ui) {
  const Session& session = ui.session();
  const Dataset& data = session.scene().data;
  PlaneView& view = ui.view;
  double x0 = INFINITY, x1 = -INFINITY, y0 = INFINITY, y1 = -INFINITY;
  for (int i = 0; i < static_cast<int>(data.size()); ++i) {
    const auto [x, y] = place_of(session, i);
    x0 = std::min(x0, x);
    x1 = std::max(x1, x);
    y0 = std::min(y0, y);
    y1 = std::max(y1, y);
  }
  if (!(x0 <= x1)) {
    x0 = y0 = -1;
    x1 = y1 = 1;
  }
  view.center_x = (x0 + x1) / 2;
  view.center_y = (y0 + y1) / 2;
  double width = x1 - x0, height = y1 - y0;
  const double larger = std::max(width, height);
  if (larger == 0) width = height = 2;
  if (width == 0) width = larger;
  if (height == 0) height = larger;
  // Room for the labels on the border and for what may be placed beside the points.
  view.scale_x = ui.view.rect.width() / (width * 1.5);
  view.scale_y = ui.view.rect.height() / (height * 1.5);
  const double ratio = width / height;
  // A feature and a target have no unit in common.
  if (data.X.cols() <= 2 && !session.plane().shows_target && ratio > 0.1 && ratio < 10) {
    view.scale_x = view.scale_y = std::min(view.scale_x, view.scale_y);
  }
  view.moved_by_hand = false;
}

void plane_panel(Ui& ui, const Rect& rect) {
  Session& session = ui.session();
  PlaneView& view = ui.view;
  const bool resized = view.rect.width() != rect.width() || view.rect.height() != rect.height();
  view.rect = rect;
  const Scene& scene = session.scene();
  const std::string shown = sentence(scene.name, "/", std::to_string(scene.data.X.cols()), "/",
                                     std::to_string(scene.projection.principal), "/",
                                     std::to_string(scene.projection.features[0]), "/",
                                     std::to_string(scene.projection.features[1]));
  if (shown != view.fitted_data || (resized && !view.moved_by_hand)) {
    view.fitted_data = shown;
    fit_view(ui);
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  // The button lies on the plane: it is asked first whose the pointer is, and drawn last.
  list.ChannelsSplit(2);
  list.ChannelsSetCurrent(1);
  fit_button(ui, rect);
  list.ChannelsSetCurrent(0);
  handle_pointer(ui, rect);
  update_surface(ui);

  list.PushClipRect(rect.min, rect.max, true);
  draw_surface(ui, list);
  if (!ui.surface.curve.empty()) draw_curve(ui, list);
  draw_lines(ui, list);
  draw_scales(ui, list);
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
  if (count == 0) {
    const std::string text = session.plane().shows_target
                                 ? std::string("Click to place a point")
                                 : sentence("Click to place a point of class ",
                                            class_name(scene.data, ui.placing.label));
    const ImVec2 size = text_size(ui.fonts.text, text);
    draw_text(list, ui.fonts.text, rect.center() - ImVec2(size.x / 2, size.y / 2), ui.theme.soft,
              text);
  } else if (scene.data.X.cols() > 2) {
    const std::string text = sentence("Slice through ", std::to_string(scene.data.X.cols()),
                                      " features; the fill of a point is its own prediction");
    const std::string fitting = shortened(ui.fonts.small, text, rect.width() - 180);
    const float width = text_size(ui.fonts.small, fitting).x;
    const ImVec2 at = {std::round(rect.center().x - width / 2), rect.min.y + 11};
    list.AddRectFilled(at - ImVec2(8, 3), at + ImVec2(width + 8, 19), faded(ui.theme.card, 0.8F),
                       6);
    draw_text(list, ui.fonts.small, at, ui.theme.soft, fitting);
  }
  draw_corners(ui, list);
  list.PopClipRect();

  list.ChannelsMerge();

  const int card = ui.hovered_point;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (card >= 0 && card < count && ui.next_hovered_point == card &&
      std::hypot(mouse.x - ui.quiet_at.x, mouse.y - ui.quiet_at.y) > click_slack) {
    ui.quiet_at = {-1e6F, -1e6F};
    show_card(ui, card);
  }
}

}  // namespace marginscope
