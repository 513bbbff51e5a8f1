#include <doctest/doctest.h>

#include <cmath>

#include "core/moments.h"

using namespace marginscope;

TEST_CASE("moments by hand: deviations −3, −2, −1, 0, 6") {
  const Eigen::VectorXd e{{1, 2, 3, 4, 10}};
  const Moments moments = moments_of(e);
  CHECK(moments.mean == doctest::Approx(4));
  CHECK(moments.std == doctest::Approx(std::sqrt(12.5)));                       // 50/4
  CHECK(moments.skewness == doctest::Approx(180 / (4 * std::pow(12.5, 1.5))));  // Σd³ = 180
  CHECK(moments.kurtosis == doctest::Approx(1394 / (4 * 12.5 * 12.5)));         // Σd⁴ = 1394
}

TEST_CASE("a symmetric sample has no skewness; ±1 in equal parts have kurtosis (n − 1)/n") {
  Eigen::VectorXd e(8);
  e << 1, -1, 1, -1, 1, -1, 1, -1;
  const Moments moments = moments_of(e);
  CHECK(moments.skewness == doctest::Approx(0));
  // σ² = 8/7, Σd⁴ = 8: 8/(7·(8/7)²) = 7/8.
  CHECK(moments.kurtosis == doctest::Approx(7.0 / 8));
}

TEST_CASE("moments that do not exist are not numbers") {
  CHECK(std::isnan(moments_of(Eigen::VectorXd(0)).mean));
  const Moments one = moments_of(Eigen::VectorXd::Constant(1, 2.5));
  CHECK(one.mean == 2.5);
  CHECK(std::isnan(one.std));
  const Moments constant = moments_of(Eigen::VectorXd::Constant(7, 0.1));
  CHECK(constant.std == 0);
  CHECK(std::isnan(constant.skewness));
  CHECK(std::isnan(constant.kurtosis));
  CHECK(moments_of(Eigen::VectorXd::Zero(3)).std == 0);
}

TEST_CASE("standardised moments: a normal error's kurtosis of 3 is at 0") {
  CHECK(standardised_kurtosis(3, 24) == 0);
  CHECK(standardised_kurtosis(4, 24) == doctest::Approx(1));
  CHECK(standardised_skewness(1, 6) == doctest::Approx(1));
}
