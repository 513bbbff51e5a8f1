#include <doctest/doctest.h>

#include <cmath>
#include <limits>

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

TEST_CASE("moments do not depend on the unit of the errors, however large or small") {
  const Eigen::VectorXd e{{1, 2.5, -3, 4, 10, 0.125}};
  const Moments one = moments_of(e);
  for (const int power : {-1000, -500, -280, -256, -230, 230, 280, 500, 1000}) {
    CAPTURE(power);
    const double unit = std::ldexp(1, power);
    const Moments scaled = moments_of(unit * e);
    CHECK(scaled.mean == unit * one.mean);
    CHECK(scaled.std == unit * one.std);
    CHECK(scaled.skewness == one.skewness);
    CHECK(scaled.kurtosis == one.kurtosis);
  }
}

TEST_CASE("standardised moments: a normal error's kurtosis of 3 is at 0") {
  CHECK(standardised_kurtosis(3, 24) == 0);
  CHECK(standardised_kurtosis(4, 24) == doctest::Approx(1));
  CHECK(standardised_skewness(1, 6) == doctest::Approx(1));
}

TEST_CASE("normality: both standardised moments within ±2.57") {
  // At n = 600, √(n/6) = 10 and √(n/24) = 5.
  const NormalityReport good = normality_of(0.04, 2.78, 600);
  CHECK(good.skewness == doctest::Approx(0.4));
  CHECK(good.kurtosis == doctest::Approx(-1.1));
  CHECK(good.normal == true);
  CHECK(good.sentence ==
        "Skewness Z = 0.4 and kurtosis Z = −1.1 lie within ±2.57: the errors may be normal at the "
        "1 % level.");
  CHECK(normality_of(0.2569, 3.5139, 600).normal == true);
  const NormalityReport skewed = normality_of(-0.2571, 3, 600);
  CHECK(skewed.normal == false);
  CHECK(skewed.sentence ==
        "Skewness Z = −2.571 and kurtosis Z = 0: the skewness lies beyond ±2.57, which contradicts "
        "normality at 1 %.");
  const NormalityReport peaked = normality_of(0, 3.6, 600);
  CHECK(peaked.normal == false);
  CHECK(peaked.sentence.find("the kurtosis lies beyond") != std::string::npos);
  CHECK(normality_of(1, 9, 600).sentence.find("both lie beyond") != std::string::npos);
  const double none = std::numeric_limits<double>::quiet_NaN();
  const NormalityReport undefined = normality_of(none, none, 600);
  CHECK(!undefined.normal);
  CHECK(std::isnan(undefined.skewness));
  CHECK(undefined.sentence.find("no skewness") != std::string::npos);
}
