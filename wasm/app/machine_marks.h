#pragma once

// How several machines are told apart wherever they are drawn together: by letter, dash and colour
// (views/plane_drawing.h).

#include <imgui.h>

#include "app/theme.h"

namespace marginscope {

struct Ui;

// The line of a machine by its place from 0; that of the chosen one is stronger.
Stroke machine_stroke(const Ui& ui, int place);

// Its letter in a disc of its colour, in a ring where it is not the chosen one.
void draw_machine_letter(const Ui& ui, ImDrawList& list, int place, ImVec2 center);

}  // namespace marginscope
