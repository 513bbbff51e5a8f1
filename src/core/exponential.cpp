#include "core/exponential.h"

#include <cstdint>
#include <cstring>
#include <iterator>

namespace marginscope {
namespace {

// Two lanes, which every 64-bit processor and wasm have, written out: a compiler that minds
// floating point traps does not vectorise a comparison by itself.
using Two = double __attribute__((vector_size(16)));
using TwoBits = std::uint64_t __attribute__((vector_size(16)));

// e^x = 2^k e^r with k = round(x / ln 2) and |r| ≤ ln 2 / 2. Adding 1.5 · 2^52 rounds to a whole
// number and leaves it in the low bits of the sum; ln 2 is taken away in two parts (Cody & Waite
// 1980), the first of which has so few digits that k times it is exact. The polynomial is 1 + r and
// r² times the one of degree 9 that meets (e^r − 1 − r)/r² at the ten Chebyshev points of this
// interval: it leaves 1.6e-17 of e^r, for which a Taylor polynomial would need degree 13.
constexpr double least = -708;
constexpr double shift = 6755399441055744.0;
constexpr double per_ln2 = 1.4426950408889634;
constexpr double ln2_high = 0.693147180369123816490, ln2_low = 1.90821492927058770002e-10;
constexpr double coefficients[] = {2.51003758422237e-08,
                                   2.7620075892548164e-07,
                                   2.7557268480289716e-06,
                                   2.480152132234228e-05,
                                   0.00019841269863040559,
                                   0.0013888888917196736,
                                   0.008333333333330065,
                                   0.041666666666624164,
                                   0.16666666666666669,
                                   0.5000000000000001,
                                   1.0,
                                   1.0};

// As many at once as hide the latency of the polynomial.
constexpr std::size_t pairs = 3, at_once = 2 * pairs;

inline void exponentials_at_once(double* values) {
  Two r[pairs], shifted[pairs], p[pairs];
  for (std::size_t u = 0; u < pairs; ++u) {
    Two x;
    std::memcpy(&x, values + 2 * u, sizeof(x));
    const Two floor{least, least};
    x = x < floor ? floor : x;
    shifted[u] = x * per_ln2 + shift;
    const Two k = shifted[u] - shift;
    r[u] = (x - k * ln2_high) - k * ln2_low;
    p[u] = Two{coefficients[0], coefficients[0]};
  }
  for (std::size_t term = 1; term < std::size(coefficients); ++term) {
    for (std::size_t u = 0; u < pairs; ++u) p[u] = p[u] * r[u] + coefficients[term];
  }
  // 2^k is multiplied by adding k to the exponent's bits.
  for (std::size_t u = 0; u < pairs; ++u) {
    TwoBits bits, exponent;
    std::memcpy(&bits, &p[u], sizeof(bits));
    std::memcpy(&exponent, &shifted[u], sizeof(exponent));
    bits += exponent << 52;
    std::memcpy(values + 2 * u, &bits, sizeof(bits));
  }
}

}  // namespace

void exponentials(double* values, std::size_t n) {
  std::size_t i = 0;
  for (; i + at_once <= n; i += at_once) exponentials_at_once(values + i);
  double rest[at_once] = {};
  if (i == n) return;
  std::memcpy(rest, values + i, (n - i) * sizeof(double));
  exponentials_at_once(rest);
  std::memcpy(values + i, rest, (n - i) * sizeof(double));
}

}  // namespace marginscope
