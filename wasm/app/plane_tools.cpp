#include "app/plane_tools.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "app/explanations.h"
#include "app/first_steps.h"
#include "app/plane_drawing.h"
#include "app/widgets.h"
#include "views/plane_drawing.h"

namespace marginscope {
namespace {

constexpr float least_sweep = 8;  // pixels; a shorter one is a click
constexpr float apart = 3;        // between the places of a path

bool several_selected(const Ui& ui) { return ui.session().selection().size() > 1; }

// What is to be done with a tool; empty for those that need no word.
std::string_view instruction(Tool tool, Task task) {
  switch (tool) {
    case Tool::lasso:
      return "Drag around points to select them, with Shift in addition; drag what is selected.";
    case Tool::spray:
      return "Hold and drag to spray points.";
    case Tool::curve:
      return task == Task::classification
                 ? "Drag a curve across the plane: points above it and below it can be labelled by "
                   "it."
                 : "Drag a curve across the plane, to see it beside what is learned.";
    default:
      return "";
  }
}

std::array<double, 2> place_at(const PlaneView& view, ImVec2 at) {
  return {view.x_at(at.x), view.y_at(at.y)};
}

// How far the path reaches, across and up together, in pixels.
float reach(const PlaneView& view, const Curve& path) {
  ImVec2 least = view.rect.max, most = view.rect.min;
  for (const auto& [x, y] : path) {
    const ImVec2 at = view.to_screen(x, y);
    least = {std::min(least.x, at.x), std::min(least.y, at.y)};
    most = {std::max(most.x, at.x), std::max(most.y, at.y)};
  }
  return most.x - least.x + most.y - least.y;
}

void spray(Ui& ui, ImVec2 at) {
  // So many come at once with the press, then as many as the time is for.
  constexpr double at_once = 0.125;  // seconds
  Ui::Press& press = ui.press;
  const double time = ui.now - press.began + at_once;
  const int due = std::max(1, static_cast<int>(time * ui.placing.spray_rate)) - press.sprayed;
  ui.wake_at = ui.now;
  if (due <= 0) return;
  press.sprayed += due;
  const auto [x, y] = place_at(ui.view, at);
  ui.drag({{"x", x}, {"y", y}, {"count", static_cast<double>(due)}});
}

void select_inside(Ui& ui, const Ui::Press& press) {
  const Session& session = ui.session();
  std::vector<int> chosen = press.shift ? session.selection() : std::vector<int>();
  for (int i = 0; i < static_cast<int>(session.scene().data.size()); ++i) {
    const auto [x, y] = place_of(session, i);
    if (is_inside(press.path, x, y)) chosen.push_back(i);
  }
  ui.send("select", {{"index", index_text(chosen)}});
}

// A click with the lasso, or with Shift.
void click(Ui& ui, const Ui::Press& press) {
  const Session& session = ui.session();
  const bool adds = press.shift || ui.touch;
  if (press.point < 0 || press.point >= session.scene().data.size()) {
    if (!adds) ui.send("select");
    return;
  }
  std::vector<int> chosen = adds ? session.selection() : std::vector<int>();
  if (std::erase(chosen, press.point) == 0) chosen.push_back(press.point);
  ui.send("select", {{"index", index_text(chosen)}});
}

// --- Drawing ---

std::vector<ImVec2> on_screen(const PlaneView& view, std::span<const std::array<double, 2>> line) {
  std::vector<ImVec2> places;
  for (const auto& [x, y] : thinned(view.frame(), line)) places.emplace_back(f32(x), f32(y));
  return places;
}

void draw_rings(Ui& ui, ImDrawList& list) {
  const Session& session = ui.session();
  const Eigen::Index count = session.scene().data.size();
  const float radius = point_radius(count);
  for (const int point : session.selection()) {
    const auto [x, y] = place_of(session, point);
    const ImVec2 at = ui.view.to_screen(x, y);
    if (!ui.view.rect.contains(at)) continue;
    if (count > few_points) {
      ui.sprites.ring(list, at, 2, ui.theme.ink);
    } else {
      draw_ring(list, at, radius + 4, ui.theme.ink, 2);
    }
  }
}

void draw_curve(const Ui& ui, ImDrawList& list) {
  const Curve& curve = ui.session().curve().places;
  if (curve.empty()) return;
  const PlaneView& view = ui.view;
  const Rect& rect = view.rect;
  const Stroke stroke = {ui.theme.ink, 7, 5, 2};
  const std::vector<ImVec2> line = on_screen(view, curve);
  draw_stroke(list, line, stroke);
  // Level beyond its ends.
  const auto [left, right] = std::minmax(curve.front(), curve.back());
  const ImVec2 from = view.to_screen(left[0], left[1]), to = view.to_screen(right[0], right[1]);
  const Stroke beyond = {faded(ui.theme.ink, 0.45F), 3, 6, 1.5F};
  if (from.x > rect.min.x) draw_dashed(list, from, {rect.min.x, from.y}, beyond);
  if (to.x < rect.max.x) draw_dashed(list, to, {rect.max.x, to.y}, beyond);
  if (ui.session().scene().data.task != Task::classification) return;
  // Which class is on which side, where the curve is next to the right third of the plane.
  const float wanted = rect.min.x + rect.width() * 0.7F;
  const ImVec2* next = &line.front();
  for (const ImVec2& at : line) {
    if (std::abs(at.x - wanted) < std::abs(next->x - wanted)) next = &at;
  }
  for (const int side : {0, 1}) {
    const ImVec2 at = *next + ImVec2(0, side == 0 ? -16.0F : 16.0F);
    list.AddCircleFilled(at, 8, faded(ui.theme.card, 0.85F));
    draw_marker(list, side, at, 4.5F, ui.theme.class_color(side), 0, 0);
  }
}

void draw_path(const Ui& ui, ImDrawList& list) {
  const std::vector<ImVec2> path = on_screen(ui.view, ui.press.path);
  if (path.size() < 2) return;
  list.AddPolyline(path.data(), static_cast<int>(path.size()), ui.theme.ink, 0, 2);
  if (ui.press.sweep == Sweep::lasso) {
    draw_dashed(list, path.back(), path.front(), {faded(ui.theme.ink, 0.6F), 4, 4, 1.5F});
  }
}

void draw_disc(const Ui& ui, ImDrawList& list) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool seen = ui.press.sweep == Sweep::spray || (!ui.touch && !menu_is_open());
  if (!seen || !ui.view.rect.contains(mouse)) return;
  const float radius = f32(ui.placing.spray_radius);
  list.AddCircleFilled(mouse, radius, faded(ui.theme.ink, 0.05F));
  list.AddCircle(mouse, radius, ui.theme.ink, 0, 1.5F);
}

}  // namespace

