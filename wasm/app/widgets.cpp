#include "app/widgets.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "app/explanations.h"
#include "core/logarithm.h"

namespace marginscope {
namespace {

constexpr float finger_slack = 8;  // pixels that a tap may wander

ImDrawList& canvas() { return *ImGui::GetWindowDrawList(); }

Rect last_item() { return {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()}; }

float centered(const Rect& rect, const Face& face) {
  return std::floor(rect.min.y + (rect.height() - face.size) / 2);
}

// The frame of a button in its present state; returns the colour for what stands on it.
ImU32 draw_button(const Ui& ui, const Rect& rect, ButtonLook look) {
  const Theme& theme = ui.theme;
  const bool hovered = look.enabled && ImGui::IsItemHovered() && !ui.touch;
  const float radius = measure::control_radius;
  if (look.filled) {
    if (!look.enabled) {
      canvas().AddRectFilled(rect.min, rect.max, theme.hover, radius);
      return theme.faint;
    }
    canvas().AddRectFilled(rect.min, rect.max,
                           hovered ? mix(theme.ink, theme.card, 0.15F) : theme.ink, radius);
    return theme.card;
  }
  if (hovered || ImGui::IsItemActive()) {
    canvas().AddRectFilled(rect.min, rect.max, theme.hover, radius);
  }
  if (look.on) {
    canvas().AddRect(rect.min, rect.max, theme.ink, radius, 0, 1.25F);
  } else if (look.framed) {
    canvas().AddRect(rect.min, rect.max, theme.hairline, radius);
  }
  return look.enabled && !look.pale ? theme.ink : theme.faint;
}

double rounded_to(double value, double step) {
  // Dividing by a power of ten gives the double that the decimal text reads as.
  const double digits = std::floor(std::log10(step));
  if (digits >= 0) return std::round(value / step) * step;
  const double scale = std::pow(10.0, -digits);
  return std::round(std::round(value / step) * std::round(step * scale)) / scale;
}

double value_at(const Field& field, double position) {
  const double from = field.slider_from, to = field.slider_to;
  double value = from + (to - from) * position;
  if (field.scale == FieldScale::logarithmic && from > 0) {
    value = from * std::pow(to / from, position);
    value = rounded_to(value, std::pow(10.0, std::floor(std::log10(value)) - 1));
  } else if (field.type == FieldType::integer) {
    value = std::round(value);
  } else {
    value = rounded_to(value, std::pow(10.0, std::floor(std::log10((to - from) / 50))));
  }
  return offered(
      field, std::clamp(field.type == FieldType::integer ? std::round(value) : value, from, to));
}

float position_of(const Field& field, double value) {
  const double from = field.slider_from, to = field.slider_to;
  double position = (value - from) / (to - from);
  if (field.scale == FieldScale::logarithmic && from > 0) {
    position = value > 0 ? logarithm(value / from) / logarithm(to / from) : 0;
  }
  return f32(std::clamp(position, 0.0, 1.0));
}

std::string_view choice_label(const Choice& choice) {
  return parse_number(choice.id) ? choice.meaning : choice.id;
}

// Name and symbol on the left; returns the height of the line.
float draw_label(const Ui& ui, ImVec2 at, const Field& field) {
  ImDrawList& list = canvas();
  float x = at.x + draw_text(list, ui.fonts.text, at, ui.theme.ink, field.name);
  if (!field.symbol.empty()) {
    x += 5;
    draw_formula(list, ui.fonts, {x, at.y}, ui.theme.ink, field.symbol, Maths::label);
  }
  return 20;
}

// The value at the right end; a click asks the page for a text field over it.
void value_button(Ui& ui, const Field& field, const std::string& text, const Call& call,
                  ImVec2 top_right) {
  const std::string shown = shown_text(field, text, 4);
  const float width = text_size(ui.fonts.text, shown).x;
  const ImVec2 size = {std::max(width + 12, measure::least_target), measure::least_target};
  const ImVec2 corner = {top_right.x + 6 - size.x, top_right.y - 3};
  ImGui::SetCursorScreenPos(corner);
  if (press(ui, "value", size, true)) {
    ui.request_edit(call, "value", text,
                    {{top_right.x - std::max(width + 24, 84.0F), top_right.y - 3},
                     {top_right.x + 6, top_right.y + 19}});
  }
  if (ImGui::IsItemHovered()) {
    canvas().AddRectFilled(corner, corner + size, ui.theme.hover, 4);
    ui.cursor = "text";
  }
  draw_text(canvas(), ui.fonts.text, {top_right.x - width, top_right.y}, ui.theme.ink, shown);
}

// The choices of a field, as segments where they fit into a line, otherwise as a list. Returns the
// index of one that was clicked.
std::optional<std::size_t> choose(Ui& ui, const Field& field, std::size_t current, ImVec2 start,
                                  float width) {
  std::optional<std::size_t> result;
  float labels = 0;
  for (const Choice& choice : field.choices) {
    labels += text_size(ui.fonts.text, choice_label(choice)).x + 16;
  }
  if (field.choices.size() <= 3 && labels <= width) {
    std::vector<Segment> segments;
    for (const Choice& choice : field.choices) {
      segments.push_back({.label = choice_label(choice), .hint = choice.meaning});
    }
    ImGui::SetCursorScreenPos({start.x, start.y + 24});
    if (const auto chosen = segmented(ui, "choice", segments, static_cast<int>(current), width)) {
      result = static_cast<std::size_t>(*chosen);
    }
    vertical_space(8);
    return result;
  }
  // Beside the label where every choice can be read there, else below it.
  float widest = 0;
  for (const Choice& choice : field.choices) {
    widest = std::max(widest, text_size(ui.fonts.text, choice_label(choice)).x + 36);
  }
  const float beside = width - text_size(ui.fonts.text, field.name).x - 36;
  const bool below = widest > beside;
  const float list = below ? width : std::min(beside, std::max(widest, 110.0F));
  const float top = start.y + (below ? 24 : -4);
  ImGui::SetCursorScreenPos({start.x + width - list, top});
  if (begin_combo(ui, "choice", choice_label(field.choices[current]), list)) {
    for (std::size_t i = 0; i < field.choices.size(); ++i) {
      const Choice& choice = field.choices[i];
      const bool worded = choice_label(choice) == choice.meaning;
      if (combo_item(ui, choice_label(choice), worded ? "" : choice.meaning, i == current)) {
        result = i;
      }
    }
    end_combo();
  }
  ImGui::SetCursorScreenPos({start.x, top + measure::control_height + 6});
  vertical_space(4);
  return result;
}

}  // namespace

// --- Containers ---

void begin_card(Ui& ui, const char* id, std::string_view title, float padding, float height) {
  ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, measure::radius);
  ImGui::PushStyleVar(ImGuiStyleVar_ChildBorderSize, 1.0F);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(measure::padding, padding));
  ImGui::PushStyleColor(ImGuiCol_ChildBg, ui.theme.card);
  ImGui::BeginChild(id, {ui.card_width, height},
                    ImGuiChildFlags_Borders | (height > 0 ? 0 : ImGuiChildFlags_AutoResizeY),
                    ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(3);
  if (!title.empty()) {
    draw_text(canvas(), ui.fonts.heading, ImGui::GetCursorScreenPos(), ui.theme.soft, title);
    vertical_space(24);
  }
}

