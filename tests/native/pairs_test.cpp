#include <doctest/doctest.h>

#include <cmath>
#include <optional>
#include <string>

#include "core/kernel.h"
#include "core/random.h"
#include "support/kernels.h"
#include "support/problems.h"

using namespace marginscope;
using namespace marginscope::testing;

TEST_SUITE("pairs") {
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
          const Run run = trained(data, with_kernel("smo:C=" + exact_text(C), tried_texts[kernel]),
                                  "kkt:tolerance=1e-9");
          CAPTURE(name);
          CAPTURE(C);
          CAPTURE(tried_texts[kernel]);
          CHECK((run.stop()->reason == "kkt" || run.stop()->reason == "solved"));
          const Eigen::VectorXd alpha = vector(run.solver(), "dual_variables");
          const Eigen::MatrixXd K = gram_matrix(tried_kernels[kernel], data->X).finish();
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

  TEST_CASE("a pattern with its equal of the other label: never are both right") {
    Random random(8);
    for (const Eigen::Index pairs : {1, 7, 40}) {
      Eigen::MatrixXd X(2 * pairs, 2);
      Eigen::VectorXd y(2 * pairs);
      for (Eigen::Index i = 0; i < pairs; ++i) {
        const double x0 = random.uniform(-3, 3), x1 = random.uniform(-3, 3);
        X.middleRows(2 * i, 2).rowwise() = Eigen::RowVector2d(x0, x1);
        y.segment(2 * i, 2) << 1, -1;
      }
      for (const char* kernel :
           {"linear", "gaussian:sigma=0.2", "gaussian:sigma=5", "polynomial:p=3"}) {
        for (const char* C : {"1e-3", "0.1", "0.3", "1", "3", "100", "1e4"}) {
          for (const char* working_set : {"second-order", "first-order", "block"}) {
            const std::string text =
                sentence("smo:C=", C, ",working_set=", working_set, ",kernel=", kernel);
            CAPTURE(text);
            CAPTURE(pairs);
            const Run run = trained(problem(X, y), text);
            const Eigen::VectorXd margins = vector(run.solver(), "margins");
            Eigen::Index wrong = 0;
            for (Eigen::Index i = 0; i < pairs; ++i) {
              const Eigen::Index here = !(margins[2 * i] > 0) + !(margins[2 * i + 1] > 0);
              CHECK(here >= 1);
              wrong += here;
            }
            CHECK(run.record().training_error ==
                  static_cast<double>(wrong) / static_cast<double>(2 * pairs));
          }
        }
      }
    }
  }

  TEST_CASE("what rounding leaves far from an optimum is none") {
    Eigen::MatrixXd X(10, 2);
    X << 0, 1, 0.3, -1.2, 1.1, 0.4, -0.8, 0.9, 0.2, 1.5, -1.3, -0.4, 0.6, -0.7, -0.2, 0.1, 1.7,
        -1.1, 0.9, 1.2;
    Eigen::VectorXd y(10);
    y << 1, -1, -1, 1, 1, -1, 1, -1, -1, 1;
    for (const char* way : {"second-order", "block"}) {
      for (const double far : {1e2, 1e4, 1e5, 1e6}) {
        CAPTURE(way);
        CAPTURE(far);
        X(0, 0) = far;
        const Run run =
            trained(problem(X, y), sentence("smo:kernel=polynomial:p=4,working_set=", way));
        const bool solved = run.stop()->reason == "solved";
        CHECK(solved == (run.record().kkt_violation <= 1e-3));
        if (far == 1e2) CHECK(solved);
        if (far < 1e5) continue;
        CHECK(run.stop()->reason == "singular");
        CHECK(run.stop()->message.contains("scale the features"));
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

  TEST_CASE("along a path from large C to small the machines are those of C alone") {
    // All weights come to lie on C, where many biases are right: the middle of them is taken.
    Random random(11);
    for (int round = 0; round < 200; ++round) {
      CAPTURE(round);
      const Eigen::Index N = 6 + 2 * static_cast<Eigen::Index>(random.below(5));
      Eigen::MatrixXd X(N, 1);
      Eigen::VectorXd y(N);
      for (Eigen::Index i = 0; i < N; ++i) {
        y[i] = i % 2 ? 1 : -1;
        X(i, 0) = std::round(10 * (random.normal() + 0.8 * y[i])) / 10;
      }
      const auto data = problem(X, y);
      std::optional<Run> before;
      for (const char* C : {"10", "1", "0.1", "0.01"}) {
        CAPTURE(std::string(C));
        const std::string text = sentence("smo:C=", C);
        const auto machine = [&](const Solver* earlier) {
          auto run =
              Run::start(data, std::move(*make_solver(*parse_spec(text))),
                         *parse_rules("kkt:tolerance=1e-9"), {.watched = part::all}, earlier);
          run->advance(100'000);
          return std::move(*run);
        };
        Run after = machine(before ? &before->solver() : nullptr);
        const Eigen::VectorXd w = vector(after.solver(), "weights"),
                              alone = vector(machine(nullptr).solver(), "weights");
        CHECK((w - alone).cwiseAbs().maxCoeff() < 1e-8);
        before.emplace(std::move(after));
      }
    }
  }

  TEST_CASE("what kernels as large as these leave of a decision value is told") {
    Random random(2);
    const Eigen::MatrixXd X = Eigen::MatrixXd::NullaryExpr(20, 2, [&] { return random.normal(); });
    Eigen::VectorXd y(20);
    for (Eigen::Index i = 0; i < 20; ++i) y[i] = X(i, 0) + 0.5 * random.normal() > 0 ? 1 : -1;
    for (const bool targets : {false, true}) {
      const char* const algorithm = targets ? "smo-svr" : "smo";
      const auto told = [&](const Eigen::MatrixXd& features, const char* kernel) {
        const auto data = targets ? problem_of_targets(features, y) : problem(features, y);
        return rounding_text(trained(data, with_kernel(algorithm, kernel), "iterations:n=200",
                                     {.max_iterations = 200}));
      };
      CAPTURE(algorithm);
      CHECK(told(X, "linear").empty());
      CHECK(told(X, "gaussian:sigma=1").empty());
      const std::string far = told(X.array() + 1e6, "polynomial:p=2");
      CHECK(far.starts_with(
          "Large terms of f cancel: at new points, even where patterns are, f may "));
      CHECK(far.ends_with(", so its sign there may be rounding.") == !targets);
    }
  }

  TEST_CASE("one pattern with both labels, however large its kernel: both weights at C at once") {
    for (const char* working_set : {"second-order", "first-order", "block"}) {
      CAPTURE(std::string(working_set));
      for (const double x : {1.3, 1000.3, 1e6}) {
        CAPTURE(x);
        const auto data = problem(Eigen::MatrixXd{{x}, {x}}, Eigen::Vector2d(1, -1));
        for (const char* kernel : {"linear", "polynomial:p=3"}) {
          const Run run =
              trained(data, sentence("smo:C=7,kernel=", kernel, ",working_set=", working_set));
          CHECK(run.stop()->reason == "solved");
          CHECK(run.stop()->iteration == 1);
          CHECK(vector(run.solver(), "dual_variables") == Eigen::Vector2d(7, 7));
          CHECK(run.record().objective == 14);
          CHECK(run.record().duality_gap == 0);
        }
      }
    }
  }
}
