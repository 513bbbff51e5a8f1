#include "core/exponential.h"

#include <algorithm>
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

// The polynomial is worked out for so many values, some terms of all of them in a pass over them. As one chain of
// products for each value it has little that need not wait: compilers for wasm put one chain behind the other,
// however they are written, and a processor looks at no more than about three of them at a time.
constexpr std::size_t block = 128;
constexpr std::size_t terms = std::size(coefficients) - 1;
template <class Lanes>
constexpr std::size_t terms_of_a_pass = Lanes::count >= 8 ? 6 : 4;

constexpr std::size_t groups = 2;
template <class Lanes, class Body>
inline void in_groups(std::size_t n, const Body& body) {
  for (std::size_t i = 0; i < n; i += groups * Lanes::count) {
    each<groups>([&](auto u) { body(i + u * Lanes::count); });
  }
}

// Of a whole number of groups.
template <class Lanes>
inline void exponentials_of_block(double* values, std::size_t n) {
  using Values = typename Lanes::Values;
  double rests[block], shifted[block];
  in_groups<Lanes>(n, [&](std::size_t i) {
    Values x = Lanes::at(values + i);
    x = x < least ? least : x;
    const Values to_whole = x * per_ln2 + shift, k = to_whole - shift;
    Lanes::at(shifted + i) = to_whole;
    Lanes::at(rests + i) = (x - k * ln2_high) - k * ln2_low;
  });
  constexpr std::size_t some = terms_of_a_pass<Lanes>, passes = (terms + some - 1) / some;
  each<passes>([&](auto pass) {
    constexpr std::size_t first = pass * some, end = std::min(first + some, terms);
    in_groups<Lanes>(n, [&](std::size_t i) {
      const Values r = Lanes::at(rests + i);
      Values p;
      if constexpr (first == 0) {
        fill(p, coefficients[0]);
      } else {
        p = Lanes::at(values + i);
      }
      each<end - first>([&](auto term) { p = p * r + coefficients[first + term + 1]; });
      if constexpr (end == terms) {
        // 2^k is multiplied by adding k to the exponent's bits.
        typename Lanes::Bits bits, exponent;
        std::memcpy(&bits, &p, sizeof(bits));
        std::memcpy(&exponent, shifted + i, sizeof(exponent));
        bits += exponent << 52;
        std::memcpy(&p, &bits, sizeof(bits));
      }
      Lanes::at(values + i) = p;
    });
  });
}

template <class Lanes>
inline void exponentials_on(double* values, std::size_t n) {
  constexpr std::size_t at_once = groups * Lanes::count;
  const std::size_t whole = n / at_once * at_once, left = n - whole;
  for (std::size_t i = 0; i < whole; i += block) {
    exponentials_of_block<Lanes>(values + i, std::min(block, whole - i));
  }
  if (left == 0) return;
  double rest[at_once] = {};
  std::memcpy(rest, values + whole, left * sizeof(double));
  exponentials_of_block<Lanes>(rest, at_once);
  std::memcpy(values + whole, rest, left * sizeof(double));
}

}  // namespace

void exponentials(double* values, std::size_t n) {
  on_registers([&]<class Lanes>(Lanes) { exponentials_on<Lanes>(values, n); });
}

}  // namespace marginscope
