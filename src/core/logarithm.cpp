#include "core/logarithm.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace marginscope {

double logarithm(double x) {
  if (!(x > 0)) {
    return x == 0 ? -std::numeric_limits<double>::infinity()
                  : std::numeric_limits<double>::quiet_NaN();
  }
  if (std::isinf(x)) return x;
  // x = 2^k (1 + f) with √½ ≤ 1 + f ≤ √2; the difference is exact.
  int exponent = std::ilogb(x);
  double mantissa = std::scalbn(x, -exponent);
  if (mantissa > std::numbers::sqrt2) {
    mantissa /= 2;
    ++exponent;
  }
  const double f = mantissa - 1, k = exponent;
  // log(1 + f) = 2 artanh(s) with s = f/(2 + f), |s| < 0.172: Taylor's series up to s²³, whose rest is
  // below 2⁻⁶⁰ of it. Its first term is 2s = f − s f = f − f²/2 + s f²/2, so that what is rounded is
  // small beside f (fdlibm).
  const double s = f / (2 + f), square = s * s, half = f * f / 2;
  double series = 0;
  for (int n = 23; n >= 3; n -= 2) series = square * (2.0 / n + series);
  // ln 2 in two parts, of which the first times k is exact.
  constexpr double ln2_high = 0.693147180369123816490, ln2_low = 1.90821492927058770002e-10;
  return k * ln2_high - ((half - (s * (half + series) + k * ln2_low)) - f);
}

}  // namespace marginscope
