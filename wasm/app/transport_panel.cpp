// Title, playing and stepping, the timeline with the places where rules stop or would have stopped,
// and what concerns the scene as a whole.

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "app/explanations.h"
#include "app/panels.h"
#include "app/timeline.h"
#include "app/widgets.h"
#include "views/picture_of.h"

namespace marginscope {
namespace {

constexpr float button = 32;

struct Speed {
  double value;
  std::string_view label;
};
constexpr Speed speeds[] = {{1, "1 / s"},   {2, "2 / s"},   {4, "4 / s"},  {8, "8 / s"},
                            {16, "16 / s"}, {60, "60 / s"}, {0, "fastest"}};

std::string_view speed_label(double value) {
  for (const Speed& speed : speeds) {
    if (speed.value == value) return speed.label;
  }
  return "speed";
}

void playing_buttons(Ui& ui, ImVec2 at) {
  const Session& session = ui.session();
  const Machine& machine = session.machine();
  const Run* run = machine.run();
  const bool can_run = machine.trainable();
  const bool ended = run && run->end() && session.iteration() == session.last_iteration();
  const bool at_start = !run || session.iteration() == 0;
  ImGui::SetCursorScreenPos(at);
  const auto place = [&](const char* id, Icon icon, std::string_view explanation, ButtonLook look) {
    const bool clicked = icon_button(ui, id, icon, explanation, look, button);
    ImGui::SameLine(0, 4);
    return clicked;
  };
  const ButtonLook plain = {.framed = false};
  ButtonLook back = plain, forth = plain;
  back.enabled = !at_start;
  // At an end a press says why nothing follows.
  forth.pale = ended;
  forth.enabled = can_run;
  if (place("start", Icon::to_start, "To the start (Home)", back)) {
    ui.send("seek", {{"iteration", 0.0}});
  }
  if (place("back", Icon::step_back, "One iteration back (←)", back)) {
    ui.send("step", {{"count", -1.0}});
  }
  const bool going = session.playing() || session.busy();
  const std::string_view meaning = going   ? "Pause (Space)"
                                   : ended ? "Play again from the start (Space)"
                                           : "Play (Space)";
  if (place("play", going ? Icon::pause : Icon::play, meaning,
            {.filled = true, .framed = false, .enabled = can_run})) {
    ui.send("toggle-play");
  }
  if (place("forth", Icon::step_forward, "One iteration on (→)", forth)) {
    ui.send("step", {{"count", 1.0}});
  }
  if (place("end", Icon::to_end, "To the next stop (End)", forth)) ui.send("end");
}

// Where there is no room for all of it, the iteration alone, or nothing: the sentence has it, too.
float position_text(Ui& ui, ImVec2 at, float right, bool roomy) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Session& session = ui.session();
  const std::string now = std::to_string(session.iteration());
  const int last_iteration = session.last_iteration();
  const std::string last = std::to_string(last_iteration);
  const std::string of =
      sentence("of ", roomy ? iterations_text(last_iteration) : last);
  if (at.x + text_size(ui.fonts.strong, now).x > right) return at.x;
  const float x = at.x + draw_text(list, ui.fonts.strong, at, ui.theme.ink, now) + 4;
  if (x + text_size(ui.fonts.text, of).x > right) return x;
  const float end = x + draw_text(list, ui.fonts.text, {x, at.y}, ui.theme.soft, of);
  // As wide as at the last iteration, so that what stands behind does not move while one drags.
  return std::max(end,
                  end - text_size(ui.fonts.strong, now).x + text_size(ui.fonts.strong, last).x);
}

// Labels that would touch are joined, so that they never collide. The ticks are in order from left
// to right.
template <typename Place>
void draw_labels(const Ui& ui, ImDrawList& list, std::span<const TimelineTick> ticks,
                 const Place& x_of, float left, float right, float y) {
  struct Group {
    float from, to;  // of the ticks
    std::string label;
    float left, width;
  };
  std::vector<Group> groups;
  const auto settle = [&](Group& group) {
    group.width = formula_width(ui.fonts, group.label, Maths::small);
    group.left = std::clamp((group.from + group.to - group.width) / 2, left,
                            std::max(left, right - group.width));
  };
  for (const TimelineTick& tick : ticks) {
    const float x = x_of(tick.iteration);
    Group group = {x, x, tick.label(), 0, 0};
    settle(group);
    while (!groups.empty() && groups.back().left + groups.back().width + 8 > group.left) {
      group.label = sentence(groups.back().label, " · ", group.label);
      group.from = groups.back().from;
      groups.pop_back();
      settle(group);
    }
    groups.push_back(std::move(group));
  }
  for (const Group& group : groups) {
    draw_formula(list, ui.fonts, {std::round(group.left), y}, ui.theme.stop,
                 group.width > right - left ? shortened(ui.fonts.small, group.label, right - left)
                                            : group.label,
                 Maths::small);
  }
}

void timeline(Ui& ui, const Rect& rect) {
  constexpr float knob = 7;
  const Session& session = ui.session();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Theme& theme = ui.theme;
  const int extent = iteration_extent(ui);
  const float left = rect.min.x + knob, right = rect.max.x - knob;
  const float y = rect.max.y - 14;
  const auto x_of = [&](int iteration) {
    return left + (right - left) * std::min(1.0F, f32(iteration) / f32(extent));
  };

  ImGui::SetCursorScreenPos({rect.min.x, rect.min.y});
  ImGui::InvisibleButton("timeline", {std::max(1.0F, rect.width()), rect.height()});
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) ui.cursor = "pointer";
  const float mouse_share =
      std::clamp((ImGui::GetIO().MousePos.x - left) / std::max(1.0F, right - left), 0.0F, 1.0F);
  const int pointed = static_cast<int>(std::lround(mouse_share * f32(extent)));
  const Run* run = session.machine().run();
  const Hold hold = hold_of_last_item(ui);
  drag_through_time(ui, hold, pointed);

