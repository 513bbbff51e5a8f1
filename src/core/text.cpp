#include "core/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#ifdef __EMSCRIPTEN__
#include <emscripten/em_js.h>
#else
#include <cstdio>
#include <cstdlib>
#endif

#ifdef __EMSCRIPTEN__
// JavaScript reads and writes decimal numbers correctly rounded, as the C library does, which would
// weigh 10 KB of a first visit (gzip).
EM_JS_DEPS(marginscope_text, "$UTF8ToString,$stringToUTF8");
EM_JS(double, marginscope_decimal, (const char* text), { return Number(UTF8ToString(text)); })
// clang-format off
EM_JS(void, marginscope_general, (double value, int precision, char* text, int size), {
  const digitsOf = (count) => Math.abs(value).toExponential(count - 1).replace(".", "").split("e");
  let [digits, exponent] = digitsOf(precision);
  // Half-way between two the C library takes the even digit, JavaScript the greater one. No double
  // is so close to such a place, to 61 digits, without being there.
  const [all, exponentOfAll] = digitsOf(61);
  const halfWay = all[precision] == "5" && !/[1-9]/.test(all.slice(precision + 1));
  if (halfWay && all[precision - 1] % 2 == 0) {
    [digits, exponent] = [all.slice(0, precision), exponentOfAll];
  }
  while (digits.length > 1 && digits.endsWith("0")) digits = digits.slice(0, -1);
  const pointAt = (at) =>
    digits.slice(0, at).padEnd(at, "0") + (digits.length > at ? "." + digits.slice(at) : "");
  const e = Number(exponent);
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  if (e < -4 || e >= precision) digits = pointAt(1) + "e" + e;
  else if (e < 0) digits = "0." + "0".repeat(-e - 1) + digits;
  else digits = pointAt(e + 1);
  stringToUTF8(sign + digits, text, size);
})
// clang-format on
#endif

namespace marginscope {
namespace {

constexpr std::string_view minus_sign = "−";

// The number that the whole of `text` spells in digits; not a number where it spells none.
double decimal(const std::string& text) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  if (text.empty() || text.find_first_not_of("0123456789.eE+-") != std::string::npos) return none;
#ifdef __EMSCRIPTEN__
  return marginscope_decimal(text.c_str());
#else
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  return end == text.c_str() + text.size() ? value : none;
#endif
}

// "nan", "inf" and "infinity" in any case, with or without a sign, as the C library reads them.
std::optional<double> not_finite(std::string_view text) {
  std::string word;
  for (const char c : text) word += static_cast<char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
  const double sign = word.starts_with('-') ? -1 : 1;
  if (word.starts_with('-') || word.starts_with('+')) word.erase(0, 1);
  if (word == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (word == "inf" || word == "infinity") return sign * std::numeric_limits<double>::infinity();
  return std::nullopt;
}

// A finite number with so many significant digits at most, up to 17, as "%g" of the C library
// writes it, but for exponents: "1e-9" and "1e20" read better than "1e-09" and "1e+20".
std::string general(double value, int precision) {
  char buffer[64];
#ifdef __EMSCRIPTEN__
  marginscope_general(value, precision, buffer, sizeof buffer);
  return buffer;
#else
  std::snprintf(buffer, sizeof buffer, "%.*g", precision, value);
  const std::string text = buffer;
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return text;
  std::string exponent = text.substr(e + 1);
  const bool negative = exponent[0] == '-';
  exponent.erase(0, exponent.find_first_not_of("+-0"));
  return text.substr(0, e) + (negative ? "e-" : "e") + exponent;
#endif
}

bool blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

}  // namespace

std::string exact_text(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  for (int precision = 15; precision < 17; ++precision) {
    const std::string text = general(value, precision);
    if (decimal(text) == value) return text;
  }
  return general(value, 17);
}

std::string short_text(double value, int digits) {
  if (std::isnan(value)) return "none";
  if (std::isinf(value)) return value > 0 ? "∞" : "−∞";
  const std::string text = general(value == 0 ? 0.0 : value, digits);
  std::string with_minus_signs;
  for (const char c : text) {
    if (c == '-') {
      with_minus_signs += "−";
    } else {
      with_minus_signs += c;
    }
  }
  return with_minus_signs;
}

int digits_apart(double a, double b) {
  for (int digits = 3; digits <= 12; ++digits) {
    if (short_text(a, digits) != short_text(b, digits)) return digits;
  }
  return 3;
}

std::string percent_text(double fraction, int digits) {
  return std::isnan(fraction) ? "none" : short_text(100 * fraction, digits) + " %";
}

std::string duration_text(double seconds) {
  if (!(seconds >= 0)) return "none";
  // What its three digits would round up to the next unit is told in that.
  if (seconds < 0.9995e-3) return short_text(seconds * 1e6) + " µs";
  if (seconds < 0.9995) return short_text(seconds * 1e3) + " ms";
  if (seconds < 100) return short_text(seconds) + " s";
  const long long whole = std::llround(std::min(seconds, 1e9));
  const bool hours = whole >= 3600;
  const long long minutes = whole / 60, rest = hours ? minutes % 60 : whole % 60;
  return sentence(std::to_string(hours ? minutes / 60 : minutes), rest < 10 ? ":0" : ":",
                  std::to_string(rest), hours ? " h" : " min");
}

std::string bytes_text(double bytes) {
  constexpr std::string_view units[] = {" B", " kB", " MB", " GB", " TB", " PB", " EB"};
  std::size_t unit = 0;
  // As with times, what would be rounded up to the next unit is told in that.
  for (; bytes >= 999.5 && unit + 1 < std::size(units); ++unit) bytes *= 1e-3;
  return sentence(short_text(bytes), units[unit]);
}

std::string counted(long long count, std::string_view one, std::string_view several) {
  return sentence(std::to_string(count), " ", count == 1 ? one : several);
}

std::string iterations_text(long long count) {
  return std::to_string(count) + (count == 1 ? " iteration" : " iterations");
}

std::string subscript(long long number) {
  std::string text;
  for (const char digit : std::to_string(number)) {
    text += "\xE2\x82";  // U+2080 … U+2089 are E2 82 80 … 89 in UTF-8
    text += static_cast<char>(0x80 + (digit - '0'));
  }
  return text;
}

std::optional<double> parse_number(std::string_view text) {
  std::string digits(trimmed(text));
  for (std::size_t at = 0; (at = digits.find(minus_sign, at)) != std::string::npos;) {
    digits.replace(at, minus_sign.size(), "-");
  }
  if (const auto word = not_finite(digits)) return word;
  const double value = decimal(digits);
  if (std::isnan(value)) return std::nullopt;
  return value;
}

std::optional<long long> parse_integer(std::string_view text) {
  const auto value = parse_number(text);
  if (!value || !(std::abs(*value) <= largest_exact_integer) || *value != std::floor(*value)) {
    return std::nullopt;
  }
  return static_cast<long long>(*value);
}

std::optional<std::uint64_t> parse_natural(std::string_view text) {
  text = trimmed(text);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  for (std::size_t from = 0;;) {
    const std::size_t to = text.find(separator, from);
    pieces.push_back(text.substr(from, to == std::string_view::npos ? to : to - from));
    if (to == std::string_view::npos) return pieces;
    from = to + 1;
  }
}

namespace {

struct Character {
  unsigned code = 0;
  std::size_t length = 0;  // in bytes; 0 where they are no character in UTF-8
};

// What `text`, which is not empty, begins with.
Character first_character(std::string_view text) {
  const auto byte = [&text](std::size_t k) {
    return k < text.size() ? static_cast<unsigned char>(text[k]) : 0U;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  if (lead < 0xC0 || lead >= 0xF8) return {};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  unsigned code = lead & (0x7FU >> length);
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(k) & 0xC0) != 0x80) return {};
    code = code << 6 | (byte(k) & 0x3F);
  }
  constexpr unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};  // that needs so many bytes
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  return code >= least[length] && code <= 0x10FFFF && !surrogate ? Character{code, length}
                                                                 : Character{};
}

