// The algorithm and its settings, made from its field table.

#include <algorithm>

#include "app/explanations.h"
#include "app/panels.h"
#include "app/widgets.h"
#include "solvers/registry.h"

namespace marginscope {
namespace {

// The step as its paper writes it; as many of its assignments in a line as there is room for, and what
// is longer than a line goes on in the next.
void formula_lines(Ui& ui, std::string_view step) {
  constexpr float between = 16, line_height = 19, indent = 16;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float room = ImGui::GetContentRegionAvail().x;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  float x = 0, y = 0;
  for (std::string_view piece : split(step, ';')) {
    piece = trimmed(piece);
    if (x > 0 && x + formula_width(ui.fonts, piece, Maths::equation) > room) {
      x = 0;
      y += line_height;
    }
    const auto lines = wrapped_formula(ui.fonts, piece, room, indent, Maths::equation);
    for (const std::string_view line : lines) {
      if (line.data() != lines[0].data()) {
        x = indent;
        y += line_height;
      }
      x += draw_formula(list, ui.fonts, start + ImVec2(x, y), ui.theme.ink, line, Maths::equation);
    }
    x += between;
  }
  if (ImGui::InvisibleButton("step", {room, std::max(y + line_height + 2, measure::least_target)})) ui.request(Ask::equations);
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
}

// At the right end of the card's title.
void compare_button(Ui& ui) {
  constexpr float width = 76, height = 24;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos(
      {start.x + ImGui::GetContentRegionAvail().x - width, start.y - height - 8});
  const bool full = std::ssize(ui.session().machines()) == most_machines;
  if (text_button(ui, "compare", "Compare", width, {.pale = full})) ui.send("compare");
  hint(ui, full ? "There are four machines, as many as can be compared; remove one before"
                : "Puts a copy of this machine beside it, for you to change: both learn the same "
                  "points (C)");
  ImGui::SetCursorScreenPos(start);
}

}  // namespace

void algorithm_panel(Ui& ui) {
  const Session& session = ui.session();
  const Spec& spec = session.scene().machine().algorithm;
  const auto found = find_algorithm(spec.name);
  if (!found) return;
  const Algorithm& algorithm = **found;
  const bool several = session.machines().size() > 1;
  begin_card(ui, "algorithm",
             several ? sentence("Algorithm of ", machine_letter(session.scene().chosen))
                     : std::string("Algorithm"));
  compare_button(ui);
  if (begin_combo(ui, "algorithms", algorithm.name, ImGui::GetContentRegionAvail().x, 320, true)) {
    for (const std::string_view group : algorithm_groups) {
      menu_heading(ui, group);
      for (const Algorithm& each : algorithms()) {
        if (each.group != group) continue;
        if (combo_item(ui, each.name, each.summary, each.id == spec.name, each.id)) {
          ui.send("algorithm", {{"id", each.id}});
        }
      }
    }
    end_combo();
  }
  hint(ui, algorithm.summary);
  vertical_space(12);
  for (const Field& field : algorithm.fields) {
    const auto text = algorithm.read(algorithm, field, session.scene().machine().algorithm.values);
    if (!text) continue;
    field_row(ui, field, *text, {"set", {{"field", field.id}}});
  }
  vertical_space(2);
  formula_lines(ui, algorithm.step);
  hint(ui, algorithm.problem);
  note(ui, algorithm.source, ui.theme.soft);
  end_card(ui);
}

}  // namespace marginscope
