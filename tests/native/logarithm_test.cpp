#include "core/logarithm.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/random.h"

using namespace marginscope;

TEST_CASE("the logarithm: relative error within 2⁻⁵², and what it is exactly") {
  Random random(5);
  double worst = 0;
  const auto try_at = [&worst](double x) {
    const long double exact = std::log(static_cast<long double>(x));
    const auto off = static_cast<double>(std::abs((logarithm(x) - exact) / exact));
    worst = std::max(worst, off);
  };
  for (int i = 0; i < 200'000; ++i) {
    try_at(std::ldexp(random.uniform(1, 2), static_cast<int>(random.below(2097)) - 1073));
    // Near 1, where the logarithm is close to 0, and where the reduction changes sides.
    const double near = std::ldexp(random.uniform(-1, 1), -static_cast<int>(random.below(50)) - 1);
    if (1 + near != 1) try_at(1 + near);
    try_at(std::numbers::sqrt2 * (1 + 1e-3 * near));
  }
  CHECK(worst <= 0x1p-52);
  CHECK(logarithm(1) == 0);
  CHECK(logarithm(2) == std::numbers::ln2);
  CHECK(logarithm(0.5) == -std::numbers::ln2);
  CHECK(logarithm(std::numbers::e) == 1);
  constexpr double infinite = std::numeric_limits<double>::infinity();
  CHECK(logarithm(infinite) == infinite);
  CHECK(logarithm(0) == -infinite);
  CHECK(std::isnan(logarithm(-1)));
  CHECK(std::isnan(logarithm(std::numeric_limits<double>::quiet_NaN())));
}
