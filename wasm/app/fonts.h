#pragma once

// The typefaces of the canvas and how text is drawn with them: plain text in Inter with tabular
// figures, Greek letters and single-letter symbols in STIX Two Text italic, equations wholly in STIX
// Two Text.

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
  Face upright;  // figures, operators and words of equations
};

// Adds the fonts to the current context's atlas.
Fonts load_fonts();

ImVec2 text_size(const Face& face, std::string_view text);

// Draws one line with its top left corner at `position`; returns its width.
float draw_text(ImDrawList& list, const Face& face, ImVec2 position, ImU32 color,
                std::string_view text);

// The text, shortened with an ellipsis until it is no wider than `width`. An abbreviation in brackets
// at its end stays as long as there is room for it.
std::string shortened(const Face& face, std::string_view text, float width);

// The lines of the text when it is broken at blanks to be no wider than `width`.
std::vector<std::string_view> wrapped(const Face& face, std::string_view text, float width);

// How formulas (picture/formula.h) are set.
enum class Maths {
  label,     // beside 13 px text: words ("max"), figures and operators are those of the text
  small,     // the same beside 12 px text
  equation,  // beside 13 px text, all in the face of the symbols
};

// One line.
float formula_width(const Fonts& fonts, std::string_view text, Maths maths);
float draw_formula(ImDrawList& list, const Fonts& fonts, ImVec2 position, ImU32 color,
                   std::string_view text, Maths maths);

// The lines of a formula when it is broken to be no wider than `width`, all but the first by
// `indent` less: where it can be before an operator outside brackets.
std::vector<std::string_view> wrapped_formula(const Fonts& fonts, std::string_view text,
                                              float width, float indent, Maths maths);

}  // namespace marginscope