void end_card(Ui&) { ImGui::EndChild(); }

void vertical_space(float height) { ImGui::Dummy({0, height}); }

// --- Controls ---

bool press(Ui& ui, const char* id, ImVec2 size, bool enabled) {
  ImGui::BeginDisabled(!enabled);
  const bool clicked = ImGui::InvisibleButton(id, size);
  ImGui::EndDisabled();
  if (enabled && ImGui::IsItemHovered()) ui.cursor = "pointer";
  return clicked;
}

bool text_button(Ui& ui, const char* id, std::string_view label, float width, ButtonLook look) {
  const Face& face = ui.fonts.text;
  const float wanted = text_size(face, label).x + 24;
  if (width <= 0) width = wanted;
  const bool clicked = press(ui, id, {width, measure::control_height}, look.enabled);
  const Rect rect = last_item();
  const ImU32 color = draw_button(ui, rect, look);
  const std::string shown = shortened(face, label, width - 12);
  draw_text(canvas(), face,
            {std::floor(rect.center().x - text_size(face, shown).x / 2), centered(rect, face)},
            color, shown);
  return clicked;
}

bool icon_button(Ui& ui, const char* id, Icon icon, std::string_view explanation, ButtonLook look,
                 float size) {
  const bool clicked = press(ui, id, {size, size}, look.enabled);
  const Rect rect = last_item();
  const ImU32 color = draw_button(ui, rect, look);
  draw_icon(canvas(), icon, rect.center(), color, size <= measure::least_target ? 0.8F : 1.0F);
  hint(ui, explanation);
  return clicked;
}

