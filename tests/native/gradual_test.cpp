#include "core/gradual.h"

#include <doctest/doctest.h>

#include <memory>

#include "core/trainer.h"
#include "solvers/margins/factorisations.h"
#include "solvers/relearning/relearners.h"
#include "support/problems.h"
#include "support/reference_solution.h"

using namespace marginscope;
using namespace marginscope::testing;

namespace {

constexpr std::chrono::nanoseconds one_piece{0};

Gradual<int> sum_to(int n, std::shared_ptr<int> held) {
  int sum = 0;
  for (int i = 1; i <= n; ++i) {
    co_await Pause{"a sum", static_cast<double>(i - 1) / n};
    sum += i * *held;
  }
  co_return sum;
}

Gradual<Result<int>> two_sums(int n, std::shared_ptr<int> held) {
  if (n < 0) co_return fail("n is below 0");
  const int first = co_await sum_to(n, held);
  const int second = co_await sum_to(2 * n, held);
  co_return first + second;
}

template <class T>
T in_pieces(Gradual<T> work, int& pieces) {
  for (pieces = 1; !work.advance(one_piece); ++pieces) {
  }
  return work.take();
}

// What a solver publishes, all of it.
std::vector<double> published(const Solver& solver) {
  std::vector<double> all, out;
  for (std::size_t q = 0; q < solver.quantities().size(); ++q) {
    solver.values(q, out);
    all.insert(all.end(), out.begin(), out.end());
  }
  return all;
}

}  // namespace

