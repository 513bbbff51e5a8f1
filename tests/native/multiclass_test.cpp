#include <doctest/doctest.h>

#include <Eigen/QR>

#include "support/problems.h"

using namespace marginscope;
using namespace marginscope::testing;

namespace {

// A quantity of N rows and K columns.
Eigen::MatrixXd matrix(const Solver& solver, std::string_view id, Eigen::Index columns) {
  const std::vector<double> flat = values(solver, id);
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::Map<const RowMajor>(flat.data(), static_cast<Eigen::Index>(flat.size()) / columns,
                                    columns);
}

}  // namespace

TEST_SUITE("several classes") {
  TEST_CASE("for two classes both columns are hk, one with the other sign") {
    for (const char* name : {"four-points", "overlap", "xor"}) {
      const auto data = named(name);
      Run two = start(data, "hk"), several = start(data, "hk-multiclass");
      for (int k = 0; k < 30; ++k) {
        const Eigen::VectorXd W = vector(two.solver(), "weights");
        const Eigen::MatrixXd columns = matrix(several.solver(), "weights", 2);
        CHECK((columns.col(0) - W).norm() < 1e-9);
        CHECK((columns.col(1) + W).norm() < 1e-9);
        CHECK(several.record().training_error == two.record().training_error);
        CHECK(several.record().objective == doctest::Approx(2 * two.record().objective));
        const bool more = two.advance(1) > 0;
        CHECK((several.advance(1) > 0) == more);
        if (!more) break;
      }
      if (two.stop() && several.stop()) CHECK(two.stop()->reason == several.stop()->reason);
    }
  }

  TEST_CASE("iteration 0 is multi-class least squares, the pseudo-inverse times ±1") {
    const auto data = named("three-classes");
    Eigen::MatrixXd X(data->X.rows(), 3);
    X << data->X, Eigen::VectorXd::Ones(data->X.rows());
    Eigen::MatrixXd B = Eigen::MatrixXd::Constant(X.rows(), 3, -1);
    for (Eigen::Index i = 0; i < X.rows(); ++i) B(i, static_cast<Eigen::Index>(data->y[i]) - 1) = 1;
    const Eigen::MatrixXd W = X.completeOrthogonalDecomposition().solve(B);
    for (const char* algorithm : {"hk-multiclass", "ols-multiclass"}) {
      const Run run = start(data, algorithm);
      CHECK((matrix(run.solver(), "weights", 3) - W).norm() < 1e-10);
      CHECK((matrix(run.solver(), "margin_vector", 3) - B).norm() == 0);
    }
    CHECK(start(data, "ols-multiclass").stop()->reason == "solved");
  }

  TEST_CASE("margins keep their signs and only grow; J never rises") {
    const auto data = named("three-classes");
    Run run = start(data, "hk-multiclass:learning_rate=0.8");
    Eigen::MatrixXd before = matrix(run.solver(), "margin_vector", 3);
    double J = run.record().objective;
    for (int k = 0; k < 100 && run.advance(1); ++k) {
      const Eigen::MatrixXd B = matrix(run.solver(), "margin_vector", 3);
      CHECK((B.array() * before.array() > 0).all());
      CHECK((B.cwiseAbs() - before.cwiseAbs()).minCoeff() >= 0);
      CHECK(run.record().objective <= J * (1 + 1e-12));
      before = B;
      J = run.record().objective;
    }
    Eigen::MatrixXd f;
    run.solver().decision_values(data->X, f);
    CHECK(f.cols() == 3);
    CHECK(error_rate(*data, data->y, f) == run.record().training_error);
  }
}