namespace {

float marker_width(const Segment& segment) { return segment.marker >= 0 ? 16 : 0; }

}  // namespace

std::optional<int> segmented(Ui& ui, const char* id, std::span<const Segment> segments, int current,
                             float width) {
  std::optional<int> chosen;
  const auto count = static_cast<int>(segments.size());
  Face face = ui.fonts.text;
  float gap = 6, beside_label = 8;  // of which half stands on either side
  float all = 0, widest = 0, room = 0;
  const auto width_of = [&](const Segment& segment) {
    return text_size(face, segment.label).x + marker_width(segment) + beside_label;
  };
  const auto has_room = [&] {
    all = widest = 0;
    for (const Segment& segment : segments) {
      const float needed = width_of(segment);
      widest = std::max(widest, needed);
      all += needed;
    }
    room = width - gap * f32(count - 1);
    return all <= room;
  };
  // Else they are smaller, and closer together.
  if (!has_room()) {
    face = ui.fonts.small;
    gap = 2;
    beside_label = 4;
    has_room();
  }
  const float each = room / f32(count);
  ImGui::PushID(id);
  for (int i = 0; i < count; ++i) {
    const Segment& segment = segments[static_cast<std::size_t>(i)];
    if (i > 0) ImGui::SameLine(0, gap);
    ImGui::PushID(i);
    // Of one width, unless one of them would not hold its label then.
    const float wide = widest <= each ? each : width_of(segment) + (room - all) / f32(count);
    if (press(ui, "segment", {std::floor(wide), measure::control_height}, true)) chosen = i;
    ImGui::PopID();
    const Rect rect = last_item();
    const bool on = i == current;
    const ImU32 frame_color = draw_button(ui, rect, {.pale = segment.pale, .on = on});
    const ImU32 color = on || segment.pale ? frame_color : ui.theme.soft;
    const float marker = marker_width(segment);
    const std::string label = shortened(face, segment.label, rect.width() - marker - beside_label);
    const float text_width = text_size(face, label).x;
    float x = std::floor(rect.center().x - (text_width + marker) / 2);
    if (segment.marker >= 0) {
      const ImU32 shape = ui.theme.class_color(segment.marker);
      draw_marker(canvas(), segment.marker, {x + 5, rect.center().y}, 5, shape, 0, 0);
      x += marker;
    }
    draw_text(canvas(), face, {x, centered(rect, face)}, color, label);
    if (!segment.hint.empty()) hint(ui, segment.hint);
  }
  ImGui::PopID();
  return chosen;
}

bool combo_button(Ui& ui, const char* id, std::string_view label, float width, ComboLook look) {
  const Face& face = look.strong ? ui.fonts.strong : ui.fonts.text;
  if (width <= 0) width = text_size(face, label).x + 36;
  const bool clicked = press(ui, id, {width, measure::control_height}, true);
  const Rect rect = last_item();
  if (look.strong) {
    canvas().AddRectFilled(rect.min, rect.max, ui.theme.field, measure::control_radius);
  }
  const ImU32 color = draw_button(ui, rect, {.framed = look.framed});
  if (label.empty()) {
    draw_icon(canvas(), look.icon, rect.center(), color);
  } else {
    draw_text(canvas(), face, {rect.min.x + 11, centered(rect, face)}, color,
              shortened(face, label, width - 34));
    draw_icon(canvas(), Icon::chevron_down, {rect.max.x - 14, rect.center().y}, ui.theme.soft,
              0.9F);
  }
  return clicked;
}

bool begin_combo(Ui& ui, const char* id, std::string_view label, float width, float list_width,
                 bool strong, bool framed) {
  const bool clicked = combo_button(ui, id, label, width, {.strong = strong, .framed = framed});
  const Rect rect = last_item();
  return begin_menu(ui, id, rect, clicked, {.least = std::max(rect.width(), list_width)});
}

void end_combo() { end_menu(); }

