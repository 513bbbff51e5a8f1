#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/text.h"
#include "support/every_algorithm.h"

using namespace marginscope;
using namespace marginscope::testing;

namespace {

// The arithmetic of an equation that is worked out: sums, products, quotients, |x|, max and min of
// numbers. `slack` is what the result may be off by, because each number is rounded to four digits.
class Arithmetic {
 public:
  explicit Arithmetic(std::string_view text) : rest_(text) {}

  struct Value {
    double value, slack;
  };
  Value value() {
    const Value result = sum();
    CHECK_MESSAGE(trimmed(rest_).empty(), std::string(rest_));
    return result;
  }

 private:
  bool take(std::string_view token) {
    while (rest_.starts_with(' ')) rest_.remove_prefix(1);
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  Value sum() {
    Value left = product();
    for (;;) {
      const bool plus = take("+");
      if (!plus && !take("−")) return left;
      const Value right = product();
      left = {left.value + (plus ? right.value : -right.value), left.slack + right.slack};
    }
  }

  Value product() {
    Value left = factor();
    for (;;) {
      if (take("·")) {
        const Value right = factor();
        left = {left.value * right.value,
                std::abs(left.value) * right.slack + std::abs(right.value) * left.slack};
      } else if (take("/")) {
        const Value right = factor();
        const double quotient = left.value / right.value;
        left = {quotient, (left.slack + std::abs(quotient) * right.slack) / std::abs(right.value)};
      } else {
        return left;
      }
    }
  }

  Value factor() {
    for (const bool largest : {true, false}) {
      if (!take(largest ? "max(" : "min(")) continue;
      const Value one = sum();
      REQUIRE(take(","));
      const Value other = sum();
      REQUIRE(take(")"));
      const double value =
          largest ? std::max(one.value, other.value) : std::min(one.value, other.value);
      return {value, one.slack + other.slack};
    }
    if (take("(")) {
      const Value inside = sum();
      REQUIRE(take(")"));
      return inside;
    }
    if (take("|")) {
      const Value inside = sum();
      REQUIRE(take("|"));
      return {std::abs(inside.value), inside.slack};
    }
    const bool negative = take("−");
    std::string digits;
    while (!rest_.empty() && (std::string_view("0123456789.e").find(rest_[0]) != rest_.npos ||
                              (digits.ends_with('e') && rest_.starts_with("−")))) {
      const bool minus = rest_.starts_with("−");
      digits += minus ? '-' : rest_[0];
      rest_.remove_prefix(minus ? std::string_view("−").size() : 1);
    }
    const auto number = parse_number(digits);
    REQUIRE_MESSAGE(number.has_value(), digits, std::string(rest_));
    return {negative ? -*number : *number, 5e-4 * std::abs(*number)};
  }

  std::string_view rest_;
};

// What stands between the signs of equality and assignment.
std::vector<std::string_view> sides(std::string_view equation) {
  std::vector<std::string_view> result;
  for (;;) {
    const std::size_t at = std::min(equation.find(" = "), equation.find(" ← "));
    result.push_back(trimmed(equation.substr(0, at)));
    if (at == equation.npos) return result;
    equation.remove_prefix(equation.find(' ', at + 1));
  }
}

}  // namespace

TEST_CASE("the equations with numbers add up, for every algorithm") {
  for (const Case& c :
       cases({"four-points", "xor", "overlap:n=30", "repeated", "three-classes", "sinc"})) {
    CAPTURE(c.text);
    CAPTURE(c.problem);
    Run run = start(c.data, c.text, "iterations:n=40");
    std::size_t worked = 0;
    do {
      for (int pattern = 0; pattern < c.data->X.rows(); ++pattern) {
        for (const std::string& equation : run.work_out(pattern)) {
          CAPTURE(equation);
          ++worked;
          const auto parts = sides(equation);
          if (equation.find(" stays ") != equation.npos) continue;
          REQUIRE(parts.size() >= 2);
          const auto result = Arithmetic(parts.back()).value();
          CHECK(std::isfinite(result.value));
          if (parts.size() == 2) continue;
          const auto made = Arithmetic(parts[parts.size() - 2]).value();
          CHECK(std::abs(made.value - result.value) <= made.slack + result.slack);
        }
      }
    } while (run.advance(1) && !run.stop());
    // The example of CONTRIBUTING.md leaves them out.
    CHECK((worked > 0 || c.algorithm->id == "perceptron"));
  }
}

TEST_CASE("what numbers differ by shows in them, however little it is") {
  // The first one to its end, where errors are smallest.
  for (const auto& [algorithm, problem, rules] :
       {std::tuple("hk", "four-points", "objective-change"),
        std::tuple("mhks", "four-points", "iterations:n=60"),
        std::tuple("hk-multiclass", "three-classes", "iterations:n=60"),
        std::tuple("ols", "four-points", "iterations:n=60")}) {
    CAPTURE(std::string(algorithm));
    Run run = start(named(problem), algorithm, rules);
    std::size_t small = 0;
    do {
      for (int pattern = 0; pattern < run.problem().X.rows(); ++pattern) {
        for (const std::string& equation : run.work_out(pattern)) {
          CAPTURE(equation);
          const auto parts = sides(equation);
          const double result = Arithmetic(parts.back()).value().value;
          const double made = Arithmetic(parts[parts.size() - 2]).value().value;
          if (equation.find("e\xE2\x82") == equation.npos || std::abs(result) < 1e-12) continue;
          small += std::abs(result) < 1e-4;
          CHECK(std::abs(made - result) <= 0.11 * std::abs(result));
        }
      }
    } while (run.advance(1) && !run.stop());
    if (std::string_view(algorithm) == "hk") CHECK(small > 0);
  }
}

TEST_CASE("an equation ends in what the algorithm publishes of that pattern") {
  struct Published {
    std::string_view algorithm, problem, symbol;
    Role role;
  };
  for (const auto& [algorithm, problem, symbol, role] :
       {Published{"hk", "overlap:n=30", "b", Role::margin_target},
        Published{"hk", "overlap:n=30", "e", Role::error},
        Published{"hka", "overlap:n=30", "d", Role::pattern_weight},
        Published{"mhks", "overlap:n=30", "b", Role::margin_vector},
        Published{"smo-svr", "sinc", "β", Role::dual_variable},
        Published{"irwls", "overlap:n=30", "u", Role::slack},
        Published{"lsvm", "overlap:n=30", "α", Role::dual_variable},
        Published{"dkpp", "overlap:n=30", "α", Role::dual_variable}}) {
    CAPTURE(algorithm);
    CAPTURE(symbol);
    Run run = start(named(problem), algorithm, "iterations:n=25");
    std::size_t found = 0;
    do {
      for (const Quantity& quantity : run.solver().quantities()) {
        if (quantity.role != role) continue;
        const std::vector<double> values = run.solver().values(role);
        for (std::size_t i = 0; i < values.size(); ++i) {
          for (const std::string& equation : run.work_out(static_cast<int>(i))) {
            CAPTURE(equation);
            // Of that pattern, so with its number below.
            const std::size_t at = equation.rfind(std::string(symbol) + "\xE2\x82");
            if (at == equation.npos || equation.find(" stays ") != equation.npos) continue;
            const double told = Arithmetic(sides(equation).back()).value().value;
            // A slack is what of u is positive.
            const double value = role == Role::slack ? std::max(told, 0.0) : told;
            ++found;
            CHECK(value == doctest::Approx(values[i]).epsilon(1e-3));
          }
        }
      }
    } while (run.advance(1) && !run.stop());
    CHECK(found > 10);
  }
}
