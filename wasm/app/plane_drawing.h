#pragma once

// What is drawn on the plane.

#include <array>

#include "app/ui.h"

namespace marginscope {

// Where a point of the scene lies, in plane units.
std::array<double, 2> place_of(const Session& session, int point);

// Index of the predicted class, −1 where the decision value is not a number or exactly 0.
int predicted_class(const Surface& surface, int point);

// The surface, its lines, the scales and the points, clipped to the view's rectangle. The surface
// is up to date.
void draw_plane(Ui& ui, ImDrawList& list);

}  // namespace marginscope
