#pragma once  // for every room above

// How formulas in plain characters are set: letters that stand alone or in capitals ("B", "ZW", "μ") are
// symbols, raised and lowered characters ("²", "ᵗ", "ᵢ") are ordinary ones in small; bars and transposes
// have room.

#include <string_view>
#include <vector>

namespace marginscope::picture {

inline constexpr float script_size = 0.74F, raised_by = 0.36F, lowered_by = 0.17F;  // ems

// A piece of a formula in one face at one height.
struct FormulaRun {
  std::string_view text;
  bool symbol;
  int level;   // 1 raised, −1 lowered, 0 on the line
  float room;  // before it, in ems
};
std::vector<FormulaRun> formula_runs(std::string_view text);

// The position of a combining hat or tilde (U+0302, U+0303: two bytes each), or npos.
std::size_t find_accent(std::string_view text);

}  // namespace marginscope::picture
