// Support vector machines whose working set is a block: they come to the optimum of those that move a pair a
// step, by steps of which each is right for all patterns.

#include <doctest/doctest.h>

#include <cmath>
#include <set>
#include <vector>

#include "core/kernel.h"
#include "solvers/kernels/kernel_rows.h"
#include "solvers/pairs/active_set.h"
#include "support/problems.h"

using namespace marginscope;
using namespace marginscope::testing;

namespace {

std::shared_ptr<const Problem> clouds(Eigen::Index N, double shift, Task task) {
  Random random(5);
  Eigen::MatrixXd X(N, 4);
  Eigen::VectorXd y(N);
  for (Eigen::Index i = 0; i < N; ++i) {
    const double label = i % 2 ? 1 : -1;
    for (double& feature : X.row(i)) feature = random.normal() + shift * label;
    y[i] = task == Task::classification ? label
                                        : std::sin(2 * X(i, 0)) + X(i, 1) + 0.2 * random.normal();
  }
  Problem made = *problem(X, y);
  made.task = task;
  return std::make_shared<const Problem>(made);
}

struct BlockCase {
  std::string name;
  double C;
  std::string others;
  std::shared_ptr<const Problem> data;
  std::string text = name + ":C=" + exact_text(C) + others;
};

std::vector<BlockCase> block_cases() {
  const auto classes = clouds(300, 0.3, Task::classification);
  const auto targets = clouds(300, 0.3, Task::regression);
  return {{"smo", 1, ",kernel=gaussian:sigma=1.5", classes},
          {"smo", 100, ",kernel=gaussian:sigma=1.5", classes},
          {"smo", 0.5, "", classes},
          {"smo", 0.1, ",kernel=polynomial:p=3", classes},
          {"smo", 10, ",kernel=gaussian:sigma=1", named("moons")},
          {"smo-svr", 10, ",epsilon=0.1,kernel=gaussian:sigma=1.5", targets},
          {"smo-svr", 1, ",epsilon=0", targets},
          // In a tube this wide only few are support vectors.
          {"smo-svr", 10, ",epsilon=1,kernel=gaussian:sigma=1.5", targets}};
}

const std::string by_blocks = ",working_set=block";

double dual(const Run& run) { return run.record().objective - run.record().duality_gap; }

}  // namespace

