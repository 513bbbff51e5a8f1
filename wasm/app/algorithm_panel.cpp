// The algorithm and its settings, made from its field table.

#include "app/widgets.h"
#include "solvers/registry.h"

namespace marginscope {
namespace {

// The step as its paper writes it, one assignment a line.
void formula_lines(Ui& ui, std::string_view step) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float width = ImGui::GetContentRegionAvail().x;
  for (std::string_view line : split(step, ';')) {
    line = trimmed(line);
    if (line.empty()) continue;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (formula_width(ui.fonts, line, true) <= width) {
      draw_formula(list, ui.fonts, at, ui.theme.ink, line, true);
      vertical_space(18);
    } else {
      note(ui, line, ui.theme.ink);
    }
  }
}

}  // namespace

void algorithm_panel(Ui& ui) {
  Session& session = ui.session();
  const Spec& spec = session.scene().algorithm;
  const auto found = find_algorithm(spec.name);
  if (!found) return;
  const Algorithm& algorithm = **found;
  begin_card(ui, "algorithm", "Algorithm");
  if (begin_combo(ui, "algorithms", algorithm.name, ImGui::GetContentRegionAvail().x, 320, true)) {
    for (const Algorithm& each : algorithms()) {
      if (combo_item(ui, each.name, each.summary, each.id == spec.name)) {
        ui.apply(SetAlgorithm{std::string(each.id)});
      }
    }
    end_combo();
  }
  hint(ui, algorithm.summary);
  vertical_space(12);
  for (const Field& field : algorithm.fields) {
    const auto text = algorithm.read(algorithm, field, session.scene().algorithm.values);
    if (!text) continue;
    if (auto changed = field_row(ui, field, *text, sentence("field:", field.id))) {
      ui.apply(SetField{std::string(field.id), std::move(*changed)});
    }
  }
  vertical_space(2);
  formula_lines(ui, algorithm.step);
  note(ui, algorithm.source, ui.theme.soft);
  end_card(ui);
}

}  // namespace marginscope
