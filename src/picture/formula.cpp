#include "picture/formula.h"

#include <algorithm>
#include <string>

namespace marginscope::picture {
namespace {

bool is_letter(unsigned char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Letter runs of a formula are symbols unless they are words.
bool is_word(std::string_view letters) {
  if (find_accent(letters) != std::string_view::npos) return false;
  if (letters.size() < 2) return false;
  for (const char c : letters) {
    if (c >= 'a' && c <= 'z') return true;
  }
  return letters.size() > 3;
}

// Characters that Unicode has raised, lowered or with an accent, and what they are on the line.
struct Script {
  std::string_view written, base;
  int level;
};
constexpr Script scripts[] = {
    {"⁰", "0", 1},  {"¹", "1", 1},  {"²", "2", 1},  {"³", "3", 1},  {"⁴", "4", 1},  {"⁵", "5", 1},
    {"⁶", "6", 1},  {"⁷", "7", 1},  {"⁸", "8", 1},  {"⁹", "9", 1},  {"⁺", "+", 1},  {"⁻", "−", 1},
    {"ᵗ", "t", 1},  {"₀", "0", -1}, {"₁", "1", -1}, {"₂", "2", -1}, {"₃", "3", -1}, {"₄", "4", -1},
    {"₅", "5", -1}, {"₆", "6", -1}, {"₇", "7", -1}, {"₈", "8", -1}, {"₉", "9", -1}, {"₋", "−", -1},
    {"ᵢ", "i", -1}, {"ⱼ", "j", -1}, {"ₙ", "n", -1}, {"Ĩ", "Ĩ", 0}};

const Script* script_at(std::string_view text) {
  for (const Script& script : scripts) {
    if (text.starts_with(script.written)) return &script;
  }
  return nullptr;
}

// Bytes of a bar, or of a small Greek letter, with which a text begins; 0 where it does not.
std::size_t bar_at(std::string_view text) {
  return text.starts_with('|') ? 1 : text.starts_with("‖") ? 3 : 0;
}
std::size_t greek_at(std::string_view text) {
  if (text.size() < 2) return 0;
  const auto first = static_cast<unsigned char>(text[0]),
             second = static_cast<unsigned char>(text[1]);
  return first == 0xCF || (first == 0xCE && second >= 0xB1) ? 2 : 0;
}

}  // namespace

std::size_t find_accent(std::string_view text) {
  return std::min(text.find("\xCC\x82"), text.find("\xCC\x83"));
}

std::vector<FormulaRun> formula_runs(std::string_view text) {
  std::vector<FormulaRun> runs;
  bool after_bar = false;
  const auto ordinary = [](std::string_view rest) {
    return !is_letter(static_cast<unsigned char>(rest[0])) && !script_at(rest) && !bar_at(rest) &&
           !greek_at(rest);
  };
  for (std::size_t at = 0, end = 0; at < text.size(); at = end) {
    const std::string_view rest = text.substr(at);
    const Script* script = script_at(rest);
    const std::size_t bar = bar_at(rest), greek = greek_at(rest);
    FormulaRun run = {};
    end = at + std::max({bar, greek, std::size_t{1}});
    if (script) {
      end = at + script->written.size();
      run.level = script->level;
      run.symbol = script->level == 0 || is_letter(static_cast<unsigned char>(script->base[0]));
    } else if (greek) {
      run.symbol = true;
    } else if (!bar && is_letter(static_cast<unsigned char>(text[at]))) {
      while (end < text.size() && is_letter(static_cast<unsigned char>(text[end]))) ++end;
      // A letter keeps its accent.
      if (find_accent(text.substr(end)) == 0) end += 2;
      const std::string_view letters = text.substr(at, end - at);
      // The e of 1e−9 is part of a number.
      const bool exponent = letters == "e" && at > 0 && is_digit(text[at - 1]) &&
                            end < text.size() &&
                            (is_digit(text[end]) || text.substr(end).starts_with("−"));
      run.symbol = !is_word(letters) && !exponent;
    } else if (!bar) {
      while (end < text.size() && ordinary(text.substr(end))) ++end;
    }
    run.text = script ? script->base : text.substr(at, end - at);
    const bool apart = runs.empty() || text[at - 1] == ' ' || text[at] == ' ';
    const int before = runs.empty() ? 0 : runs.back().level;
    if (!apart && run.level != before) {
      run.room = run.level == 0 ? 0.1F : run.level < 0 ? 0 : runs.back().symbol ? 0.08F : 0.04F;
    } else if (!apart && (bar || after_bar)) {
      run.room = 0.12F;
    }
    after_bar = bar > 0;
    runs.push_back(run);
  }
  return runs;
}

}  // namespace marginscope::picture
