#include "solvers/reweighting/biased_system.h"

#include <doctest/doctest.h>

#include <chrono>

#include "core/kernel.h"
#include "core/random.h"
#include "support/reference_solution.h"

using namespace marginscope;

namespace {

struct System {
  Eigen::MatrixXd K;
  std::vector<Eigen::Index> S;
  Eigen::VectorXd weights, target;
  double rest = 0.7;
};

// Every other one of N patterns.
System system_of(const Kernel& kernel, Eigen::Index N, double least_weight) {
  Random random(9);
  Eigen::MatrixXd X(N, 2);
  for (double& value : X.reshaped()) value = random.normal();
  System system{gram_matrix(kernel, X).finish(), {}, {}, {}};
  for (Eigen::Index i = 0; i < N; i += 2) system.S.push_back(i);
  system.weights =
      Eigen::VectorXd::NullaryExpr(N, [&] { return least_weight + random.uniform(0, 1); });
  system.target =
      Eigen::VectorXd::NullaryExpr(std::ssize(system.S), [&] { return random.normal(); });
  return system;
}

// The same by elimination on the system that has b among its unknowns.
Eigen::VectorXd eliminated(const System& system, bool weighted) {
  const Eigen::Index s = std::ssize(system.S);
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(s + 1, s + 1);
  A.topLeftCorner(s, s) = system.K(system.S, system.S);
  if (weighted) A.topLeftCorner(s, s).diagonal() += system.weights(system.S);
  A.row(s).head(s).setOnes();
  A.col(s).head(s).setOnes();
  Eigen::VectorXd right(s + 1);
  right << system.target, -system.rest;
  return testing::reference_solution(A, right);
}

Gradual<BiasedSolution> solution_of(const System& system, double kappa) {
  return solve_biased(system.K, system.S, system.weights, system.target, system.rest, kappa);
}

}  // namespace

TEST_CASE("a biased system with weights has the solution of elimination") {
  for (const Eigen::Index N : {1, 2, 40, 170}) {
    const System system = system_of({KernelType::gaussian, 3, 0.7}, N, 0.1);
    const Eigen::VectorXd expected = eliminated(system, true);
    const BiasedSolution found = solution_of(system, 0).finish();
    CHECK((found.beta - expected.head(found.beta.size())).norm() <= 1e-10 * expected.norm());
    CHECK(found.b == doctest::Approx(expected[found.beta.size()]).epsilon(1e-10));
  }
}

TEST_CASE("weights that only make the factorisation possible are taken out again") {
  System system = system_of({KernelType::gaussian, 3, 0.2}, 30, 0);
  system.weights.setConstant(1e-9);
  const Eigen::VectorXd expected = eliminated(system, false);
  const BiasedSolution found = solution_of(system, 1).finish();
  CHECK((found.beta - expected.head(found.beta.size())).norm() <= 1e-10 * expected.norm());
  CHECK(found.b == doctest::Approx(expected[found.beta.size()]).epsilon(1e-10));

  // A singular kernel matrix, 20 patterns of rank 2, and targets that a machine meets.
  system = system_of({KernelType::linear, 3, 1}, 40, 0);
  system.weights.setConstant(1e-9);
  const Eigen::Index s = std::ssize(system.S);
  const Eigen::VectorXd alpha = Eigen::VectorXd::LinSpaced(s, -1, 2);
  system.rest = -alpha.sum();
  const Eigen::MatrixXd K = system.K(system.S, system.S);
  system.target = K * alpha + Eigen::VectorXd::Constant(s, 0.3);
  const BiasedSolution singular = solution_of(system, K.diagonal().maxCoeff()).finish();
  const Eigen::VectorXd met = (K * singular.beta).array() + singular.b;
  CHECK((met - system.target).norm() <= 1e-9 * system.target.norm());
  CHECK(singular.beta.sum() == doctest::Approx(-system.rest).epsilon(1e-9));
}

TEST_CASE("a biased system in pieces has the same bits as at once") {
  const System system = system_of({KernelType::gaussian, 3, 0.7}, 300, 0.1);
  const BiasedSolution whole = solution_of(system, 1).finish();
  Gradual<BiasedSolution> work = solution_of(system, 1);
  int pieces = 1;
  for (; !work.advance(std::chrono::nanoseconds(0)); ++pieces) {
  }
  const BiasedSolution found = work.take();
  CHECK(pieces > 5);
  CHECK(found.beta == whole.beta);
  CHECK(found.b == whole.b);
}
