#pragma once  // for every room above

// Numbers to text and back, the same on every platform, and the small grammar
// `name:key=value,key=value` in which rules, algorithms, kernels and generators are written.

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.h"

namespace marginscope {

// The decimal text of 15 digits, or of 16 or 17, that reads back as exactly `value` ("nan", "inf", "-inf"
// where it is not finite).
std::string exact_text(double value);

// `value` with at most `digits` significant digits, for sentences and labels: "0.81", "1.2e−12".
// The minus sign is U+2212; "none" where the value is not a number.
std::string short_text(double value, int digits = 3);

// In how many digits, three at least, two numbers do not look alike. Three where they are equal to 12.
int digits_apart(double a, double b);

// `value` (a fraction) as a percentage: "14.3 %".
std::string percent_text(double fraction, int digits = 3);

// A time in seconds: "1:05 h", "2:30 min", "12 s", "3.4 ms", "12 µs"; "none" where it is not a number.
std::string duration_text(double seconds);

// A size in bytes: "512 B", "104 MB", "1.2 GB", "2.24 TB"; decimal units, whole bytes.
std::string bytes_text(double bytes);

// "1 pattern", "3 patterns"
std::string counted(long long count, std::string_view one, std::string_view several);

// "1 iteration", "3 iterations"
std::string iterations_text(long long count);

// A number as Unicode subscript digits: "₁₂".
std::string subscript(long long number);

// The number that the whole of `text` spells in decimal digits, or nothing; "nan", "inf" and
// "infinity" in any case too. A minus may be the sign that sentences and papers print (−).
// Surrounding blanks are allowed.
std::optional<double> parse_number(std::string_view text);

// 2^53 − 1: a double that is 2^53 may have been the whole number behind it.
inline constexpr double largest_exact_integer = 9007199254740991;

// The whole number, up to largest_exact_integer in size, that the whole of `text` spells, or nothing.
std::optional<long long> parse_integer(std::string_view text);

// The same of decimal digits alone, up to 2^64 − 1: for seeds.
std::optional<std::uint64_t> parse_natural(std::string_view text);

std::string_view trimmed(std::string_view text);
std::vector<std::string_view> split(std::string_view text, char separator);

// "a, b or c": for sentences that list what something must be.
std::string alternatives(const std::vector<std::string>& names);

// "a, b and c": for sentences that list what something has.
std::string together(const std::vector<std::string>& names);

// "there are a, b and c", "there is a": for sentences about a name that there is not.
std::string there_are(const std::vector<std::string>& names);

// --- What came from outside: names, cells, options, links. ---

// `text` as valid UTF-8 of one line, without what would steer a terminal or turn the direction of
// writing: each such byte or character is shown as U+FFFD. Every Error's message is.
std::string printable(std::string_view text);

// The beginning of `text`, of at most `bytes` bytes and whole characters, and "…" where that is not
// all of it.
std::string shortened(std::string_view text, std::size_t bytes);

// What a message shows of such a text: no more than half a line; in quotes and printable.
inline constexpr std::size_t longest_quote = 40;
std::string in_quotes(std::string_view text);

// What data, files and features are called: printable, not longer than a line. The name of a name is
// itself.
std::string name_from(std::string_view text);

std::string joined(std::initializer_list<std::string_view> pieces);

// Concatenates strings; sentences are built with it. (A template of few instructions, because every
// sentence is an instance of its own.)
template <class... Pieces>
std::string sentence(const Pieces&... pieces) {
  return joined({std::string_view(pieces)...});
}

// FNV-1a in 64 bits as hexadecimal digits: tells apart texts that nobody made to collide.
std::string checksum(std::string_view text);

// The key=value pairs of a Spec, and the Spec itself: `name:key=value,key=value`. A comma-separated
// piece without '=' continues the value before it, so lists are written plainly:
// `ols:target_margins=1,1,1,10`.
using SpecValues = std::vector<std::pair<std::string, std::string>>;
struct Spec {
  std::string name;
  SpecValues values;

  bool operator==(const Spec&) const = default;
};

// Replaces or adds one of them.
void set_value(SpecValues& values, std::string_view key, std::string_view value);

Result<Spec> parse_spec(std::string_view text);
std::string spec_text(const Spec& spec);

}  // namespace marginscope
