#include "solvers/reweighting/hinge_line.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/random.h"

using namespace marginscope;

TEST_SUITE_BEGIN("hinge line");

TEST_CASE("the least value along a line is below every value on a fine grid") {
  Random random(7);
  for (int trial = 0; trial < 200; ++trial) {
    const double slope = random.normal(), curvature = trial % 4 == 0 ? 0 : 3 * random.uniform();
    HingeLine line(slope, curvature), again(slope, curvature);
    std::vector<std::pair<double, double>> hinges;
    for (int i = 0; i < 1 + trial % 9; ++i)
      hinges.emplace_back(random.normal(), 2 * random.normal());
    for (const auto& [p, q] : hinges) {
      line.add(p, q);
      again.add(p, q);
    }
    const auto value = [&](double eta) {
      double sum = (0.5 * curvature * eta + slope) * eta;
      for (const auto& [p, q] : hinges) sum += std::max(0.0, p + q * eta);
      return sum;
    };
    const double least = line.minimum(false);
    REQUIRE(least >= 0);
    REQUIRE(least <= 1);
    for (int i = 0; i <= 1000; ++i) CHECK(value(least) <= value(i / 1000.0) + 1e-12);

    // At a kink: a hinge is 0 there, or there is no kink on the way.
    const double kink = again.minimum(true);
    CHECK(kink <= least + 1e-12);
    const bool at_hinge = std::any_of(hinges.begin(), hinges.end(), [&](const auto& hinge) {
      return std::abs(hinge.first + hinge.second * kink) < 1e-12;
    });
    CHECK((at_hinge || kink == least));
  }
}

TEST_SUITE_END();
