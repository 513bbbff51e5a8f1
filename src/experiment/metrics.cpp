#include "experiment/metrics.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/text.h"

namespace marginscope {

Summary summary_of(int n, double mean, double sd) {
  return {n, mean, sd, sd / std::sqrt(static_cast<double>(n))};
}

Summary summary_of(std::span<const double> values) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  if (values.empty()) return {0, none, none, none};
  const double n = static_cast<double>(values.size());
  // From the first one, so that equal numbers deviate by nothing.
  const double first = values.front();
  double sum = 0;
  for (const double value : values) sum += value - first;
  const double above = sum / n;
  double squares = 0;
  for (const double value : values) {
    squares += (value - first - above) * (value - first - above);
  }
  const double sd = values.size() > 1 ? std::sqrt(squares / (n - 1)) : none;
  return summary_of(static_cast<int>(values.size()), first + above, sd);
}

Printed printed(std::string_view text) {
  const std::size_t point = text.find('.');
  const std::size_t decimals = point == text.npos ? 0 : text.size() - point - 1;
  return {parse_number(text).value_or(std::numeric_limits<double>::quiet_NaN()),
          static_cast<int>(decimals), false};
}

double distance_to_printed(double value, const Printed& number) {
  const double last_digit = std::pow(10.0, -number.decimals);
  const double half = number.exact ? 0 : last_digit / 2;
  // In the middle of the numbers that are printed so.
  const double middle =
      number.cut ? number.value + std::copysign(half, number.value) : number.value;
  return std::max(std::abs(value - middle) - half, 0.0);  // what is no number stays none
}

bool equal_as_printed(double value, const Printed& number) {
  return distance_to_printed(value, number) <= 1e-9 * std::pow(10.0, -number.decimals);
}

}  // namespace marginscope
