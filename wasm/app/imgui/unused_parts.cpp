// The playground uses neither tables, columns, tabs, menu bars, trees nor the selection of many. Dear
// ImGui's own code for them weighs 13 KB in a first visit (gzip), because what the rest of the library
// asks of them cannot be told from their use; this is what it asks, with nothing to do.

#include "app/imgui/version.h"

namespace ImGui {

void EndTable() {}
void EndColumns() {}
void PushColumnsBackground() {}
void PopColumnsBackground() {}
void TableEndCell(ImGuiTable*) {}
void TableEndRow(ImGuiTable*) {}
void TablePushBackgroundChannel() {}
void TablePopBackgroundChannel() {}
void TablePushColumnChannel(int) {}
void TablePopColumnChannel() {}
void TableSettingsAddSettingsHandler() {}
void TableGcCompactSettings() {}
void TableGcCompactTransientBuffers(ImGuiTable*) {}
void TableGcCompactTransientBuffers(ImGuiTableTempData*) {}

// Where a frame ends imgui.cpp closes what was left open; it is compiled to call these (app.cmake).
void EndNoTabBar() {}
ImGuiMultiSelectIO* EndNoMultiSelect() { return nullptr; }
void EndNoMenuBar() {}
void PopNoTree() {}

}  // namespace ImGui
