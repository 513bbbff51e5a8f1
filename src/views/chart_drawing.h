#pragma once  // for src/views only

// Charts as marks of a picture that stands alone.

#include "session/session.h"
#include "views/chart_list.h"
#include "views/tile.h"

namespace marginscope {

// A chart of the chosen machine, which has a run, or what several are compared by, at the present
// iteration. What has no values now has its axes alone.
void draw_chart(Tile& tile, const Session& session, const Chart& chart);

}  // namespace marginscope