  list.AddRectFilled({rect.min.x, y - 2}, {rect.max.x, y + 2}, theme.hairline, 2);
  list.AddRectFilled({rect.min.x, y - 2}, {x_of(session.last_iteration()) + 2, y + 2},
                     mix(theme.hairline, theme.faint, 0.75F), 2);
  list.AddRectFilled({rect.min.x, y - 2}, {x_of(session.iteration()), y + 2}, theme.ink, 2);
  if (ui.shown_iterations) {
    const auto [from, to] = *ui.shown_iterations;
    list.AddRectFilled({x_of(static_cast<int>(from)), y + 4}, {x_of(static_cast<int>(to)), y + 6},
                       theme.soft, 1);
  }
  if (run || session.machines().size() > 1) {
    const std::vector<TimelineTick> ticks = timeline_ticks(session);
    for (const TimelineTick& tick : ticks) {
      const float x = std::round(x_of(tick.iteration));
      if (tick.by_rule) list.AddRectFilled({x - 1, y - 8}, {x + 1, y + 8}, theme.stop);
    }
    for (const Machine& each : session.machines()) {
      if (!each.run()) continue;
      for (const Stop& stop : each.run()->stops()) {
        draw_marker(list, 3, {std::round(x_of(stop.iteration)), y}, 4.5F, theme.stop, theme.card,
                    1.5F);
      }
    }
    if (const Stop* stop = session.machine().retaining_stop()) {
      const float x = std::round(x_of(stop->retained_iteration));
      list.AddTriangleFilled({x - 5, y + 12}, {x + 5, y + 12}, {x, y + 5}, theme.soft);
    }
    draw_labels(ui, list, ticks, x_of, rect.min.x, rect.max.x, y - 27);
  }
  for (int place = 0; const Machine& each : session.machines()) {
    const ImU32 color = theme.stroke(place++).color;
    if (each.iteration() == session.iteration()) continue;
    list.AddCircleFilled({x_of(each.iteration()), y}, 5, theme.card);
    list.AddCircleFilled({x_of(each.iteration()), y}, 4, color);
  }
  if (hold.held && pointed != session.iteration()) {
    list.AddCircle({x_of(pointed), y}, knob - 1, theme.faint, 0, 1.5F);
  }
  const float x = x_of(session.iteration());
  list.AddCircleFilled({x, y}, knob, theme.card);
  list.AddCircle({x, y}, knob - 0.75F, theme.ink, 0, 2);
  if (ImGui::IsItemHovered() && !ImGui::IsItemActive() && !ui.touch && run) {
    constexpr float near = 5;  // pixels
    std::vector<ReadOut> told;
    for (const TimelineTick& tick : timeline_ticks(session)) {
      if (std::abs(x_of(tick.iteration) - ImGui::GetIO().MousePos.x) > near) continue;
      told.push_back({tick.label(), sentence(tick.title, ", ", std::to_string(tick.iteration))});
    }
    for (int place = 0; const Machine& each : session.machines()) {
      const std::string letter = machine_letter(place++);
      if (session.waits(each)) {
        told.push_back({letter, sentence("waits at its end, ", std::to_string(each.iteration()))});
      }
    }
    hover_card(ui, {ImGui::GetIO().MousePos.x, y + 46},
               sentence("Iteration ", std::to_string(pointed)), told);
  }
}

