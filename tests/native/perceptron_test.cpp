#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "support/problems.h"

using namespace marginscope;
using namespace marginscope::testing;

TEST_SUITE("digital kernel perceptron") {
  TEST_CASE("three patterns on a line, by hand") {
    // x = 1 (+1), 2 (+1), −1 (−1), linear kernel: q = (1 2 1; 2 4 2; 1 2 1).
    // Step 1: pattern 1 has 0, a mistake: α = (1, 0, 0), sums (1, 2, 1). No error is left, so the
    // pocket takes it, and a second sweep without a mistake ends the run.
    Run run = start(problem(Eigen::MatrixXd{{1}, {2}, {-1}}, Eigen::Vector3d(1, 1, -1)), "dkpp");
    CHECK(run.record().training_error == 1);
    run.advance(1);
    CHECK(vector(run.solver(), "dual_variables") == Eigen::Vector3d(1, 0, 0));
    CHECK(vector(run.solver(), "margins") == Eigen::Vector3d(1, 2, 1));
    run.advance(100);
    CHECK(run.stop()->reason == "solved");
    CHECK(run.stop()->iteration == 6);
    CHECK(run.stop()->retained_iteration == 1);
  }

  TEST_CASE("a trace with several mistakes, by hand") {
    // x = (1), (2), (3) with labels +1, −1, +1 on a line through the origin: not separable.
    // q_ij = y_i y_j x_i x_j: rows (1 −2 3), (−2 4 −6), (3 −6 9).
    // 1: sum 0, mistake: α₁ = 1, sums (1, −2, 3): 1 error, to the pocket.
    // 2: sum −2, mistake: α₂ = 1, sums (−1, 2, −3): 2 errors.
    // 3: sum −3, mistake: α₃ = 1, sums (2, −4, 6): 1 error, not fewer than the pocket's.
    // 4: pattern 1 has 2, nothing.  5: pattern 2 has −4: α₂ = 2, sums (0, 0, 0): 3 errors.
    Run run = start(problem(Eigen::MatrixXd{{1}, {2}, {3}}, Eigen::Vector3d(1, -1, 1)),
                    "dkpp:max_sweeps=2");
    const Eigen::Vector3d counters[] = {{1, 0, 0}, {1, 1, 0}, {1, 1, 1}, {1, 1, 1}, {1, 2, 1}};
    const Eigen::Vector3d sums[] = {{1, -2, 3}, {-1, 2, -3}, {2, -4, 6}, {2, -4, 6}, {0, 0, 0}};
    for (int k = 0; k < 5; ++k) {
      run.advance(1);
      CHECK(vector(run.solver(), "dual_variables") == counters[k]);
      CHECK(vector(run.solver(), "margins") == sums[k]);
      CHECK(vector(run.solver(), "pocket") == Eigen::Vector3d(1, 0, 0));
    }
    run.advance(100);
    CHECK(run.stop()->reason == "max-iterations");
    CHECK(run.stop()->iteration == 6);
    CHECK(run.stop()->retained_iteration == 1);
  }

  TEST_CASE("whole-number kernels: the machine with enough bits is the exact one") {
    // Small whole numbers in four features; the first pattern has the largest k, 4 + 1 + 1 + 1 = 7,
    // which is the largest number of 4 bits. So a unit is 1, and every kernel value is stored as it
    // is.
    Random random(2);
    int steps = 0, mistakes = 0;
    for (int trial = 0; trial < 20; ++trial) {
      Eigen::MatrixXd X(12, 4);
      Eigen::VectorXd y(12);
      for (double& x : X.reshaped()) x = static_cast<double>(random.below(3)) - 1;
      X.row(0) << 2, 1, 1, 1;
      for (double& label : y) label = random.uniform() < 0.5 ? 1 : -1;
      const auto data = problem(X, y);
      Run exact = start(data, "dkpp:max_sweeps=20");
      Run machine = start(data, "dkpp:max_sweeps=20,kernel_bits=4,accumulator_bits=48");
      for (bool more = true; more; ++steps) {
        for (const char* id : {"margins", "dual_variables", "pocket", "decision_values"}) {
          CHECK(vector(exact.solver(), id) == vector(machine.solver(), id));
        }
        CHECK(vector(machine.solver(), "accumulators") == vector(exact.solver(), "margins"));
        more = exact.advance(1) > 0;
        CHECK((machine.advance(1) > 0) == more);
      }
      REQUIRE(exact.stop());
      CHECK(exact.stop()->reason == machine.stop()->reason);
      CHECK(exact.stop()->retained_iteration == machine.stop()->retained_iteration);
      mistakes += static_cast<int>(vector(exact.solver(), "dual_variables").sum());
    }
    CHECK(steps > 1000);
    CHECK(mistakes > 500);
  }

  TEST_CASE("accumulators wrap around in two's complement, and the overflow is seen") {
    // One feature, x = 1 and labels +1: k = 1 for both, kernel_bits = 3 makes it 3, and 4 bits hold
    // −8 … 7. The patterns agree, so nothing overflows: sums 3, 3 after one step.
    const auto agree = problem(Eigen::MatrixXd{{1}, {1}}, Eigen::Vector2d(1, 1));
    Run run = start(agree, "dkpp:kernel_bits=3,accumulator_bits=4");
    run.advance(1);
    CHECK(vector(run.solver(), "accumulators") == Eigen::Vector2d(3, 3));
    CHECK(values(run.solver(), "overflow").empty());
    // 2 bits hold −2 … 1: 3 wraps to −1, which is an error although the true sum is positive.
    Run narrow = start(agree, "dkpp:kernel_bits=3,accumulator_bits=2,max_sweeps=3");
    narrow.advance(1);
    CHECK(vector(narrow.solver(), "accumulators") == Eigen::Vector2d(-1, -1));
    CHECK(values(narrow.solver(), "overflow").size() == 2);
    CHECK(narrow.explain().text.find("overflow") != std::string::npos);
    CHECK(narrow.record().training_error == 1);
  }

  TEST_CASE("it separates what is separable, and the pocket never gets worse") {
    Random random(9);
    for (int trial = 0; trial < 20; ++trial) {
      // Without a bias: the polynomial kernel has a constant feature.
      const Run run =
          trained(separable(random, 20, 2, 0.1), "dkpp:kernel=polynomial:p=1,max_sweeps=5000");
      CHECK(run.stop()->reason == "solved");
      CHECK(run.record().training_error == 0);
    }
    Run run = start(named("overlap"), "dkpp:kernel=polynomial:p=1");
    double least = 1;
    for (int k = 0; k < 500 && run.advance(1); ++k) {
      CHECK(run.record().least_training.error <= least);
      least = run.record().least_training.error;
    }
  }

  TEST_CASE("new points are decided by the machine that was trained, by hand") {
    // x = 1 (+1) alone, linear kernel of 3 bits: k = 1 is stored as 3, so a unit is 1/3; α = 1.
    const auto one = problem(Eigen::MatrixXd{{1}}, Eigen::VectorXd::Ones(1));
    const Eigen::MatrixXd points{{1}, {0.5}, {0.1}, {10}, {-10}, {-0.7}};
    const auto decided = [&](std::string_view algorithm) {
      Run run = start(one, algorithm);
      run.advance(1);
      Eigen::MatrixXd f;
      run.solver().decision_values(points, f);
      return Eigen::VectorXd(3 * f.col(0));
    };
    // In units: 3; 1.5, rounded to 2; 0.3 to 0; 30 and −30, beyond what is stored, to 3 and −3;
    // −2.1 to −2.
    const Eigen::VectorXd wide{{3, 2, 0, 3, -3, -2}};
    CHECK((decided("dkpp:kernel_bits=3,accumulator_bits=8") - wide).norm() <= 1e-15);
    // An accumulator of 2 bits keeps −1 of 3 and 1 of −3. Of 2 and of −2 it keeps −2, its least
    // number, which is its own negative and speaks for neither class.
    const Eigen::VectorXd narrow{{-1, 0, 0, -1, 1, 0}};
    CHECK((decided("dkpp:kernel_bits=3,accumulator_bits=2") - narrow).norm() <= 1e-15);
  }

  TEST_CASE("the same rows as training and as validation part have the same errors") {
    Random random(31);
    int overflows = 0;
    for (int trial = 0; trial < 300; ++trial) {
      const Eigen::Index N = 5 + static_cast<Eigen::Index>(random.below(30));
      const Eigen::Index r = 1 + static_cast<Eigen::Index>(random.below(12));
      Eigen::MatrixXd X(N, r);
      Eigen::VectorXd y(N);
      // Whole numbers in every other trial: they bring halves, which are rounded, and equal rows.
      for (double& x : X.reshaped()) {
        x = trial % 2 ? random.normal() : static_cast<double>(random.below(5)) - 2;
      }
      for (double& label : y) label = random.uniform() < 0.5 ? 1 : -1;
      Problem twice;
      twice.X = X;
      twice.y = y;
      twice.X_validation = twice.X;
      twice.y_validation = twice.y;
      const char* const kernels[] = {"linear", "polynomial:p=2", "polynomial:p=3",
                                     "gaussian:sigma=1", "gaussian:sigma=0.3"};
      const std::string text = "dkpp:kernel=" + std::string(kernels[random.below(5)]) +
                               ",kernel_bits=" + std::to_string(2 + random.below(10)) +
                               ",accumulator_bits=" + std::to_string(2 + random.below(12));
      CAPTURE(text);
      Run run = start(std::make_shared<const Problem>(twice), text);
      for (int k = 0; k < 100; ++k) {
        if (run.record().training_error != run.record().validation_error) {
          FAIL("iteration " << k << ": " << run.record().training_error << " and "
                            << run.record().validation_error);
        }
        // Value by value, too: the register's in units, with the label's sign.
        Eigen::MatrixXd f;
        run.solver().decision_values(twice.X, f);
        CHECK(f.col(0) == vector(run.solver(), "decision_values"));
        const Eigen::VectorXd sums = vector(run.solver(), "accumulators");
        const Eigen::VectorXd margins = vector(run.solver(), "margins");
        CHECK(((sums.array() > 0) == (margins.array() > 0)).all());
        overflows += !values(run.solver(), "overflow").empty();
        if (run.advance(1) == 0) break;
      }
    }
    CHECK(overflows > 1000);
  }

  TEST_CASE("new points are decided as by adding up whole numbers one after the other") {
    Random random(32);
    for (int trial = 0; trial < 100; ++trial) {
      constexpr Eigen::Index N = 20, M = 15;
      Eigen::MatrixXd X(N, 3), points(M, 3);
      Eigen::VectorXd y(N);
      for (double& x : X.reshaped()) x = static_cast<double>(random.below(7)) - 3;
      for (double& x : points.reshaped()) x = static_cast<double>(random.below(13)) - 6;
      for (double& label : y) label = random.uniform() < 0.5 ? 1 : -1;
      X(0, 0) = 3;
      const int kernel_bits = 2 + static_cast<int>(random.below(9)),
                bits = 2 + static_cast<int>(random.below(12));
      Run run = start(problem(X, y), "dkpp:kernel_bits=" + std::to_string(kernel_bits) +
                                         ",accumulator_bits=" + std::to_string(bits));
      run.advance(1 + static_cast<int>(random.below(60)));
      const Eigen::VectorXd counters = vector(run.solver(), "dual_variables");
      Eigen::MatrixXd f;
      run.solver().decision_values(points, f);
      const long most = (1L << (kernel_bits - 1)) - 1, half = 1L << (bits - 1);
      const double unit = X.rowwise().squaredNorm().maxCoeff() / static_cast<double>(most);
      for (Eigen::Index i = 0; i < M; ++i) {
        long sum = 0;
        for (Eigen::Index j = 0; j < N; ++j) {
          const long q = std::clamp(std::lround(X.row(j).dot(points.row(i)) / unit), -most, most);
          for (int count = 0; count < counters[j]; ++count) {
            sum += y[j] > 0 ? q : -q;
            while (sum >= half) sum -= 2 * half;
            while (sum < -half) sum += 2 * half;
          }
        }
        CHECK(f(i, 0) == (sum == -half ? 0 : unit * static_cast<double>(sum)));
      }
    }
  }

  TEST_CASE("the norm of the weights is that of the stored kernel, whatever the registers hold") {
    // x = 1 twice, both +1: k = 1 is stored as 3, a unit is 1/3, and α = (n, 0), then (n, m), has
    // ‖w‖ = n + m. An accumulator of 2 bits keeps −1 of 3 and −2 of 2, so mistakes go on.
    Run narrow = start(problem(Eigen::MatrixXd{{1}, {1}}, Eigen::Vector2d(1, 1)),
                       "dkpp:kernel_bits=3,accumulator_bits=2");
    CHECK(narrow.record().weight_norm == 0);
    for (const double norm : {1.0, 2.0, 3.0}) {
      narrow.advance(1);
      CHECK(narrow.record().weight_norm == doctest::Approx(norm));
    }
    // Σα_i α_j q_ij of kernel values rounded by hand, in registers that are too narrow.
    Random random(33);
    int wrapped = 0;
    for (int trial = 0; trial < 50; ++trial) {
      Eigen::MatrixXd X(15, 3);
      Eigen::VectorXd y(15);
      for (double& x : X.reshaped()) x = static_cast<double>(random.below(7)) - 3;
      for (double& label : y) label = random.uniform() < 0.5 ? 1 : -1;
      X(0, 0) = 3;
      const Eigen::MatrixXd K = X * X.transpose();
      const double unit = K.diagonal().maxCoeff() / 31;  // 6 bits hold −31 … 31
      const Eigen::MatrixXd stored =
          unit * K.unaryExpr([unit](double k) { return std::round(k / unit); });
      for (const char* bits : {"5", "40"}) {
        Run run = start(problem(X, y), sentence("dkpp:kernel_bits=6,accumulator_bits=", bits));
        run.advance(1 + static_cast<int>(random.below(60)));
        const Eigen::VectorXd beta = y.cwiseProduct(vector(run.solver(), "dual_variables"));
        const double square = std::max(0.0, beta.dot(stored * beta));
        CHECK(run.record().weight_norm == doctest::Approx(std::sqrt(square)).epsilon(1e-12));
        const Eigen::VectorXd f = vector(run.solver(), "decision_values");
        wrapped += beta.dot(f) < 0.9 * square;
      }
    }
    CHECK(wrapped > 10);
  }

  TEST_CASE("sums that overflow end the run in a sentence") {
    // Kernel values of about 1e308 are numbers, and their sums are not.
    const Eigen::MatrixXd X{{5e7}, {4.9e7}, {4.8e7}, {4.95e7}};
    const Run run =
        trained(problem(X, Eigen::Vector4d(1, -1, 1, -1)), "dkpp:kernel=polynomial:p=20");
    CHECK(run.stop()->reason == "diverged");
    CHECK(run.stop()->message.find("overflow the range of numbers") != std::string::npos);
  }

  TEST_CASE("a machine publishes no weights: what it decides by is no weighted sum of features") {
    const auto data = named("overlap");
    const auto has_weights = [&](std::string_view algorithm) {
      const Run run = start(data, algorithm);
      for (const Quantity& quantity : run.solver().quantities()) {
        if (quantity.id == "weights") return true;
      }
      return false;
    };
    CHECK(has_weights("dkpp"));
    CHECK(!has_weights("dkpp:kernel_bits=8"));
  }
}
