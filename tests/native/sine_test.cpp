#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "core/random.h"
#include "core/sine.h"

using namespace marginscope;

TEST_CASE("sine and cosine: absolute error within 2⁻⁵² up to 10⁵, and what they are exactly") {
  Random random(3);
  double worst = 0;
  for (int i = 0; i < 200'000; ++i) {
    const double size = std::ldexp(1.0, static_cast<int>(random.below(60)) - 43);
    const double angle = random.uniform(-1, 1) * std::min(size, 1e5);
    worst = std::max(worst, std::abs(sine(angle) - std::sin(angle)));
    worst = std::max(worst, std::abs(cosine(angle) - std::cos(angle)));
    CHECK(sine(-angle) == -sine(angle));
    CHECK(cosine(-angle) == cosine(angle));
  }
  CHECK(worst <= 0x1p-52);
  CHECK(sine(0) == 0);
  CHECK(cosine(0) == 1);
  CHECK(sine(1e-9) == 1e-9);
  CHECK(sine(std::numbers::pi / 2) == 1);
  CHECK(cosine(std::numbers::pi) == -1);
  CHECK(std::abs(sine(std::numbers::pi) - 1.2246467991473532e-16) < 1e-31);
}
