#include "app/fonts.h"

#include <fonts.h>

#include <algorithm>

#include "core/text.h"
#include "picture/formula.h"

namespace marginscope {

using picture::find_accent;
using picture::formula_runs;
using picture::FormulaRun;

namespace {

// The rasteriser's size is ascent − descent; Inter's is 2478/2048 em, STIX Two Text's is 1 em.
constexpr float inter_line = 2478.0F / 2048.0F;
// Inter's x-height is 0.546 em, STIX Two Text's 0.47 em: beside each other they are matched halfway,
// so that capitals do not tower.
constexpr float symbol_em = 1.1F;
constexpr float reference_size = 16;

ImFont* add(const unsigned char* data, std::size_t size, float relative_size, bool merge) {
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  config.MergeMode = merge;
  config.OversampleH = 2;
  // A merged font keeps its own baseline: the first font decides where it is.
  return ImGui::GetIO().Fonts->AddFontFromMemoryTTF(const_cast<unsigned char*>(data),
                                                    static_cast<int>(size),
                                                    reference_size * relative_size, &config);
}

// The accent over the last letter of `before`, which ends at `end`.
void draw_accent(ImDrawList& list, const Face& face, ImVec2 end, ImU32 color,
                 std::string_view before, std::string_view accent) {
  const char letter = before.empty() ? ' ' : before.back();
  const float width = before.empty() ? 0 : text_size(face, before.substr(before.size() - 1)).x;
  const ImWchar code = accent[1] == '\x82' ? 0x302 : 0x303;
  const ImFontGlyph* glyph = face.font->GetFontBaked(face.size)->FindGlyph(code);
  const bool tall = (letter >= 'A' && letter <= 'Z') ||
                    std::string_view("bdfhklt").find(letter) != std::string_view::npos;
  const float x = end.x - width / 2 - (glyph->X0 + glyph->X1) / 2;
  const float y = end.y - (tall ? 0.16F * face.size : 0);
  list.AddText(face.font, face.size, {x, y}, color, accent.data(), accent.data() + accent.size());
}

// The face of a run, and how far below the top of the text beside it.
struct Place {
  Face face;
  float down;
};

float ascent(const Face& face) { return face.font->GetFontBaked(face.size)->Ascent; }

const Face& beside(const Fonts& fonts, Maths maths) {
  return maths == Maths::small ? fonts.small : fonts.text;
}

Place place_of(const Fonts& fonts, const FormulaRun& run, Maths maths) {
  const Face& text = maths == Maths::label ? fonts.text : fonts.small;
  Face face = text;
  if (run.symbol) {
    face = maths == Maths::small ? fonts.small_symbol : fonts.symbol;
  } else if (maths == Maths::equation) {
    face = fonts.upright;
  }
  if (run.level != 0) face.size *= picture::script_size;
  const float em = text.size / inter_line;
  const float shift = run.level > 0 ? -picture::raised_by : run.level < 0 ? picture::lowered_by : 0;
  return {face, ascent(text) - ascent(face) + shift * em};
}

float room_before(const Fonts& fonts, const FormulaRun& run, Maths maths) {
  return run.room * beside(fonts, maths).size / inter_line;
}

}  // namespace

Fonts load_fonts() {
  const float symbol_ratio = symbol_em / inter_line;
  ImFont* text = add(text_font, sizeof text_font, 1, false);
  add(symbol_font, sizeof symbol_font, symbol_ratio, true);
  ImFont* strong = add(strong_font, sizeof strong_font, 1, false);
  add(text_font, sizeof text_font, 1, true);
  add(symbol_font, sizeof symbol_font, symbol_ratio, true);
  ImFont* symbol = add(symbol_font, sizeof symbol_font, 1, false);
  add(text_font, sizeof text_font, 1 / symbol_ratio, true);
  ImFont* upright = add(upright_font, sizeof upright_font, 1, false);
  add(text_font, sizeof text_font, 1 / symbol_ratio, true);
  Fonts fonts;
  fonts.text = {text, 13 * inter_line};
  fonts.small = {text, 12 * inter_line};
  fonts.strong = {strong, 13 * inter_line};
  fonts.heading = {strong, 12 * inter_line};
  fonts.title = {strong, 15 * inter_line};
  fonts.symbol = {symbol, 13 * symbol_em};
  fonts.small_symbol = {symbol, 12 * symbol_em};
  fonts.upright = {upright, 13 * symbol_em};
  return fonts;
}

ImVec2 text_size(const Face& face, std::string_view text) {
  // Dear ImGui takes an empty view that begins nowhere for a text that ends at a zero.
  if (text.empty()) return {0, face.size};
  // Combining accents have no width of their own.
  return face.font->CalcTextSizeA(face.size, 1e9F, 0, text.data(), text.data() + text.size());
}

float draw_text(ImDrawList& list, const Face& face, ImVec2 position, ImU32 color,
                std::string_view text) {
  const float start = position.x;
  std::size_t accent = 0;
  while ((accent = find_accent(text)) != std::string_view::npos) {
    const std::string_view before = text.substr(0, accent);
    list.AddText(face.font, face.size, position, color, before.data(), before.data() + accent);
    position.x += text_size(face, before).x;
    draw_accent(list, face, position, color, before, text.substr(accent, 2));
    text.remove_prefix(accent + 2);
  }
  if (text.empty()) return position.x - start;
  list.AddText(face.font, face.size, position, color, text.data(), text.data() + text.size());
  return position.x + text_size(face, text).x - start;
}

std::string shortened(const Face& face, std::string_view text, float width) {
  if (text.empty() || text_size(face, text).x <= width) return std::string(text);
  const std::size_t bracket = text.back() == ')' ? text.rfind(" (") : std::string_view::npos;
  std::string_view kept = bracket == std::string_view::npos ? "" : text.substr(bracket);
  const float ellipsis = text_size(face, "…").x;
  if (text_size(face, kept).x + ellipsis > width / 2) kept = {};
  const float room = width - ellipsis - text_size(face, kept).x;
  const char* rest = nullptr;
  face.font->CalcTextSizeA(face.size, room > 0 ? room : 0, 0, text.data(),
                           text.data() + text.size(), &rest);
  auto length = static_cast<std::size_t>(rest - text.data());
  while (length > 0 && text[length - 1] == ' ') --length;
  return sentence(text.substr(0, length), "…", kept);
}

std::vector<std::string_view> wrapped(const Face& face, std::string_view text, float width) {
  std::vector<std::string_view> lines;
  std::size_t start = 0, last_fit = 0, at = 0;
  while (start < text.size()) {
    const std::size_t blank = text.find(' ', at);
    const std::size_t end = blank == std::string_view::npos ? text.size() : blank;
    const bool fits = text_size(face, text.substr(start, end - start)).x <= width;
    if (fits) last_fit = end;
    if (fits && end < text.size()) {
      at = end + 1;
      continue;
    }
    // A single word that is too wide stands alone on its line.
    if (last_fit == start) last_fit = end;
    lines.push_back(text.substr(start, last_fit - start));
    start = last_fit;
    while (start < text.size() && text[start] == ' ') ++start;
    at = last_fit = start;
  }
  return lines;
}

float formula_width(const Fonts& fonts, std::string_view text, Maths maths) {
  float width = 0;
  for (const FormulaRun& run : formula_runs(text)) {
    width +=
        room_before(fonts, run, maths) + text_size(place_of(fonts, run, maths).face, run.text).x;
  }
  return width;
}

float draw_formula(ImDrawList& list, const Fonts& fonts, ImVec2 position, ImU32 color,
                   std::string_view text, Maths maths) {
  float x = position.x;
  for (const FormulaRun& run : formula_runs(text)) {
    const auto [face, down] = place_of(fonts, run, maths);
    x += room_before(fonts, run, maths);
    x += draw_text(list, face, {x, position.y + down}, color, run.text);
  }
  return x - position.x;
}

std::vector<std::string_view> wrapped_formula(const Fonts& fonts, std::string_view text,
                                              float width, float indent, Maths maths) {
  std::vector<std::string_view> lines;
  while (formula_width(fonts, text, maths) > width) {
    // The last blank that fits of those within the fewest brackets that do not leave the line almost
    // empty: rather behind a comma or before a condition, then before an operator.
    std::size_t best = std::string_view::npos;
    int depth = 0, least = 1000;
    for (std::size_t at = 0; at + 1 < text.size(); ++at) {
      if (text[at] == '(') ++depth;
      if (text[at] == ')') --depth;
      if (text[at] != ' ' || at == 0) continue;
      const float filled = formula_width(fonts, text.substr(0, at), maths) / width;
      const bool fits = filled <= 1;
      if (!fits && best != std::string_view::npos) break;
      const std::string_view rest = text.substr(at + 1);
      const bool pauses = text[at - 1] == ',' || rest.starts_with("on ");
      bool operates = false;
      for (const std::string_view sign : {"+", "−", "=", "←", "·", "≤", "<", ">"}) {
        operates = operates || rest.starts_with(sign);
      }
      const int cost = 3 * depth + (pauses ? 0 : operates ? 1 : 2) + (filled < 0.4F ? 100 : 0);
      if (cost > least) continue;
      best = at;
      least = cost;
    }
    if (best == std::string_view::npos) break;
    lines.push_back(text.substr(0, best));
    text.remove_prefix(best + 1);
    if (lines.size() == 1) width -= indent;
  }
  lines.push_back(text);
  return lines;
}

}  // namespace marginscope