TEST_SUITE("blocks") {
  TEST_CASE("the optimum is that of pairs, in far fewer steps") {
    for (const BlockCase& one : block_cases()) {
      CAPTURE(one.text);
      const Run pairs = trained(one.data, one.text, "kkt:tolerance=1e-6");
      const Run blocks = trained(one.data, one.text + by_blocks, "kkt:tolerance=1e-6");
      CHECK(blocks.stop()->reason == "kkt");
      CHECK(blocks.record().kkt_violation <= 1e-6);
      CHECK(5 * blocks.last_iteration() < pairs.last_iteration());
      // Either primal lies above the optimum by its gap at most, and both duals below it.
      CHECK(dual(blocks) <= pairs.record().objective + 1e-12 * std::abs(pairs.record().objective));
      CHECK(dual(pairs) <= blocks.record().objective + 1e-12 * std::abs(blocks.record().objective));
      CHECK(blocks.record().duality_gap <= 1e-4 * (1 + std::abs(blocks.record().objective)));
    }
  }

  TEST_CASE(
      "the dual rises with every step, weights keep to their bounds, and f is that of all of "
      "them") {
    for (const BlockCase& one : block_cases()) {
      CAPTURE(one.text);
      const bool classes = one.data->task == Task::classification;
      Run run = start(one.data, one.text + by_blocks, "kkt:tolerance=1e-4");
      double before = dual(run);
      const Eigen::VectorXd& y = one.data->y;
      Eigen::VectorXd weights_before = Eigen::VectorXd::Zero(y.size());
      while (run.advance(1)) {
        const double now = dual(run);
        CHECK(now > before - 1e-11 * (1 + std::abs(now)));
        before = now;
        Eigen::VectorXd weights = vector(run.solver(), "dual_variables");
        if (classes) weights = weights.cwiseProduct(y);
        CHECK(std::abs(weights.sum()) < 1e-11 * (1 + weights.cwiseAbs().sum()));
        std::set<Eigen::Index> moved, said;
        for (Eigen::Index i = 0; i < y.size(); ++i) {
          CHECK(std::abs(weights[i]) <= one.C);
          if (classes) CHECK(weights[i] * y[i] >= 0);
          if (weights[i] != weights_before[i]) moved.insert(i);
        }
        for (const double i : values(run.solver(), "working_set")) {
          said.insert(static_cast<Eigen::Index>(i));
        }
        CHECK(moved == said);
        weights_before = weights;
      }
    }
  }

  TEST_CASE("few patterns, equal ones, one class, and no two of them") {
    const Eigen::MatrixXd pair{{3}, {-1}};
    const Run two = trained(problem(pair, Eigen::Vector2d(1, -1)), "smo:C=100" + by_blocks);
    CHECK(two.stop()->reason == "solved");
    CHECK(vector(two.solver(), "dual_variables")[0] == doctest::Approx(0.125));

    const Eigen::MatrixXd same = Eigen::MatrixXd::Constant(6, 1, 2);
    Eigen::VectorXd labels(6);
    labels << 1, -1, 1, -1, 1, 1;
    const Run equal = trained(problem(same, labels), "smo:C=1" + by_blocks, "kkt:tolerance=1e-9");
    CHECK(equal.record().kkt_violation == 0);
    CHECK(equal.record().objective == doctest::Approx(4));

    const Run one_class = trained(problem(same, Eigen::VectorXd::Ones(6)), "smo:C=1" + by_blocks);
    CHECK(one_class.stop()->reason == "solved");
    CHECK(one_class.last_iteration() == 0);
  }

  TEST_CASE("rows that have to make room for others change no bit") {
    const auto data = clouds(300, 0.3, Task::classification);
    const WeightBounds bounds{.C = 10};
    const auto trained_with = [&](std::size_t bytes) {
      ActiveSet active;
      Eigen::VectorXd beta = Eigen::VectorXd::Zero(data->y.size());
      active.start(
          std::make_shared<KernelRows>(Kernel{KernelType::gaussian, 3, 1.5}, data->X, bytes),
          data->y);
      for (Eigen::Index i = 0; i < beta.size(); ++i) active.set(i, bounds.offsets(data->y[i], 0));
      active.look();
      while (active.violation() > 1e-6) active.move_block(bounds, data->y, beta);
      return beta;
    };
    const Eigen::VectorXd weights = trained_with(std::size_t{1} << 30);
    for (const std::size_t rows : {0, 3, 5, 40, 120}) {
      CHECK(trained_with(rows * 304 * sizeof(double)) == weights);
    }
  }

  TEST_CASE("a copy goes on as the one that it was made of; from a solution the way is short") {
    const auto data = clouds(300, 0.3, Task::classification);
    const std::string text = "smo:C=10,kernel=gaussian:sigma=1.5" + by_blocks;
    auto solver = std::move(*make_solver(*parse_spec(text)));
    require(solver->start(*data));
    for (int k = 0; k < 3; ++k) solver->step();
    const auto copy = solver->clone();
    for (int k = 0; k < 10; ++k) {
      CHECK(solver->step() == copy->step());
      CHECK(vector(*solver, "dual_variables") == vector(*copy, "dual_variables"));
    }
    const Run cold = trained(data, text, "kkt:tolerance=1e-6");
    auto warm =
        Run::start(data, std::move(*make_solver(*parse_spec(text))),
                   *parse_rules("kkt:tolerance=1e-6"), {.watched = part::all}, &cold.solver());
    require(warm);
    warm->advance(1'000'000);
    CAPTURE(cold.last_iteration());
    CHECK(warm->last_iteration() < cold.last_iteration());
  }

  TEST_CASE("a step says what it did, and to each pattern") {
    const auto data = clouds(300, 0.3, Task::classification);
    Run run = start(data, "smo:C=10,kernel=gaussian:sigma=1.5" + by_blocks, "kkt");
    CHECK(
        run.solver().explain(nullptr).ends_with("each step moves weights of a block of patterns."));
    const auto before = run.solver().clone();
    run.advance(1);
    const std::string text = run.solver().explain(before.get());
    const auto moved = values(run.solver(), "working_set");
    CHECK(text.starts_with("A block of patterns violated optimality by 2: "));
    CHECK(text.find(" pairs in it moved " + std::to_string(moved.size()) + " weights; ") !=
          std::string::npos);
    const auto of_moved = run.solver().work_out(before.get(), static_cast<Eigen::Index>(moved[0]));
    REQUIRE(of_moved.size() == 1);
    CHECK(of_moved[0].find(" ← 0 ") != std::string::npos);
    Eigen::Index still = 0;
    while (std::ranges::find(moved, static_cast<double>(still)) != moved.end()) ++still;
    const auto of_still = run.solver().work_out(before.get(), still);
    REQUIRE(of_still.size() == 1);
    CHECK(of_still[0].find(" stays 0") != std::string::npos);
  }
}