std::string index_text(const std::vector<int>& points) {
  std::string text;
  for (const int point : points) text += sentence(text.empty() ? "" : ",", std::to_string(point));
  return text;
}

bool is_selected(const Session& session, int point) {
  return std::ranges::binary_search(session.selection(), point);
}

Sweep sweep_of_press(const Ui& ui, int point) {
  switch (ui.placing.tool) {
    case Tool::spray:
      return Sweep::spray;
    case Tool::curve:
      return Sweep::curve;
    case Tool::erase:
      return Sweep::none;
    case Tool::lasso:
      // What is selected can be dragged.
      if (!ui.shift && point >= 0 && is_selected(ui.session(), point)) return Sweep::none;
      return Sweep::lasso;
    default:
      return ui.shift ? Sweep::lasso : Sweep::none;
  }
}

void begin_sweep(Ui& ui) {
  Ui::Press& press = ui.press;
  press.began = ui.now;
  press.path = {place_at(ui.view, press.at)};
  if (press.sweep != Sweep::spray) return;
  const App::Placing& placing = ui.placing;
  const double radius = placing.spray_radius;
  Call call{"spray",
            {{"radius", radius / ui.view.scale_x},
             {"radius_up", radius / ui.view.scale_y},
             {"part", placing.validation ? "validation" : "training"}}};
  const bool by_curve = placing.by_curve && !ui.session().curve().places.empty();
  if (!by_curve) call = with(std::move(call), {"label", placing.label});
  ui.begin_gesture(std::move(call));
}

bool draws_path(const Ui& ui) {
  return ui.press.sweep == Sweep::lasso || ui.press.sweep == Sweep::curve;
}

void lengthen_path(Ui& ui, ImVec2 mouse) {
  Ui::Press& press = ui.press;
  const auto [x, y] = press.path.back();
  const ImVec2 last = ui.view.to_screen(x, y);
  if (std::hypot(mouse.x - last.x, mouse.y - last.y) < apart) return;
  press.path.push_back(place_at(ui.view, mouse));
  if (reach(ui.view, press.path) >= least_sweep) press.moved = true;
}

void go_on_with_sweep(Ui& ui, ImVec2 mouse) {
  const auto go_on = draws_path(ui) ? lengthen_path : spray;
  go_on(ui, mouse);
}

void end_sweep(Ui& ui) {
  const Ui::Press press = std::exchange(ui.press, {});
  if (press.sweep == Sweep::spray) {
    ui.end_gesture();
  } else if (press.sweep == Sweep::lasso) {
    const auto end = press.moved ? select_inside : click;
    end(ui, press);
  } else if (press.moved) {
    const Curve curve = simplified(press.path, 1 / ui.view.scale_x, 1 / ui.view.scale_y);
    ui.send("curve", {{"places", curve_text(curve)}});
  }
}

bool shows_tools(const Ui& ui) {
  return ui.placing.tool > Tool::erase || ui.press.sweep != Sweep::none || several_selected(ui) ||
         !ui.session().curve().places.empty();
}