void speed_menu(Ui& ui, float width) {
  const Session& session = ui.session();
  if (!begin_combo(ui, "speed", speed_label(session.speed()), width)) return;
  for (const Speed& speed : speeds) {
    if (combo_item(ui, speed.label, "", speed.value == session.speed())) {
      ui.send("speed", {{"speed", speed.value}});
    }
  }
  end_combo();
}

// What leads to the whole, where the menus are otherwise; `right` is where they end, and where this
// begins is returned.
float leave_button(Ui& ui, float right, float y) {
  constexpr float width = 64;
  const bool presenting = ui.presenting;
  ImGui::SetCursorScreenPos({right - width, y});
  if (text_button(ui, "leave", presenting ? "Leave" : "Open", width)) {
    if (presenting) {
      ui.present(false);
    } else {
      ui.request(Ask::whole);
    }
  }
  hint(ui, presenting ? "Everything as it was (Z)" : "In a window of its own, with everything");
  return right - width - 8;
}

void theme_and_help(Ui& ui) {
  if (icon_button(ui, "theme", ui.theme.dark ? Icon::sun : Icon::moon,
                  ui.theme.dark ? "Light theme (T)" : "Dark theme (T)", {.framed = false},
                  button)) {
    ui.set_theme(!ui.theme.dark, ui.theme.contrast);
  }
  ImGui::SameLine(0, 2);
  ImGui::SetCursorScreenPos(ImGui::GetCursorScreenPos() +
                            ImVec2(0, (button - measure::control_height) / 2));
  if (text_button(ui, "help", "?", button, {.framed = false})) ui.request(Ask::help);
  hint(ui, "Keys and what the picture means (?)");
}

void share_items(Ui& ui, bool with_laboratory) {
  struct Item {
    std::string_view label, detail;
    Ask asks;
    std::string_view about = {};
  };
  static constexpr Item items[] = {
      {"Laboratory …",
       "What can be said of unseen points, which settings to choose, the papers' experiments.",
       Ask::laboratory},
      {"Link, code and frame …", "To be scanned from the wall, or as a frame in a page.",
       Ask::share},
      {"Scenes for a class …", "One after the other, by arrow or clicker.", Ask::talk},
      {"Copy link", "The address holds the whole scene, points and iteration.", Ask::copy_link},
      {"Copy as command", "The command line that gives the same numbers.", Ask::copy_command},
      {"Save scene …", "", Ask::save_scene},
      {"Open scene …", "", Ask::open_scene},
      {"Save picture (SVG) …", "What the plane's card shows, for papers and slides.",
       Ask::save_svg},
      {"Save picture (PNG) …", "", Ask::save_png},
      {"Copy picture", "", Ask::copy_picture},
      {"Save the whole (SVG) …", "The plane and its charts on one sheet.", Ask::save_svg, "whole"},
      {"Save the whole (PNG) …", "", Ask::save_png, "whole"},
      {"Save trace (CSV) …", "One line an iteration.", Ask::save_trace},
      {"Save quantities (JSON) …", "All numbers of this iteration.", Ask::save_quantities}};
  if (combo_item(ui, "Present", "Large, for the last row (Z).", false)) ui.present(true);
  for (const Item& item : std::span(items).subspan(with_laboratory ? 0 : 1)) {
    if (combo_item(ui, item.label, item.detail, false)) {
      ui.request(item.asks, std::string(item.about));
    }
  }
  for (const PictureView& chart : charts_to_picture(ui.session())) {
    if (combo_item(ui, sentence("Save chart: ", chart.name, " (SVG) …"), "", false)) {
      ui.request(Ask::save_svg, chart.id);
    }
  }
}