bool combo_item(Ui& ui, std::string_view label, std::string_view detail, bool current,
                std::string_view also, std::string_view misfit) {
  constexpr float detail_width = 290;
  const float room = ImGui::GetContentRegionAvail().x;
  const bool enabled = misfit.empty();
  const std::string below =
      enabled ? std::string(detail) : sentence(detail, detail.empty() ? "" : " ", misfit);
  std::vector<std::string_view> lines = wrapped(ui.fonts.small, below, detail_width);
  float needed = text_size(ui.fonts.text, label).x + 40;
  for (const std::string_view line : lines) {
    needed = std::max(needed, text_size(ui.fonts.small, line).x + 20);
  }
  ui.menu.width = std::max(ui.menu.width, needed);
  if (needed > room) lines = wrapped(ui.fonts.small, below, room - 20);
  const float height = 28 + (lines.empty() ? 0 : 16 * f32(static_cast<double>(lines.size())) + 2);
  const MenuRow row =
      menu_row(ui, sentence(label, " ", detail, " ", also), {room, height}, enabled, current);
  if (!row.shown) return false;
  const Rect& rect = row.rect;
  const Face& face = current ? ui.fonts.strong : ui.fonts.text;
  draw_text(canvas(), face, rect.min + ImVec2(10, 5), enabled ? ui.theme.ink : ui.theme.faint,
            shortened(face, label, rect.width() - 36));
  if (current) {
    draw_icon(canvas(), Icon::check, {rect.max.x - 14, rect.min.y + 14}, ui.theme.ink, 0.9F);
  }
  float y = rect.min.y + 25;
  for (const std::string_view line : lines) {
    draw_text(canvas(), ui.fonts.small, {rect.min.x + 10, y},
              enabled ? ui.theme.soft : ui.theme.faint, line);
    y += 16;
  }
  return row.chosen;
}

Hold hold_of_last_item(Ui& ui, bool upright) {
  const bool active = ImGui::IsItemActive(), ended = ImGui::IsItemDeactivated();
  if (!ui.touch) return {ImGui::IsItemActivated(), active, ended};
  const ImGuiID id = ImGui::GetItemID();
  const ImVec2 way = ImGui::GetMouseDragDelta(0, 0);
  const float along = std::abs(upright ? way.y : way.x), across = std::abs(upright ? way.x : way.y);
  if (ended) {
    const bool meant = ui.finger_means == id;
    const bool tapped = !meant && std::max(along, across) <= finger_slack;
    ui.finger_means = 0;
    return {tapped, tapped, meant || tapped};
  }
  const bool began = active && ui.finger_means != id && along > finger_slack && along > across;
  if (began) ui.finger_means = id;
  return {began, active && ui.finger_means == id, false};
}

SliderEvent slider_track(Ui& ui, const char* id, float& position, float width) {
  constexpr float knob = 6.5F;
  SliderEvent event;
  ImGui::InvisibleButton(id, {width, measure::least_target});
  const Rect rect = last_item();
  const Hold hold = hold_of_last_item(ui);
  event.began = hold.began;
  event.ended = hold.ended;
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) ui.cursor = "pointer";
  if (hold.held) {
    const float wanted =
        (ImGui::GetIO().MousePos.x - rect.min.x - knob) / std::max(1.0F, width - 2 * knob);
    const float clamped = std::clamp(wanted, 0.0F, 1.0F);
    event.changed = clamped != position;
    position = clamped;
  }
  const float y = rect.center().y;
  const float x = rect.min.x + knob + position * (width - 2 * knob);
  ImDrawList& list = canvas();
  list.AddRectFilled({rect.min.x, y - 1.5F}, {rect.max.x, y + 1.5F}, ui.theme.hairline, 1.5F);
  list.AddRectFilled({rect.min.x, y - 1.5F}, {x, y + 1.5F}, ui.theme.ink, 1.5F);
  list.AddCircleFilled({x, y}, knob, ui.theme.card);
  list.AddCircle({x, y}, knob - 0.5F, ui.theme.ink, 0, ImGui::IsItemActive() ? 2.5F : 1.75F);
  return event;
}

