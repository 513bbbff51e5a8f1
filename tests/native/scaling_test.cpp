#include "data/scaling.h"

#include <doctest/doctest.h>

#include <cmath>

#include "core/random.h"
#include "support/problems.h"

namespace marginscope {

TEST_SUITE("scaling") {
  TEST_CASE("identifiers") {
    for (const Scaling scaling : {Scaling::none, Scaling::standard, Scaling::unit}) {
      CHECK(parse_scaling(scaling_id(scaling)).value() == scaling);
    }
    CHECK(parse_scaling("z-score").error().message ==
          "\"z-score\" is not a scaling; it must be none, standard or unit");
  }

  TEST_CASE("none changes nothing") {
    const Eigen::MatrixXd X{{1e300, -0.1}, {3, 7}};
    const Scaler scaler = scaler_of(Scaling::none, X);
    CHECK(scaler.identity());
    CHECK(scaler.apply(X) == X);
    CHECK_FALSE(scaler_of(Scaling::standard, X).identity());
  }

  TEST_CASE("standard: by hand") {
    // 2, 4, 4, 4, 5, 5, 7, 9 has mean 5 and, with divisor N, standard deviation 2.
    const Eigen::VectorXd x{{2, 4, 4, 4, 5, 5, 7, 9}};
    const Scaler scaler = scaler_of(Scaling::standard, x);
    CHECK(scaler.shift[0] == 5);
    CHECK(scaler.factor[0] == 0.5);
    const Eigen::VectorXd expected{{-1.5, -0.5, -0.5, -0.5, 0, 0, 1, 2}};
    CHECK(scaler.apply(x) == expected);
  }

  TEST_CASE("unit: by hand") {
    const Eigen::MatrixXd X{{-2, 10}, {0, 20}, {6, 15}};
    const Scaler scaler = scaler_of(Scaling::unit, X);
    const Eigen::MatrixXd expected{{-1, -1}, {-0.5, 1}, {1, 0}};
    CHECK((scaler.apply(X) - expected).cwiseAbs().maxCoeff() <= 1e-15);
  }

  TEST_CASE("what is as far apart as numbers are is scaled to finite ones") {
    Eigen::VectorXd x = Eigen::VectorXd::Constant(1000, -1.7e308);
    x[0] = 1.7e308;
    for (const Scaling scaling : {Scaling::standard, Scaling::unit}) {
      const Scaler scaler = scaler_of(scaling, x);
      const Eigen::MatrixXd scaled = scaler.apply(x);
      CHECK(scaled.allFinite());
      // As of the same column in another unit.
      const Eigen::VectorXd small = x / 1e300;
      const Eigen::MatrixXd expected = scaler_of(scaling, small).apply(small);
      CHECK((scaled - expected).cwiseAbs().maxCoeff() <= 1e-12 * expected.cwiseAbs().maxCoeff());
    }
  }

  TEST_CASE("a constant column becomes 0, whatever comes later") {
    const Eigen::MatrixXd X{{0.1, 1}, {0.1, 2}, {0.1, 4}};
    for (const Scaling scaling : {Scaling::standard, Scaling::unit}) {
      const Scaler scaler = scaler_of(scaling, X);
      CHECK(scaler.factor[0] == 0);
      CHECK(scaler.apply(X).col(0).isZero(0));
      CHECK(scaler.apply(Eigen::MatrixXd{{-1e308, 3}})(0, 0) == 0);
      CHECK(scaler.apply(Eigen::MatrixXd{{1e308, 3}})(0, 0) == 0);
    }
    const Eigen::MatrixXd large{{1e308}, {1e308}};  // differences to it may overflow
    CHECK(scaler_of(Scaling::standard, large).apply(Eigen::MatrixXd{{-1.7e308}})(0, 0) == 0);
    const Eigen::MatrixXd one_row{{3, 4}};
    CHECK(scaler_of(Scaling::unit, one_row).apply(one_row).isZero(0));
  }

  TEST_CASE("columns of any size end at mean 0 and deviation 1, or within ±1") {
    Random random(3);
    for (const double size : {1e-300, 1e-150, 1.0, 1e150, 1e300, 1.7e308}) {
      Eigen::VectorXd x(30);
      for (double& value : x) value = size * random.uniform(-0.5, 0.5);
      INFO(size);
      const Eigen::VectorXd standard = scaler_of(Scaling::standard, x).apply(x);
      CHECK(std::abs(standard.mean()) <= 1e-14);
      CHECK(standard.squaredNorm() / 30 == doctest::Approx(1).epsilon(1e-13));
      const Eigen::VectorXd unit = scaler_of(Scaling::unit, x).apply(x);
      CHECK(unit.maxCoeff() == doctest::Approx(1).epsilon(1e-14));
      CHECK(unit.minCoeff() == doctest::Approx(-1).epsilon(1e-14));
    }
    // The extremes of double precision still give finite numbers.
    const Eigen::VectorXd extreme{{-1.7e308, 1.7e308, 5e-324}};
    CHECK(scaler_of(Scaling::unit, extreme).apply(extreme).allFinite());
    CHECK(scaler_of(Scaling::standard, extreme).apply(extreme).allFinite());
    const Eigen::VectorXd tiny{{0, 5e-324}};
    CHECK(scaler_of(Scaling::unit, tiny).apply(tiny).allFinite());
    CHECK(scaler_of(Scaling::standard, tiny).apply(tiny).allFinite());
  }

  TEST_CASE("the validation part is scaled by the training part") {
    const Dataset data = testing::settled({.X = Eigen::MatrixXd{{0}, {8}, {4}, {1}},
                                           .y = Eigen::VectorXd{{-1, 1, 1, -1}},
                                           .validation = {false, true, false, true}});
    const Problem result = *training_of(data, Scaling::unit).problem;
    CHECK(*result.X == Eigen::MatrixXd{{-1}, {1}});
    CHECK(*result.X_validation == Eigen::MatrixXd{{3}, {-0.5}});
    CHECK(*result.y == Eigen::VectorXd{{-1, 1}});
    CHECK(*result.y_validation == Eigen::VectorXd{{1, -1}});
  }
}

}  // namespace marginscope
