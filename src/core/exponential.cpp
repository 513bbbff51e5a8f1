#include "core/exponential.h"

#include <bit>
#include <cstdint>

namespace marginscope {

// e^x = 2^k e^r with k = round(x / ln 2) and |r| ≤ ln 2 / 2. Adding 1.5 · 2^52 rounds to a whole
// number and leaves it in the low bits of the sum; ln 2 is taken away in two parts (Cody & Waite
// 1980), the first of which has so few digits that k times it is exact. The Taylor polynomial of
// degree 13 leaves r^14/14! < 5e-18.
void exponentials(double* values, std::size_t n) {
  constexpr double least = -708;
  constexpr double shift = 6755399441055744.0;
  constexpr double per_ln2 = 1.4426950408889634;
  constexpr double ln2_high = 0.693147180369123816490, ln2_low = 1.90821492927058770002e-10;
  for (std::size_t i = 0; i < n; ++i) {
    const double x = values[i] < least ? least : values[i];
    const double shifted = x * per_ln2 + shift;
    const double k = shifted - shift;
    const double r = (x - k * ln2_high) - k * ln2_low;
    double p = 1.0 / 6227020800.0;
    p = p * r + 1.0 / 479001600.0;
    p = p * r + 1.0 / 39916800.0;
    p = p * r + 1.0 / 3628800.0;
    p = p * r + 1.0 / 362880.0;
    p = p * r + 1.0 / 40320.0;
    p = p * r + 1.0 / 5040.0;
    p = p * r + 1.0 / 720.0;
    p = p * r + 1.0 / 120.0;
    p = p * r + 1.0 / 24.0;
    p = p * r + 1.0 / 6.0;
    p = p * r + 0.5;
    p = p * r + 1.0;
    p = p * r + 1.0;
    // 2^k is multiplied by adding k to the exponent's bits.
    const auto bits =
        std::bit_cast<std::uint64_t>(p) + (std::bit_cast<std::uint64_t>(shifted) << 52);
    values[i] = std::bit_cast<double>(bits);
  }
}

}  // namespace marginscope
