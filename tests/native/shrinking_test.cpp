// Shrinking must not show: what the support vector machines say of all patterns is compared with
// what their weights imply, and their steps with those of a copy that nobody watches.

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "core/kernel.h"
#include "solvers/kernels/kernel_rows.h"
#include "solvers/pairs/shrinking.h"
#include "support/problems.h"

using namespace marginscope;
using namespace marginscope::testing;

namespace {

struct Formulation {
  const char* name;
  std::shared_ptr<const Problem> data;
  std::string text;
  Kernel kernel;
  double C, epsilon;
};

// Long enough runs for patterns to be left out, and to come back.
std::vector<Formulation> machines() {
  Random random(3);
  Eigen::MatrixXd X(150, 4);
  Eigen::VectorXd labels(150), targets(150);
  for (Eigen::Index i = 0; i < X.rows(); ++i) {
    labels[i] = i % 2 ? 1 : -1;
    for (Eigen::Index f = 0; f < X.cols(); ++f) X(i, f) = random.normal() + 0.5 * labels[i];
    targets[i] = std::sin(X(i, 0)) + X(i, 1) + 0.3 * random.normal();
  }
  const auto classes = problem(X, labels);
  Problem values = *problem(X, targets);
  values.task = Task::regression;
  const auto regression = std::make_shared<const Problem>(values);
  const Kernel gaussian{KernelType::gaussian, 3, 2}, linear{};
  return {{"linear", classes, "smo:C=10", linear, 10, 0},
          {"Gaussian", classes, "smo:C=100,kernel=gaussian:sigma=2", gaussian, 100, 0},
          {"first-order", classes, "smo:C=10,working_set=first-order", linear, 10, 0},
          {"targets", regression, "smo-svr:C=100,epsilon=0.2,kernel=gaussian:sigma=2", gaussian,
           100, 0.2}};
}

// For each pattern what raising and lowering β_i gains and costs, from β alone, and K β itself.
struct Slopes {
  Eigen::VectorXd raising, lowering, sums;
};

Slopes slopes(const Formulation& machine, const Eigen::MatrixXd& K, const Eigen::VectorXd& beta) {
  const Eigen::VectorXd& y = machine.data->y;
  const bool classes = machine.data->task == Task::classification;
  Slopes s;
  s.sums.noalias() = K * beta;
  s.raising = s.lowering = y - s.sums;
  for (Eigen::Index i = 0; i < beta.size(); ++i) {
    const double most = classes && y[i] < 0 ? 0 : machine.C;
    const double least = classes && y[i] > 0 ? 0 : -machine.C;
    s.raising[i] += beta[i] == most ? -INFINITY : beta[i] >= 0 ? -machine.epsilon : machine.epsilon;
    s.lowering[i] += beta[i] == least ? INFINITY : beta[i] > 0 ? -machine.epsilon : machine.epsilon;
  }
  return s;
}

Eigen::VectorXd weights_of(const Formulation& machine, const Solver& solver) {
  const Eigen::VectorXd dual = vector(solver, "dual_variables");
  return machine.data->task == Task::classification ? machine.data->y->cwiseProduct(dual) : dual;
}

}  // namespace

