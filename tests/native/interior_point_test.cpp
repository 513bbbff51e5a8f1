// The support vector machine by an interior-point method: each step is compared with the equations of its
// head, solved in another way, and the end with smo's.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "support/problems.h"
#include "support/reference_solution.h"

using namespace marginscope;
using namespace marginscope::testing;

namespace {

const char* const kernel_texts[] = {"linear", "polynomial:p=2", "polynomial:p=3",
                                    "gaussian:sigma=1"};

std::string machine(const char* algorithm, const std::string& C, const std::string& kernel) {
  return std::string(algorithm) + ":C=" + C + ",kernel=" + kernel;
}

// 20 patterns of two clouds, of which one lies this far out.
std::shared_ptr<const Problem> clouds_and_one_at(double far) {
  Random random(7);
  Eigen::MatrixXd X(20, 2);
  Eigen::VectorXd y(20);
  for (Eigen::Index i = 0; i < 20; ++i) {
    y[i] = i % 2 ? 1 : -1;
    X.row(i) << 0.7 * y[i] + random.normal(), random.normal();
  }
  X.row(5) << far, -far / 2;
  return problem(X, y);
}

}  // namespace

TEST_SUITE("the interior-point support vector machine") {
  TEST_CASE("ends at smo's optimum, whatever C and the kernel, in a few steps") {
    for (const char* const data : {"overlap", "moons", "two-gaussians", "xor"}) {
      for (const char* const kernel : kernel_texts) {
        for (const char* const C : {"0.001", "1", "100"}) {
          CAPTURE(std::string(data));
          CAPTURE(std::string(kernel));
          CAPTURE(std::string(C));
          const auto of = named(data);
          const Run ours = trained(of, machine("interior-svm", C, kernel), "kkt:tolerance=1e-7");
          const Run theirs = trained(of, machine("smo", C, kernel), "kkt:tolerance=1e-9");
          REQUIRE(ours.stop());
          CHECK(ours.stop()->reason == "kkt");
          CHECK(ours.last_iteration() <= 20);
          REQUIRE(theirs.stop()->reason != "max-iterations");
          CHECK(ours.record().objective ==
                doctest::Approx(theirs.record().objective).epsilon(1e-7));
          // Where no pattern lies on its margin the bias may be anywhere between two.
          const Eigen::ArrayXd apart =
              vector(ours.solver(), "decision_values") - vector(theirs.solver(), "decision_values");
          CHECK((apart - apart.mean()).abs().maxCoeff() < 1e-3);
        }
      }
    }
  }

  TEST_CASE("C may be anything, and so may be how far out a pattern lies") {
    for (const char* const C : {"1e-10", "1e-5", "1e5", "1e10"}) {
      for (const char* const kernel : kernel_texts) {
        CAPTURE(std::string(C));
        CAPTURE(std::string(kernel));
        const Run run = trained(named("mislabelled"), machine("interior-svm", C, kernel), "kkt");
        REQUIRE(run.stop());
        CHECK(run.stop()->reason == "kkt");
        CHECK(run.last_iteration() <= 20);
      }
    }
    for (const char* const kernel : {"linear", "polynomial:p=2", "polynomial:p=3"}) {
      // The optimum where what the pattern's size still changes is left out: 1/far of its weight.
      const double expected =
          trained(clouds_and_one_at(1e4), machine("smo", "1", kernel), "kkt:tolerance=1e-7")
              .record()
              .objective;
      int steps = 0;
      for (const double far : {1e4, 1e6, 1e8, 1e9}) {
        CAPTURE(std::string(kernel));
        CAPTURE(far);
        const Run run = trained(clouds_and_one_at(far), machine("interior-svm", "1", kernel),
                                "kkt:tolerance=1e-6");
        REQUIRE(run.stop());
        CHECK(run.stop()->reason == "kkt");
        if (steps == 0) steps = run.last_iteration();
        CHECK(run.last_iteration() == steps);
        CHECK(run.record().objective == doctest::Approx(expected).epsilon(1e-3));
      }
    }
  }

  TEST_CASE("one pattern of a class, however far out, is told from the others") {
    for (const double far : {1e3, 1e6, 1e9}) {
      for (const char* const kernel : {"linear", "polynomial:p=2", "polynomial:p=3"}) {
        CAPTURE(far);
        CAPTURE(std::string(kernel));
        const auto both = clouds_and_one_at(far);
        Eigen::VectorXd y = -Eigen::VectorXd::Ones(20);
        y[5] = 1;
        const Run run = trained(problem(*both->X, y), machine("interior-svm", "1", kernel), "kkt");
        REQUIRE(run.stop());
        CHECK(run.stop()->reason == "kkt");
        CHECK(run.record().training_error == 0);
        // The margins ±1 at that distance apart need no more than this.
        CHECK(run.record().objective < 10 / (far * far));
      }
    }
  }

  TEST_CASE("patterns that lie close together far from the origin lose nothing") {
    const auto near = named("overlap");
    const Run here = trained(near, "interior-svm:C=2", "kkt:tolerance=1e-7");
    const double shift = 1e7;
    const auto far = problem(near->X->array() + shift, near->y);
    const Run there = trained(far, "interior-svm:C=2", "kkt:tolerance=1e-7");
    CHECK(there.last_iteration() == here.last_iteration());
    const Eigen::VectorXd w = vector(here.solver(), "weights"),
                          far_w = vector(there.solver(), "weights");
    CHECK((w - far_w).head(2).norm() < 1e-6);
    CHECK(far_w[2] + shift * far_w.head(2).sum() == doctest::Approx(w[2]).epsilon(1e-5));
    Eigen::MatrixXd f, far_f;
    here.solver().decision_values(near->X, f);
    there.solver().decision_values(far->X, far_f);
    CHECK((f - far_f).cwiseAbs().maxCoeff() < 1e-6);
  }

  TEST_CASE("each step is the weighted least squares of its equations, and goes part of the way") {
    const auto of = named("overlap");
    const Eigen::MatrixXd Z = augmented(*of);
    const Eigen::Index N = Z.rows(), q = Z.cols();
    const double C = 3;
    Run run = start(of, "interior-svm:C=3", "kkt");
    const auto numbers = [&] {
      return std::pair(vector(run.solver(), "dual_variables"), vector(run.solver(), "weights"));
    };
    auto [alpha, W] = numbers();
    // ζ and ξ of the start, as its head has them.
    Eigen::ArrayXd s = Z.leftCols(q - 1).rowwise().squaredNorm();
    Eigen::VectorXd sorted = s;
    std::sort(sorted.begin(), sorted.end());
    s = (sorted[N / 2] / s).min(1).sqrt();
    Eigen::ArrayXd beyond = (Z * W).array() - 1;
    const double t = 1 + beyond.abs().mean();
    Eigen::ArrayXd zeta = beyond.cwiseMax(0) + t / s, xi = (-beyond).cwiseMax(0) + t;
    Eigen::MatrixXd held = Eigen::MatrixXd::Identity(q, q);
    held(q - 1, q - 1) = 0;
    int whole = 0;
    while (!run.stop() && run.advance(1) > 0) {
      CAPTURE(run.last_iteration());
      const Eigen::ArrayXd a = alpha, room = C - a;
      const Eigen::ArrayXd d = 1 / (zeta / a + xi / room);
      const Eigen::MatrixXd A = held + Z.transpose() * d.matrix().asDiagonal() * Z;
      Eigen::ArrayXd to_alpha, to_zeta, to_xi;
      Eigen::VectorXd to_W;
      const auto solve = [&](const Eigen::ArrayXd& tau, const Eigen::ArrayXd& other) {
        const Eigen::ArrayXd g = 1 + tau / a - other / room;
        to_W = reference_solution(A, Z.transpose() * (a + d * g).matrix());
        to_alpha = d * (g - (Z * to_W).array());
        to_zeta = (tau - a * zeta - zeta * to_alpha) / a;
        to_xi = (other - room * xi + xi * to_alpha) / room;
      };
      const auto longest = [&] {
        const double fastest = std::max({(-to_alpha / a).maxCoeff(), (to_alpha / room).maxCoeff(),
                                         (-to_zeta / zeta).maxCoeff(), (-to_xi / xi).maxCoeff()});
        return fastest > 0 ? 1 / fastest : 1e300;
      };
      const auto products = [&](double part) {
        return ((a + part * to_alpha) * (zeta + part * to_zeta) +
                (room - part * to_alpha) * (xi + part * to_xi))
            .sum();
      };
      solve(Eigen::ArrayXd::Zero(N), Eigen::ArrayXd::Zero(N));
      const double before = products(0), left = products(std::min(1.0, longest()));
      const double mean = std::pow(left / before, 3) * before / static_cast<double>(2 * N);
      const Eigen::ArrayXd tau = mean - to_alpha * to_zeta, other = mean + to_alpha * to_xi;
      solve(tau, other);
      const double part = std::min(1.0, 0.995 * longest());
      if (part == 1) ++whole;

      const auto [alpha_after, W_after] = numbers();
      CHECK((alpha_after.array() - (a + part * to_alpha)).abs().maxCoeff() < 1e-8 * C);
      CHECK((W_after - (W + part * (to_W - W))).norm() < 1e-8);
      CHECK(alpha_after.minCoeff() > 0);
      CHECK(alpha_after.maxCoeff() < C);
      zeta += part * to_zeta;
      xi += part * to_xi;
      alpha = alpha_after;
      W = W_after;
      if (whole > 0) {
        // Where ζ, ξ and w belong to α, their products are the gap but for what ξ exceeds its least.
        CHECK(((Z * W).array() - 1 - zeta + xi).abs().maxCoeff() < 1e-8);
        CHECK((W.head(q - 1) - (Z.transpose() * alpha).head(q - 1)).norm() < 1e-8);
      }
    }
    CHECK(run.stop()->reason == "kkt");
  }

  TEST_CASE("the gap bounds how far the criterion lies above its minimum, at every iteration") {
    for (const char* const kernel : kernel_texts) {
      const auto of = named("overlap:n=60");
      Run run = start(of, machine("interior-svm", "2", kernel), "iterations:n=40");
      const double least =
          trained(of, machine("smo", "2", kernel), "kkt:tolerance=1e-9").record().objective;
      double last = 0;
      do {
        CAPTURE(run.last_iteration());
        last = run.record().objective - least;
        CHECK(last <= run.record().duality_gap + 1e-9 * least);
        CHECK(last >= -1e-9 * least);
      } while (run.advance(1) > 0);
      // It goes on to what rounding leaves.
      CHECK(run.stop()->reason == "solved");
      CHECK(last < 1e-7 * least);
    }
  }

  TEST_CASE("one class alone, and features that are the same everywhere") {
    const Eigen::MatrixXd X = Eigen::MatrixXd::Random(5, 2);
    const Run alone = trained(problem(X, -Eigen::VectorXd::Ones(5)), "interior-svm");
    CHECK(alone.stop()->reason == "solved");
    CHECK(vector(alone.solver(), "weights") == Eigen::Vector3d(0, 0, -1));
    CHECK(vector(alone.solver(), "dual_variables") == Eigen::VectorXd::Zero(5));
    CHECK(alone.record().objective == 0);
    CHECK(alone.record().duality_gap == 0);
    CHECK(alone.record().kkt_violation == 0);
    CHECK(alone.record().support_vectors == 0);

    // Fewer patterns than features, and none of them away from 0: there are no coordinates at all.
    for (const char* const algorithm : {"interior-svm", "newton-svm", "mhks"}) {
      CAPTURE(std::string(algorithm));
      Eigen::VectorXd both(2);
      both << 1, -1;
      for (const Eigen::VectorXd& y : {Eigen::VectorXd(both.head(1)), both}) {
        const Run run = trained(problem(Eigen::MatrixXd::Zero(y.size(), 3), y), algorithm, "",
                                {.max_iterations = 20, .watched = part::all});
        const Eigen::VectorXd w = vector(run.solver(), "weights");
        REQUIRE(w.size() == 4);
        CHECK(w.head(3).isZero(0));
        CHECK(std::isfinite(w[3]));
      }
    }

    // Two against three: the bias alone can do no better than to give up the two.
    Eigen::VectorXd y(5);
    y << 1, 1, 1, -1, -1;
    for (const double everywhere : {0.0, 3.0}) {
      const Run run = trained(problem(Eigen::MatrixXd::Constant(5, 2, everywhere), y),
                              "interior-svm", "kkt:tolerance=1e-7");
      CHECK(run.stop()->reason == "kkt");
      CHECK(run.record().objective == doctest::Approx(4).epsilon(1e-7));
      CHECK(vector(run.solver(), "weights").head(2).norm() < 1e-6);
    }
  }

  TEST_CASE("support vectors are those that smo has") {
    for (const char* const data : {"overlap", "two-gaussians", "moons"}) {
      for (const char* const C : {"0.01", "1", "1000"}) {
        CAPTURE(std::string(data));
        CAPTURE(std::string(C));
        const Run ours =
            trained(named(data), machine("interior-svm", C, "linear"), "kkt:tolerance=1e-7");
        const Run theirs = trained(named(data), machine("smo", C, "linear"), "kkt:tolerance=1e-7",
                                   {.max_iterations = 10'000'000, .watched = part::all});
        CHECK(ours.record().support_vectors == theirs.record().support_vectors);
      }
    }
  }
}