void field_row(Ui& ui, const Field& field, const std::string& text, const Call& call) {
  const auto set = [&](std::string_view value) { ui.send(with(call, {"value", value})); };
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::PushID(field.id.data(), field.id.data() + field.id.size());
  // The label's own area explains the field.
  ImGui::InvisibleButton("label", {width * 0.62F, 20});
  if (field.formula.empty()) {
    hint(ui, field.meaning);
  } else {
    hint(ui, sentence(field.meaning, " ", field.formula));
  }
  draw_label(ui, start, field);

  switch (field.type) {
    case FieldType::real:
    case FieldType::integer: {
      value_button(ui, field, text, call, {start.x + width, start.y});
      ImGui::SetCursorScreenPos({start.x, start.y + 21});
      const double value = parse_number(text).value_or(0);
      const float before = position_of(field, value);
      float position = before;
      const SliderEvent event = slider_track(ui, "track", position, width);
      if (event.began) ui.begin_gesture(call);
      if (event.changed) {
        const double next = value_at(field, position);
        if (next != value) ui.drag({{"value", next}});
      }
      if (event.ended) ui.end_gesture();
      vertical_space(3);
      break;
    }
    case FieldType::choice:
    case FieldType::variant: {
      if (const auto chosen = choose(ui, field, chosen_index(field, text), start, width)) {
        set(std::string(field.choices[*chosen].id));
      }
      break;
    }
    case FieldType::pattern_list: {
      const bool given = !text.empty();
      if (given) {
        ImGui::SetCursorScreenPos({start.x + width - 56, start.y - 5});
        if (text_button(ui, "reset", "Reset", 56, {.framed = false})) set("");
      }
      ImGui::SetCursorScreenPos({start.x - 4, start.y + 23});
      const std::string shown =
          given ? text
                : sentence("all ", short_text(field.filler), "; drag a tick in the margin chart");
      const ImVec2 at = {start.x, start.y + 26};
      if (press(ui, "list", {width + 8, measure::least_target}, true)) {
        ui.request_edit(call, "value", text, {at - ImVec2(4, 3), at + ImVec2(width, 21)});
      }
      if (ImGui::IsItemHovered()) {
        canvas().AddRectFilled(at - ImVec2(4, 3), at + ImVec2(width + 4, 21), ui.theme.hover, 4);
        ui.cursor = "text";
      }
      draw_text(canvas(), ui.fonts.small, at, ui.theme.soft,
                shortened(ui.fonts.small, shown, width));
      vertical_space(3);
      break;
    }
  }
  if (field.type == FieldType::variant) {
    // The settings of what is chosen, one row each.
    const Choice& chosen = field.choices[chosen_index(field, text)];
    const auto spec = parse_spec(text);
    for (const Field& own : chosen.fields) {
      std::string value;
      for (const auto& [id, present] : spec ? spec->values : SpecValues{}) {
        if (id == own.id) value = present;
      }
      Call inner = call;
      for (Argument& argument : inner.arguments) {
        if (argument.name == "field") argument.text += sentence(":", own.id);
      }
      field_row(ui, own, value, inner);
    }
  }
  ImGui::PopID();
}

void labelled(Ui& ui, std::string_view label, float control_width) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  draw_text(canvas(), ui.fonts.text, {start.x, start.y + 7}, ui.theme.ink,
            shortened(ui.fonts.text, label, width - control_width - 8));
  ImGui::SetCursorScreenPos({start.x + width - control_width, start.y});
}

void note(Ui& ui, std::string_view text, ImU32 color) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  float y = start.y;
  for (const std::string_view line :
       wrapped(ui.fonts.small, text, ImGui::GetContentRegionAvail().x)) {
    draw_text(canvas(), ui.fonts.small, {start.x, y}, color, line);
    y += 17;
  }
  vertical_space(y - start.y);
}

void scroll_by_touch(Ui& ui) {
  if (!ui.touch || ui.finger_means != 0) return;
  ImGuiIO& io = ImGui::GetIO();
  const ImGuiWindow* window = ImGui::GetCurrentWindow();
  if (window->ScrollMax.y <= 0 || !ImGui::IsMouseDown(0)) return;
  // What a list lies on stays where it is.
  const bool in_list = (window->RootWindow->Flags & ImGuiWindowFlags_Popup) != 0;
  if (in_list != menu_is_open()) return;
  if (!window->InnerRect.Contains(io.MouseClickedPos[0])) return;
  const ImVec2 moved = ImGui::GetMouseDragDelta(0, 0);
  if (!ui.scrolling_by_touch && std::abs(moved.y) > finger_slack &&
      std::abs(moved.y) > std::abs(moved.x)) {
    // The finger wants to scroll, not to press what it started on.
    ui.scrolling_by_touch = true;
    ImGui::ClearActiveID();
  }
  if (ui.scrolling_by_touch) ImGui::SetScrollY(ImGui::GetScrollY() - io.MouseDelta.y);
}

}  // namespace marginscope
