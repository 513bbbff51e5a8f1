// What is added up, counted and compared over numbers on lanes, beside plain loops, for every number of them that leaves a rest.

#include "core/sums.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/errors.h"
#include "core/extremes.h"
#include "core/products.h"
#include "core/random.h"

using namespace marginscope;

namespace {

constexpr Eigen::Index most = 40;
// Few numbers, so that few roundings lie between one order of adding them up and another.
constexpr double near = 1e-13;

Eigen::VectorXd drawn(Random& random, Eigen::Index n) {
  Eigen::VectorXd x(n);
  for (double& value : x) value = random.below(5) == 0 ? 0 : random.normal();
  return x;
}

}  // namespace

TEST_CASE("sums of numbers, of their sizes, products and powers are those of a loop") {
  Random random(1);
  for (Eigen::Index n = 0; n <= most; ++n) {
    CAPTURE(n);
    const Eigen::VectorXd x = drawn(random, n), y = drawn(random, n);
    double total = 0, sizes = 0, products = 0, second = 0, third = 0, fourth = 0;
    for (Eigen::Index i = 0; i < n; ++i) {
      const double d = 2 * (x[i] - 0.25);
      total += x[i];
      sizes += std::abs(x[i]);
      products += x[i] * y[i];
      second += d * d;
      third += d * d * d;
      fourth += d * d * d * d;
    }
    CHECK(sum(x) == doctest::Approx(total).epsilon(near));
    CHECK(sum_of_sizes(x) == doctest::Approx(sizes).epsilon(near));
    CHECK(dot(x.data(), y.data(), n) == doctest::Approx(products).epsilon(near));
    const PowerSums powers = power_sums(x, 0.25, 2);
    CHECK(powers.second == doctest::Approx(second).epsilon(near));
    CHECK(powers.third == doctest::Approx(third).epsilon(near));
    CHECK(powers.fourth == doctest::Approx(fourth).epsilon(near));
    if (n > 0) CHECK(powers.largest == x.cwiseAbs().maxCoeff());
  }
}

TEST_CASE("the largest number, the least size, and how many are not 0") {
  Random random(2);
  for (Eigen::Index n = 1; n <= most; ++n) {
    CAPTURE(n);
    Eigen::VectorXd x = drawn(random, n);
    CHECK(largest(x) == x.maxCoeff());
    CHECK(least_size(x) == x.cwiseAbs().minCoeff());
    CHECK(count_nonzero(x) == (x.array() != 0).count());
    const auto place = static_cast<Eigen::Index>(random.below(static_cast<std::uint64_t>(n)));
    x[place] = 7;
    CHECK(largest(x) == 7);
    for (const double odd : {std::nan(""), infinite, -infinite}) {
      x[place] = odd;
      CHECK(std::isnan(largest(x)));
      CHECK(count_nonzero(x.segment(place, 1)) == 1);
    }
    x.setConstant(3);
    x[place] = std::nan("");
    CHECK(least_size(x) == (n == 1 ? infinite : 3));
  }
  CHECK(largest(Eigen::VectorXd()) == -infinite);
  CHECK(least_size(Eigen::VectorXd()) == infinite);
}

TEST_CASE("a pattern on the boundary is wrong, and so is one without a decision value") {
  Random random(3);
  for (Eigen::Index n = 1; n <= most; ++n) {
    CAPTURE(n);
    Eigen::VectorXd f = drawn(random, n), y(n);
    for (double& label : y) label = random.below(2) ? 1 : -1;
    f[static_cast<Eigen::Index>(random.below(static_cast<std::uint64_t>(n)))] = std::nan("");
    Eigen::Index wrong = 0;
    for (Eigen::Index i = 0; i < n; ++i) wrong += !(y[i] * f[i] > 0);
    CHECK(count_wrong(y, f) == wrong);
  }
}

TEST_CASE("a decision value below the rounding is made anew from its row, wherever it is") {
  const auto sum = [](const auto& X, Eigen::MatrixXd& f) { f = X.rowwise().sum(); };
  for (Eigen::Index n = 1; n <= most; ++n) {
    Eigen::MatrixXd X = Eigen::MatrixXd::Constant(n, 2, 3);
    Eigen::VectorXd f = Eigen::VectorXd::Constant(n, -2);
    CHECK(with_signs(f, 1e-9, X, sum) == f);
    for (Eigen::Index i = 0; i < n; ++i) {
      f[i] = i % 2 ? 1e-10 : -1e-10;
      CHECK(with_signs(f, 1e-10, X, sum) == f);
      Eigen::VectorXd anew = f;
      anew[i] = 6;
      CHECK(with_signs(f, 1e-9, X, sum) == anew);
      f[i] = -2;
    }
  }
}
