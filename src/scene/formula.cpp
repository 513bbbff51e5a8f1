// Formulas in x: numbers, x, pi, e, + − * / ^, brackets and a few functions.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "core/exponential.h"
#include "core/logarithm.h"
#include "core/sine.h"
#include "core/text.h"
#include "scene/curve.h"

namespace marginscope {
namespace {

constexpr std::size_t longest_formula = 200;  // bytes
constexpr int pieces = 1024;                  // of a curve, before it is simplified

// --- Functions. Their value is no number where they have none. ---

double exponential(double x) {
  constexpr double largest = 708;
  if (!(x <= largest)) return std::isnan(x) ? x : HUGE_VAL;
  exponentials(&x, 1);
  return x;
}

// Beyond these angles nobody sees a wave.
constexpr double largest_angle = 1e5;
double sine_of(double x) { return std::abs(x) <= largest_angle ? sine(x) : NAN; }
double cosine_of(double x) { return std::abs(x) <= largest_angle ? cosine(x) : NAN; }

double tanh_of(double x) {
  const double decay = exponential(-2 * std::abs(x));
  return std::copysign((1 - decay) / (1 + decay), x);
}

double power(double base, double exponent) {
  constexpr double largest_whole = 64;
  if (exponent == std::floor(exponent) && std::abs(exponent) <= largest_whole) {
    double result = 1;
    for (int n = static_cast<int>(std::abs(exponent)); n > 0; --n) result *= base;
    return exponent < 0 ? 1 / result : result;
  }
  if (base == 0) return exponent > 0 ? 0 : NAN;
  return exponential(exponent * logarithm(base));
}

struct NamedFunction {
  std::string_view name;
  double (*value)(double x);
};
constexpr NamedFunction functions[] = {{"sin", sine_of},
                                       {"cos", cosine_of},
                                       {"tan", [](double x) { return sine_of(x) / cosine_of(x); }},
                                       {"exp", exponential},
                                       {"ln", logarithm},
                                       {"log", logarithm},
                                       {"sqrt", [](double x) { return std::sqrt(x); }},
                                       {"abs", [](double x) { return std::abs(x); }},
                                       {"tanh", tanh_of}};

// Reads a formula for one x, and works it out while it is read: both are short.
class Reader {
 public:
  Reader(std::string_view text, double x) : text_(text), x_(x) {}

  Result<double> value() {
    const double result = sum();
    skip_blanks();
    if (!error_ && at_ < text_.size()) refuse("cannot be read");
    if (error_) return fail(*error_);
    return result;
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  // Takes the first of the spellings that comes next.
  bool take(std::initializer_list<std::string_view> spellings) {
    skip_blanks();
    for (const std::string_view spelling : spellings) {
      if (!text_.substr(at_).starts_with(spelling)) continue;
      at_ += spelling.size();
      return true;
    }
    return false;
  }

  // The rest of the formula is not read. The first refusal is the one that is told.
  double refuse(std::string_view what) {
    if (!error_) {
      const std::string_view rest = text_.substr(at_);
      error_ = rest.empty() ? sentence("The formula ends where ", missing)
                            : sentence("In the formula, ", in_quotes(rest), " ", what);
    }
    at_ = text_.size();
    return NAN;
  }

  double sum() {
    double result = product();
    while (!error_) {
      if (take({"+"})) {
        result += product();
      } else if (take({"-", "−"})) {
        result -= product();
      } else {
        break;
      }
    }
    return result;
  }

  double product() {
    double result = signed_power();
    while (!error_) {
      if (take({"*", "·", "×"})) {
        result *= signed_power();
      } else if (take({"/"})) {
        result /= signed_power();
      } else if (begins_operand()) {  // "2x"
        result *= raised();
      } else {
        break;
      }
    }
    return result;
  }

  double signed_power() {
    if (take({"-", "−"})) return -signed_power();
    if (take({"+"})) return signed_power();
    return raised();
  }

  double raised() {
    const double base = operand();
    if (take({"²"})) return power(base, 2);
    if (take({"³"})) return power(base, 3);
    return take({"^", "**"}) ? power(base, signed_power()) : base;
  }

  static bool is_digit(char c) { return (c >= '0' && c <= '9') || c == '.'; }
  static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

  bool begins_operand() {
    skip_blanks();
    const std::string_view rest = text_.substr(at_);
    return !rest.empty() && (is_letter(rest[0]) || rest[0] == '(' || rest.starts_with("π"));
  }

  template <class Belongs>
  std::string_view word(Belongs belongs) {
    const std::size_t from = at_;
    while (at_ < text_.size() && belongs(text_[at_])) ++at_;
    return text_.substr(from, at_ - from);
  }

  double operand() {
    if (take({"("})) {
      const double inside = sum();
      return error_ || take({")"}) ? inside : refuse("stands where a bracket has to be closed");
    }
    if (take({"π"})) return std::numbers::pi;
    const std::size_t from = at_;
    if (at_ < text_.size() && is_digit(text_[at_])) {
      if (const auto number = parse_number(word(is_digit))) return *number;
      at_ = from;
      return refuse("does not begin with a number");
    }
    const std::string_view name = word(is_letter);
    if (name.empty()) return refuse(sentence("stands where ", missing));
    if (name == "x") return x_;
    if (name == "pi") return std::numbers::pi;
    if (name == "e") return std::numbers::e;
    const auto* const function = std::ranges::find(functions, name, &NamedFunction::name);
    if (function == std::end(functions)) {
      at_ = from;
      std::vector<std::string> known = {"x", "pi", "e"};
      for (const NamedFunction& each : functions) known.emplace_back(each.name);
      return refuse(sentence("begins with no name that is known; ", there_are(known)));
    }
    if (!take({"("})) return refuse(sentence("stands where the bracket after ", name, " opens"));
    at_ -= 1;
    return function->value(operand());
  }

  static constexpr std::string_view missing = "a number, x, a function or a bracket has to be";

  std::string_view text_;
  double x_;
  std::size_t at_ = 0;
  std::optional<std::string> error_;
};

}  // namespace

std::string_view right_side(std::string_view formula) {
  const std::string_view text = trimmed(formula);
  if (!text.starts_with('y')) return text;
  const std::string_view rest = trimmed(text.substr(1));
  return rest.starts_with('>') || rest.starts_with('=') ? trimmed(rest.substr(1)) : text;
}

Result<Curve> formula_curve(std::string_view formula, const Grid& grid) {
  const std::string_view text = right_side(formula);
  if (text.empty()) return fail("A formula gives y by x, such as 0.5x^2 - 1");
  if (text.size() > longest_formula) {
    return fail(sentence("The formula has ", std::to_string(text.size()), " characters; up to ",
                         std::to_string(longest_formula), " are read"));
  }
  Curve curve;
  for (int i = 0; i <= pieces; ++i) {
    const double x = grid.x0 + grid.extent * (static_cast<double>(i) / pieces);
    const auto y = Reader(text, x).value();
    if (!y) return fail(y.error());
    if (!std::isfinite(*y)) continue;
    // What is far beyond the plane is no further away for its points.
    curve.push_back({x, std::clamp(*y, grid.y0 - grid.extent, grid.y0 + 2 * grid.extent)});
  }
  if (curve.size() < 2) {
    return fail(sentence("The formula has no value from x = ", short_text(grid.x0), " to ",
                         short_text(grid.x0 + grid.extent)));
  }
  const double near = grid.extent / 8192;
  return simplified(curve, near, near);
}

}  // namespace marginscope
