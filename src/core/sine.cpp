#include "core/sine.h"

#include <cmath>

namespace marginscope {
namespace {

// Taylor's series up to x¹⁷/17! and x¹⁸/18!, whose rest is below 2⁻⁵⁶ for |x| ≤ π/4.
double near_sine(double x) {
  const double square = x * x;
  double sum = 0;
  for (int n = 17; n >= 3; n -= 2) sum = -square / (n * (n - 1)) * (1 + sum);
  return x + x * sum;
}

double near_cosine(double x) {
  const double square = x * x;
  double sum = 0;
  for (int n = 18; n >= 4; n -= 2) sum = -square / (n * (n - 1)) * (1 + sum);
  // 1 − x²/2 exactly, as far as its rounding is known.
  const double half = square / 2, most = 1 - half;
  return most + ((1 - most) - half - half * sum);
}

double turned(double angle, int quarters) {
  // π/2 in three parts (Cody & Waite): the first two have 33 bits, so that their products with the
  // number of quarters are exact.
  constexpr double parts[] = {0x1.921fb544p+0, 0x1.0b4611a6p-34, 0x1.3198a2e037073p-69};
  const double number = std::nearbyint(angle * 0x1.45f306dc9c883p-1);
  double rest = angle;
  for (const double part : parts) rest -= number * part;
  // The remainder by 4, of a number that may be negative.
  const double whole = number + quarters;
  switch (static_cast<int>(whole - 4 * std::floor(whole / 4))) {
    case 0:
      return near_sine(rest);
    case 1:
      return near_cosine(rest);
    case 2:
      return -near_sine(rest);
    default:
      return -near_cosine(rest);
  }
}

}  // namespace

double sine(double angle) { return turned(angle, 0); }
double cosine(double angle) { return turned(angle, 1); }

}  // namespace marginscope
