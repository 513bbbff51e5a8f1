#include "app/menu.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cfloat>
#include <utility>

#include "app/widgets.h"

namespace marginscope {
namespace {

constexpr int most_at_a_glance = 8;  // rows; a longer list is searched by typing
constexpr int layouts_to_settle = 6;
constexpr float padding = 5, find_height = 30, heading_height = 28, column_gap = 4;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool has(std::string_view text, std::string_view word) {
  return std::search(text.begin(), text.end(), word.begin(), word.end(),
                     [](char a, char b) { return lower(a) == lower(b); }) != text.end();
}

bool searchable(const Menu& menu) { return menu.all > most_at_a_glance; }

// Whether each word that was typed is in the text, or else in the other.
bool found(const Menu& menu, std::string_view text, std::string_view other) {
  for (const std::string_view word : split(menu.find, ' ')) {
    if (!has(text, word) && !has(other, word)) return false;
  }
  return true;
}

void draw_find(const Ui& ui, float width) {
  const Menu& menu = ui.menu;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float y = at.y + (find_height - 4 - ui.fonts.text.size) / 2;
  list.AddRectFilled(at, at + ImVec2(width, find_height - 4), ui.theme.field, 5);
  const bool any = !menu.find.empty();
  const float x =
      at.x + 10 +
      draw_text(list, ui.fonts.text, {at.x + 10, y}, any ? ui.theme.ink : ui.theme.faint,
                any ? std::string_view(menu.find) : "Type to find");
  if (any) list.AddLine({x + 1.5F, y}, {x + 1.5F, y + ui.fonts.text.size}, ui.theme.ink);
  if (any && menu.shown == 0) {
    draw_text(list, ui.fonts.small, {x + 12, y + 1}, ui.theme.soft, "is in none of them");
  }
  vertical_space(find_height);
}

void draw_heading(Ui& ui) {
  Menu& menu = ui.menu;
  if (menu.heading_drawn || menu.heading.empty()) return;
  menu.heading_drawn = true;
  menu.column = 0;
  draw_text(*ImGui::GetWindowDrawList(), ui.fonts.heading,
            ImGui::GetCursorScreenPos() + ImVec2(10, 9), ui.theme.soft, menu.heading);
  vertical_space(heading_height);
}

void seek(Menu& menu) {
  menu.row = -1;
  menu.seeking = true;
}

// Round the ends of a list; in several columns they are where the keys stop.
void move_row(Menu& menu, int by) {
  if (menu.shown == 0) return;
  const int next = menu.row + by;
  if (menu.row < 0) {
    menu.row = by > 0 ? 0 : menu.shown - 1;
  } else if (menu.columns == 1) {
    menu.row = (next + menu.shown) % menu.shown;
  } else if (next >= 0 && next < menu.shown) {
    menu.row = next;
  }
}

}  // namespace

bool begin_menu(Ui& ui, const char* id, const Rect& place, bool pressed, MenuLook look) {
  Menu& menu = ui.menu;
  ImGui::PushID(id);
  if (pressed || menu.wanted == id) {
    menu = {};
    menu.unsettled = layouts_to_settle;
    ImGui::OpenPopup("list");
  }
  if (!ImGui::IsPopupOpen("list")) {
    ImGui::PopID();
    return false;
  }
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float below = screen.y - place.max.y - 12, above = place.min.y - 12;
  const bool down = below >= std::max(menu.height, 80.0F) || below >= above;
  const float height = std::max(down ? below : above, 80.0F);
  const float scrollbar = menu.height > height ? ImGui::GetStyle().ScrollbarSize : 0;
  const float wanted = std::min(menu.width + 2 * padding + scrollbar, look.most);
  const float width = std::min(std::max(look.least, wanted), screen.x - 12);
  ImGui::SetNextWindowPos({std::clamp(place.min.x, 6.0F, std::max(6.0F, screen.x - width - 6)),
                           down ? place.max.y + 4 : place.min.y - 4},
                          ImGuiCond_Always, {0, down ? 0.0F : 1.0F});
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(padding, padding));
  const bool open =
      ImGui::BeginPopup("list", ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoScrollbar |
                                    ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar();
  if (!open) {
    ImGui::PopID();
    return false;
  }
  if (ui.close_popups) ImGui::CloseCurrentPopup();
  menu.laid_out = true;
  menu.columns = look.columns;
  menu.column = 0;
  menu.taking = std::exchange(menu.take, false);
  const bool line = searchable(menu) && !ui.touch;
  if (line) draw_find(ui, width - 2 * padding);
  menu.shown = menu.all = 0;
  menu.width = 0;
  menu.heading.clear();
  ImGui::SetNextWindowSizeConstraints({0, 0},
                                      {FLT_MAX, height - 2 * padding - (line ? find_height : 0)});
  ImGui::BeginChild("rows", {width - 2 * padding, 0}, ImGuiChildFlags_AutoResizeY);
  menu.height = std::max(menu.height, ImGui::GetCurrentWindow()->ContentSize.y + 2 * padding +
                                          (line ? find_height : 0));
  scroll_by_touch(ui);
  return true;
}

void end_menu() {
  ImGui::EndChild();
  ImGui::EndPopup();
  ImGui::PopID();
}

void menu_heading(Ui& ui, std::string_view text) {
  ui.menu.heading = text;
  ui.menu.heading_drawn = false;
}

MenuRow menu_row(Ui& ui, std::string_view words, ImVec2 size, bool enabled, bool current) {
  Menu& menu = ui.menu;
  MenuRow row;
  const int id = menu.all++;
  if (!found(menu, words, menu.heading)) return row;
  draw_heading(ui);
  if (menu.column > 0) ImGui::SameLine(0, column_gap);
  menu.column = (menu.column + 1) % menu.columns;
  const int index = enabled ? menu.shown++ : -1;
  ImGui::PushID(id);
  const bool clicked = press(ui, "row", size, enabled);
  ImGui::PopID();
  row.rect = {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
  row.shown = true;
  if (!enabled) return row;
  const ImVec2 moved = ImGui::GetIO().MouseDelta;
  if (menu.seeking) {
    // One that has the words itself is better than one below a heading that has them.
    menu.seeking = !found(menu, words, "");
    if (menu.row < 0 || !menu.seeking) menu.row = index;
  } else if (menu.row < 0 && current && menu.find.empty()) {
    menu.row = index;
  } else if (ImGui::IsItemHovered() && (moved.x != 0 || moved.y != 0)) {
    menu.row = index;
  }
  if (index == menu.row) {
    ImGui::GetWindowDrawList()->AddRectFilled(row.rect.min, row.rect.max, ui.theme.hover, 5);
    if (menu.unsettled > 0) ImGui::ScrollToItem(ImGuiScrollFlags_KeepVisibleEdgeY);
  }
  row.chosen = clicked || (menu.taking && index == menu.row);
  if (row.chosen) ImGui::CloseCurrentPopup();
  return row;
}

void want_menu(Ui& ui, std::string_view id) {
  ui.menu.wanted = id;
  ui.menu.stale = true;
}

bool menu_is_open() { return GImGui->OpenPopupStack.Size > 0; }

bool press_menu_key(Ui& ui, std::string_view key) {
  Menu& menu = ui.menu;
  // A letter is one character, in however many bytes; the other keys have names.
  const bool letter = key.size() == 1 || (!key.empty() && (key[0] & 0x80) != 0);
  if (key == "ArrowDown" || key == "ArrowUp") {
    move_row(menu, key == "ArrowDown" ? menu.columns : -menu.columns);
  } else if (key == "ArrowRight" || key == "ArrowLeft") {
    if (menu.columns > 1) move_row(menu, key == "ArrowRight" ? 1 : -1);
  } else if (key == "Home" || key == "End") {
    menu.row = key == "Home" ? 0 : menu.shown - 1;
  } else if (key == "Enter") {
    menu.take = true;
  } else if (key == "Escape") {
    ui.close_popups = true;
  } else if (searchable(menu) && key == "Backspace") {
    while (!menu.find.empty() && (menu.find.back() & 0xC0) == 0x80) menu.find.pop_back();
    if (!menu.find.empty()) menu.find.pop_back();
    seek(menu);
  } else if (searchable(menu) && letter) {
    if (key != " " || !menu.find.empty()) menu.find += key;
    seek(menu);
  } else {
    return false;
  }
  menu.unsettled = layouts_to_settle;
  return true;
}

bool settle_menu(Ui& ui) {
  Menu& menu = ui.menu;
  if (!menu.laid_out && menu_is_open()) ImGui::ClosePopupToLevel(0, false);
  menu.laid_out = menu.stale = menu.seeking = false;
  if (menu.due) menu.wanted.clear();
  menu.due = !menu.wanted.empty();
  menu.unsettled = menu_is_open() ? std::max(menu.unsettled - 1, 0) : 0;
  return menu.unsettled > 0;
}

}  // namespace marginscope
