#include <doctest/doctest.h>

#include <cmath>

#include "core/kernel.h"
#include "core/tolerances.h"
#include "support/kernels.h"
#include "support/problems.h"
#include "support/reference_solution.h"

using namespace marginscope;
using namespace marginscope::testing;

TEST_SUITE("the Lagrangian support vector machine") {
  TEST_CASE("lsvm ends at the optimum of its criterion, linear and with a kernel") {
    for (std::size_t kernel = 0; kernel < 3; ++kernel) {
      const auto data = named("overlap");
      const Run run =
          trained(data, with_kernel("lsvm:C=0.5", tried_texts[kernel]), "kkt:tolerance=1e-10",
                  {.max_iterations = 20000, .watched = part::all});
      CAPTURE(tried_texts[kernel]);
      CHECK(run.stop()->reason == "kkt");
      const Eigen::VectorXd alpha = vector(run.solver(), "dual_variables");
      const Eigen::VectorXd f = vector(run.solver(), "decision_values");
      // f itself: K(y∘α) + w0 with w0 = yᵗα, the sign that eq. 18 asks for.
      const Eigen::VectorXd beta = data->y->cwiseProduct(alpha);
      const Eigen::VectorXd sums = gram_matrix(tried_kernels[kernel], data->X).finish() * beta;
      CHECK((f.array() - sums.array() - beta.sum()).abs().maxCoeff() < 1e-8);
      for (Eigen::Index i = 0; i < f.size(); ++i) {
        const double slack = std::max(0.0, 1 - data->y[i] * f[i]);
        CHECK(alpha[i] == doctest::Approx(0.5 * slack).epsilon(1e-6));  // ξ = α/C
      }
      CHECK(run.record().duality_gap < 1e-6);
    }
    // More features than patterns: the same machine by the other matrix.
    Random random(5);
    const auto wide = problem(
        Eigen::MatrixXd::NullaryExpr(12, 40, [&] { return random.normal(); }),
        Eigen::VectorXd::NullaryExpr(12, [&] { return random.below(2) == 0 ? 1.0 : -1.0; }));
    const Run few = trained(wide, "lsvm:C=0.1", "iterations:n=30");
    const Eigen::MatrixXd H_wide = augmented(*wide);
    Eigen::MatrixXd Q_wide = H_wide * H_wide.transpose();
    Q_wide.diagonal().array() += 10;
    Eigen::VectorXd expected = Eigen::VectorXd::Zero(12);
    for (int k = 0; k < 30; ++k) {
      const Eigen::VectorXd excess = Q_wide * expected - 19 * expected;
      expected = reference_solution(Q_wide, (excess.array() - 1).cwiseMax(0) + 1);
    }
    CHECK((vector(few.solver(), "dual_variables") - expected).norm() < 1e-12);
    // The first step from zero is Q⁻¹1.
    const auto data = named("four-points");
    Run run = start(data, "lsvm:C=2");
    run.advance(1);
    const Eigen::MatrixXd H = augmented(*data);
    Eigen::MatrixXd Q = H * H.transpose();
    Q.diagonal().array() += 0.5;
    CHECK((vector(run.solver(), "dual_variables") - reference_solution(Q, Eigen::Vector4d::Ones()))
              .norm() < 1e-12);
    CHECK(!(*make_solver(*parse_spec("lsvm:C=2,mu=1")))->start(*data));
  }

  TEST_CASE("lsvm says that it is lost in rounding where it comes to rest short of the optimum") {
    // Six patterns near 0 and one far out: Q⁻¹ cancels.
    const Eigen::MatrixXd X{{0.9, 0.2}, {-1.6, 0.7},  {-1.4, 1.2}, {-0.1, 0.5},
                            {0.1, 0},   {-1.2, -0.6}, {1e6, 5e5}};
    const Eigen::VectorXd y{{1, 1, 1, -1, -1, -1, 1}};
    const Run far = trained(problem(X, y), "lsvm");
    REQUIRE(far.end());
    CHECK(far.end()->reason == "singular");
    CHECK(far.record().kkt_violation > 1);
    CHECK(far.end()->message.contains("max |min(α, Qα − 1)| = "));
    CHECK(far.end()->message.ends_with("choose a smaller C."));
    // A step of 1e-18 does not show beside α.
    const Run small = trained(named("overlap"), "lsvm:mu=1e-18");
    CHECK(small.end()->reason == "singular");
    CHECK(small.end()->message.ends_with("or a larger mu."));
    // Solved to rounding it still is where it can be.
    for (const char* settings : {"lsvm", "lsvm:C=100", "lsvm:kernel=gaussian:sigma=1"}) {
      CAPTURE(settings);
      const Run run = trained(named("xor"), settings, "", {.watched = part::kkt_violation});
      CHECK(run.end()->reason == "solved");
      CHECK(run.record().kkt_violation <= tolerances::kkt_met);
    }
  }

  TEST_CASE("lsvm ends where rounding makes a criterion of sums of squares negative") {
    bool ended = false;
    for (const double units : {100.0, 300.0, 1000.0}) {
      Problem data = *named("overlap");
      data.X = Eigen::MatrixXd(units * *data.X);
      const Run run = trained(std::make_shared<const Problem>(data),
                              "lsvm:C=10,kernel=polynomial:p=3", "iterations:n=2000");
      if (!(run.record().objective < 0)) continue;
      REQUIRE(run.end());
      CHECK(run.end()->reason == "singular");
      CHECK(run.end()->message.contains("which is a sum of squares"));
      ended = true;
    }
    CHECK(ended);
  }

  TEST_CASE("newton-svm ends at the optimum where a pattern far out has come and gone") {
    const Eigen::VectorXd y{{1, 1, 1, -1, -1, -1, 1}};
    for (const double far : {1e4, 1e6, 1e8}) {
      CAPTURE(far);
      const Eigen::MatrixXd X{{2.1, 1.5},  {0.2, 0},    {0.2, 0.9},    {-0.8, 0.4},
                              {-2.5, 1.3}, {-0.8, 0.4}, {far, far / 2}};
      const Run run = trained(problem(X, y), "newton-svm");
      CHECK(run.end()->reason == "solved");
      // The far one is beyond the margin, so the optimum is that of the others.
      const Run near = trained(problem(X.topRows(6), y.head(6)), "newton-svm");
      CHECK(run.record().objective == doctest::Approx(near.record().objective).epsilon(1e-10));
    }
  }

  TEST_CASE("newton-svm ends at the optimum of lsvm in a few steps, and J falls at each") {
    for (const std::string name : {"four-points", "overlap", "moons", "outlier", "repeated"}) {
      for (const char* C : {"0.01", "1", "100"}) {
        for (const char* kernel : tried_texts) {
          const auto data = named(name);
          Run run = start(data, with_kernel(std::string("newton-svm:C=") + C, kernel));
          CAPTURE(name);
          CAPTURE(std::string(C));
          CAPTURE(std::string(kernel));
          double J = run.record().objective;
          while (run.advance(1) && !run.end()) {
            CHECK(run.record().objective < J);
            J = run.record().objective;
          }
          CHECK(run.end()->reason == "solved");
          CHECK(run.last_iteration() <= 25);
          // At the minimum α = Cξ solves the dual: Q sums up N products of the size of C‖x‖².
          CHECK(run.record().kkt_violation < 1e-6);
          const Run iterated =
              trained(data, with_kernel(std::string("lsvm:C=") + C, kernel), "kkt:tolerance=1e-9",
                      {.max_iterations = 50'000, .watched = part::all});
          if (iterated.stop()->reason != "kkt") continue;
          CHECK(run.record().objective ==
                doctest::Approx(iterated.record().objective).epsilon(1e-7));
          CHECK(run.record().support_vectors == iterated.record().support_vectors);
        }
      }
    }
  }

  TEST_CASE("along a path of C newton-svm goes on from the machine before") {
    const auto data = named("overlap");
    const Run before = trained(data, "newton-svm:C=1");
    const Run cold = trained(data, "newton-svm:C=2");
    Run warm = std::move(*Run::start(data, std::move(*make_solver(*parse_spec("newton-svm:C=2"))),
                                     *parse_rules(""), {}, &before.solver()));
    CHECK(vector(warm.solver(), "weights") == vector(before.solver(), "weights"));
    warm.advance(100);
    CHECK(warm.end()->reason == "solved");
    CHECK(warm.last_iteration() < cold.last_iteration());
    CHECK((vector(warm.solver(), "weights") - vector(cold.solver(), "weights")).norm() < 1e-12);
    // Other labels are another problem.
    auto flipped = std::make_shared<Problem>(*data);
    flipped->y = Eigen::VectorXd(-*data->y);
    const Run other =
        std::move(*Run::start(flipped, std::move(*make_solver(*parse_spec("newton-svm:C=2"))),
                              *parse_rules(""), {}, &before.solver()));
    CHECK(vector(other.solver(), "weights").isZero(0));
  }

  TEST_CASE("lsvm counts a support vector for every pattern with slack, and for no other") {
    for (const char* kernel : tried_texts) {
      for (const char* name : {"overlap", "moons", "outlier"}) {
        for (const char* C : {"0.1", "10"}) {
          const Run run = trained(named(name), with_kernel(std::string("lsvm:C=") + C, kernel),
                                  "kkt:tolerance=1e-12");
          CAPTURE(std::string(kernel));
          CAPTURE(std::string(name));
          const auto slack = vector(run.solver(), "slack");
          const auto with_slack = (slack.array() > 1e-7).count();
          CHECK((slack.array() > 1e-10).count() == with_slack);
          CHECK(run.record().support_vectors == with_slack);
        }
      }
    }
  }

  TEST_CASE(
      "newton-svm counts the patterns that its machine is made of: those within the margin before "
      "the step") {
    Run run = start(named("overlap"), "newton-svm:C=10", "");
    CHECK(run.record().support_vectors == 0);
    for (int k = 1; !run.stop(); ++k) {
      CAPTURE(k);
      const auto within = (vector(run.solver(), "margins").array() < 1).count();
      const int before = run.record().support_vectors;
      run.advance(1);
      // Less than the whole way leaves some of what it was made of.
      CHECK(run.record().support_vectors >= within);
      CHECK(run.record().support_vectors <= within + before);
    }
  }

  TEST_CASE("newton-svm says where rounding keeps it from the conditions of the optimum") {
    const auto near = named("overlap");
    for (const double unit : {1.0, 1e9}) {
      CAPTURE(unit);
      const Run run = trained(problem(unit * *near->X, *near->y), "newton-svm");
      REQUIRE(run.stop()->reason == "solved");
      const bool met = run.record().kkt_violation <= 1e-6;
      CHECK(met == (unit == 1));
      CHECK(run.stop()->message.contains("rounding leaves the optimality conditions violated by") !=
            met);
    }
  }
}
