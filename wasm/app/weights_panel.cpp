// The space of weights on the plane's card: its view, what is drawn, and what a pointer does to it.

#include <algorithm>
#include <array>
#include <cmath>

#include "app/classes.h"
#include "app/explanations.h"
#include "app/painter.h"
#include "app/panels.h"
#include "app/plane_drawing.h"
#include "app/read_outs.h"
#include "views/weights_drawing.h"

namespace marginscope {
namespace {

// The pattern whose line is next to the pointer; −1 where none is close.
int line_at(const Ui& ui, const WeightSpace& space, ImVec2 mouse) {
  float best = ui.touch ? 16 : 6;
  int found = -1;
  for (std::size_t i = 0; i < space.lines.size(); ++i) {
    const auto seen = seen_line(ui.plane.view.frame(), space.lines[i]);
    if (!seen) continue;
    const ImVec2 from = mouse - on_canvas(seen->middle);
    const float distance = f32(std::abs(from.x * seen->right.x + from.y * seen->right.y));
    if (distance > best) continue;
    best = distance;
    found = static_cast<int>(i);
  }
  return found;
}

void show_line_card(Ui& ui, int pattern, ImVec2 at) {
  const Session& session = ui.session();
  const Machine& machine = session.machine();
  std::vector<ReadOut> lines;
  for (const Quantity& quantity : machine.run()->solver().quantities()) {
    const bool told = quantity.role == Role::margin || quantity.role == Role::margin_target;
    if (!told) continue;
    auto [name, text] = pattern_read_out(machine, quantity, pattern);
    lines.push_back({std::move(name), std::move(text)});
  }
  hover_card(ui, at, point_title(session, session.point_of_pattern(pattern)), lines);
}

// Of the buttons above the plane.
std::vector<picture::Rectangle> places_of_buttons(const Ui& ui, const Rect& rect) {
  const PlaneButtons buttons = plane_buttons(rect);
  std::vector<picture::Rectangle> covered;
  for (const Rect& place : {buttons.shows, buttons.fit, buttons.pair}) {
    covered.push_back({place.min.x, place.min.y, place.width(), place.height()});
  }
  if (weight_pairs(ui.session()).size() < 2) covered.pop_back();
  return covered;
}

// `pointed` is the pattern whose line the pointer is on (−1: none); `at` is where in the space it is, whose
// decision the small plane shows.
void draw_weights(Ui& ui, ImDrawList& list, int pointed, std::array<double, 2> at) {
  const WeightSpace& space = shown_weights(ui);
  const PlaneFrame frame = ui.plane.view.frame();
  const Rect& rect = ui.plane.view.rect;
  const Session& session = ui.session();
  const Attention attention = {session.selected(), ui.hovered_point};
  list.PushClipRect(rect.min, rect.max, true);
  list.AddRectFilled(rect.min, rect.max, ui.theme.card);
  picture::Drawing& drawing = ui.plane_marks;
  drawing.marks.clear();
  const float side = std::clamp(0.27F * std::min(rect.width(), rect.height()), 84.0F, 180.0F);
  const ImVec2 corner = {rect.min.x + 48, rect.max.y - 36 - side};
  std::vector<picture::Rectangle> taken = places_of_buttons(ui, rect);
  std::optional<picture::Rectangle> inset;
  if (constexpr float least_height = 260; rect.height() >= least_height) {
    inset = {corner.x, corner.y, side, side};
    taken.push_back(*inset);
  }
  add_pattern_lines(drawing, frame, session, space, attention, pointed, std::move(taken));
  add_paths(drawing, frame, session, space);
  add_scales(drawing, frame, {AxisName{space.names[0]}, AxisName{space.names[1]}}, Scales::within);
  if (inset) {
    add_inset(drawing, *inset, session, box_of_points(ui), space.decision(at[0], at[1]), attention,
              at == space.present ? "now" : "at the pointer");
  }
  paint(ui, list, drawing);
  draw_told(ui, list, {{corner.x + side, rect.min.y}, rect.max}, space.sentence);
  draw_corners(ui, list, rect);
  list.PopClipRect();
}

}  // namespace

void weights_panel(Ui& ui, const Rect& rect) {
  const WeightSpace& space = shown_weights(ui);
  // The surface of the points is not in sight.
  ui.finer_surface.reset();
  PlaneChoice& choice = ui.plane;
  PlaneView& view = choice.view;
  const bool resized = view.rect.width() != rect.width() || view.rect.height() != rect.height();
  view.rect = rect;
  // Of other weights, or those of other data, the present view says nothing.
  const std::string shown =
      sentence(ui.session().scene().name, "/", space.names[0], "/", space.names[1]);
  const bool other = shown != view.fitted_data;
  if (other || ((resized || choice.fitted != space.bounds) && !view.moved_by_hand)) {
    view.fitted_data = shown;
    choice.fitted = space.bounds;
    fit_view(view, space.bounds);
  }

  ImGui::SetCursorScreenPos(rect.min);
  const bool clicked = ImGui::InvisibleButton("weight space", {rect.width(), rect.height()});
  const bool hovered = ImGui::IsItemHovered(), held = ImGui::IsItemActive();
  const ImGuiIO& io = ImGui::GetIO();
  const ImVec2 mouse = io.MousePos;
  if (hovered && io.MouseWheel != 0) {
    zoom_view(view, mouse, io.MouseWheel);
  }
  const bool dragged = held && ImGui::IsMouseDragging(0);
  if (dragged) pan_view(view, io.MouseDelta);
  const int pattern = hovered ? line_at(ui, space, mouse) : -1;
  if (clicked && ImGui::GetMouseDragDelta(0).x == 0 && ImGui::GetMouseDragDelta(0).y == 0) {
    if (pattern >= 0) {
      ui.send("select", {{"index", static_cast<double>(ui.session().point_of_pattern(pattern))}});
    } else {
      ui.send("select");
    }
  }
  std::array<double, 2> at = space.present;
  if (hovered) {
    at = {view.x_at(mouse.x), view.y_at(mouse.y)};
    ui.cursor = dragged ? "grabbing" : pattern >= 0 ? "pointer" : "crosshair";
    if (pattern >= 0) ui.next_hovered_point = ui.session().point_of_pattern(pattern);
  }
  draw_weights(ui, *ImGui::GetWindowDrawList(), pattern, at);
  if (pattern >= 0 && !held) show_line_card(ui, pattern, mouse);
}

}  // namespace marginscope
