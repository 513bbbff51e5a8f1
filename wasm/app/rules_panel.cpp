// The stopping rules: each with its statistic now, its threshold, whether it holds, and where it
// would have stopped.

#include <algorithm>
#include <cmath>

#include "app/explanations.h"
#include "app/panels.h"
#include "app/widgets.h"
#include "stopping/registry.h"
#include "stopping/rule_names.h"

namespace marginscope {
namespace {

std::string value_text(const RuleKind& kind, const Run& run, double value, int digits = 3) {
  if (std::isnan(value)) return "none yet";
  if (kind.compares == RuleKind::Compares::errors) return run.history().error_text(value);
  if (kind.compares == RuleKind::Compares::fractions) return percent_text(value, digits);
  return sentence(short_text(value, digits), kind.unit.empty() ? "" : " ", kind.unit);
}

// Rules of the scene, also when it cannot be trained.
RuleSet rules_of(const Session& session) {
  auto rules = parse_rules(session.scene().machine().rules);
  return rules ? std::move(*rules) : RuleSet{};
}

// Leaves so much free at its right end.
void statistic_line(Ui& ui, const Rule& rule, const ParsedRule& parts, float indent, float free) {
  const Run* run = ui.session().machine().run();
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  // Prose, whose letters are no symbols.
  if (!run) {
    ImGui::Indent(indent);
    note(ui, parts.kind->meaning, ui.theme.soft);
    ImGui::Unindent(indent);
    return;
  }
  std::string text;
  if (misfit(rule, ui.session().machine().judged())) {
    text = "does not apply here";
  } else {
    const Verdict verdict = rule.check(run->history(), run->iteration());
    const RuleKind& kind = *parts.kind;
    if (rule.retains_minimum()) {
      text = sentence(value_text(kind, *run, verdict.threshold), " there, ",
                      value_text(kind, *run, verdict.statistic), " now");
    } else {
      const std::string symbol = statistic_symbol(kind, parts.spec, nullptr);
      const int digits = digits_apart(verdict.statistic, verdict.threshold);
      text = sentence(symbol, " = ", value_text(kind, *run, verdict.statistic, digits));
      if (!std::isnan(verdict.statistic)) {
        text += verdict.statistic < verdict.threshold   ? " < "
                : verdict.statistic > verdict.threshold ? " > "
                                                        : " = ";
        text += value_text(kind, *run, verdict.threshold, digits);
      }
    }
  }
  const float width = ImGui::GetContentRegionAvail().x - indent - free;
  float y = start.y;
  for (const std::string_view line : wrapped_formula(ui.fonts, text, width, 0, Maths::small)) {
    draw_formula(list, ui.fonts, {start.x + indent, y}, ui.theme.soft, line, Maths::small);
    y += 19;
  }
  vertical_space(y - start.y);
}

void rule_group(Ui& ui, const RuleSet& rules, int index, std::optional<int> would_stop) {
  constexpr float indent = 22, right_button = 22;
  const Session& session = ui.session();
  const Run* run = session.machine().run();
  const RuleGroup& group = rules.groups[static_cast<std::size_t>(index)];
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  list.AddLine(start, {start.x + width, start.y}, ui.theme.hairline);
  ImGui::PushID(index);

  bool holds = run != nullptr;
  std::string explanation;
  bool editable = false;
  std::vector<ParsedRule> parts;
  for (const auto& rule : group.rules) {
    auto part = parsed_rule(rule->text());
    if (!part) continue;
    editable = editable || !part->kind->fields.empty();
    if (run) {
      holds = holds && rule->check(run->history(), run->iteration()).holds;
      std::string now = rule->explain(run->history(), run->iteration()) + ".";
      if (auto reason = misfit(*rule, session.machine().judged())) now = std::move(*reason);
      if (now[0] >= 'a' && now[0] <= 'z') now[0] = static_cast<char>(now[0] - 32);
      explanation += sentence(explanation.empty() ? "" : " ", part->kind->meaning, " ", now);
    }
    parts.push_back(std::move(*part));
  }
  const bool retains = group.rules.size() == 1 && group.rules[0]->retains_minimum();
  std::string where;
  if (would_stop) where = sentence(retains ? "k̂ = " : "at ", std::to_string(*would_stop));

  const float row_y = start.y + 7;
  ImGui::SetCursorScreenPos({start.x, row_y - 3});
  const bool toggled = ImGui::InvisibleButton("row", {width - right_button, 24});
  if (editable && ImGui::IsItemHovered()) ui.cursor = "pointer";
  if (ui.open_rule != index) hint(ui, explanation);
  if (toggled && editable) ui.open_rule = ui.open_rule == index ? -1 : index;
  const bool open = editable && ui.open_rule == index;

  const ImVec2 dot = {start.x + 6, row_y + 9};
  if (holds) {
    list.AddCircleFilled(dot, 5, ui.theme.stop);
  } else {
    list.AddCircle(dot, 4.25F, ui.theme.faint, 0, 1.6F);
  }
  const float where_width = where.empty() ? 0 : formula_width(ui.fonts, where, Maths::label);
  const float room = width - indent - right_button - 10 - (editable ? 14 : 0);
  // Beside the title, or at the end of the next line where the title needs the room.
  const bool beside = text_size(ui.fonts.text, group.name).x + where_width <= room;
  const std::string shown = shortened(ui.fonts.text, group.name, room);
  const float after =
      draw_text(list, ui.fonts.text, {start.x + indent, row_y}, ui.theme.ink, shown);
  if (editable) {
    draw_icon(list, open ? Icon::chevron_down : Icon::chevron_right,
              {start.x + indent + after + 11, row_y + 9}, ui.theme.faint, 0.75F);
  }
  if (!where.empty()) {
    const ImVec2 end = {start.x + width - right_button - 2, row_y + (beside ? 0.0F : 20.0F)};
    draw_formula(list, ui.fonts, end - ImVec2(where_width, 0), ui.theme.ink, where, Maths::label);
  }
  ImGui::SetCursorScreenPos({start.x + width - right_button, row_y - 3});
  if (icon_button(ui, "remove", Icon::close, "Remove this rule", {.framed = false},
                  measure::least_target)) {
    if (open) {
      ui.open_rule = -1;
    } else if (index < ui.open_rule) {
      --ui.open_rule;
    }
    ui.send("remove-rule", {{"group", static_cast<double>(index)}});
  }
  ImGui::SetCursorScreenPos({start.x, row_y + 20});
  for (std::size_t r = 0; r < parts.size(); ++r) {
    statistic_line(ui, *group.rules[r], parts[r], indent,
                   r > 0 || beside ? 0 : where_width + right_button + 8);
  }
  if (open) {
    vertical_space(10);
    ImGui::Indent(indent);
    for (std::size_t r = 0; r < parts.size(); ++r) {
      for (const Field& field : parts[r].kind->fields) {
        const auto text = parts[r].kind->read(*parts[r].kind, field, parts[r].spec.values);
        if (!text) continue;
        ImGui::PushID(static_cast<int>(r));
        field_row(ui, field, *text,
                  {"rule-setting",
                   {{"group", static_cast<double>(index)},
                    {"rule", static_cast<double>(r)},
                    {"field", field.id}}});
        ImGui::PopID();
      }
    }
    ImGui::Unindent(indent);
  }
  vertical_space(7);
  ImGui::PopID();
}

void add_menu(Ui& ui, const RuleSet& rules) {
  const Session& session = ui.session();
  // The label, not the invisible frame, lines up with what is above it.
  ImGui::SetCursorScreenPos(ImGui::GetCursorScreenPos() - ImVec2(11, 0));
  if (!begin_combo(ui, "add", "Add a rule", 120, 320, false, false)) return;
  for (const RuleKind& kind : rule_kinds()) {
    const auto rule = kind.make(kind, {});
    const auto reason = rule ? misfit(**rule, session.machine().judged()) : std::nullopt;
    if (combo_item(ui, kind.name, kind.meaning, false, kind.id, reason.value_or(""))) {
      ui.send("add-rule", {{"text", kind.id}});
      ui.open_rule = kind.fields.empty() ? -1 : static_cast<int>(rules.groups.size());
    }
  }
  end_combo();
}

}  // namespace

void rules_panel(Ui& ui) {
  const Session& session = ui.session();
  const RuleSet rules = rules_of(session);
  begin_card(ui, "rules",
             rules.groups.size() == 1 ? "Stop when this holds"
             : rules.groups.empty()   ? "No rule stops the run"
                                      : "Stop when any of these hold");
  std::vector<WouldStop> places;
  if (const Run* run = session.machine().run()) places = run->would_stop();
  for (std::size_t g = 0; g < rules.groups.size(); ++g) {
    std::optional<int> would_stop;
    for (const WouldStop& place : places) {
      if (place.text == rules.groups[g].text) would_stop = place.iteration;
    }
    rule_group(ui, rules, static_cast<int>(g), would_stop);
  }
  vertical_space(2);
  add_menu(ui, rules);
  end_card(ui);
}

}  // namespace marginscope
