// The playground uses neither tables nor columns. Dear ImGui's own file of them weighs 11 KB in a
// first visit (gzip), because what the rest of the library asks of tables cannot be told from their
// use; this is what it asks, with nothing to do.

#include <imgui_internal.h>

namespace ImGui {

void EndTable() {}
void EndColumns() {}
void TablePushColumnChannel(int) {}
void TablePopColumnChannel() {}
void TableSettingsAddSettingsHandler() {}
void TableGcCompactSettings() {}
void TableGcCompactTransientBuffers(ImGuiTable*) {}
void TableGcCompactTransientBuffers(ImGuiTableTempData*) {}

}  // namespace ImGui
