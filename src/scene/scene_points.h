#pragma once  // for src/scene only

// The patterns of a scene in its text: on the grid, or exactly (scene_text.cpp says how they are written).

#include <string>
#include <string_view>

#include "core/result.h"
#include "scene/scene.h"

namespace marginscope {

// Whether all points are on the grid, with labels that fit beside them.
bool fits_grid(const Scene& scene);

// Of a scene that fits its grid.
std::string points_text(const Scene& scene);
// `columns` know their task. The error says which point is wrong.
Result<void> read_points(std::string_view text, const Grid& grid, Columns& columns);

std::string rows_text(const Dataset& data);
Result<void> read_rows(std::string_view text, Columns& columns);

}  // namespace marginscope
