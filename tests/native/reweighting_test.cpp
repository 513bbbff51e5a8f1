#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <tuple>
#include <utility>

#include "core/kernel.h"
#include "core/random.h"
#include "support/kernels.h"
#include "support/problems.h"
#include "support/reference_solution.h"

using namespace marginscope;
using namespace marginscope::testing;

TEST_SUITE("reweighted least squares") {
  TEST_CASE("reweighted least squares take over the kernel matrix, and nothing else") {
    const auto data = named("moons");
    const Run earlier = trained(data, "irwls:C=3,kernel=gaussian:sigma=1", "iterations:n=5");
    for (const char* text :
         {"irwls:C=3,kernel=gaussian:sigma=1", "irwls:C=5,kernel=gaussian:sigma=1",
          "irwls:C=3,kernel=gaussian:sigma=2", "irwls:C=3"}) {
      const auto cold = make_solver(*parse_spec(text)), after = make_solver(*parse_spec(text));
      REQUIRE((*cold)->start(*data));
      REQUIRE((*after)->start(*data, {.earlier = &earlier.solver()}));
      for (int k = 0; k < 8; ++k) {
        CHECK(vector(**cold, "dual_variables") == vector(**after, "dual_variables"));
        CHECK((*cold)->step() == (*after)->step());
      }
    }
  }

  TEST_CASE("irwls ends where smo ends, for classes and for targets") {
    for (const char* kernel : tried_texts) {
      for (const std::string name : {"overlap", "moons", "circles"}) {
        const auto data = named(name);
        const Run smo = trained(data, with_kernel("smo:C=2", kernel), "kkt:tolerance=1e-10");
        const Run irwls = trained(data, with_kernel("irwls:C=2", kernel), "iterations:n=4000");
        CAPTURE(name);
        CAPTURE(std::string(kernel));
        CHECK(irwls.record().objective == doctest::Approx(smo.record().objective).epsilon(1e-6));
      }
    }
    const auto sinc = named("sinc");
    const Run smo =
        trained(sinc, "smo-svr:C=1.58,epsilon=0.12,kernel=gaussian:sigma=3", "kkt:tolerance=1e-10");
    for (const char* step : {"line-search", "full"}) {
      const Run irwls = trained(
          sinc, std::string("irwls-svr:C=1.58,epsilon=0.12,kernel=gaussian:sigma=3,step=") + step,
          "iterations:n=4000");
      CHECK(irwls.record().objective == doctest::Approx(smo.record().objective).epsilon(1e-6));
      CHECK(std::abs(irwls.record().duality_gap) < 1e-9);
    }
  }

  TEST_CASE("irwls ends where smo ends beside a pattern far out") {
    Random random(3);
    Eigen::MatrixXd X = Eigen::MatrixXd::NullaryExpr(20, 2, [&] { return random.normal(); });
    Eigen::VectorXd y(20);
    for (Eigen::Index i = 0; i < 20; ++i) y[i] = X(i, 0) + 0.7 * random.normal() > 0 ? 1 : -1;
    for (const auto& [kernel, far] :
         {std::pair("linear", 1e2), std::pair("linear", 1e5), std::pair("linear", 1e7),
          std::pair("polynomial:p=2", 1e3), std::pair("polynomial:p=2", 1e4),
          std::pair("polynomial:p=3", 1e2)}) {
      X.row(5) << far, 0.3 * far;
      const Run smo = trained(problem(X, y), with_kernel("smo", kernel), "kkt:tolerance=1e-10");
      const Eigen::VectorXd targets = X.col(1).array().sin();
      const Run tube = trained(problem_of_targets(X, targets), with_kernel("smo-svr", kernel),
                               "kkt:tolerance=1e-10");
      for (const char* step : {"line-search", "full"}) {
        CAPTURE(std::string(kernel));
        CAPTURE(far);
        CAPTURE(std::string(step));
        const Run irwls = trained(problem(X, y), sentence("irwls:step=", step, ",kernel=", kernel),
                                  "iterations:n=4000");
        CHECK(irwls.stop()->reason == "solved");
        CHECK(irwls.record().objective == doctest::Approx(smo.record().objective).epsilon(1e-6));
        const Run svr =
            trained(problem_of_targets(X, targets),
                    sentence("irwls-svr:step=", step, ",kernel=", kernel), "iterations:n=4000");
        CHECK(svr.stop()->reason == "solved");
        CHECK(svr.record().objective == doctest::Approx(tube.record().objective).epsilon(1e-6));
      }
    }
    // Beyond what doubles hold it says what is the reason.
    X.row(5) << 1e6, 3e5;
    const Run lost = trained(problem(X, y), "irwls:kernel=polynomial:p=3", "iterations:n=4000");
    CHECK(lost.stop()->reason == "singular");
    CHECK(lost.stop()->message.find(
              ", which is the rounding of the kernel's large values; scale") != std::string::npos);
  }

  TEST_CASE("irwls by line search ends solved: a β that meets the KKT conditions by hand") {
    // A linear kernel's matrix is singular, `repeated` has every pattern several times, and a small
    // C leaves no pattern on its margin.
    const auto sinc = named("sinc");
    for (std::size_t kernel = 0; kernel < 3; ++kernel) {
      for (const auto& [data, algorithm, epsilon] : {std::tuple{named("overlap"), "irwls", 0.0},
                                                     {named("outlier"), "irwls", 0.0},
                                                     {named("repeated"), "irwls", 0.0},
                                                     {sinc, "irwls-svr:epsilon=0.12", 0.12},
                                                     {sinc, "irwls-svr:epsilon=0", 0.0}}) {
        for (const double C : {0.01, 1.0, 1000.0}) {
          const std::string text =
              with_kernel(algorithm, tried_texts[kernel]) + ",C=" + exact_text(C);
          CAPTURE(text);
          CAPTURE(data->X.rows());
          const Run run = trained(data, text, "iterations:n=1000");
          CHECK(run.stop()->reason == "solved");
          CHECK(run.record().kkt_violation < 1e-6);
          CHECK(std::abs(run.record().duality_gap) < 1e-8 * run.record().objective);
          const bool classes = data->task == Task::classification;
          const Eigen::VectorXd published = vector(run.solver(), "dual_variables");
          const Eigen::VectorXd beta = classes ? data->y->cwiseProduct(published) : published;
          const Eigen::VectorXd f = vector(run.solver(), "decision_values");
          const Eigen::VectorXd sums = gram_matrix(tried_kernels[kernel], data->X).finish() * beta;
          CHECK((f - sums).maxCoeff() - (f - sums).minCoeff() < 1e-6);
          CHECK(std::abs(beta.sum()) < 1e-8 * (1 + C));
          for (Eigen::Index i = 0; i < f.size(); ++i) {
            const double e = data->y[i] - f[i];
            const double s = classes ? data->y[i] : e > 0 ? 1 : -1;
            const double u = classes ? 1 - data->y[i] * f[i] : std::abs(e) - epsilon;
            CHECK(std::abs(beta[i]) <= C);
            if (u > 1e-6) CHECK(s * beta[i] == doctest::Approx(C));
            if (u < -1e-6) CHECK(beta[i] == 0);
            if (epsilon > 0 || classes) CHECK(s * beta[i] >= 0);
          }
        }
      }
    }
  }

  TEST_CASE("irwls is solved where every kernel value is 0") {
    const Run run = trained(problem(Eigen::MatrixXd{{0, 0}}, Eigen::VectorXd::Ones(1)), "irwls");
    CHECK(run.stop()->reason == "solved");
    CHECK(run.record().training_error == 0);
  }

  TEST_CASE("irwls says solved only where the KKT conditions hold") {
    for (const char* step : {"line-search", "full"}) {
      for (const std::string name : {"overlap", "moons", "repeated"}) {
        for (const char* C : {"0.1", "10", "1000"}) {
          const Run run = trained(named(name), std::string("irwls:C=") + C + ",step=" + step,
                                  "iterations:n=500");
          CAPTURE(name);
          CAPTURE(std::string(C));
          CAPTURE(std::string(step));
          if (run.stop()->reason == "solved") CHECK(run.record().kkt_violation < 1e-6);
        }
      }
    }
  }

  TEST_CASE("irwls by line search never lets L_P rise") {
    for (const std::string name : {"overlap", "moons", "outlier"}) {
      Run run = start(named(name), "irwls:C=100,kernel=gaussian:sigma=1");
      double L = run.record().objective;
      for (int k = 0; k < 100 && run.advance(1); ++k) {
        CHECK(run.record().objective <= L * (1 + 1e-12));
        L = run.record().objective;
      }
    }
  }

  TEST_CASE("the first solve of irwls is the weighted system as it is written") {
    // f = 0 at the start: every u is 1, so the system is [K + I/C 1; 1ᵗ 0][β; b] = [y; 0].
    const auto data = named("moons");
    Run run = start(data, "irwls:C=3,step=full,kernel=gaussian:sigma=1");
    run.advance(1);
    const Eigen::Index N = data->X.rows();
    Eigen::MatrixXd A(N + 1, N + 1);
    A.setOnes();
    A.topLeftCorner(N, N) = gram_matrix(tried_kernels[2], data->X).finish();
    A.diagonal().array() += 1.0 / 3;
    A(N, N) = 0;
    Eigen::VectorXd right(N + 1);
    right << *data->y, 0;
    const Eigen::VectorXd solution = reference_solution(A, right);
    const Eigen::VectorXd alpha = vector(run.solver(), "dual_variables");
    CHECK((alpha - data->y->cwiseProduct(solution.head(N))).norm() < 1e-10);
  }

  TEST_CASE("by their own rule they end at the optimum, also where a target lies on the tube") {
    Random random(5);
    int on_tube = 0;
    for (int round = 0; round < 200; ++round) {
      CAPTURE(round);
      const auto coarse = [&] { return std::round(10 * random.normal()) / 10; };
      const Eigen::Index N = 5 + static_cast<Eigen::Index>(random.below(6));
      Eigen::MatrixXd X(N, 1);
      Eigen::VectorXd y(N);
      for (Eigen::Index i = 0; i < N; ++i) {
        X(i, 0) = coarse();
        y[i] = X(i, 0) + 0.3 * coarse();
        y[i] = std::round(10 * y[i]) / 10;
        on_tube += std::abs(y[i]) == 0.1;
      }
      const auto data = problem_of_targets(X, y);
      const Run run = trained(data, "irwls-svr", (*find_algorithm("irwls-svr"))->default_rules);
      const Run smo = trained(data, "smo-svr", "kkt:tolerance=1e-9");
      CHECK(run.record().objective <= smo.record().objective * (1 + 1e-3) + 1e-9);
    }
    CHECK(on_tube > 20);
    for (int round = 0; round < 200; ++round) {
      CAPTURE(round);
      const Eigen::Index N = 7 + static_cast<Eigen::Index>(random.below(10));
      Eigen::MatrixXd X(N, 3);
      Eigen::VectorXd y(N);
      const double unit = std::pow(10.0, static_cast<double>(random.below(3)));
      for (Eigen::Index i = 0; i < N; ++i) {
        y[i] = i % 2 ? 1 : -1;
        for (double& x : X.row(i)) x = unit * (random.normal() + 0.5 * y[i]);
      }
      const auto data = problem(X, y);
      const Run run = trained(data, "irwls", (*find_algorithm("irwls"))->default_rules);
      const Run smo = trained(data, "smo", "kkt:tolerance=1e-9",
                              {.max_iterations = 1'000'000, .watched = part::all});
      CHECK(run.record().objective <= smo.record().objective * (1 + 1e-2) + 1e-9);
    }
  }

  TEST_CASE("the gap between primal and dual is never below 0, on the way either") {
    Random random(11);
    for (int round = 0; round < 60; ++round) {
      CAPTURE(round);
      const Eigen::Index N = 7 + static_cast<Eigen::Index>(random.below(10));
      Eigen::MatrixXd X(N, 2);
      Eigen::VectorXd y(N);
      for (Eigen::Index i = 0; i < N; ++i) {
        y[i] = i % 3 ? 1 : -1;
        for (double& x : X.row(i)) x = random.normal() + 0.5 * y[i];
      }
      const Eigen::VectorXd targets = X.col(0) + 0.3 * y;
      for (const auto& [data, algorithm] : {std::pair(problem(X, y), "irwls"),
                                            std::pair(problem_of_targets(X, targets), "irwls-svr"),
                                            std::pair(problem(X, y), "irwls:step=full")}) {
        CAPTURE(std::string(algorithm));
        Run run = start(data, algorithm);
        do {
          CHECK(run.record().duality_gap >= -1e-12 * (1 + run.record().objective));
        } while (run.last_iteration() < 30 && run.advance(1) > 0);
      }
    }
  }

  TEST_CASE("the violation of optimality is that of the present bias, too") {
    // Of one class, or within one tube, only the bias is to be learned.
    const auto one_class = problem(Eigen::MatrixXd{{1}, {3}, {2}}, Eigen::Vector3d(1, 1, 1));
    const auto one_tube =
        problem_of_targets(Eigen::MatrixXd{{1}, {2}, {3}}, Eigen::Vector3d(5, 5, 5.5));
    for (const auto& [data, text] :
         {std::pair(one_class, "irwls"), std::pair(one_tube, "irwls-svr:epsilon=0.5")}) {
      CAPTURE(std::string(text));
      const Run run = trained(data, text, "kkt");
      CHECK(run.stop()->iteration > 0);
      CHECK(run.record().objective == doctest::Approx(0).scale(1));
      CHECK(run.record().duality_gap == doctest::Approx(0).scale(1));
    }
  }

  TEST_CASE("support vectors are those that have a weight") {
    for (const char* text : {"irwls:kernel=gaussian:sigma=2", "irwls"}) {
      Run run = start(named("overlap"), text, "iterations:n=40");
      do {
        const Eigen::VectorXd alpha = vector(run.solver(), "dual_variables");
        const double rounding = 1e-13 * alpha.cwiseAbs().maxCoeff();
        CHECK(run.record().support_vectors == (alpha.array().abs() > rounding).count());
      } while (run.advance(1) && !run.stop());
    }
  }
}
