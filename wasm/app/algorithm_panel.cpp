// The algorithm and its settings, made from its field table.

#include "app/panels.h"
#include "app/widgets.h"
#include "solvers/registry.h"

namespace marginscope {
namespace {

// The step as its paper writes it; as many of its assignments in a line as there is room for.
void formula_lines(Ui& ui, std::string_view step) {
  constexpr float between = 14;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float room = ImGui::GetContentRegionAvail().x;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  float x = 0, y = 0;
  for (std::string_view piece : split(step, ';')) {
    piece = trimmed(piece);
    const float width = formula_width(ui.fonts, piece, true);
    if (x > 0 && x + width > room) {
      x = 0;
      y += 18;
    }
    if (width <= room) {
      draw_formula(list, ui.fonts, start + ImVec2(x, y), ui.theme.ink, piece, true);
    } else {
      draw_text(list, ui.fonts.small, start + ImVec2(x, y), ui.theme.ink,
                shortened(ui.fonts.small, piece, room));
    }
    x += width + between;
  }
  ImGui::InvisibleButton("step", {room, y + 18});
}

}  // namespace

void algorithm_panel(Ui& ui) {
  const Session& session = ui.session();
  const Spec& spec = session.scene().algorithm;
  const auto found = find_algorithm(spec.name);
  if (!found) return;
  const Algorithm& algorithm = **found;
  begin_card(ui, "algorithm", "Algorithm");
  if (begin_combo(ui, "algorithms", algorithm.name, ImGui::GetContentRegionAvail().x, 320, true)) {
    for (const std::string_view group : algorithm_groups) {
      menu_heading(ui, group);
      for (const Algorithm& each : algorithms()) {
        if (each.group != group) continue;
        if (combo_item(ui, each.name, each.summary, each.id == spec.name, true, each.id)) {
          ui.send("algorithm", {{"id", each.id}});
        }
      }
    }
    end_combo();
  }
  hint(ui, algorithm.summary);
  vertical_space(12);
  for (const Field& field : algorithm.fields) {
    const auto text = algorithm.read(algorithm, field, session.scene().algorithm.values);
    if (!text) continue;
    field_row(ui, field, *text, {"set", {{"field", field.id}}});
  }
  vertical_space(2);
  formula_lines(ui, algorithm.step);
  hint(ui, algorithm.problem);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  draw_text(*ImGui::GetWindowDrawList(), ui.fonts.small, at, ui.theme.soft,
            shortened(ui.fonts.small, algorithm.source, width));
  ImGui::InvisibleButton("source", {width, 17});
  hint(ui, algorithm.source);
  end_card(ui);
}

}  // namespace marginscope
