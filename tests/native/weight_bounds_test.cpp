// What a move makes of two weights, and what their bounds allow afterwards: both computed at once, without a branch, and
// here as the definitions have them.

#include "solvers/pairs/weight_bounds.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/random.h"

using namespace marginscope;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

// A weight may rise where it is below its bound. In regression that costs ε|β|: ε more where β ≥ 0, ε less elsewhere.
Offsets by_definition(const WeightBounds& bounds, double y, double beta) {
  const bool may_be_positive = bounds.regression || y > 0,
             may_be_negative = bounds.regression || y < 0;
  const double most = may_be_positive ? bounds.C : 0, least = may_be_negative ? -bounds.C : 0;
  Offsets offsets{-infinite, infinite};
  if (beta < most) offsets.up = beta >= 0 ? -bounds.epsilon : bounds.epsilon;
  if (beta > least) offsets.low = beta > 0 ? -bounds.epsilon : bounds.epsilon;
  return offsets;
}

// Where a weight lies that is to come from one place to another.
double by_rounding(double from, double to, double C) {
  const double rounding = 64 * std::numeric_limits<double>::epsilon();
  if (C - std::abs(to) <= rounding * C) return std::copysign(C, to);
  return std::abs(to) <= rounding * std::abs(from) ? 0 : to;
}

void check_equal(const Offsets& offsets, const Offsets& wanted) {
  CHECK(offsets.up == wanted.up);
  CHECK(offsets.low == wanted.low);
}

}  // namespace

TEST_SUITE("bounds of weights") {
  TEST_CASE("a pair moves by what gains most, or to the first bound, where it lies exactly") {
    Random random(7);
    constexpr double C = 0.7;
    for (const bool regression : {false, true}) {
      const WeightBounds bounds{.C = C, .epsilon = regression ? 0.1 : 0, .regression = regression};
      const auto weight = [&](double y) {
        const double part =
            random.below(4) == 0 ? static_cast<double>(random.below(2)) : random.uniform();
        return part * C * (regression && random.below(2) == 0 ? -1 : y);
      };
      int cut = 0, whole = 0;
      for (int round = 0; round < 2000; ++round) {
        const double y_i = random.below(2) == 0 ? 1 : -1, y_j = random.below(2) == 0 ? 1 : -1;
        const double beta_i = weight(y_i), beta_j = weight(y_j);
        CAPTURE(beta_i);
        CAPTURE(beta_j);
        check_equal(bounds.offsets(y_i, beta_i), by_definition(bounds, y_i, beta_i));
        // In regression a weight stops at 0 as at a bound.
        const double top = regression ? (beta_i < 0 ? 0 : C)
                           : y_i > 0  ? C
                                      : 0,
                     bottom = regression ? (beta_j > 0 ? 0 : -C)
                              : y_j < 0  ? -C
                                         : 0;
        if (beta_i == top || beta_j == bottom) continue;
        const double gain = random.uniform(), curvature = 0.1 + 2 * random.uniform();
        const MovedPair to = bounds.move(y_i, beta_i, y_j, beta_j, gain, curvature);
        const double room_i = top - beta_i, room_j = beta_j - bottom;
        CHECK(to.delta == std::min(gain / curvature, std::min(room_i, room_j)));
        CHECK(to.cut == (gain / curvature >= std::min(room_i, room_j)));
        CHECK(to.beta_i == (to.delta == room_i ? top : by_rounding(beta_i, beta_i + to.delta, C)));
        CHECK(to.beta_j ==
              (to.delta == room_j ? bottom : by_rounding(beta_j, beta_j - to.delta, C)));
        check_equal(to.of_i, by_definition(bounds, y_i, to.beta_i));
        check_equal(to.of_j, by_definition(bounds, y_j, to.beta_j));
        ++(to.cut ? cut : whole);
      }
      // Both happened often.
      CHECK(cut > 100);
      CHECK(whole > 100);
    }
  }

  TEST_CASE("what only rounding keeps from a bound lies on it, and nothing else does") {
    const WeightBounds bounds{.C = 0.1};
    CHECK(bounds.settled(0.09999999999999999) == 0.1);
    CHECK(bounds.settled(-0.10000000000000002) == -0.1);
    CHECK(bounds.settled(0.0999999999) == 0.0999999999);
    CHECK(bounds.settled(1e-300) == 1e-300);
    // 0.1 + 0.2 − 0.3 leaves rounding in place of nothing.
    const WeightBounds wide{.C = 1e12};
    const double sum = 0.1 + 0.2;
    REQUIRE(sum > 0.3);
    const MovedPair to = wide.move(1, 0, 1, sum, 0.3, 1);
    CHECK(to.beta_i == 0.3);
    CHECK(to.beta_j == 0);
    // A tiny weight stays beside a large bound.
    CHECK(wide.move(1, 0, 1, 1e-9, 0.5e-9, 1).beta_j == 0.5e-9);
  }

  TEST_CASE("a gain or curvature that is not a number is not taken for a bound") {
    const WeightBounds bounds{.C = 1};
    const MovedPair to =
        bounds.move(1, 0.25, -1, -0.25, std::numeric_limits<double>::quiet_NaN(), 1);
    CHECK(std::isnan(to.beta_i));
    CHECK(std::isnan(to.beta_j));
    CHECK_FALSE(to.cut);
  }
}