// What leads out of the page. Where there is no room for a button of its own, the laboratory too.
void share_menu(Ui& ui, float width) {
  const bool bare = width <= measure::control_height;  // the icon alone
  if (!begin_combo(ui, "share", bare ? "" : "Share", width, 260)) return;
  share_items(ui, bare);
  end_combo();
}

}  // namespace

void transport_panel(Ui& ui, const Rect& rect) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(rect.min, rect.max, ui.theme.card);
  list.AddLine({rect.min.x, rect.max.y - 0.5F}, {rect.max.x, rect.max.y - 0.5F}, ui.theme.hairline);
  constexpr float buttons_width = 5 * button + 4 * 4;
  const bool menus = ui.shown_parts().has(Part::menus);
  if (ui.narrow) {
    const float first = rect.min.y + 10, text = first + (button - ui.fonts.text.size) / 2;
    playing_buttons(ui, {rect.min.x + 8, first});
    const float icon_row = first + (button - measure::control_height) / 2;
    float icons = rect.max.x - 10;
    if (menus) {
      icons -= 2 * button + 2 * measure::control_height + 8;
      ImGui::SetCursorScreenPos({icons, icon_row});
      gallery_button(ui, measure::control_height);
      ImGui::SetCursorScreenPos({icons + measure::control_height + 4, icon_row});
      share_menu(ui, measure::control_height);
      ImGui::SetCursorScreenPos({rect.max.x - 2 * button - 10, first});
      theme_and_help(ui);
    } else {
      icons = leave_button(ui, icons, icon_row);
    }
    position_text(ui, {rect.min.x + 8 + buttons_width + 10, text}, icons - 6, false);
    constexpr float speed_width = 88;
    const float second = first + button + 4;
    timeline(ui, {{rect.min.x + 14, second}, {rect.max.x - speed_width - 26, second + 40}});
    ImGui::SetCursorScreenPos({rect.max.x - speed_width - 12, second + 10});
    speed_menu(ui, speed_width);
    return;
  }
  const float middle = std::floor(rect.center().y), top = middle - button / 2;
  float x = rect.min.x + 16;
  const bool roomy = rect.width() >= 1180;
  x += draw_text(list, ui.fonts.title, {x, std::floor(middle - ui.fonts.title.size / 2)},
                 ui.theme.ink, "Marginscope") +
       20;
  playing_buttons(ui, {x, top});
  x += buttons_width + 18;
  const float after =
      position_text(ui, {x, std::floor(middle - ui.fonts.text.size / 2)}, rect.max.x, roomy);
  // The timeline does not move when the numbers get a digit more.
  x = std::max(after, x + (roomy ? 128.0F : 70.0F)) + 22;

  const float speed_width = 88;
  const float scene_width =
      roomy ? std::min(std::floor(rect.width() * 0.14F), 200.0F) : measure::control_height;
  constexpr float laboratory_width = 96, lessons_width = 76;
  const float share_width = roomy ? 80.0F : measure::control_height;
  const float row = middle - measure::control_height / 2;
  float right = rect.max.x - 14;
  if (menus) {
    right -= 2 * button + 2;
    ImGui::SetCursorScreenPos({right, top});
    theme_and_help(ui);
    right -= share_width + 8;
    ImGui::SetCursorScreenPos({right, row});
    share_menu(ui, share_width);
    if (roomy) {
      right -= laboratory_width + 8;
      ImGui::SetCursorScreenPos({right, row});
      if (text_button(ui, "laboratory", "Laboratory", laboratory_width)) {
        ui.request(Ask::laboratory);
      }
      hint(ui, "What can be said of unseen points, and which settings to choose");
      right -= lessons_width + 8;
      ImGui::SetCursorScreenPos({right, row});
      if (text_button(ui, "lessons", "Lessons", lessons_width)) ui.request(Ask::lessons);
    }
    right -= scene_width + 8;
    ImGui::SetCursorScreenPos({right, row});
    gallery_button(ui, scene_width);
    right -= 8;
  } else {
    right = leave_button(ui, right, row);
  }
  right -= speed_width;
  ImGui::SetCursorScreenPos({right, row});
  speed_menu(ui, speed_width);
  timeline(ui, {{x, rect.min.y + 7}, {right - 20, middle + 17}});
}

}  // namespace marginscope
