#include "app/theme.h"

namespace marginscope {

ImU32 mix(ImU32 a, ImU32 b, float t) {
  const ImVec4 from = ImGui::ColorConvertU32ToFloat4(a), to = ImGui::ColorConvertU32ToFloat4(b);
  return ImGui::ColorConvertFloat4ToU32({from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t,
                                         from.z + (to.z - from.z) * t,
                                         from.w + (to.w - from.w) * t});
}

ImU32 faded(ImU32 color, float factor) {
  const auto alpha = static_cast<float>(color >> IM_COL32_A_SHIFT);
  return (color & ~IM_COL32_A_MASK) |
         (static_cast<ImU32>(alpha * factor + 0.5F) << IM_COL32_A_SHIFT);
}

Theme light_theme() {
  return {
      .dark = false,
      .ground = rgb(0xf4f5f7),
      .card = rgb(0xffffff),
      .hairline = rgb(0xe2e5ea),
      .ink = rgb(0x1b2330),
      .soft = rgb(0x5d6877),
      .faint = rgb(0x98a2b0),
      .field = rgb(0xf4f5f7),
      .hover = rgb(0xeceef2),
      .stop = rgb(0x7a3fd0),
      .shadow = IM_COL32(16, 24, 40, 22),
      .classes = {rgb(0xf59322), rgb(0x0877bd), rgb(0x2f9e6b), rgb(0xb0417f), rgb(0x8a6d1c),
                  rgb(0x35a7b8), rgb(0x9b4a32), rgb(0x6b7280)},
      // Told apart in grey, too: from dark to light as from solid to dotted.
      .strokes = {{rgb(0x2a3547), 0, 0, 1.75F},
                  {rgb(0x0d8a78), 6, 3, 1.75F},
                  {rgb(0xb8325f), 2, 2.5F, 1.75F},
                  {rgb(0x7d7a1a), 9, 3, 1.5F},
                  {rgb(0x6c7c93), 0, 0, 1.5F},
                  {rgb(0x35a08f), 3, 3, 1.5F}},
  };
}

Theme dark_theme() {
  return {
      .dark = true,
      .ground = rgb(0x0f1318),
      .card = rgb(0x171c23),
      .hairline = rgb(0x2a313b),
      .ink = rgb(0xe8ecf2),
      .soft = rgb(0xa3aebd),
      .faint = rgb(0x6b7685),
      .field = rgb(0x0f1318),
      .hover = rgb(0x222933),
      .stop = rgb(0xb794f6),
      .shadow = IM_COL32(0, 0, 0, 90),
      .classes = {rgb(0xffa94d), rgb(0x4db0ee), rgb(0x5fcf9a), rgb(0xe383b8), rgb(0xd4b85a),
                  rgb(0x6fd6e4), rgb(0xd98870), rgb(0xb4bcc8)},
      .strokes = {{rgb(0xdfe5ee), 0, 0, 1.75F},
                  {rgb(0x45c4af), 6, 3, 1.75F},
                  {rgb(0xf27a9e), 2, 2.5F, 1.75F},
                  {rgb(0xc9c255), 9, 3, 1.5F},
                  {rgb(0x8493a8), 0, 0, 1.5F},
                  {rgb(0x7fd8c9), 3, 3, 1.5F}},
  };
}

void apply_style(const Theme& theme) {
  ImGuiStyle& style = ImGui::GetStyle();
  style = ImGuiStyle();
  style.WindowPadding = {0, 0};
  style.WindowBorderSize = 0;
  style.ChildBorderSize = 0;
  style.PopupBorderSize = 1;
  style.PopupRounding = measure::control_radius + 1;
  style.ItemSpacing = {0, 0};
  style.ScrollbarSize = 8;
  style.ScrollbarRounding = 4;
  style.WindowMinSize = {1, 1};
  style.CircleTessellationMaxError = 0.15F;
  const auto set = [&style](ImGuiCol slot, ImU32 color) {
    style.Colors[slot] = ImGui::ColorConvertU32ToFloat4(color);
  };
  set(ImGuiCol_Text, theme.ink);
  set(ImGuiCol_WindowBg, theme.ground);
  set(ImGuiCol_ChildBg, IM_COL32_BLACK_TRANS);
  set(ImGuiCol_PopupBg, theme.card);
  set(ImGuiCol_Border, theme.hairline);
  set(ImGuiCol_ScrollbarBg, IM_COL32_BLACK_TRANS);
  set(ImGuiCol_ScrollbarGrab, mix(theme.hairline, theme.faint, 0.35F));
  set(ImGuiCol_ScrollbarGrabHovered, theme.faint);
  set(ImGuiCol_ScrollbarGrabActive, theme.soft);
  set(ImGuiCol_ModalWindowDimBg, IM_COL32(0, 0, 0, 90));
}

}  // namespace marginscope
