#pragma once

// The typefaces of the canvas and how text is drawn with them: plain text in Inter with tabular
// figures, Greek letters and single-letter symbols in STIX Two Text italic.

#include <imgui.h>

#include <string>
#include <string_view>
#include <vector>

namespace marginscope {

struct Face {
  ImFont* font = nullptr;
  float size = 0;  // line height in the font's own metrics, in CSS pixels
};

struct Fonts {
  Face text;     // 13 px
  Face small;    // 12 px
  Face strong;   // 13 px semibold
  Face heading;  // 12 px semibold
  Face title;    // 15 px semibold
  Face symbol;   // letters of formulas beside 13 px text
  Face small_symbol;
};

// Adds the fonts to the current context's atlas.
Fonts load_fonts();

ImVec2 text_size(const Face& face, std::string_view text);

// Draws one line with its top left corner at `position`; returns its width.
float draw_text(ImDrawList& list, const Face& face, ImVec2 position, ImU32 color,
                std::string_view text);

// The text, shortened with an ellipsis until it is no wider than `width`.
std::string shortened(const Face& face, std::string_view text, float width);

// The lines of the text when it is broken at blanks to be no wider than `width`.
std::vector<std::string_view> wrapped(const Face& face, std::string_view text, float width);

// A formula or symbol: letters that stand alone or in capitals ("B", "ZW", "μ") as symbols, words
// ("max"), figures and operators upright. One line.
float formula_width(const Fonts& fonts, std::string_view text, bool small);
float draw_formula(ImDrawList& list, const Fonts& fonts, ImVec2 position, ImU32 color,
                   std::string_view text, bool small);

}  // namespace marginscope