void draw_tools(Ui& ui, ImDrawList& list) {
  const Rect& rect = ui.view.rect;
  list.PushClipRect(rect.min, rect.max, true);
  if (several_selected(ui)) draw_rings(ui, list);
  draw_curve(ui, list);
  draw_path(ui, list);
  if (ui.placing.tool == Tool::spray) draw_disc(ui, list);
  list.PopClipRect();
  const std::string_view text = instruction(ui.placing.tool, ui.session().scene().data.task);
  // At the foot, where other words may stand.
  const bool free = plane_shows(ui) == PlaneShows::points && !several_selected(ui) &&
                    (ui.first_steps_closed || first_steps(ui.session()).empty());
  if (free && !text.empty()) draw_told(ui, list, rect, text);
}

namespace {

constexpr float bar_pad = 6, bar_gap = 4;

struct BarButton {
  const char* id;
  std::string_view label, hint, command;
};
constexpr BarButton bar_buttons[] = {
    {"flip", "Flip", "To the other class, of several to the next (I)", "flip-labels"},
    {"duplicate", "Duplicate", "Copies beside them, which are selected then (Ctrl-D)",
     "duplicate-points"},
    {"erase", "Erase", "Removes them (Delete)", "remove-point"}};

float width_of(const Ui& ui, std::string_view label) {
  return text_size(ui.fonts.text, label).x + 20;
}

std::string bar_title(const Ui& ui) {
  return counted(std::ssize(ui.session().selection()), "point", "points");
}

bool offers(const Ui& ui, const BarButton& button) {
  return button.command != "flip-labels" || ui.session().scene().data.task == Task::classification;
}

}  // namespace

Rect selection_bar_place(const Ui& ui, const Rect& plane) {
  float width = 2 * bar_pad + text_size(ui.fonts.strong, bar_title(ui)).x + 14;
  for (const BarButton& button : bar_buttons) {
    if (offers(ui, button)) width += width_of(ui, button.label) + bar_gap;
  }
  width += measure::control_height;
  const float height = measure::control_height + 2 * bar_pad;
  // Above the button that leads to the iteration that is kept.
  const float below = ui.session().machine().retaining_stop() ? 70.0F : 34.0F;
  const ImVec2 corner = {std::round(plane.center().x - width / 2), plane.max.y - below - height};
  return {corner, corner + ImVec2(width, height)};
}

void selection_bar(Ui& ui, const Rect& plane) {
  if (!several_selected(ui)) return;
  const Rect place = selection_bar_place(ui, plane);
  ui.stands_at_foot(place.min.y);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(place.min, place.max, faded(ui.theme.card, 0.94F), measure::radius);
  list.AddRect(place.min, place.max, ui.theme.hairline, measure::radius);
  const std::string title = bar_title(ui);
  const float x = place.min.x + bar_pad + 4, y = place.min.y + bar_pad;
  const float text = draw_text(list, ui.fonts.strong, {x, y + 6}, ui.theme.ink, title);
  const std::string index = index_text(ui.session().selection());
  ImGui::SetCursorScreenPos({x + text + 10, y});
  ImGui::PushID("selection bar");
  for (const BarButton& button : bar_buttons) {
    if (!offers(ui, button)) continue;
    if (text_button(ui, button.id, button.label, width_of(ui, button.label))) {
      ui.send(button.command, {{"index", index}});
    }
    hint(ui, button.hint);
    ImGui::SameLine(0, bar_gap);
  }
  if (icon_button(ui, "more", Icon::menu, "Class, part and more (Enter)")) want_menu(ui, "point");
  ImGui::PopID();
}

void select_all(Ui& ui) {
  std::vector<int> all(static_cast<std::size_t>(ui.session().scene().data.size()));
  std::iota(all.begin(), all.end(), 0);
  ui.send("select", {{"index", index_text(all)}});
}

void nudge_selected(Ui& ui, int right, int up) {
  const auto step = [](float pixels, double scale) {
    return std::pow(10, std::floor(std::log10(pixels / scale / 20)));
  };
  const PlaneView& view = ui.view;
  ui.send("move-points", {{"dx", right * step(view.rect.width(), view.scale_x)},
                          {"dy", up * step(view.rect.height(), view.scale_y)}});
}

NoiseOffer noise_offer(const Ui& ui) {
  const Dataset& data = ui.session().scene().data;
  const bool classes = data.task == Task::classification;
  const double share = ui.placing.noise / 100.0;
  const std::string percent = percent_text(share),
                    whose = several_selected(ui) ? "selected" : "training";
  NoiseOffer offer;
  double amount = share;
  if (classes) {
    offer.label = sentence("Flip ", percent);
    offer.meaning = sentence("Turns ", percent, " of the ", whose,
                             " labels into another class, drawn by the seed (J)");
  } else {
    if (data.size() > 0) amount *= data.y->maxCoeff() - data.y->minCoeff();
    offer.label = sentence("Add ", percent);
    offer.meaning = sentence("Adds normal noise to the ", whose, " targets, of a deviation of ",
                             percent, " of their range, drawn by the seed (J)");
  }
  offer.call = Call("noise", {{"amount", amount}});
  if (several_selected(ui)) {
    offer.call = with(std::move(offer.call), {"index", index_text(ui.session().selection())});
  }
  return offer;
}

}  // namespace marginscope
