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
// 1980), the first of which has so few digits that k times it is exact. The Taylor polynomial of
// degree 13 leaves r^14/14! < 5e-18.
constexpr double least = -708;
constexpr double shift = 6755399441055744.0;
constexpr double per_ln2 = 1.4426950408889634;
constexpr double ln2_high = 0.693147180369123816490, ln2_low = 1.90821492927058770002e-10;
constexpr double taylor[] = {1.0 / 6227020800.0,
                             1.0 / 479001600.0,
                             1.0 / 39916800.0,
                             1.0 / 3628800.0,
                             1.0 / 362880.0,
                             1.0 / 40320.0,
                             1.0 / 5040.0,
                             1.0 / 720.0,
                             1.0 / 120.0,
                             1.0 / 24.0,
                             1.0 / 6.0,
                             0.5,
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
    p[u] = Two{taylor[0], taylor[0]};
  }
  for (std::size_t term = 1; term < std::size(taylor); ++term) {
    for (std::size_t u = 0; u < pairs; ++u) p[u] = p[u] * r[u] + taylor[term];
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
