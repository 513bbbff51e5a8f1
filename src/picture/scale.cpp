#include "picture/scale.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/text.h"

namespace marginscope::picture {
namespace {

constexpr std::array first_digits = {1.0, 2.0, 5.0};

// There is no scale over one number alone.
void widen_one_number(double& least, double& most) {
  if (most > least) return;
  const double room = least == 0 ? 1 : std::abs(least) / 2;
  least -= room;
  most += room;
}

double step_of(double least, double most, int wanted) {
  return round_number_from((most - least) / std::max(1, wanted));
}

// A multiple of the step rather than a sum of steps, so that 0.3 is 3 · 0.1 to all digits shown.
void add_linear_ticks(Scale& scale, double step) {
  constexpr double rounding = 1e-9;
  const double last = std::floor(scale.to / step + rounding);
  for (double i = std::ceil(scale.from / step - rounding); i <= last; ++i) {
    const double value = i * step;
    scale.ticks.push_back({value, short_text(value, 6)});
  }
}

}  // namespace

double round_number_from(double number) {
  const double decade = std::pow(10, std::floor(std::log10(number)));
  // What was rounded on the way here is still the number that was meant.
  constexpr double rounding = 1e-9;
  for (const double digit : first_digits) {
    if (digit * decade >= number * (1 - rounding)) return digit * decade;
  }
  return 10 * decade;
}

std::vector<double> linear_ticks(double from, double to, int count) {
  std::vector<double> ticks;
  if (!(to > from)) return ticks;
  const double step = round_number_from((to - from) / std::max(1, count));
  const double first = std::ceil(from / step - 1e-9), last = to / step + 1e-9;
  // Beyond 2^53 steps a number does not grow by one any more.
  if (std::max(std::abs(first), std::abs(last)) >= 0x1p53) return ticks;
  for (double i = first; i <= last; ++i) ticks.push_back(i == 0 ? 0 : i * step);
  // One tick alone gives no scale.
  return ticks.size() < 2 && count < 12 ? linear_ticks(from, to, count + 1) : ticks;
}

int digits_between(std::span<const double> ticks) {
  if (ticks.size() < 2) return 1;
  const double largest = std::max(std::abs(ticks.front()), std::abs(ticks.back()));
  return static_cast<int>(std::ceil(std::log10(largest / (ticks[1] - ticks[0])))) + 1;
}

double common_part(std::span<const double> ticks, int most_digits) {
  if (digits_between(ticks) <= most_digits) return 0;
  const double decade = std::pow(10, std::ceil(std::log10(ticks.back() - ticks.front())));
  return std::trunc((ticks.front() > 0 ? ticks.front() : ticks.back()) / decade) * decade;
}

std::string with_sign(double number) {
  return sentence(number < 0 ? "− " : "+ ", short_text(std::abs(number), 15));
}

std::vector<double> logarithmic_ticks(double from, double to, int count) {
  std::vector<double> ticks;
  const int first = static_cast<int>(std::ceil(std::log10(from) - 1e-9));
  const int last = static_cast<int>(std::floor(std::log10(to) + 1e-9));
  const int stride = std::max(1, (last - first + count) / std::max(1, count));
  for (int i = first; i <= last; i += stride) ticks.push_back(std::pow(10.0, i));
  return ticks;
}

double Scale::share(double value) const {
  if (logarithmic) return std::log(value / from) / std::log(to / from);
  return (value - from) / (to - from);
}

Scale scale_over(double least, double most, int wanted) {
  widen_one_number(least, most);
  Scale scale{least, most};
  add_linear_ticks(scale, step_of(least, most, wanted));
  return scale;
}

Scale rounded_scale_over(double least, double most, int wanted) {
  widen_one_number(least, most);
  const double step = step_of(least, most, wanted);
  Scale scale{step * std::floor(least / step), step * std::ceil(most / step)};
  add_linear_ticks(scale, step);
  return scale;
}

Scale logarithmic_scale_over(double least, double most, int wanted) {
  if (most <= least) {
    least /= 2;
    most *= 2;
  }
  Scale scale{least, most, true};
  const double decades = std::log10(most / least);
  // Between few powers of ten other numbers have room, of many powers there is none for each.
  const bool powers_alone = decades * static_cast<double>(first_digits.size()) > wanted;
  const int every = std::max(1, static_cast<int>(std::ceil(decades / wanted)));
  constexpr double rounding = 1e-9;
  for (int exponent = static_cast<int>(std::floor(std::log10(least)));
       exponent <= static_cast<int>(std::ceil(std::log10(most))); ++exponent) {
    if (exponent % every != 0) continue;
    for (const double digit : first_digits) {
      if (powers_alone && digit > 1) break;
      const double value = digit * std::pow(10, exponent);
      if (value < least * (1 - rounding) || value > most * (1 + rounding)) continue;
      scale.ticks.push_back({value, short_text(value, 6)});
    }
  }
  return scale;
}

}  // namespace marginscope::picture
