#include "app/explanations.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace marginscope {
namespace {

constexpr float card_title = 19, card_line = 18, card_sample = 20;

float card_indent(std::span<const ReadOut> lines) {
  const bool samples = std::any_of(lines.begin(), lines.end(),
                                   [](const ReadOut& line) { return line.stroke != nullptr; });
  return samples ? card_sample : 0;
}

}  // namespace

void hint(Ui& ui, std::string_view text) {
  if (text.empty() || ui.touch) return;
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) || ImGui::IsMouseDown(0)) return;
  const unsigned id = ImGui::GetItemID();
  ui.next_hint = id;
  // After a press it stays quiet until the pointer has been elsewhere.
  if (ui.hint != id || ui.hint_since > ui.now) return;
  const double due = ui.hint_since + rest_before_hint;
  if (ui.now < due) {
    ui.wake_at = due;
    return;
  }
  draw_hint(ui, text);
}

void draw_hint(const Ui& ui, std::string_view text) {
  constexpr float most = 300;
  const std::vector<std::string_view> lines = wrapped(ui.fonts.small, text, most);
  float width = 0;
  for (const std::string_view line : lines) {
    width = std::max(width, text_size(ui.fonts.small, line).x);
  }
  const float height = 17 * f32(static_cast<double>(lines.size()));
  const Rect item = {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float x =
      std::clamp(item.center().x - width / 2 - 10, 6.0F, std::max(6.0F, screen.x - width - 26));
  float y = item.max.y + 6;
  if (y + height + 14 > screen.y) y = item.min.y - height - 20;
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const ImVec2 from = {std::floor(x), std::floor(y)};
  const ImVec2 to = {from.x + width + 20, from.y + height + 12};
  list.AddRectFilled(from, to, ui.theme.dark ? rgb(0x2a313b) : rgb(0x1b2330), 6);
  float at = from.y + 6;
  for (const std::string_view line : lines) {
    draw_text(list, ui.fonts.small, {from.x + 10, at}, rgb(0xf4f5f7), line);
    at += 17;
  }
}

ImVec2 card_size(const Ui& ui, std::string_view title, std::span<const ReadOut> lines) {
  float label_width = 0, value_width = 0;
  for (const ReadOut& line : lines) {
    label_width = std::max(label_width, formula_width(ui.fonts, line.label, Maths::small));
    value_width = std::max(value_width, text_size(ui.fonts.small, line.value).x);
  }
  return {std::max(text_size(ui.fonts.heading, title).x,
                   card_indent(lines) + label_width + 14 + value_width),
          card_title + card_line * f32(static_cast<double>(lines.size()))};
}

void draw_card(const Ui& ui, ImDrawList& list, ImVec2 at, float width, std::string_view title,
               std::span<const ReadOut> lines) {
  const float indent = card_indent(lines), right = at.x + width;
  draw_text(list, ui.fonts.heading, at, ui.theme.ink, title);
  at.y += card_title;
  for (const ReadOut& line : lines) {
    if (line.stroke) {
      draw_dashed(list, {at.x, at.y + 8}, {at.x + 14, at.y + 8}, *line.stroke);
    }
    draw_formula(list, ui.fonts, {at.x + indent, at.y}, ui.theme.soft, line.label, Maths::small);
    draw_text(list, ui.fonts.small, {right - text_size(ui.fonts.small, line.value).x, at.y},
              ui.theme.ink, line.value);
    at.y += card_line;
  }
}

void hover_card(Ui& ui, ImVec2 at, std::string_view title, std::span<const ReadOut> lines) {
  constexpr float pad = 11;
  const ImVec2 content = card_size(ui, title, lines);
  const float width = content.x + 2 * pad, height = content.y + 15;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  float x = at.x + 16, y = at.y - height - 12;
  if (x + width > screen.x - 6) x = at.x - width - 16;
  if (y < 6) y = at.y + 16;
  x = std::floor(std::clamp(x, 6.0F, std::max(6.0F, screen.x - width - 6)));
  y = std::floor(std::clamp(y, 6.0F, std::max(6.0F, screen.y - height - 6)));
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const ImVec2 from = {x, y}, to = {x + width, y + height};
  for (int i = 3; i > 0; --i) {
    const ImVec2 spread = {f32(i) * 1.5F, f32(i) * 1.5F};
    list.AddRectFilled(from - spread + ImVec2(0, 2), to + spread + ImVec2(0, 2),
                       faded(ui.theme.shadow, 0.4F), 8 + f32(i));
  }
  list.AddRectFilled(from, to, ui.theme.card, 8);
  list.AddRect(from, to, ui.theme.hairline, 8);
  draw_card(ui, list, from + ImVec2(pad, 8), content.x, title, lines);
}

}  // namespace marginscope