TEST_SUITE("shrinking") {
  TEST_CASE("at every step the pair, the violation and f are those of all patterns") {
    for (const Formulation& machine : machines()) {
      CAPTURE(std::string(machine.name));
      const Eigen::MatrixXd K = gram_matrix(machine.kernel, machine.data->X).finish();
      Run run = start(machine.data, machine.text, "kkt:tolerance=1e-8");
      const std::size_t whole_state = run.solver().state_bytes();
      int steps_with_less = 0;
      Slopes before = slopes(machine, K, weights_of(machine, run.solver()));
      // Rounding, of residuals that sum up weights of C.
      const double close = 1e-11 * machine.C;
      while (run.advance(1)) {
        steps_with_less += run.solver().state_bytes() > whole_state;
        const auto pair = values(run.solver(), "working_set");
        const auto i = static_cast<Eigen::Index>(pair[0]), j = static_cast<Eigen::Index>(pair[1]);
        CHECK(before.raising[i] ==
              doctest::Approx(before.raising.maxCoeff()).scale(1).epsilon(close));
        CHECK(before.lowering[j] < before.raising[i] + close);
        before = slopes(machine, K, weights_of(machine, run.solver()));
        const double violation = before.raising.maxCoeff() - before.lowering.minCoeff();
        CHECK(std::abs(run.record().kkt_violation - std::max(violation, 0.0)) < close);
        const Eigen::VectorXd bias = vector(run.solver(), "decision_values") - before.sums;
        CHECK(bias.maxCoeff() - bias.minCoeff() < close);
      }
      CHECK(run.record().kkt_violation <= 1e-8);
      CHECK(run.record().duality_gap < 1e-7 * run.record().objective);
      // Otherwise nothing was tested.
      CHECK(steps_with_less > 100);
    }
  }

  TEST_CASE("who watches, and a copy made at any step, changes no bit of the steps") {
    for (const Formulation& machine : machines()) {
      CAPTURE(std::string(machine.name));
      const auto fresh = [&machine] {
        auto solver = std::move(*make_solver(*parse_spec(machine.text)));
        require(solver->start(*machine.data));
        return solver;
      };
      std::unique_ptr<Solver> alone = fresh(), watched = fresh(), copied = fresh();
      Random random(8);
      for (int k = 0; k < 3000; ++k) {
        const Outcome outcome = alone->step();
        CHECK(watched->step() == outcome);
        CHECK(copied->step() == outcome);
        Record record;
        if (k % 400 < 200 || random.below(20) == 0) {
          watched->measure(part::all, record);
          watched->explain(copied.get());
        }
        if (random.below(30) == 0) copied = copied->clone();
        if (k % 50 == 0 || outcome != Outcome::running) {
          CHECK(vector(*watched, "dual_variables") == vector(*alone, "dual_variables"));
          CHECK(vector(*copied, "dual_variables") == vector(*alone, "dual_variables"));
        }
        if (outcome != Outcome::running) break;
      }
      // What is seen does not depend on when it was looked at before.
      for (const char* id : {"decision_values", "slack", "objective"}) {
        CHECK(values(*watched, id) == values(*alone, id));
        CHECK(values(*copied, id) == values(*alone, id));
      }
    }
  }

  TEST_CASE("a machine that leaves patterns out is a good start for another") {
    const Formulation machine = machines()[0];
    const Run earlier = trained(machine.data, machine.text, "iterations:n=1500");
    auto warm =
        Run::start(machine.data, std::move(*make_solver(*parse_spec("smo:C=12"))),
                   *parse_rules("kkt:tolerance=1e-8"), {.watched = part::all}, &earlier.solver());
    require(warm);
    warm->advance(1'000'000);
    const Run cold = trained(machine.data, "smo:C=12", "kkt:tolerance=1e-8");
    CHECK(warm->record().kkt_violation <= 1e-8);
    CHECK(warm->record().objective == doctest::Approx(cold.record().objective).epsilon(1e-7));
  }

  TEST_CASE("what is proven holds for moves of any size, where the bound on the drift is tight") {
    // With one feature r_k drifts by exactly the bound; that of the patterns that move hardly does.
    const Kernel linear{};
    constexpr Eigen::Index N = 64;
    Random random(6);
    int proven = 0, refuted = 0, wrong_without = 0;
    for (int trial = 0; trial < 300; ++trial) {
      Eigen::MatrixXd X(N, 1);
      Eigen::VectorXd r(N), up(N), low(N);
      for (Eigen::Index k = 0; k < N; ++k) {
        // Eight patterns are free, the others at a bound and beyond them by more or less.
        const bool free = k < 8, upper = k % 2;
        X(k, 0) = (free ? 0.05 : 1) * random.normal();
        r[k] = free ? 0.01 * random.normal() : (upper ? 1 : -1) * random.uniform(0.05, 2);
        up[k] = free || !upper ? 0 : -INFINITY;
        low[k] = free || upper ? 0 : INFINITY;
      }
      KernelRows rows(linear, X, 0);
      Shrinking shrinking;
      shrinking.start(r, 1);
      const double size = std::pow(10.0, random.uniform(-3, 1));
      const auto move = [&](double factor) {
        const auto any = [&] { return static_cast<Eigen::Index>(random.below(8)); };
        const Eigen::Index i = any(), j = any();
        const double a = factor * size * random.normal();
        const Shrinking::Move made{i, j, a, -a};
        const double K_ij = rows.row(i)[j];
        const PairArrays in_use =
            shrinking.leaves_out()
                ? shrinking.kept()
                : PairArrays{r.data(), up.data(), low.data(), rows.diagonal().data(), N};
        const Eigen::Index at_i = shrinking.position(i), at_j = shrinking.position(j);
        REQUIRE(shrinking.pattern(at_i) == i);
        shrinking.note(made, at_i, r[i], rows.diagonal()[i], at_j, r[j], rows.diagonal()[j], K_ij);
        const double* const K_i = shrinking.row(rows, at_i);
        const double* const K_j = shrinking.row(rows, at_j);
        Extremes found;
        update_residuals(in_use.r, in_use.up, in_use.low, K_i, a, K_j, -a, in_use.length, found);
        const RowShare shares[] = {{i, a}, {j, -a}};
        if (shrinking.leaves_out()) rows.add(shares, r.data());
        return found;
      };
      Extremes extremes;
      while (!shrinking.time_to_look()) extremes = move(1);
      shrinking.look(extremes, {r.data(), up.data(), low.data(), rows.diagonal().data(), N}, 0, 0);
      if (!shrinking.leaves_out()) continue;
      for (int k = 0; k < 40; ++k) {
        const Extremes kept = move(k < 20 ? 1 : 10);
        const bool same =
            kept.largest_up == (r + up).maxCoeff() && kept.least_low == (r + low).minCoeff();
        if (shrinking.proven(kept)) {
          CHECK(same);
          ++proven;
        } else {
          ++refuted;
          wrong_without += !same;
        }
      }
    }
    CHECK(proven > 1000);
    CHECK(refuted > 1000);
    CHECK(wrong_without > 100);
  }
}
