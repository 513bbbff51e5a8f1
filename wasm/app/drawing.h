#pragma once

// What the panels draw on a draw list: icons, the shapes of the classes, dashed lines.

#include <imgui.h>

#include "app/ui.h"

namespace marginscope {

enum class Icon {
  to_start, step_back, play, pause, step_forward, to_end,
  undo, redo, close, plus, dice, fit, sun, moon, link, terminal, chevron_down, chevron_right,
  check, trash, move, erase, menu
};

// All icons fill a square of 16 px around `center` with one stroke weight.
void draw_icon(ImDrawList& list, Icon icon, ImVec2 center, ImU32 color, float scale = 1);

// The shape of a class: circle, square, triangle, diamond …, of the area of a circle of `radius`.
// A colour of 0 leaves fill or outline out.
void draw_marker(ImDrawList& list, int class_index, ImVec2 center, float radius, ImU32 fill,
                 ImU32 outline, float outline_width);

void draw_dashed(ImDrawList& list, ImVec2 from, ImVec2 to, const Stroke& stroke);

}  // namespace marginscope
