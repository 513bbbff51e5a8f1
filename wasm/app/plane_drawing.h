#pragma once

// What is drawn on the plane.

#include "app/ui.h"

namespace marginscope {

// The surface, its lines, the scales and the points, clipped to the view's rectangle. The surface
// is up to date.
void draw_plane(Ui& ui, ImDrawList& list);

}  // namespace marginscope
