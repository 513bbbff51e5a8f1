#pragma once

// What is drawn on the plane's card.

#include <string_view>

#include "app/ui.h"
#include "picture/drawing.h"

namespace marginscope {

// The surface, its lines, the scales and the points (views/plane_drawing.h), clipped to the view's
// rectangle. The surface is up to date. `below_points` adds what lies between; null: nothing.
void draw_plane(Ui& ui, ImDrawList& list, void (*below_points)(Ui& ui, picture::Drawing& drawing));

// The proof that is shown, to be drawn below the points.
void add_shown_proof(Ui& ui, picture::Drawing& drawing);

// A sentence on a plate at the foot of a part of the card, as wide as it needs; or below the card, which
// leaves it the room. On a low card it would cover what it speaks of, or take too much, and is left out.
void draw_told(Ui& ui, ImDrawList& list, const Rect& part, std::string_view text);
void tell_below(Ui& ui, Rect& card, std::string_view text);

// Covers what lies outside the card's rounded corners, then draws the border.
void draw_corners(const Ui& ui, ImDrawList& list, const Rect& rect);

}  // namespace marginscope
