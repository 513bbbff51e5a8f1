#pragma once

// For the files that give functions of Dear ImGui's own a body of ours: what they must do was read in
// these versions. With another, read there again what is asked of them.

#include <imgui_internal.h>

static_assert(IMGUI_VERSION_NUM >= 19222 && IMGUI_VERSION_NUM <= 19250);