// What no line of text should hold: control characters (C0, DEL, C1), separators of lines and of
// paragraphs, what marks, embeds, overrides or isolates a direction of writing, and the two of the
// noncharacters that XML refuses.
bool steers(unsigned code) {
  const auto within = [code](unsigned from, unsigned to) { return code >= from && code <= to; };
  return code < 0x20 || within(0x7F, 0x9F) || code == 0x061C || within(0x200E, 0x200F) ||
         within(0x2028, 0x202E) || within(0x2066, 0x2069) || within(0xFFFE, 0xFFFF);
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto [code, length] = first_character(text);
    const bool shown = length > 0 && !steers(code);
    result += shown ? text.substr(0, length) : "\uFFFD";
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result;
}

std::string shortened(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return std::string(text);
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0) == 0x80) --bytes;
  return sentence(text.substr(0, bytes), "…");
}

std::string in_quotes(std::string_view text) {
  return sentence("\"", printable(shortened(text, longest_quote)), "\"");
}

std::string name_from(std::string_view text) { return shortened(printable(text), 100); }

std::string joined(std::initializer_list<std::string_view> pieces) {
  std::string text;
  for (const std::string_view piece : pieces) text += piece;
  return text;
}

std::string checksum(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  std::string digits;
  for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[hash >> shift & 15];
  return digits;
}

namespace {

std::string listed(const std::vector<std::string>& names, std::string_view before_last) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? before_last : ", ";
    text += names[i];
  }
  return text;
}

}  // namespace

std::string alternatives(const std::vector<std::string>& names) { return listed(names, " or "); }

std::string together(const std::vector<std::string>& names) { return listed(names, " and "); }

std::string there_are(const std::vector<std::string>& names) {
  return sentence(names.size() == 1 ? "there is " : "there are ", together(names));
}

void set_value(SpecValues& values, std::string_view key, std::string_view value) {
  const auto present = std::ranges::find(values, key, &SpecValues::value_type::first);
  if (present != values.end()) {
    present->second = value;
  } else {
    values.emplace_back(key, value);
  }
}

Result<Spec> parse_spec(std::string_view text) {
  text = trimmed(text);
  const std::size_t colon = text.find(':');
  Spec spec{std::string(trimmed(text.substr(0, colon))), {}};
  if (spec.name.empty()) {
    return fail(sentence(in_quotes(text), " has no name; write name or name:key=value,key=value"));
  }
  if (colon == std::string_view::npos) return spec;
  for (const std::string_view piece : split(text.substr(colon + 1), ',')) {
    const std::size_t equals = piece.find('=');
    if (equals != std::string_view::npos) {
      spec.values.emplace_back(std::string(trimmed(piece.substr(0, equals))),
                               std::string(trimmed(piece.substr(equals + 1))));
    } else if (!spec.values.empty()) {
      spec.values.back().second += sentence(",", trimmed(piece));
    } else {
      return fail(sentence(in_quotes(piece), " in ", in_quotes(text), " has no value; write ",
                           spec.name, ":key=value"));
    }
  }
  return spec;
}

std::string spec_text(const Spec& spec) {
  std::string text = spec.name;
  for (std::size_t i = 0; i < spec.values.size(); ++i) {
    text += sentence(i == 0 ? ":" : ",", spec.values[i].first, "=", spec.values[i].second);
  }
  return text;
}

}  // namespace marginscope
