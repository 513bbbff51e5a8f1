// Settings of the tools that place and label many points: spray, curve and noise.

#include <algorithm>
#include <cmath>

#include "app/explanations.h"
#include "app/panels.h"
#include "app/plane_tools.h"
#include "app/widgets.h"

namespace marginscope {
namespace {

// A whole number on one line of this width, in steps that grow with it. Without a unit it stands
// elsewhere.
void number_slider(Ui& ui, const char* id, std::string_view label, int& value, int from, int to,
                   std::string_view unit, float width) {
  constexpr float label_width = 58;
  const float value_width = unit.empty() ? 0 : 84;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float y = start.y + (measure::control_height - ui.fonts.text.size) / 2;
  draw_text(list, ui.fonts.text, {start.x, y}, ui.theme.ink, label);
  if (!unit.empty()) {
    const std::string shown = sentence(std::to_string(value), " ", unit);
    const float right = start.x + width - text_size(ui.fonts.text, shown).x;
    draw_text(list, ui.fonts.text, {right, y}, ui.theme.ink, shown);
  }
  const double range = std::log(static_cast<double>(to) / from);
  float position = f32(std::log(static_cast<double>(value) / from) / range);
  ImGui::SetCursorScreenPos(start + ImVec2(label_width, 4));
  if (slider_track(ui, id, position, width - label_width - value_width).changed) {
    value = std::clamp(static_cast<int>(std::lround(from * std::exp(position * range))), from, to);
  }
  ImGui::SetCursorScreenPos(start + ImVec2(0, measure::control_height));
}

void spray_settings(Ui& ui) {
  App::Placing& placing = ui.placing;
  const float width = ImGui::GetContentRegionAvail().x;
  number_slider(ui, "radius", "Radius", placing.spray_radius, 8, 160, "px", width);
  number_slider(ui, "rate", "Rate", placing.spray_rate, 4, 400, "a second", width);
  const Session& session = ui.session();
  const bool classes = session.scene().data.task == Task::classification;
  if (!classes || session.curve().places.empty()) return;
  vertical_space(4);
  static constexpr Segment labels[] = {
      {.label = "Chosen class", .hint = "What is sprayed has the class that is chosen below"},
      {.label = "By the curve", .hint = "Above the curve it has class +1, below class −1"}};
  if (const auto chosen = segmented(ui, "by", labels, placing.by_curve ? 1 : 0, width)) {
    placing.by_curve = *chosen == 1;
  }
  vertical_space(8);
}

// "y >" and what is typed for it: the page lays a text field over it.
void formula_field(Ui& ui) {
  constexpr float label_width = 28;
  const std::string& formula = ui.session().curve().formula;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float y = start.y + (measure::control_height - ui.fonts.text.size) / 2;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_text(list, ui.fonts.text, {start.x, y}, ui.theme.ink, "y >");
  const Rect field = {start + ImVec2(label_width, 0),
                      start + ImVec2(width, measure::control_height)};
  ImGui::SetCursorScreenPos(field.min);
  if (press(ui, "formula", {field.width(), field.height()}, true)) {
    ui.request_edit({"formula"}, "text", formula, field);
  }
  if (ImGui::IsItemHovered()) ui.cursor = "text";
  hint(ui, "A formula in x, such as 0.5x^2 - 1 or sin(2x): the curve is drawn by it");
  list.AddRectFilled(field.min, field.max, ui.theme.field, measure::control_radius);
  list.AddRect(field.min, field.max, ui.theme.hairline, measure::control_radius);
  const std::string_view shown = formula.empty() ? "a formula in x" : std::string_view(formula);
  draw_text(list, ui.fonts.text, {field.min.x + 10, y},
            formula.empty() ? ui.theme.faint : ui.theme.ink,
            shortened(ui.fonts.text, shown, field.width() - 20));
}

void curve_settings(Ui& ui) {
  formula_field(ui);
  const Session& session = ui.session();
  const bool any = !session.curve().places.empty();
  const bool classes = session.scene().data.task == Task::classification;
  vertical_space(6);
  const float width = (ImGui::GetContentRegionAvail().x - 6) / 2;
  if (text_button(ui, "label by it", "Label all by it", width,
                  {.enabled = any, .pale = !classes})) {
    ui.send("label-by-curve");
  }
  hint(ui, classes ? "Points above the curve become class +1, the others class −1 (Y)"
                   : "Of a regression no point has a class.");
  ImGui::SameLine(0, 6);
  if (text_button(ui, "remove it", "Remove it", width, {.enabled = any})) ui.send("curve");
  hint(ui, "The points keep their labels");
  vertical_space(8);
}

void no_settings(Ui&) {}

}  // namespace

void tool_settings(Ui& ui) {
  // Chosen before they are called, they stay functions of their own, so that a first visit can do
  // without (wasm/toolchain/deferred_functions.txt).
  const auto settings = ui.placing.tool == Tool::spray   ? spray_settings
                        : ui.placing.tool == Tool::curve ? curve_settings
                                                         : no_settings;
  settings(ui);
}

void noise_row(Ui& ui) {
  vertical_space(8);
  const NoiseOffer offer = noise_offer(ui);
  const float button = text_size(ui.fonts.text, "Flip 50 %").x + 24;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const bool any = ui.session().scene().data.size() > 0;
  number_slider(ui, "noise", "Noise", ui.placing.noise, 1, 50, "", width - button - 8);
  ImGui::SetCursorScreenPos(start + ImVec2(width - button, 0));
  if (text_button(ui, "add noise", offer.label, button, {.enabled = any})) ui.send(offer.call);
  hint(ui, offer.meaning);
}

}  // namespace marginscope
