#include "app/fonts.h"

#include <fonts.h>

#include <algorithm>

namespace marginscope {
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

// Letter runs of a formula are symbols unless they are words.
bool is_letter(unsigned char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

// The position of a combining hat or tilde (U+0302, U+0303: two bytes each), or npos.
std::size_t find_accent(std::string_view text) {
  return std::min(text.find("\xCC\x82"), text.find("\xCC\x83"));
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_word(std::string_view letters) {
  if (find_accent(letters) != std::string_view::npos) return false;
  if (letters.size() < 2) return false;
  for (const char c : letters) {
    if (c >= 'a' && c <= 'z') return true;
  }
  return letters.size() > 3;
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

// Calls visit(piece, italic) for the runs of the formula.
template <class Visit>
void for_runs(std::string_view text, Visit visit) {
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t end = at;
    const bool letters = is_letter(static_cast<unsigned char>(text[at]));
    while (end < text.size() && is_letter(static_cast<unsigned char>(text[end])) == letters) ++end;
    // A letter keeps its accent.
    if (letters && find_accent(text.substr(end)) == 0) end += 2;
    const std::string_view run = text.substr(at, end - at);
    // The e of 1e−9 is part of a number.
    const bool exponent = run == "e" && at > 0 && is_digit(text[at - 1]) && end < text.size() &&
                          (is_digit(text[end]) || text.substr(end).starts_with("−"));
    visit(run, letters && !is_word(run) && !exponent);
    at = end;
  }
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
  Fonts fonts;
  fonts.text = {text, 13 * inter_line};
  fonts.small = {text, 12 * inter_line};
  fonts.strong = {strong, 13 * inter_line};
  fonts.heading = {strong, 12 * inter_line};
  fonts.title = {strong, 15 * inter_line};
  fonts.symbol = {symbol, 13 * symbol_em};
  fonts.small_symbol = {symbol, 12 * symbol_em};
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
  const float room = width - text_size(face, "…").x;
  const char* rest = nullptr;
  face.font->CalcTextSizeA(face.size, room > 0 ? room : 0, 0, text.data(),
                           text.data() + text.size(), &rest);
  auto length = static_cast<std::size_t>(rest - text.data());
  while (length > 0 && text[length - 1] == ' ') --length;
  return std::string(text.substr(0, length)) + "…";
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

float formula_width(const Fonts& fonts, std::string_view text, bool small) {
  float width = 0;
  for_runs(text, [&](std::string_view run, bool italic) {
    const Face& upright = small ? fonts.small : fonts.text;
    const Face& slanted = small ? fonts.small_symbol : fonts.symbol;
    width += text_size(italic ? slanted : upright, run).x;
  });
  return width;
}

float draw_formula(ImDrawList& list, const Fonts& fonts, ImVec2 position, ImU32 color,
                   std::string_view text, bool small) {
  const Face& upright = small ? fonts.small : fonts.text;
  const Face& slanted = small ? fonts.small_symbol : fonts.symbol;
  const ImFontBaked* upright_baked = upright.font->GetFontBaked(upright.size);
  const ImFontBaked* slanted_baked = slanted.font->GetFontBaked(slanted.size);
  const float drop = upright_baked->Ascent - slanted_baked->Ascent;
  float x = position.x;
  for_runs(text, [&](std::string_view run, bool italic) {
    x += draw_text(list, italic ? slanted : upright, {x, position.y + (italic ? drop : 0)}, color,
                   run);
  });
  return x - position.x;
}

}  // namespace marginscope
