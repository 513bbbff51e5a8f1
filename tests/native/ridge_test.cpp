#include <doctest/doctest.h>

#include <Eigen/QR>
#include <Eigen/SVD>
#include <cmath>
#include <memory>
#include <optional>
#include <string>

#include "core/kernel.h"
#include "solvers/relearning/relearners.h"
#include "support/problems.h"

using namespace marginscope;
using namespace marginscope::testing;

namespace {

// One feature with labels drawn at random, and the five functions whose products make the polynomial kernel of
// degree 4, (1 + xx′)⁴ = Σ C(4, i) xⁱx′ⁱ: their singular values s, left vectors U, and y along those.
struct FewFeatures {
  Eigen::VectorXd x, y;
  Eigen::MatrixXd U;
  Eigen::ArrayXd s, along;
};
FewFeatures few_features(Random& random, Eigen::Index N, double reach) {
  FewFeatures few;
  few.x = Eigen::VectorXd::NullaryExpr(N, [&] { return random.uniform(-reach, reach); });
  few.y = Eigen::VectorXd::NullaryExpr(N, [&] { return random.below(2) == 0 ? 1.0 : -1.0; });
  constexpr double binomial[] = {1, 4, 6, 4, 1};
  Eigen::MatrixXd features(N, 5);
  for (int i = 0; i < 5; ++i) features.col(i) = std::sqrt(binomial[i]) * few.x.array().pow(i);
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(features, Eigen::ComputeThinU | Eigen::ComputeThinV);
  few.U = svd.matrixU();
  few.s = svd.singularValues();
  few.along = few.U.transpose() * few.y;
  return few;
}

// The same machine for (1 + xx′)^p by least squares for its p + 1 powers, with a row for each weight's price, in
// more digits: f at the patterns and ‖f‖². Orthogonal columns need the largest patterns first.
struct ByPowers {
  Eigen::VectorXd f;
  double norm;
};
ByPowers by_powers(const Eigen::VectorXd& x, const Eigen::VectorXd& y, int p, double C) {
  using Matrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
  const Eigen::Index N = x.size();
  Matrix rows = Matrix::Zero(N + p + 1, p + 1), targets = Matrix::Zero(N + p + 1, 1);
  long double binomial = 1;
  for (int i = 0; i <= p; ++i) {
    rows.col(i).head(N) = std::sqrt(binomial) * x.cast<long double>().array().pow(i);
    rows(N + i, i) = 1 / std::sqrt(static_cast<long double>(C));
    binomial = binomial * (p - i) / (i + 1);
  }
  targets.topRows(N) = y.cast<long double>();
  const Matrix w = Eigen::ColPivHouseholderQR<Matrix>(rows).solve(targets);
  return {.f = (rows.topRows(N) * w).cast<double>(), .norm = static_cast<double>(w.squaredNorm())};
}

// A machine of this text that has learned y on these patterns.
std::unique_ptr<Relearner> relearned(const std::string& text, const Eigen::MatrixXd& X,
                                     const Eigen::VectorXd& y, std::optional<NormLimit> limit) {
  auto machine = make_relearner(*parse_spec(text), {}, problem(X, y));
  require(machine);
  (*machine)->begin(y, limit);
  for (;;) {
    auto done = (*machine)->advance(no_time_limit);
    require(done);
    if (*done) return std::move(*machine);
  }
}

}  // namespace

