#include <doctest/doctest.h>

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
    // Labels and features of small whole numbers; 8 is the largest |k|, and 5 bits hold −15 … 15.
    Random random(2);
    for (int trial = 0; trial < 20; ++trial) {
      Eigen::MatrixXd X(12, 2);
      Eigen::VectorXd y(12);
      for (double& x : X.reshaped()) x = static_cast<double>(random.below(5)) - 2;
      X.row(0) << 2, 2;  // so that the largest kernel value is 8 in every trial
      for (double& label : y) label = random.uniform() < 0.5 ? 1 : -1;
      const auto data = problem(X, y);
      // 9 bits: the largest number is 255, and a unit of 8/255 is coarse; 255/8 is no whole number,
      // so only signs are compared there. With unit 8/8 = 1 the sums agree exactly.
      Run exact = start(data, "dkpp:max_sweeps=20");
      Run machine = start(data, "dkpp:max_sweeps=20,kernel_bits=24,accumulator_bits=48");
      for (int k = 0; k < 200; ++k) {
        const Eigen::VectorXd a = vector(exact.solver(), "margins");
        const Eigen::VectorXd b = vector(machine.solver(), "margins");
        // A sum of exactly 0 is a rounded one in the machine: where that happens they may part.
        if ((a.array() == 0).any() && k > 0) break;
        CHECK((a - b).cwiseAbs().maxCoeff() < 1e-3);
        CHECK(vector(exact.solver(), "dual_variables") ==
              vector(machine.solver(), "dual_variables"));
        if (!exact.advance(1) || !machine.advance(1)) break;
      }
    }
  }

  TEST_CASE("accumulators wrap around in two's complement, and the overflow is seen") {
    // One feature, x = 1 and labels +1: k = 1 for both, kernel_bits = 3 makes it 3, and 4 bits hold
    // −8 … 7. The patterns agree, so nothing overflows: sums 3, 3 after one step.
    const auto agree = problem(Eigen::MatrixXd{{1}, {1}}, Eigen::Vector2d(1, 1));
    Run run = start(agree, "dkpp:kernel_bits=3,accumulator_bits=4");
    run.advance(1);
    CHECK(vector(run.solver(), "accumulators") == Eigen::Vector2d(3, 3));
    CHECK(values(run.solver(), "overflow").empty());
    // x = 1 (+1), 1 (+1), 1 (+1), −3 (+1): q = ±, largest 9 → 3, so 1 → round(1/3) = 0 and 3 → 1.
    // Use 2 bits of accumulator (−2 … 1): 3 wraps to −1, which is an error although the true sum is
    // positive.
    Run narrow = start(agree, "dkpp:kernel_bits=3,accumulator_bits=2,max_sweeps=3");
    narrow.advance(1);
    CHECK(vector(narrow.solver(), "accumulators") == Eigen::Vector2d(-1, -1));
    CHECK(values(narrow.solver(), "overflow").size() == 2);
    CHECK(narrow.explain().find("overflow") != std::string::npos);
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
      CHECK(run.record().least_training_error <= least);
      least = run.record().least_training_error;
    }
  }
}
