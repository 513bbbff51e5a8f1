#pragma once

// The decision surface over the visible part of the plane, as it changes.

#include "views/surface.h"

namespace marginscope {

struct Ui;

// Brings ui.surface up to date with session and view: coarsely while they change, in full once they
// rest, in slices (finer_surface) where that takes more than a frame has time for.
void update_surface(Ui& ui);

// Goes on with ui.finer_surface, which is there; true once update_surface can take it.
bool refine_surface(Ui& ui);

}  // namespace marginscope
