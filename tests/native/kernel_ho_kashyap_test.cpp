#include <doctest/doctest.h>

#include "core/kernel.h"
#include "support/kernels.h"
#include "support/problems.h"

using namespace marginscope;
using namespace marginscope::testing;

TEST_SUITE("kernel Ho-Kashyap") {
  TEST_CASE("with the polynomial kernel of degree 1 it is the linear one") {
    // 1 + x·x′/2 has the features (1, x/√2): the same functions, and hk does not penalise.
    const auto data = named("overlap");
    Run linear = start(data, "hk"), kernel = start(data, "hk:kernel=polynomial:p=1");
    for (int k = 0; k < 20; ++k) {
      CHECK((vector(linear.solver(), "margins") - vector(kernel.solver(), "margins")).norm() <
            1e-8);
      linear.advance(1);
      kernel.advance(1);
    }
  }

  TEST_CASE("polynomials fit as well whatever the units of the features are") {
    // They are the same functions, and hk does not penalise; one pattern is far from all others.
    const auto data = named("overlap");
    Problem in_units = *data;
    Eigen::MatrixXd X = *in_units.X;
    X.col(1) *= 30;
    X.row(0) *= 10;
    in_units.X = X;
    X.col(1) /= 30;
    Problem plain = in_units;
    plain.X = X;
    const auto objective = [](const Problem& problem) {
      return start(std::make_shared<const Problem>(problem), "hk:kernel=polynomial:p=2")
          .record()
          .objective;
    };
    CHECK(objective(in_units) == doctest::Approx(objective(plain)).epsilon(1e-6));
  }

  TEST_CASE("a pattern as far from the others as can be leaves these what they are") {
    Problem given = *named("two-gaussians:n=12");
    Eigen::VectorXd y = *given.y;
    y[0] = -y[0];
    Eigen::MatrixXd X = *given.X;
    double near = 0;  // what the far one is to the others hardly changes any more
    for (const double far : {1e3, 3e3, 1e4, 1e5, 1e6}) {
      X.row(0) << far, 1;
      for (const int p : {3, 4, 5}) {
        CAPTURE(far);
        CAPTURE(p);
        const auto kernel = sentence("kernel=polynomial:p=", std::to_string(p));
        const Run hk = trained(problem(X, y), sentence("hk:", kernel), "separated");
        CHECK(hk.record().training_error == 0);
        const Run mhks = start(problem(X, y), sentence("mhks:", kernel));
        CHECK(mhks.record().objective < 2 * 12);
        if (p != 4) continue;
        if (near > 0) CHECK(mhks.record().objective == doctest::Approx(near).epsilon(0.01));
        near = mhks.record().objective;
      }
    }
  }

  TEST_CASE("curved boundaries separate xor and circles") {
    for (const char* name : {"xor", "circles"}) {
      const auto data = named(name);
      const Run run = trained(data, "hk:kernel=polynomial:p=2", "separated");
      CHECK(run.record().training_error == 0);
      Eigen::MatrixXd f;
      run.solver().decision_values(data->X, f);
      CHECK((f.col(0) - vector(run.solver(), "decision_values")).norm() < 1e-8);
    }
  }

  TEST_CASE("a positive definite kernel interpolates at once, and it is said") {
    const Run run = start(named("overlap"), "hk:kernel=gaussian:sigma=0.3");
    CHECK(run.stop()->reason == "solved");
    CHECK(run.stop()->iteration == 0);
    CHECK(run.stop()->message.find("MHKS") != std::string::npos);
  }

  TEST_CASE("mhks penalises αᵗKα") {
    const auto data = named("moons");
    const Run run = trained(data, "mhks:C=2,kernel=gaussian:sigma=1", "iterations:n=10");
    const Eigen::VectorXd alpha = vector(run.solver(), "dual_variables");
    const Eigen::VectorXd error = vector(run.solver(), "error");
    const double norm = alpha.dot(gram_matrix(tried_kernels[2], data->X).finish() * alpha);
    CHECK(run.record().objective == doctest::Approx(error.squaredNorm() + 2 * norm).epsilon(1e-9));
  }
}
