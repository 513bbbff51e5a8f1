#include <doctest/doctest.h>

#include <cmath>
#include <optional>
#include <tuple>

#include "core/kernel.h"
#include "solvers/relearning/relearners.h"
#include "support/problems.h"
#include "support/reference_solution.h"

using namespace marginscope;
using namespace marginscope::testing;

namespace {

const char* const kernel_texts[] = {"linear", "polynomial:p=2", "gaussian:sigma=1"};
const Kernel kernels[] = {
    {KernelType::linear, 3, 1}, {KernelType::polynomial, 2, 1}, {KernelType::gaussian, 3, 1}};

std::string with_kernel(const std::string& algorithm, const char* kernel) {
  return algorithm + (algorithm.find(':') == std::string::npos ? ":kernel=" : ",kernel=") + kernel;
}

}  // namespace

TEST_SUITE("support vector machines") {
  TEST_CASE("two patterns by hand: the margin is half their distance, α = 2/d²") {
    // x = −1 and x = 3: f = (x − 1)/2, w = 1/2, α = 2/16.
    const auto data = problem(Eigen::MatrixXd{{3}, {-1}}, Eigen::Vector2d(1, -1));
    for (const char* algorithm : {"smo:C=100", "smo:C=100,working_set=first-order"}) {
      const Run run = trained(data, algorithm);
      CHECK(run.stop()->reason == "solved");
      CHECK(run.stop()->iteration == 1);
      const Eigen::VectorXd w = vector(run.solver(), "weights");
      CHECK(w[0] == doctest::Approx(0.5));
      CHECK(w[1] == doctest::Approx(-0.5));
      const Eigen::VectorXd alpha = vector(run.solver(), "dual_variables");
      CHECK(alpha[0] == doctest::Approx(0.125));
      CHECK(alpha[1] == doctest::Approx(0.125));
      CHECK(run.record().duality_gap == doctest::Approx(0).scale(1));
    }
    // At C = 0.1 both are bounded and no support vector is free: the bias is the middle of the
    // interval [1 − 1.2, −1 − (−0.4)] turned round: w = 0.4, m = 1 − 1.2, M = −1 + 0.4.
    const Run bounded = trained(data, "smo:C=0.1");
    CHECK(vector(bounded.solver(), "weights")[0] == doctest::Approx(0.4));
    CHECK(vector(bounded.solver(), "weights")[1] == doctest::Approx(-0.4));
  }

  TEST_CASE("at the optimum: KKT conditions by hand, no duality gap, Σyα = 0") {
    for (std::size_t kernel = 0; kernel < 3; ++kernel) {
      for (const std::string name : {"overlap", "moons", "xor", "outlier"}) {
        for (const double C : {0.1, 1.0, 30.0}) {
          const auto data = named(name);
          const Run run = trained(data, with_kernel("smo:C=" + exact_text(C), kernel_texts[kernel]),
                                  "kkt:tolerance=1e-9");
          CAPTURE(name);
          CAPTURE(C);
          CAPTURE(kernel_texts[kernel]);
          CHECK((run.stop()->reason == "kkt" || run.stop()->reason == "solved"));
          const Eigen::VectorXd alpha = vector(run.solver(), "dual_variables");
          const Eigen::MatrixXd K = gram_matrix(kernels[kernel], data->X).finish();
          const Eigen::VectorXd sums = K * data->y->cwiseProduct(alpha);
          const Eigen::VectorXd f = vector(run.solver(), "decision_values");
          const double b = f[0] - sums[0];
          // What the rule leaves, and the rounding of ‖α‖₁ kernel values of at most 50.
          const double close = 2e-9 + 1e-12 * alpha.sum();
          CHECK((f.array() - sums.array() - b).abs().maxCoeff() < close);
          CHECK(std::abs(data->y->dot(alpha)) < 1e-9 * (1 + alpha.sum()));
          for (Eigen::Index i = 0; i < alpha.size(); ++i) {
            const double margin = data->y[i] * (sums[i] + b);
            CHECK(alpha[i] >= 0);
            CHECK(alpha[i] <= C);
            if (alpha[i] == 0) CHECK(margin >= 1 - close);
            if (alpha[i] == C) CHECK(margin <= 1 + close);
            if (alpha[i] > 0 && alpha[i] < C) CHECK(margin == doctest::Approx(1).epsilon(close));
          }
          // Every pattern's slack is off by the violation at most, at the price C.
          CHECK(run.record().duality_gap <= close * C * static_cast<double>(alpha.size()));
          CHECK(run.record().duality_gap >= -close);
        }
      }
    }
  }

  TEST_CASE("the dual never falls, and first-order pairs reach the same optimum") {
    const auto data = named("moons");
    Run run = start(data, "smo:C=5,kernel=gaussian:sigma=1");
    double dual = -INFINITY;
    for (int k = 0; k < 200; ++k) {
      const double now = run.record().objective - run.record().duality_gap;
      CHECK(now >= dual - 1e-12);
      dual = now;
      if (!run.advance(1)) break;
    }
    const Run first = trained(data, "smo:C=5,kernel=gaussian:sigma=1,working_set=first-order",
                              "kkt:tolerance=1e-9");
    const Run second = trained(data, "smo:C=5,kernel=gaussian:sigma=1", "kkt:tolerance=1e-9");
    CHECK(first.record().objective == doctest::Approx(second.record().objective).epsilon(1e-8));
    // A pair is published for every step, and it is the one that moved.
    const auto pair = values(second.solver(), "working_set");
    REQUIRE(pair.size() == 2);
    CHECK(pair[0] != pair[1]);
  }

  TEST_CASE("along a path of C a warm start ends where a cold one does, in fewer steps") {
    const auto path = [](const char* name, const std::string& algorithm,
                         std::initializer_list<double> penalties, const char* rule) {
      const auto data = named(name);
      CAPTURE(name);
      int warm_steps = 0, cold_steps = 0;
      std::optional<Run> last;
      for (const double C : penalties) {
        const std::string text = algorithm + ",C=" + exact_text(C);
        const auto run = [&](const Solver* earlier) {
          auto made = Run::start(data, std::move(*make_solver(*parse_spec(text))),
                                 *parse_rules(rule), {.watched = part::all}, earlier);
          require(made);
          if (earlier) CHECK(made->explain().text.find("in proportion to") != std::string::npos);
          if (!made->stop()) made->advance(1'000'000);
          return std::move(*made);
        };
        const Run cold = run(nullptr);
        Run warm = run(last ? &last->solver() : nullptr);
        CAPTURE(text);
        // A primal criterion lies above the optimum by its gap at most.
        const double one = warm.record().objective, other = cold.record().objective;
        CHECK(one - warm.record().duality_gap <= other + 1e-12 * other);
        CHECK(other - cold.record().duality_gap <= one + 1e-12 * one);
        cold_steps += cold.last_iteration();
        warm_steps += warm.last_iteration();
        last.emplace(std::move(warm));
      }
      CAPTURE(cold_steps);
      CHECK(warm_steps < cold_steps);
    };
    for (const char* rule : {"kkt:tolerance=1e-3", "kkt:tolerance=1e-9"}) {
      for (const char* name : {"moons", "overlap"}) {
        path(name, "smo:kernel=gaussian:sigma=1", {0.1, 0.3, 1, 3, 10, 30, 100}, rule);
        path(name, "smo:kernel=gaussian:sigma=1", {100, 30, 10, 3, 1, 0.3, 0.1}, rule);
      }
      path("sinc", "smo-svr:kernel=gaussian:sigma=1", {0.1, 0.3, 1, 3, 10}, rule);
    }
  }

  TEST_CASE("a start from what does not fit is a cold start") {
    const auto data = named("moons");
    const Run earlier = trained(data, "smo:C=3,kernel=gaussian:sigma=1", "iterations:n=20");
    Problem other_labels = *data, other_patterns = *data;
    Eigen::VectorXd y = *data->y;
    y.tail(10) *= -1;
    other_labels.y = y;
    Eigen::MatrixXd X = *data->X;
    X(0, 0) += 1e-9;
    other_patterns.X = X;
    for (const auto& [of, text] :
         {std::pair{other_labels, "smo:C=3,kernel=gaussian:sigma=1"},
          std::pair{other_patterns, "smo:C=3,kernel=gaussian:sigma=1"},
          std::pair{*data, "smo:C=3,kernel=gaussian:sigma=2"}, std::pair{*data, "smo:C=3"}}) {
      const auto cold = make_solver(*parse_spec(text)), warm = make_solver(*parse_spec(text));
      REQUIRE((*cold)->start(of));
      REQUIRE((*warm)->start(of, {.earlier = &earlier.solver()}));
      for (int k = 0; k < 30; ++k) {
        CHECK(vector(**cold, "dual_variables") == vector(**warm, "dual_variables"));
        CHECK((*cold)->step() == (*warm)->step());
      }
    }
  }

  TEST_CASE("along a path of C however steep nothing overflows") {
    // Of features so large the weights of any C are next to nothing: those of a C that bounds them
    // cannot grow with it.
    const auto drawn = named("overlap");
    const auto data = problem(*drawn->X * 1e149, *drawn->y);
    for (const auto& [first, then] : {std::pair{"1e-298", "1e12"},
                                      {"1e-300", "1e12"},
                                      {"1e-296", "1e-10"},
                                      {"1e12", "1e-298"},
                                      {"1e-298", "1e-299"}}) {
      CAPTURE(first);
      CAPTURE(then);
      const Run earlier = trained(data, sentence("smo:C=", first), "kkt");
      const std::string text = sentence("smo:C=", then);
      auto warm = Run::start(data, std::move(*make_solver(*parse_spec(text))), *parse_rules("kkt"),
                             {.watched = part::all}, &earlier.solver());
      require(warm);
      if (!warm->stop()) warm->advance(100'000);
      const Run cold = trained(data, text, "kkt");
      CHECK(warm->stop()->reason == cold.stop()->reason);
      CHECK(vector(warm->solver(), "dual_variables").allFinite());
      CHECK(vector(warm->solver(), "dual_variables").maxCoeff() <= *parse_number(then));
      CHECK(vector(warm->solver(), "decision_values").allFinite());
      CHECK(warm->record().objective == doctest::Approx(cold.record().objective).epsilon(1e-2));
    }
  }

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

  TEST_CASE("a start from a narrower tube stays in the box and is no worse than none") {
    const auto data = named("sinc");
    for (const auto& [narrow, wide] : {std::pair{0.0, 0.3}, {0.01, 0.4}, {0.1, 0.6}}) {
      for (const double C : {0.01, 1.0, 100.0}) {
        const std::string kernel = "smo-svr:kernel=gaussian:sigma=0.3,epsilon=";
        const Run earlier = trained(data, kernel + exact_text(narrow) + ",C=1", "kkt");
        const std::string text = kernel + exact_text(wide) + ",C=" + exact_text(C);
        CAPTURE(text);
        auto warm = Run::start(data, std::move(*make_solver(*parse_spec(text))),
                               *parse_rules("kkt:tolerance=1e-9"), {.watched = part::all},
                               &earlier.solver());
        require(warm);
        for (;;) {
          CHECK(vector(warm->solver(), "dual_variables").cwiseAbs().maxCoeff() <= C);
          CHECK(warm->record().objective - warm->record().duality_gap >= -1e-12);
          if (!warm->advance(1)) break;
        }
        const Run cold = trained(data, text, "kkt:tolerance=1e-9");
        CHECK(warm->record().objective == doctest::Approx(cold.record().objective).epsilon(1e-6));
      }
    }
  }

  TEST_CASE("irwls ends where smo ends, for classes and for targets") {
    for (const char* kernel : kernel_texts) {
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
              with_kernel(algorithm, kernel_texts[kernel]) + ",C=" + exact_text(C);
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
          const Eigen::VectorXd sums = gram_matrix(kernels[kernel], data->X).finish() * beta;
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
    A.topLeftCorner(N, N) = gram_matrix(kernels[2], data->X).finish();
    A.diagonal().array() += 1.0 / 3;
    A(N, N) = 0;
    Eigen::VectorXd right(N + 1);
    right << *data->y, 0;
    const Eigen::VectorXd solution = reference_solution(A, right);
    const Eigen::VectorXd alpha = vector(run.solver(), "dual_variables");
    CHECK((alpha - data->y->cwiseProduct(solution.head(N))).norm() < 1e-10);
  }

  TEST_CASE("support vector regression: the tube holds, and its KKT conditions") {
    const auto data = named("sinc");
    const Run run =
        trained(data, "smo-svr:C=2,epsilon=0.1,kernel=gaussian:sigma=1", "kkt:tolerance=1e-9");
    const Eigen::VectorXd beta = vector(run.solver(), "dual_variables");
    const Eigen::VectorXd error = vector(run.solver(), "error");
    CHECK(std::abs(beta.sum()) < 1e-12);
    for (Eigen::Index i = 0; i < beta.size(); ++i) {
      if (beta[i] == 0) CHECK(std::abs(error[i]) <= 0.1 + 1e-5);
      if (std::abs(beta[i]) == 2) CHECK(std::abs(error[i]) >= 0.1 - 1e-5);
      if (std::abs(beta[i]) > 0 && std::abs(beta[i]) < 2) {
        CHECK(std::abs(error[i]) == doctest::Approx(0.1).epsilon(1e-4));
        CHECK(error[i] * beta[i] > 0);
      }
    }
    CHECK(run.record().training_error ==
          doctest::Approx(error.squaredNorm() / static_cast<double>(error.size())));
  }

  TEST_CASE("lsvm ends at the optimum of its criterion, linear and with a kernel") {
    for (std::size_t kernel = 0; kernel < 3; ++kernel) {
      const auto data = named("overlap");
      const Run run =
          trained(data, with_kernel("lsvm:C=0.5", kernel_texts[kernel]), "kkt:tolerance=1e-10",
                  {.max_iterations = 20000, .watched = part::all});
      CAPTURE(kernel_texts[kernel]);
      CHECK(run.stop()->reason == "kkt");
      const Eigen::VectorXd alpha = vector(run.solver(), "dual_variables");
      const Eigen::VectorXd f = vector(run.solver(), "decision_values");
      // f itself: K(y∘α) + w0 with w0 = yᵗα, the sign that eq. 18 asks for.
      const Eigen::VectorXd beta = data->y->cwiseProduct(alpha);
      const Eigen::VectorXd sums = gram_matrix(kernels[kernel], data->X).finish() * beta;
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

  TEST_CASE("newton-svm ends at the optimum of lsvm in a few steps, and J falls at each") {
    for (const std::string name : {"four-points", "overlap", "moons", "outlier", "repeated"}) {
      for (const char* C : {"0.01", "1", "100"}) {
        for (const char* kernel : kernel_texts) {
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
    for (const char* kernel : kernel_texts) {
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
    CHECK(run.stop()->message.find("mhks") != std::string::npos);
  }

  TEST_CASE("mhks penalises αᵗKα") {
    const auto data = named("moons");
    const Run run = trained(data, "mhks:C=2,kernel=gaussian:sigma=1", "iterations:n=10");
    const Eigen::VectorXd alpha = vector(run.solver(), "dual_variables");
    const Eigen::VectorXd error = vector(run.solver(), "error");
    const double norm = alpha.dot(gram_matrix(kernels[2], data->X).finish() * alpha);
    CHECK(run.record().objective == doctest::Approx(error.squaredNorm() + 2 * norm).epsilon(1e-9));
  }
}
