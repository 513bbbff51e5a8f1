#include "core/exponential.h"

#include <cstring>
#include <iterator>

#include "core/lanes.h"

namespace marginscope {
namespace {

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
constexpr std::size_t groups = 4;

template <class Lanes>
inline void exponentials_at_once(double* values) {
  typename Lanes::Values r[groups], shifted[groups], p[groups];
  each<groups>([&](auto u) {
    typename Lanes::Values x = Lanes::at(values + Lanes::count * u);
    x = x < least ? least : x;
    shifted[u] = x * per_ln2 + shift;
    const typename Lanes::Values k = shifted[u] - shift;
    r[u] = (x - k * ln2_high) - k * ln2_low;
    fill(p[u], coefficients[0]);
  });
  each<std::size(coefficients) - 1>([&](auto term) {
    each<groups>([&](auto u) { p[u] = p[u] * r[u] + coefficients[term + 1]; });
  });
  // 2^k is multiplied by adding k to the exponent's bits.
  each<groups>([&](auto u) {
    typename Lanes::Bits bits, exponent;
    std::memcpy(&bits, &p[u], sizeof(bits));
    std::memcpy(&exponent, &shifted[u], sizeof(exponent));
    bits += exponent << 52;
    std::memcpy(values + Lanes::count * u, &bits, sizeof(bits));
  });
}

template <class Lanes>
inline void exponentials_on(double* values, std::size_t n) {
  constexpr std::size_t at_once = groups * Lanes::count;
  std::size_t i = 0;
  for (; i + at_once <= n; i += at_once) exponentials_at_once<Lanes>(values + i);
  if (i == n) return;
  double rest[at_once] = {};
  std::memcpy(rest, values + i, (n - i) * sizeof(double));
  exponentials_at_once<Lanes>(rest);
  std::memcpy(values + i, rest, (n - i) * sizeof(double));
}

}  // namespace

void exponentials(double* values, std::size_t n) {
  on_lanes([&]<class Lanes>(Lanes) { exponentials_on<Lanes>(values, n); });
}

}  // namespace marginscope
