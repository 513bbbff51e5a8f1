// The plane as a panel: its view, what a pointer does to it, and the card of the point under it.

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/classes.h"
#include "app/explanations.h"
#include "app/panels.h"
#include "app/plane_drawing.h"
#include "app/plane_tools.h"
#include "app/read_outs.h"
#include "app/widgets.h"
#include "views/chart_list.h"

namespace marginscope {
namespace {

constexpr float click_slack = 4;  // pixels that a click may wander

int point_at(Ui& ui, ImVec2 mouse) {
  const Session& session = ui.session();
  const auto count = static_cast<int>(session.scene().data.size());
  float best = ui.touch ? 20 : measure::least_target / 2;
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

// What there is to read of a point.
struct PointCard {
  std::string title;
  std::vector<ReadOut> lines;
};

PointCard card_of(const Ui& ui, int point) {
  const Session& session = ui.session();
  const Machine& machine = session.machine();
  const Dataset& data = session.scene().data;
  const int pattern = session.pattern_of_point(point);
  std::vector<ReadOut> lines;
  const auto [x, y] = place_of(session, point);
  lines.push_back({"at", data.X.cols() > 1
                             ? sentence("(", short_text(x, 4), ", ", short_text(y, 4), ")")
                             : short_text(x, 4)});
  // What the plane does not show has a value, too.
  constexpr Eigen::Index most_features = 8;
  const Eigen::Index p = data.X.cols();
  for (Eigen::Index j = 0; p > 2 && j < std::min(p, most_features); ++j) {
    lines.push_back({feature_name(data, j), short_text(data.X(point, j), 4)});
  }
  if (p > most_features) {
    lines.push_back({sentence("… ", std::to_string(p - most_features), " more features"), ""});
  }
  if (session.machines().size() > 1) {
    if (std::string told = verdicts_on(session, point); !told.empty()) {
      lines.push_back({std::move(told), ""});
    }
  }
  const std::vector<double>& outputs = machine.point_outputs();
  const auto each = static_cast<int>(std::ssize(outputs) / data.size());
  const int predicted = machine.predicted_class(point);
  if (data.task == Task::classification && predicted != class_index(data.y[point]) &&
      machine.run()) {
    lines.push_back(
        {"predicted", machine.untrained() ? std::string("nothing yet")
                      : predicted < 0     ? std::string("neither class")
                      : each > 1          ? sentence("class ", std::to_string(predicted + 1))
                                 : sentence("class ", class_name(2, predicted == 0 ? 1 : -1))});
  }
  if (each == 1) {
    lines.push_back({data.task == Task::classification ? "decision value f" : "fitted value f",
                     short_text(outputs[static_cast<std::size_t>(point)], 4)});
  } else if (pattern < 0 && each > 1) {
    std::string text;
    for (int k = 0; k < each; ++k) {
      const auto index = static_cast<std::size_t>(point * each + k);
      text += (k ? ", " : "") + short_text(outputs[index], 2);
    }
    lines.push_back({"decision values f", text});
  }
  if (pattern >= 0 && machine.run()) {
    for (const Quantity& quantity : machine.run()->solver().quantities()) {
      const std::vector<double>& values = machine.quantity(quantity.id);
      if (quantity.kind == QuantityKind::pattern_set) {
        if (std::find(values.begin(), values.end(), pattern) != values.end()) {
          lines.push_back({sentence("in ", quantity.one), ""});
        }
        continue;
      }
      const bool shown = quantity.role == Role::decision_value && each == 1;
      if (!over_patterns(quantity) || shown || all_zero(values)) continue;
      auto [name, text] = pattern_read_out(machine, quantity, pattern);
      lines.push_back({std::move(name), std::move(text)});
    }
  }
  return {point_title(session, point), std::move(lines)};
}

void show_card(Ui& ui, int point) {
  const auto [x, y] = place_of(ui.session(), point);
  const PointCard card = card_of(ui, point);
  hover_card(ui, ui.view.to_screen(x, y), card.title, card.lines);
}

// What several machines say of the place under the pointer, where they differ.
void show_verdicts(Ui& ui) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!ImGui::IsItemHovered() || ui.press.button >= 0 || ui.next_hovered_point >= 0) return;
  const std::string told = verdicts_at(ui.session(), ui.view.x_at(mouse.x), ui.view.y_at(mouse.y));
  if (!told.empty()) hover_card(ui, mouse, told, {});
}

// Of one machine alone the surface says it.
void show_nothing(Ui&) {}

void erase(Ui& ui, int point) {
  ui.hovered_point = ui.next_hovered_point = -1;
  ui.send("remove-point", {{"index", static_cast<double>(point)}});
}

// One choice for a point, behind its marker.
bool marked_row(Ui& ui, std::string_view label, int marker, bool filled, bool current) {
  const MenuRow row = menu_row(ui, label, {ImGui::GetContentRegionAvail().x, 28}, true, current);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 color = marker < 0 ? ui.theme.soft : ui.theme.class_color(marker);
  const ImVec2 at = row.rect.min + ImVec2(17, 14);
  draw_marker(list, std::max(marker, 0), at, 5, filled ? color : 0, color, 1.5F);
  draw_text(list, current ? ui.fonts.strong : ui.fonts.text, row.rect.min + ImVec2(32, 5),
            ui.theme.ink, label);
  if (current) {
    draw_icon(list, Icon::check, {row.rect.max.x - 14, at.y}, ui.theme.ink, 0.9F);
  }
  return row.chosen;
}

// A target as a slider, over half as much again as the targets reach on either side.
void target_slider(Ui& ui, const std::vector<int>& points) {
  const Session& session = ui.session();
  const Labels& y = session.scene().data.y;
  const double target = y[points.front()];
  const double least = y->minCoeff(), most = y->maxCoeff();
  const double room = most > least ? (most - least) / 2 : 1;
  const Session::Gesture* gesture = ui.gesture("label");
  const auto [from, to] =
      gesture && gesture->axis ? *gesture->axis : std::array{least - room, most + room};
  const Call call{"label", {{"index", index_text(points)}}};
  const std::string value = short_text(target, 5);
  constexpr float label_width = 56, value_width = 54;
  const ImVec2 start = ImGui::GetCursorScreenPos() + ImVec2(10, 4);
  const float width = ImGui::GetContentRegionAvail().x - 20;
  float position = f32((target - from) / (to - from));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_text(list, ui.fonts.text, start + ImVec2(0, 1), ui.theme.ink, "Target");
  draw_text(list, ui.fonts.text, start + ImVec2(width - text_size(ui.fonts.text, value).x, 1),
            ui.theme.ink, value);
  ImGui::SetCursorScreenPos(start + ImVec2(label_width, 0));
  const SliderEvent event = slider_track(ui, "target", position, width - label_width - value_width);
  vertical_space(4);
  if (event.began) ui.begin_gesture(call, std::array{from, to});
  if (event.changed) ui.drag({{"label", from + position * (to - from)}});
  if (event.ended) ui.end_gesture();
}

// The values of the selected point, and what it may be: class, part, nothing. Of several points what all
// of them may be.
void point_menu(Ui& ui) {
  constexpr float reach = 12, pad = 10;
  const Session& session = ui.session();
  const std::vector<int>& points = session.selection();
  const Dataset& data = session.scene().data;
  Rect place;
  PointCard card;
  ImVec2 size;
  if (points.size() == 1) {
    const auto [x, y] = place_of(session, points[0]);
    const ImVec2 at = ui.view.to_screen(x, y);
    place = {at - ImVec2(reach, reach), at + ImVec2(reach, reach)};
    card = card_of(ui, points[0]);
  } else if (points.size() > 1) {
    place = selection_bar_place(ui, ui.view.rect);
    card.title = counted(std::ssize(points), "point", "points");
  }
  if (!points.empty()) size = card_size(ui, card.title, card.lines);
  // A slider takes more room than rows.
  const float least = data.task == Task::classification ? 180 : 230;
  if (!begin_menu(ui, "point", place, false, {.least = std::max(least, size.x + 3 * pad)})) return;
  if (points.empty()) {
    ImGui::CloseCurrentPopup();
    end_menu();
    return;
  }
  const float width = ImGui::GetContentRegionAvail().x;
  draw_card(ui, *ImGui::GetWindowDrawList(), ImGui::GetCursorScreenPos() + ImVec2(pad, 6),
            width - 2 * pad, card.title, card.lines);
  vertical_space(size.y + 8);
  const std::string list = index_text(points);
  const Written index = {"index", list};
  const bool validation = data.validation[static_cast<std::size_t>(points[0])];
  const bool classes = data.task == Task::classification;
  const int marker = classes ? class_index(data.y[points[0]]) : -1;
  // What not all of them have is chosen by none.
  const bool one_class = std::ranges::all_of(
      points, [&](int point) { return !classes || class_index(data.y[point]) == marker; });
  const bool one_part = std::ranges::all_of(points, [&](int point) {
    return data.validation[static_cast<std::size_t>(point)] == validation;
  });
  if (classes) {
    menu_heading(ui, "Class (1 to 8)");
    for (const double label : labels_to_place(data, ui.placing.label)) {
      const int each = class_index(label);
      if (marked_row(ui, label_text(data, label), each, true, one_class && each == marker)) {
        ui.send("label", {index, {"label", label}});
      }
    }
  } else {
    target_slider(ui, points);
  }
  menu_heading(ui, "Part (V)");
  for (const bool apart : {false, true}) {
    const std::string_view part = apart ? "validation" : "training";
    if (marked_row(ui, part, one_class ? marker : -1, !apart, one_part && apart == validation)) {
      ui.send("part", {index, {"part", part}});
    }
  }
  menu_heading(ui, "");
  if (combo_item(ui, "Duplicate", "", false)) ui.send("duplicate-points", {index});
  const bool several = points.size() > 1;
  if (classes && several && combo_item(ui, "Flip labels", "", false)) {
    ui.send("flip-labels", {index});
  }
  if (combo_item(ui, several ? "Remove these points" : "Remove this point", "", false)) {
    ui.hovered_point = ui.next_hovered_point = -1;
    ui.send("remove-point", {index});
  }
  end_menu();
}

// What is chosen before it is called, by what there is to do, stays a function of its own, so that a
// first visit can do without (wasm/toolchain/deferred_functions.txt).
void do_nothing(Ui&) {}
void draw_nothing(Ui&, ImDrawList&) {}
void offer_nothing(Ui&, const Rect&) {}

void begin_press(Ui& ui, int button, ImVec2 mouse) {
  const Session& session = ui.session();
  const int point = point_at(ui, mouse);
  Ui::Press& press = ui.press;
  press = {};
  press.button = button;
  press.point = point;
  press.on_selected = point >= 0 && is_selected(session, point);
  press.at = mouse;
  press.shift = ui.shift;
  if (button == 0) press.sweep = sweep_of_press(ui, point);
  const auto begin = press.sweep == Sweep::none ? do_nothing : begin_sweep;
  begin(ui);
  if (point < 0 || press.sweep != Sweep::none) return;
  const auto [x, y] = place_of(session, point);
  press.offset = ui.view.to_screen(x, y) - mouse;
  if (button != 0 || ui.placing.tool == Tool::erase) return;
  if (press.on_selected && session.selection().size() > 1) {
    ui.begin_gesture({"move-points", {{"index", index_text(session.selection())}}});
  } else {
    const Written index = {"index", static_cast<double>(point)};
    ui.send("select", {index});
    ui.begin_gesture({"move-point", {index}});
  }
}

// To where the pointer holds it; with it go the others that are selected.
void drag_point(Ui& ui, ImVec2 to) {
  const double x = ui.view.x_at(to.x), y = ui.view.y_at(to.y);
  if (!ui.gesture("move-points")) {
    ui.drag({{"x", x}, {"y", y}});
    return;
  }
  const auto [from_x, from_y] = place_of(ui.session(), ui.press.point);
  ui.drag({{"dx", x - from_x}, {"dy", y - from_y}});
}

void drag(Ui& ui, ImVec2 mouse) {
  Ui::Press& press = ui.press;
  const float slack = ui.touch ? 2 * click_slack : click_slack;
  if (!press.moved && std::hypot(mouse.x - press.at.x, mouse.y - press.at.y) < slack) return;
  const ImVec2 moved = press.moved ? ImGui::GetIO().MouseDelta : mouse - press.at;
  press.moved = true;
  if (press.button == 0 && ui.placing.tool == Tool::erase) {
    const int point = point_at(ui, mouse);
    if (point >= 0) erase(ui, point);
  } else if (press.button == 0 && press.point >= 0) {
    drag_point(ui, mouse + press.offset);
  } else {
    pan_view(ui.view, moved);
  }
}

void end_press(Ui& ui) {
  const Ui::Press press = std::exchange(ui.press, {});
  if (press.button == 0 && press.point >= 0) ui.end_gesture();
  if (press.moved || press.button == 2) return;
  if (press.button == 1 || ui.placing.tool == Tool::erase) {
    const int point = point_at(ui, press.at);
    if (point >= 0) erase(ui, point);
  } else if (press.button == 0 && press.point >= 0) {
    if (press.on_selected && !ui.touch && ui.session().selection().size() > 1) {
      // One of several alone.
      ui.send("select", {{"index", static_cast<double>(press.point)}});
    } else if ((ui.touch && !ui.taps_select) || press.on_selected) {
      // A finger cannot rest on a point to read its values.
      want_menu(ui, "point");
    }
  } else if (press.button == 0) {
    if (ui.placing.tool == Tool::add) {
      ui.quiet_at = press.at;
      // What the keys say from now on is said of the next point.
      ui.send("select");
      ui.send("add-point", {{"x", ui.view.x_at(press.at.x)},
                            {"y", ui.view.y_at(press.at.y)},
                            {"label", ui.placing.label},
                            {"part", ui.placing.validation ? "validation" : "training"}});
    } else {
      ui.send("select");
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
  if (hovered && io.MouseWheel != 0) {
    zoom_view(ui.view, mouse, io.MouseWheel);
  }
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
    const bool sweeps = ui.press.sweep != Sweep::none;
    const auto go_on = sweeps ? go_on_with_sweep : drag;
    const auto end = sweeps ? end_sweep : end_press;
    if (ImGui::IsMouseDown(ui.press.button)) {
      go_on(ui, mouse);
    } else {
      end(ui);
    }
  }
  if (!hovered) return;
  if (ui.press.sweep != Sweep::none) {
    ui.cursor = "crosshair";
    return;
  }
  const bool moving = ui.press.moved && (ui.gesture("move-point") || ui.gesture("move-points"));
  const int point = moving ? ui.press.point : point_at(ui, mouse);
  if (point >= 0) ui.next_hovered_point = point;
  // A button that lies on the plane has the finger for itself.
  if (ImGui::GetHoveredID() == ImGui::GetItemID()) {
    const Sweep sweep = sweep_of_press(ui, point);
    ui.held_button = sweep == Sweep::spray ? 0 : sweep == Sweep::none && point >= 0 ? 1 : -1;
  }
  if (ui.press.moved && ui.press.point < 0) {
    ui.cursor = "grabbing";
  } else if (point >= 0) {
    ui.cursor = ui.placing.tool == Tool::erase ? "not-allowed"
                : ui.press.moved               ? "grabbing"
                                               : "grab";
  } else {
    ui.cursor =
        ui.placing.tool == Tool::move || ui.placing.tool == Tool::erase ? "default" : "crosshair";
  }
}

// Where the run's stop keeps an earlier iteration: which one, and the way there and back.
void retained_button(Ui& ui, const Rect& rect) {
  const Machine& machine = ui.session().machine();
  const Stop* stop = machine.retaining_stop();
  if (!stop) return;
  const bool there = machine.iteration() == stop->retained_iteration;
  const std::string label =
      there ? sentence("This one is kept · back to ", std::to_string(stop->iteration))
            : sentence("Kept: iteration ", std::to_string(stop->retained_iteration), " · show");
  const ImVec2 size = {text_size(ui.fonts.text, label).x + 24, measure::control_height};
  const ImVec2 corner = {rect.max.x - size.x - 12, rect.max.y - size.y - 34};
  ImGui::GetWindowDrawList()->AddRectFilled(corner, corner + size, faded(ui.theme.card, 0.92F),
                                            measure::control_radius);
  ImGui::SetCursorScreenPos(corner);
  ui.stands_at_foot(corner.y);
  if (text_button(ui, "retained", label, size.x)) ui.send("show-retained");
  hint(ui, "The weights of this iteration are the result: of the least error so far (K)");
}

void fit_button(Ui& ui, const Rect& rect) {
  const Rect place = plane_buttons(rect).fit;
  ImGui::GetWindowDrawList()->AddRectFilled(place.min, place.max, faded(ui.theme.card, 0.85F),
                                            measure::control_radius);
  ImGui::SetCursorScreenPos(place.min);
  if (icon_button(ui, "fit", Icon::fit, "Show all (F). The wheel zooms, dragging pans.")) {
    fit_shown(ui);
  }
}

// Which weights lie across and up, where there are several.
void pair_choice(Ui& ui, const Rect& rect) {
  const std::vector<std::string> pairs = weight_pairs(ui.session());
  if (pairs.size() < 2) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Rect place = plane_buttons(rect).pair;
  list.AddRectFilled(place.min, place.max, faded(ui.theme.card, 0.85F), measure::control_radius);
  ImGui::SetCursorScreenPos(place.min);
  const auto current = static_cast<std::size_t>(ui.plane.pair);
  const bool open = begin_combo(ui, "pair", pairs[current], place.width(), 220);
  if (!open) {
    hint(ui, "Which two weights lie across and up; the others are as they are now (O)");
    return;
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (combo_item(ui, pairs[i], "", i == current)) want_pair(ui, static_cast<WeightPair>(i));
  }
  end_combo();
}

// Which view of the machine the card shows, left of the button that fits it.
void shows_switch(Ui& ui, const Rect& rect) {
  const Rect place = plane_buttons(rect).shows;
  const PlaneShows shown = plane_shows(ui);
  std::vector<Segment> segments;
  std::vector<std::string> reasons;
  reasons.reserve(std::size(plane_shows_rows));
  for (std::size_t i = 0; i < std::size(plane_shows_rows); ++i) {
    const PlaneShowsRow& row = plane_shows_rows[i];
    const auto reason = plane_misfit(ui.session().machine(), static_cast<PlaneShows>(i));
    reasons.push_back(reason ? sentence(*reason, ".") : std::string(row.meaning));
    segments.push_back({.label = row.name, .hint = reasons.back(), .pale = reason.has_value()});
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(place.min, place.max, faded(ui.theme.card, 0.85F), measure::control_radius);
  ImGui::SetCursorScreenPos(place.min);
  if (const auto chosen =
          segmented(ui, "shows", segments, static_cast<int>(shown), place.width())) {
    want_plane(ui, static_cast<PlaneShows>(*chosen));
  }
  if (shown == PlaneShows::weights) pair_choice(ui, rect);
}

// `below_points` adds what lies between the surface and the points; null: nothing.
void points_panel_with(Ui& ui, void (*below_points)(Ui& ui, picture::Drawing& drawing)) {
  const Session& session = ui.session();
  handle_pointer(ui, ui.view.rect);
  const auto tell = session.machines().size() > 1 ? show_verdicts : show_nothing;
  tell(ui);
  update_surface(ui);
  draw_plane(ui, *ImGui::GetWindowDrawList(), below_points);
  const auto draw_more = shows_tools(ui) ? draw_tools : draw_nothing;
  draw_more(ui, *ImGui::GetWindowDrawList());
  const auto count = static_cast<int>(session.scene().data.size());
  const int card = ui.hovered_point;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (card >= 0 && card < count && ui.next_hovered_point == card &&
      std::hypot(mouse.x - ui.quiet_at.x, mouse.y - ui.quiet_at.y) > click_slack) {
    ui.quiet_at = {-1e6F, -1e6F};
    show_card(ui, card);
  }
}

void points_panel(Ui& ui, const Rect&) { points_panel_with(ui, nullptr); }

void proof_panel(Ui& ui, const Rect& rect) {
  points_panel_with(ui, add_shown_proof);
  // In a narrow window it would cover the points: there it stands below (proof_below).
  if (ui.narrow) return;
  draw_told(ui, *ImGui::GetWindowDrawList(), {rect.min + ImVec2(44, 0), rect.max},
            shown_proof(ui).sentence);
}

}  // namespace

void proof_below(Ui& ui, Rect& rect) { tell_below(ui, rect, shown_proof(ui).sentence); }

void plane_panel(Ui& ui, const Rect& rect) {
  const Session& session = ui.session();
  PlaneView& view = ui.view;
  const bool resized = view.rect.width() != rect.width() || view.rect.height() != rect.height();
  view.rect = rect;
  if (resized && !view.moved_by_hand) fit_view(ui);
  follow_data(ui);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  // The buttons lie on the plane: they are asked first whose the pointer is, and drawn last.
  list.ChannelsSplit(2);
  list.ChannelsSetCurrent(1);
  ui.foot = rect.max.y - 34;
  fit_button(ui, rect);
  shows_switch(ui, rect);
  retained_button(ui, rect);
  const bool bar = session.selection().size() > 1 && plane_shows(ui) == PlaneShows::points;
  const auto offer = bar ? selection_bar : offer_nothing;
  offer(ui, rect);
  list.ChannelsSetCurrent(0);
  // In the order of PlaneShows. What is called by a table stays a function of its own, so that a first
  // visit can do without (wasm/toolchain/deferred_functions.txt).
  static constexpr void (*panels[])(Ui & ui, const Rect& rect) = {points_panel, weights_panel,
                                                                  proof_panel};
  panels[static_cast<std::size_t>(plane_shows(ui))](ui, rect);
  list.ChannelsMerge();
  const auto menu = ui.menu.wanted == "point" || menu_is_open() ? point_menu : do_nothing;
  menu(ui);
}

}  // namespace marginscope
