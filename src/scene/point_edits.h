#pragma once  // for src/scene only

// The edits of points (command.h), each of which leaves the scene as it was where it is refused.

#include <vector>

#include "scene/command.h"

namespace marginscope {

// Of each point of the scene, whether the list has it.
std::vector<bool> listed(const Scene& scene, const std::vector<int>& indices);

// An error if there is no point of one of these indices.
Result<void> check_indices(const Scene& scene, const std::vector<int>& indices);

Result<void> edit(Scene& scene, const AddPoint& command, LastPlane& planes);
Result<void> edit(Scene& scene, const MovePoint& command, LastPlane& planes);
Result<void> edit(Scene& scene, const MovePoints& command, LastPlane& planes);
Result<void> edit(Scene& scene, const DuplicatePoints& command, LastPlane& planes);
Result<void> edit(Scene& scene, const RemovePoints& command);
Result<void> edit(Scene& scene, const SetLabel& command);
Result<void> edit(Scene& scene, const FlipLabels& command);
Result<void> edit(Scene& scene, const LabelByCurve& command, LastPlane& planes);
Result<void> edit(Scene& scene, const SetPart& command);
Result<void> edit(Scene& scene, const AddNoise& command);
Result<void> edit(Scene& scene, const Spray& command, LastPlane& planes);
Result<void> edit(Scene& scene, const SplitValidation& command);

}  // namespace marginscope