TEST_SUITE("regularised least squares") {
  TEST_CASE("rls: the system by hand, and leave-one-out against training without each pattern") {
    for (const auto& data : {named("overlap"), named("sinc")}) {
      const Run run = start(data, "rls:C=4,kernel=gaussian:sigma=1");
      CHECK(run.stop()->reason == "solved");
      const Eigen::VectorXd left_out = vector(run.solver(), "leave_one_out");
      const Eigen::Index N = data->X.rows();
      for (Eigen::Index i = 0; i < N; i += 3) {
        Eigen::MatrixXd X(N - 1, data->X.cols());
        Eigen::VectorXd y(N - 1);
        for (Eigen::Index j = 0, k = 0; j < N; ++j) {
          if (j == i) continue;
          X.row(k) = data->X.row(j);
          y[k++] = data->y[j];
        }
        Problem rest = *data;
        rest.X = X;
        rest.y = y;
        const Run without =
            start(std::make_shared<const Problem>(rest), "rls:C=4,kernel=gaussian:sigma=1");
        Eigen::MatrixXd f;
        without.solver().decision_values(data->X.row(i), f);
        CHECK(f(0, 0) == doctest::Approx(left_out[i]).epsilon(1e-9));
      }
      // Stationary: C(y − f) = β, for J = CΣ(y − f)² + ‖f‖².
      const Eigen::VectorXd beta = vector(run.solver(), "dual_variables");
      CHECK((4 * vector(run.solver(), "error") - beta).norm() < 1e-10);
    }
  }

  TEST_CASE("rls: leave-one-out keeps its digits where f is far less than the labels") {
    const auto data = named("overlap:n=40");
    const Eigen::Index N = data->X.rows();
    const struct {
      const char* text;
      Eigen::MatrixXd K;
    } kernels[] = {{"linear", *data->X * data->X->transpose()},
                   {"gaussian:sigma=1",
                    gram_matrix({.type = KernelType::gaussian, .sigma = 1}, data->X).finish()}};
    for (const auto& [text, K] : kernels) {
      for (const double C : {1e-4, 1e-8, 1e-10, 1e-14, 1e-18, 1e-30}) {
        CAPTURE(text);
        CAPTURE(C);
        const Run run = start(data, "rls:C=" + exact_text(C) + ",kernel=" + text);
        const Eigen::VectorXd left_out = vector(run.solver(), "leave_one_out");
        for (Eigen::Index i = 0; i < N; ++i) {
          // (I + CK)β/C = y without pattern i, where CK is little: three terms of its series.
          Eigen::MatrixXd others = K;
          others.row(i).setZero();
          others.col(i).setZero();
          Eigen::VectorXd y = *data->y;
          y[i] = 0;
          const Eigen::VectorXd once = C * (others * y), twice = C * (others * once);
          const double f = C * K.row(i).dot(y - once + twice);
          CHECK(std::abs(left_out[i] - f) <= 1e-5 * left_out.cwiseAbs().maxCoeff());
        }
      }
    }
  }

  TEST_CASE("rls: f is the kernel's sum for any C, and C after C as each by itself") {
    const auto data = named("overlap:n=150");
    const Eigen::MatrixXd K =
        gram_matrix({.type = KernelType::gaussian, .sigma = 0.3}, data->X).finish();
    const auto settings = [](double C) {
      return "rls:C=" + exact_text(C) + ",kernel=gaussian:sigma=0.3";
    };
    Eigen::MatrixXd Y = data->y->replicate(1, 5);
    for (Eigen::Index j = 0; j < Y.cols(); ++j) Y.row(7 * j) *= -1;
    const auto learn = [&](Relearner& machine) -> std::vector<Relearnt> {
      machine.begin(Y, std::nullopt);
      while (!*machine.advance(std::chrono::nanoseconds(0))) {
      }
      return machine.learnt();
    };
    auto machine = make_relearner(*parse_spec(settings(1)), {}, data);
    require(machine);
    for (const double C : {1.0, 1e-300, 1e-20, 1e-9, 9e-4, 2e-3, 1e4, 1e9, 1.0}) {
      CAPTURE(C);
      const Run run = start(data, settings(C));
      const Eigen::VectorXd beta = vector(run.solver(), "dual_variables"), f = K * beta;
      // What rounding leaves of a sum, of its terms or, where C is near 1, of y.
      const double rounding = 1e-14 * (K * beta.cwiseAbs()).maxCoeff();
      const double of_f = 1e-12 * f.cwiseAbs().maxCoeff();
      CHECK((vector(run.solver(), "decision_values") - f).cwiseAbs().maxCoeff() <=
            std::max(rounding, of_f));
      require((*machine)->set_settings(parse_spec(settings(C))->values));
      auto fresh = make_relearner(*parse_spec(settings(C)), {}, data);
      require(fresh);
      const auto found = learn(**machine), alone = learn(**fresh);
      for (std::size_t j = 0; j < found.size(); ++j) {
        CHECK(found[j].free.decision_values == alone[j].free.decision_values);
        CHECK(found[j].free.squared_norm == alone[j].free.squared_norm);
      }
    }
  }

  TEST_CASE(
      "rls: a pattern with its equal of the other label has no side, and no rounding gives it "
      "one") {
    Random random(8);
    constexpr Eigen::Index pairs = 40;
    Eigen::MatrixXd X(2 * pairs, 1);
    Eigen::VectorXd y(2 * pairs);
    for (Eigen::Index i = 0; i < pairs; ++i) {
      X.middleRows(2 * i, 2).setConstant(random.uniform(-20, 20));
      y.segment(2 * i, 2) << 1, -1;
    }
    for (const char* kernel : {"gaussian:sigma=0.2", "gaussian:sigma=5", "polynomial:p=2"}) {
      for (const char* C : {"1e-5", "0.3", "1", "3", "10", "100", "1e4"}) {
        CAPTURE(kernel);
        CAPTURE(C);
        const std::string text = sentence("rls:C=", C, ",kernel=", kernel);
        const Run run = start(problem(X, y), text);
        CHECK(run.record().training_error == 1);
        CHECK(vector(run.solver(), "decision_values").isZero(0));
        const auto machine = relearned(text, X, y, std::nullopt);
        CHECK(machine->learnt()[0].free.decision_values.isZero(0));
      }
    }
    // The other factorisation.
    const auto machine = relearned("rls:kernel=gaussian:sigma=0.2", X, y, NormLimit{1e300, 1.1});
    CHECK(machine->learnt()[0].free.decision_values.isZero(0));
    // What a pattern does have is kept, however small.
    const Run small = start(named("overlap"), "rls:C=1e-200,kernel=gaussian:sigma=1");
    CHECK((vector(small.solver(), "decision_values").array() != 0).all());
    const Run close = start(named("overlap"), "rls:C=1e12,kernel=gaussian:sigma=1e-3");
    CHECK(close.record().training_error == 0);
  }

  TEST_CASE("rls: a pattern far from the others leaves these their sides, and f its norm") {
    Random random(10);
    constexpr Eigen::Index N = 12;
    for (const double far : {10.0, 1e2, 1e3, 1e4}) {
      for (const int p : {2, 3, 4}) {
        for (const double C : {1.0, 100.0}) {
          CAPTURE(far);
          CAPTURE(p);
          CAPTURE(C);
          Eigen::VectorXd x = Eigen::VectorXd::NullaryExpr(N, [&] { return random.normal(); });
          x[0] = far;
          const Eigen::VectorXd y =
              Eigen::VectorXd::NullaryExpr(N, [&] { return random.below(2) == 0 ? 1.0 : -1.0; });
          const auto [f, norm] = by_powers(x, y, p, C);
          const auto text =
              sentence("rls:kernel=polynomial:p=", std::to_string(p), ",C=", exact_text(C));
          // The far one last and in between, too.
          for (const Eigen::Index at : {0, 5, 11}) {
            Eigen::VectorXd xs = x, ys = y, fs = f;
            for (Eigen::VectorXd* each : {&xs, &ys, &fs}) std::swap((*each)[0], (*each)[at]);
            const Run run = start(problem(xs, ys), text);
            CHECK(run.stop()->reason == "solved");
            CHECK((vector(run.solver(), "decision_values") - fs).cwiseAbs().maxCoeff() < 1e-7);
            CHECK(run.record().objective ==
                  doctest::Approx(C * (y - f).squaredNorm() + norm).epsilon(1e-7));
            CHECK(run.record().weight_norm == doctest::Approx(std::sqrt(norm)).epsilon(1e-5));
            const auto machine = relearned(text, xs, ys, NormLimit{1e300, 1.1});
            const Fit& fit = machine->learnt()[0].free;
            CHECK(fit.squared_norm == doctest::Approx(norm).epsilon(1e-5));
            CHECK((fit.decision_values - fs).cwiseAbs().maxCoeff() < 1e-7);
            // Of the far one the sum's terms are large and cancel.
            Eigen::VectorXd off = machine->decision_values(xs, false) - fs;
            off[at] = 0;
            CHECK(off.cwiseAbs().maxCoeff() < 1e-6);
          }
        }
      }
    }
  }

  TEST_CASE("rls: a kernel that is 0 everywhere leaves f = 0, within a limit, too") {
    const Eigen::Vector3d y(1, -1, 1);
    const auto machine = relearned("rls", Eigen::MatrixXd::Zero(3, 4), y, NormLimit{1, 1.1});
    const Relearnt& learnt = machine->learnt()[0];
    CHECK(learnt.free.squared_norm == 0);
    CHECK(learnt.free.decision_values.isZero(0));
    CHECK(learnt.constrained->decision_values.isZero(0));
    CHECK(machine->decision_values(Eigen::MatrixXd::Ones(2, 4), true).isZero(0));
  }

  TEST_CASE("rls: where nothing is solved J is that of f = 0") {
    // Two patterns at one place, where 1/C is lost beside k(x, x).
    const Run run =
        start(problem(Eigen::MatrixXd{{1e5, 0}, {1e5, 0}, {1, 2}}, Eigen::Vector3d(1, -1, 1)),
              "rls:C=1e6,kernel=polynomial:p=4");
    CHECK(run.stop()->reason == "singular");
    CHECK(run.record().objective == 3e6);
    CHECK(run.record().weight_norm == 0);
  }

  TEST_CASE("rls: ‖f‖² within a limit is that of few polynomial features for any C") {
    Random random(9);
    for (const Eigen::Index N : {20, 60, 150}) {
      const auto [x, y, U, s, along] = few_features(random, N, 9);
      for (const double C : {1e-3, 1.0, 100.0, 1e4, 1e6}) {
        CAPTURE(N);
        CAPTURE(C);
        const Eigen::ArrayXd w = s * along / (s * s + 1 / C);
        auto machine = make_relearner(*parse_spec("rls:kernel=polynomial:p=4,C=" + exact_text(C)),
                                      {}, problem(x, y));
        require(machine);
        (*machine)->begin(y, NormLimit{1e300, 1.1});
        while (!*(*machine)->advance(no_time_limit)) {
        }
        const Fit& fit = (*machine)->learnt()[0].free;
        CHECK(fit.squared_norm == doctest::Approx(w.square().sum()).epsilon(1e-5));
        const Eigen::VectorXd f = U * (s * w).matrix();
        CHECK((fit.decision_values - f).cwiseAbs().maxCoeff() < 1e-6);
        CHECK(((*machine)->decision_values(x, false) - f).cwiseAbs().maxCoeff() < 1e-6);
      }
    }
  }

  TEST_CASE("rls: ‖f‖ that is published is that of few features for any C, or is none") {
    Random random(9);
    for (const Eigen::Index N : {20, 60, 150}) {
      const auto [x, y, U, s, along] = few_features(random, N, 3);
      for (int power = -14; power <= 12; ++power) {
        CAPTURE(N);
        CAPTURE(power);
        const double C = *parse_number(sentence("1e", std::to_string(power)));
        const Eigen::ArrayXd w = s * along / (s * s + 1 / C);
        const Run run = start(problem(x, y), "rls:kernel=polynomial:p=4,C=" + exact_text(C));
        if (run.stop()->reason != "solved") continue;
        const double norm = run.record().weight_norm;
        const bool known = !std::isnan(norm);
        if (power <= 3) CHECK(known);
        if (known) CHECK(norm == doctest::Approx(w.matrix().norm()).epsilon(0.05));
        CHECK(run.solver().explain(nullptr).contains("‖f‖² = ") == known);
        CHECK(std::isfinite(run.record().objective));
      }
    }
  }

  TEST_CASE("rls: the weights of few features, and their norm, are not C times the rounding of f") {
    const auto data = named("overlap");
    const Eigen::MatrixXd& X = *data->X;
    for (const double C : {1e-3, 1.0, 1e6, 1e12}) {
      CAPTURE(C);
      Eigen::MatrixXd A = X.transpose() * X;
      A.diagonal().array() += 1 / C;
      const Eigen::VectorXd w = A.ldlt().solve(X.transpose() * *data->y);
      const Run run = start(data, "rls:C=" + exact_text(C));
      const Eigen::VectorXd weights = vector(run.solver(), "weights");
      CHECK((weights.head(2) - w).norm() < 1e-12 * w.norm());
      CHECK(weights[2] == 0);
      CHECK(run.record().weight_norm == doctest::Approx(w.norm()).epsilon(1e-12));
    }
  }

  TEST_CASE("rls: features far from 0 cost few digits, or nothing is solved") {
    Random random(14);
    const Eigen::MatrixXd X = Eigen::MatrixXd::NullaryExpr(20, 2, [&] { return random.normal(); });
    const Eigen::VectorXd y =
        Eigen::VectorXd::NullaryExpr(20, [&] { return random.below(2) == 0 ? 1.0 : -1.0; });
    for (const double far : {1e2, 1e4, 1e6, 1e7, 1e8, 1e9}) {
      Eigen::MatrixXd rows(22, 2);
      rows.topRows(20) = X.rowwise() + Eigen::RowVector2d(far, far / 2);
      for (const double C : {1.0, 1e4}) {
        CAPTURE(far);
        CAPTURE(C);
        // Least squares with a row for each weight's price, by orthogonal columns.
        rows.bottomRows(2) = Eigen::Matrix2d::Identity() / std::sqrt(C);
        Eigen::VectorXd targets = Eigen::VectorXd::Zero(22);
        targets.head(20) = y;
        const Eigen::VectorXd w = rows.colPivHouseholderQr().solve(targets);
        const Run run = start(problem(rows.topRows(20), y), "rls:C=" + exact_text(C));
        const double off =
            (vector(run.solver(), "decision_values") - rows.topRows(20) * w).cwiseAbs().maxCoeff();
        CHECK(run.stop()->reason == (far < 1e9 ? "solved" : "singular"));
        if (far < 1e9) CHECK(off < (far < 1e8 ? 1e-7 : 1e-3));
      }
    }
  }

  TEST_CASE("rls: who alone has a feature is left out, however large C and the feature") {
    Random random(4);
    constexpr Eigen::Index N = 9;
    Eigen::MatrixXd X = Eigen::MatrixXd::NullaryExpr(N, 2, [&] { return random.normal(); });
    const Eigen::VectorXd y =
        Eigen::VectorXd::NullaryExpr(N, [&] { return random.below(2) == 0 ? 1.0 : -1.0; });
    X.col(1).setZero();
    for (const double x : {1.0, 1e2, 1e4, 1e8}) {
      X(5, 1) = x;
      for (const double C : {1.0, 1e4, 1e8, 1e12}) {
        CAPTURE(x);
        CAPTURE(C);
        const Run run = start(problem(X, y), "rls:C=" + exact_text(C));
        CHECK(run.stop()->reason == "solved");
        const Eigen::VectorXd left_out = vector(run.solver(), "leave_one_out");
        for (Eigen::Index i = 0; i < N; ++i) {
          Eigen::MatrixXd others = X;
          others.row(i).setZero();
          Eigen::MatrixXd A = others.transpose() * others;
          A.diagonal().array() += 1 / C;
          const double f = X.row(i).dot(A.llt().solve(others.transpose() * y));
          CHECK(std::abs(left_out[i] - f) <= 1e-9);
        }
      }
    }
  }

  TEST_CASE("rls: of few features and of many, the linear machine is that of the kernel matrix") {
    Random random(6);
    constexpr Eigen::Index N = 30;
    for (const Eigen::Index p : {1, 2, 29, 30, 60}) {
      const Eigen::MatrixXd X = Eigen::MatrixXd::NullaryExpr(N, p, [&] { return random.normal(); });
      const Eigen::VectorXd y =
          Eigen::VectorXd::NullaryExpr(N, [&] { return random.below(2) == 0 ? 1.0 : -1.0; });
      for (const double C : {0.01, 1.0, 100.0}) {
        CAPTURE(p);
        CAPTURE(C);
        const Run run = start(problem(X, y), "rls:C=" + exact_text(C));
        Eigen::MatrixXd A = X * X.transpose();
        const Eigen::MatrixXd K = A;
        A.diagonal().array() += 1 / C;
        const Eigen::MatrixXd inverse = A.inverse();
        const Eigen::VectorXd beta = inverse * y;
        const auto close = [](const Eigen::VectorXd& found, const Eigen::VectorXd& expected) {
          return (found - expected).cwiseAbs().maxCoeff() <= 1e-9 * expected.cwiseAbs().maxCoeff();
        };
        CHECK(close(vector(run.solver(), "dual_variables"), beta));
        CHECK(close(vector(run.solver(), "decision_values"), K * beta));
        CHECK(close(vector(run.solver(), "leave_one_out"),
                    y - beta.cwiseQuotient(inverse.diagonal())));
        // The same machine where labels are learned many at a time.
        auto machine = make_relearner(*parse_spec("rls:C=" + exact_text(C)), {}, problem(X, y));
        require(machine);
        (*machine)->begin(y, NormLimit{beta.dot(K * beta) / 2, 1.1});
        for (;;) {
          auto done = (*machine)->advance(no_time_limit);
          require(done);
          if (*done) break;
        }
        const Relearnt& learnt = (*machine)->learnt()[0];
        CHECK(close(learnt.free.decision_values, K * beta));
        CHECK(learnt.free.squared_norm == doctest::Approx(beta.dot(K * beta)).epsilon(1e-9));
        CHECK(close((*machine)->decision_values(X, false), K * beta));
        const Fit& held = *learnt.constrained;
        CHECK(held.squared_norm <= beta.dot(K * beta) / 2);
        A = K;
        A.diagonal().array() += 1 / held.C;
        const Eigen::VectorXd smaller = A.ldlt().solve(y);
        CHECK(held.squared_norm == doctest::Approx(smaller.dot(K * smaller)).epsilon(1e-9));
        CHECK(close((*machine)->decision_values(X, true), K * smaller));
      }
    }
  }
}
