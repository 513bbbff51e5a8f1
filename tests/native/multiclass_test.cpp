#include <doctest/doctest.h>

#include "support/problems.h"
#include "support/reference_solution.h"

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
    X << *data->X, Eigen::VectorXd::Ones(data->X.rows());
    Eigen::MatrixXd B = Eigen::MatrixXd::Constant(X.rows(), 3, -1);
    for (Eigen::Index i = 0; i < X.rows(); ++i) B(i, static_cast<Eigen::Index>(data->y[i]) - 1) = 1;
    const Eigen::MatrixXd W = reference_solution(X, B);
    for (const char* algorithm : {"hk-multiclass", "ols-multiclass"}) {
      const Run run = start(data, algorithm);
      CHECK((matrix(run.solver(), "weights", 3) - W).norm() < 1e-10);
      CHECK((matrix(run.solver(), "margin_vector", 3) - B).norm() == 0);
    }
    CHECK(start(data, "ols-multiclass").stop()->reason == "solved");
  }

  TEST_CASE("a step for three classes, by hand") {
    // x = −3 (class 1), −1 (2), 1 (3), 3 (3): XᵗX = diag(20, 4), so a column of W is
    // (Σ x b/20, Σ b/4).
    Problem data;
    data.classes = 3;
    data.X = Eigen::MatrixXd{{-3}, {-1}, {1}, {3}};
    data.y = Eigen::Vector4d(1, 2, 3, 3);
    Run run = start(std::make_shared<const Problem>(data), "hk-multiclass:learning_rate=0.5");
    const auto check = [&](std::string_view id, const Eigen::MatrixXd& expected) {
      CAPTURE(id);
      CHECK((matrix(run.solver(), id, 3) - expected).cwiseAbs().maxCoeff() < 1e-14);
    };
    check("margin_vector", Eigen::MatrixXd{{1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}, {-1, -1, 1}});
    check("weights", Eigen::MatrixXd{{-0.3, -0.1, 0.4}, {-0.5, -0.5, 0}});
    check("decision_values",
          Eigen::MatrixXd{
              {0.4, -0.2, -1.2}, {-0.2, -0.4, -0.4}, {-0.8, -0.6, 0.4}, {-1.4, -0.8, 1.2}});
    check("error",
          Eigen::MatrixXd{
              {-0.6, -0.8, 0.2}, {-0.8, -1.4, -0.6}, {-0.2, -0.4, -0.6}, {0.4, -0.2, 0.2}});
    CHECK(run.record().objective == doctest::Approx(4.8));
    CHECK(run.record().training_error == 0.25);  // the second pattern's largest is −0.2, of class 1
    // With μ = ½ a margin grows by its positive error: b₄₁ by 0.4, b₁₃ and b₄₃ by 0.2.
    run.advance(1);
    check("margin_vector",
          Eigen::MatrixXd{{1, -1, -1.2}, {-1, 1, -1}, {-1, -1, 1}, {-1.4, -1, 1.2}});
    check("weights", Eigen::MatrixXd{{-0.36, -0.1, 0.46}, {-0.6, -0.5, 0}});
    check("decision_values",
          Eigen::MatrixXd{
              {0.48, -0.2, -1.38}, {-0.24, -0.4, -0.46}, {-0.96, -0.6, 0.46}, {-1.68, -0.8, 1.38}});
    check("error",
          Eigen::MatrixXd{
              {-0.52, -0.8, 0.18}, {-0.76, -1.4, -0.54}, {-0.04, -0.4, -0.54}, {0.28, -0.2, 0.18}});
    CHECK(run.record().objective == doctest::Approx(4.376));
    CHECK(run.record().largest_error == doctest::Approx(0.28));
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
