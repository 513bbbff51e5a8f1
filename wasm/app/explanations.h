#pragma once

// What explains on top of everything: hints of controls, and cards with what is read off a place.

#include <imgui.h>

#include <span>
#include <string>
#include <string_view>

#include "app/drawing.h"
#include "app/ui.h"

namespace marginscope {

// Explains the last item when the pointer rests on it for so many seconds.
inline constexpr double rest_before_hint = 0.45;
void hint(Ui& ui, std::string_view text);
// That explanation itself, of the last item.
void draw_hint(const Ui& ui, std::string_view text);

struct ReadOut {
  std::string label, value;
  const Stroke* stroke = nullptr;  // a sample of the line before the label
};
// A title with lines below it, names on the left and values on the right.
ImVec2 card_size(const Ui& ui, std::string_view title, std::span<const ReadOut> lines);
void draw_card(const Ui& ui, ImDrawList& list, ImVec2 at, float width, std::string_view title,
               std::span<const ReadOut> lines);
// The same on a small card beside `at`, inside the canvas.
void hover_card(Ui& ui, ImVec2 at, std::string_view title, std::span<const ReadOut> lines);

}  // namespace marginscope