TEST_SUITE("gradual") {
  TEST_CASE("work comes to the same in pieces as at once, and says where it is") {
    const auto held = std::make_shared<int>(1);
    CHECK(two_sums(4, held).finish() == 10 + 36);
    int pieces = 0;
    CHECK(in_pieces(two_sums(4, held), pieces) == 10 + 36);
    CHECK(pieces == 4 + 8 + 1);
    CHECK(two_sums(-1, held).finish().error().message == "n is below 0");
    auto work = two_sums(4, held);
    CHECK(!work.advance(one_piece));
    CHECK(!work.advance(one_piece));
    CHECK(work.at().what == "a sum");
    CHECK(work.at().part == 0.25);
    auto moved = std::move(work);
    CHECK(moved.finish() == 10 + 36);
  }

  TEST_CASE("work that is given up holds nothing any more") {
    const auto held = std::make_shared<int>(1);
    for (int pieces = 0; pieces < 14; ++pieces) {
      auto work = two_sums(4, held);
      for (int i = 0; i < pieces && !work.advance(one_piece); ++i) {
      }
      CHECK(held.use_count() > 1);
    }
    CHECK(held.use_count() == 1);
  }

  TEST_CASE("long work has many pieces") {
    const auto data = named("overlap:n=500");
    for (const char* text :
         {"hk:kernel=gaussian", "hka:kernel=gaussian", "irwls:kernel=gaussian",
          "lsvm:kernel=gaussian", "rls:kernel=gaussian", "dkpp:kernel=gaussian"}) {
      CAPTURE(text);
      const auto solver = make_solver(*parse_spec(text));
      REQUIRE(solver);
      int pieces = 0;
      const auto outcome = in_pieces((*solver)->begin(*data, {}), pieces);
      REQUIRE(outcome);
      // Every 64 columns of a matrix of 500, at the least.
      CHECK(pieces >= 8);
      if (!(*solver)->has_long_steps()) continue;
      in_pieces((*solver)->step_gradually(), pieces);
      CHECK(pieces >= 8);
    }
  }

  TEST_CASE("passes over a matrix that is large are those at once, to the bit") {
    Random random(12);
    const Eigen::MatrixXd A =
        Eigen::MatrixXd::NullaryExpr(129, 40'000, [&random] { return random.normal(); });
    const Eigen::VectorXd v =
        Eigen::VectorXd::NullaryExpr(A.cols(), [&random] { return random.normal(); });
    int pieces = 0;
    const Eigen::VectorXd whole = A * v;
    CHECK(in_pieces(product(A, v), pieces) == whole);
    CHECK(pieces > 1);
    CHECK(in_pieces(copy_of(A), pieces) == A);
    CHECK(pieces > 1);
  }

  TEST_CASE("the way back to the iteration that a training retains is gone in pieces too") {
    // The iteration that separates the four points first has the least validation error.
    Problem problem = *named("four-points");
    problem.X_validation = problem.X;
    problem.y_validation = problem.y;
    const auto data = std::make_shared<const Problem>(problem);
    constexpr const char* algorithm = "hk:learning_rate=0.01";
    const auto calls = [&](const char* rules, int& retained) {
      const Run run = trained(data, algorithm, rules);
      retained = run.stop()->retained_iteration;
      Trainer trainer({.rules = *parse_rules(rules)});
      trainer.begin(data, std::move(*make_solver(*parse_spec(algorithm))));
      int count = 1;
      for (; !*trainer.advance(one_piece); ++count) {
      }
      Run there = trained(data, algorithm, rules);
      there.seek(retained);
      CHECK(published(trainer.solver()) == published(there.solver()));
      return count;
    };
    int retained = 0;
    const int straight = calls("iterations:n=250", retained);
    CHECK(retained == 250);
    const int and_back = calls("iterations:n=250 validation-minimum", retained);
    REQUIRE(retained < 250);
    REQUIRE(retained % 64 > 2);
    // Every 64th iteration is kept.
    CHECK(and_back - straight >= retained % 64 - 1);
  }

  TEST_CASE("many labellings are learned in pieces") {
    const auto data = named("overlap:n=300");
    for (const char* kernel : {"linear", "gaussian:sigma=0.5"}) {
      CAPTURE(kernel);
      auto machine = make_relearner({"rls", {{"kernel", kernel}}}, {}, data);
      require(machine);
      Eigen::MatrixXd Y(data->y.size(), 16);
      for (auto column : Y.colwise()) column = *data->y;
      std::vector<Relearnt> whole;
      for (const auto time : {no_time_limit, one_piece}) {
        (*machine)->begin(Y, NormLimit{0.01, 1.1});
        int pieces = 1;
        for (; !*(*machine)->advance(time); ++pieces) {
        }
        if (time == no_time_limit) {
          whole = (*machine)->learnt();
          continue;
        }
        CHECK(pieces > 16);
        for (std::size_t j = 0; j < whole.size(); ++j) {
          const Relearnt& learnt = (*machine)->learnt()[j];
          CHECK(learnt.free.decision_values == whole[j].free.decision_values);
          CHECK(learnt.constrained->decision_values == whole[j].constrained->decision_values);
        }
      }
    }
  }

  TEST_CASE("a run makes long steps in pieces, and each has a keyframe") {
    const auto data = named("overlap:n=450");
    RunOptions options;
    options.watched = part::all;
    Run whole = start(data, "irwls:kernel=gaussian", "", options);
    Run pieced = start(data, "irwls:kernel=gaussian", "", options);
    for (int k = 1; k <= 4; ++k) {
      whole.advance(1);
      int pieces = 1;
      for (; pieced.advance(1, one_piece) == 0; ++pieces) {
        REQUIRE(pieced.unfinished_step());
        CHECK(pieced.iteration() == k - 1);
      }
      CHECK(!pieced.unfinished_step());
      CHECK(pieces > 8);
      CHECK(published(pieced.solver()) == published(whole.solver()));
      CHECK(pieced.explain() == whole.explain());
    }
    // Amid a step: elsewhere, and on with it.
    CHECK(pieced.advance(1, one_piece) == 0);
    pieced.seek(2);
    CHECK(pieced.advance(2) == 2);
    CHECK(pieced.unfinished_step());
    CHECK(pieced.advance(1) == 1);
    whole.advance(1);
    CHECK(published(pieced.solver()) == published(whole.solver()));
    // Given up.
    CHECK(pieced.advance(1, one_piece) == 0);
    pieced.cancel();
    CHECK(!pieced.unfinished_step());
    CHECK(pieced.advance(1) == 0);
    CHECK(pieced.stop()->reason == "cancelled");
    CHECK(published(pieced.solver()) == published(whole.solver()));
  }
}

TEST_SUITE("factorisations") {
  TEST_CASE("the orthogonal factorisation solves by the least norm, whatever the rank") {
    Random random(7);
    for (const auto& [m, n, rank] : {std::array{9, 4, 4}, std::array{9, 6, 3}, std::array{5, 8, 5},
                                     std::array{7, 7, 6}, std::array{6, 5, 0}}) {
      CAPTURE(m);
      CAPTURE(rank);
      const auto uniform = [&random](Eigen::Index rows, Eigen::Index columns) {
        return Eigen::MatrixXd::NullaryExpr(rows, columns,
                                            [&random] { return 2 * random.uniform() - 1; })
            .eval();
      };
      const Eigen::MatrixXd tall = uniform(m, rank), wide = uniform(rank, n), A = tall * wide;
      const Eigen::MatrixXd pseudo_inverse = reference_solution(A, Eigen::MatrixXd::Identity(m, m));
      const OrthogonalFactor factor = OrthogonalFactor::of(A).finish();
      CHECK(factor.rank() == rank);
      const Eigen::VectorXd b = uniform(m, 1), x = factor.solve(b);
      CHECK((x - pseudo_inverse * b).norm() <= 1e-11 * (1 + x.norm()));
      for (Eigen::Index j = 0; j < rank; ++j) {
        const Eigen::VectorXd q = factor.basis_vector(j), back = factor.solve_basis_vector(j);
        CHECK(std::abs(q.norm() - 1) <= 1e-14);
        CHECK((A * back - q).norm() <= 1e-11);
        CHECK((pseudo_inverse * q - back).norm() <= 1e-11 * (1 + back.norm()));
      }
    }
  }

  TEST_CASE("Cholesky's factorisation over several panels solves and inverts") {
    Random random(8);
    for (const Eigen::Index N : {1, 63, 64, 65, 300}) {
      CAPTURE(N);
      const Eigen::MatrixXd G =
          Eigen::MatrixXd::NullaryExpr(N, N, [&random] { return 2 * random.uniform() - 1; });
      Eigen::MatrixXd A = G * G.transpose();
      A.diagonal().array() += 1;
      const CholeskyFactor factor = CholeskyFactor::of(A).finish();
      REQUIRE(factor.good());
      const Eigen::MatrixXd inverse = reference_solution(A, Eigen::MatrixXd::Identity(N, N));
      Eigen::MatrixXd B = G.leftCols(1);
      factor.solve_in_place(B);
      CHECK((B - inverse * G.leftCols(1)).norm() <= 1e-10);
      CHECK((factor.inverse_diagonal().finish() - inverse.diagonal()).norm() <= 1e-10);
      A(N - 1, N - 1) = -1;
      CHECK(!CholeskyFactor::of(A).finish().good());
    }
  }

  TEST_CASE("the tridiagonal factorisation is the matrix again, by an orthogonal one") {
    Random random(10);
    for (const Eigen::Index N : {1, 2, 3, 40, 97, 300}) {
      CAPTURE(N);
      const Eigen::MatrixXd G =
          Eigen::MatrixXd::NullaryExpr(N, N, [&random] { return 2 * random.uniform() - 1; });
      const Eigen::MatrixXd A = G + G.transpose();
      const TridiagonalFactor factor = TridiagonalFactor::of(A).finish();
      Eigen::MatrixXd T = factor.diagonal().asDiagonal();
      if (N > 1) T.diagonal(1) = T.diagonal(-1) = factor.beside();
      const Eigen::MatrixXd Q = factor.times_Q(Eigen::MatrixXd::Identity(N, N)).finish();
      CHECK((Q * T * Q.transpose() - A).norm() <= 1e-13 * (1 + A.norm()));
      const Eigen::MatrixXd back = factor.times_Q_transposed(Q).finish();
      CHECK((back - Eigen::MatrixXd::Identity(N, N)).norm() <= 1e-13 * static_cast<double>(N));
      CHECK((Q.transpose() * Q - Eigen::MatrixXd::Identity(N, N)).norm() <= 1e-13);
    }
  }

  TEST_CASE("the weighted solution by an inverse is that by reflections") {
    Random random(9);
    const Eigen::MatrixXd Z =
        Eigen::MatrixXd::NullaryExpr(150, 70, [&random] { return 2 * random.uniform() - 1; });
    const Eigen::VectorXd d = Z.col(0).array().abs() + 0.1, t = Z.col(1).array() + 1;
    for (const double C : {0.0, 0.5}) {
      const Eigen::VectorXd by_inverse = solve_by_inverse(Z, d, t, C).finish();
      const Eigen::VectorXd by_reflections = weighted_least_squares(Z, d, t, C).finish();
      CHECK((by_inverse - by_reflections).norm() <= 1e-9 * by_reflections.norm());
      // ZᵗD(ZW − t) + CĨW = 0.
      Eigen::VectorXd gradient =
          Z.transpose() * (d.array() * (Z * by_reflections - t).array()).matrix();
      gradient.head(69) += C * by_reflections.head(69);
      CHECK(gradient.norm() <= 1e-11);
    }
  }
}
