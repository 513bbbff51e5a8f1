#include "app/theme.h"

#include <algorithm>

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

Theme theme_of(bool dark, bool contrast) {
  const picture::Colours& colours = picture::colours_of(dark, contrast);
  Theme theme{.dark = dark,
              .contrast = contrast,
              .colours = &colours,
              .ground = rgb(colours.ground),
              .card = rgb(colours.card),
              .hairline = rgb(colours.hairline),
              .ink = rgb(colours.ink),
              .soft = rgb(colours.soft),
              .faint = rgb(colours.faint),
              .field = rgb(colours.field),
              .hover = rgb(colours.hover),
              .stop = rgb(colours.stop),
              .shadow = dark ? IM_COL32(0, 0, 0, 90) : IM_COL32(16, 24, 40, 22),
              .classes = {},
              .strokes = {}};
  std::ranges::transform(colours.classes, theme.classes, rgb);
  std::ranges::transform(picture::series_strokes, colours.series, theme.strokes,
                         [](const picture::SeriesStroke& stroke, unsigned colour) {
                           return Stroke{rgb(colour), stroke.dash, stroke.gap, stroke.width};
                         });
  return theme;
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
