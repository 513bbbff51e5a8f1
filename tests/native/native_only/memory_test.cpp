#include <doctest/doctest.h>

#include "core/native/threads.h"
#include "core/trainer.h"
#include "selection/selection.h"
#include "session/session.h"
#include "solvers/kernels/row_pieces.h"
#include "solvers/relearning/relearners.h"
#include "support/problems.h"

// The sanitizers have an allocator of their own.
#ifndef __SANITIZE_ADDRESS__

#include <malloc.h>

#include <atomic>
#include <cerrno>
#include <cmath>
#include <new>

namespace {

// What all of this program holds, and the most that it held since `most_held` was set to it.
std::atomic<long long> held = 0, most_held = 0;

void* taken(void* piece) {
  const auto bytes = static_cast<long long>(malloc_usable_size(piece));
  const long long now = held.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  for (long long most = most_held; now > most && !most_held.compare_exchange_weak(most, now);) {
  }
  return piece;
}

void given_back(void* piece) {
  held.fetch_sub(static_cast<long long>(malloc_usable_size(piece)), std::memory_order_relaxed);
}

}  // namespace

// The GNU C library's allocator, with books.
extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* piece, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);
void __libc_free(void* piece);

void* malloc(std::size_t bytes) { return taken(__libc_malloc(bytes)); }
void* calloc(std::size_t count, std::size_t bytes) { return taken(__libc_calloc(count, bytes)); }
void* realloc(void* piece, std::size_t bytes) {
  given_back(piece);
  return taken(__libc_realloc(piece, bytes));
}
void* memalign(std::size_t alignment, std::size_t bytes) {
  return taken(__libc_memalign(alignment, bytes));
}
void* aligned_alloc(std::size_t alignment, std::size_t bytes) { return memalign(alignment, bytes); }
int posix_memalign(void** piece, std::size_t alignment, std::size_t bytes) {
  *piece = memalign(alignment, bytes);
  return *piece ? 0 : ENOMEM;
}
void free(void* piece) {
  given_back(piece);
  __libc_free(piece);
}
}

using namespace marginscope;
using namespace marginscope::testing;

namespace {

constexpr const char* polynomial = "polynomial";

struct Shape {
  Eigen::Index N, p;
  const char* kernel;  // or null: without one
};

// Patterns that no machine fits at once, in both classes or with targets.
Problem drawn(const Algorithm& algorithm, const Shape& shape) {
  Random random(2);
  Problem problem;
  problem.X = Eigen::MatrixXd::NullaryExpr(shape.N, shape.p, [&] { return random.normal(); });
  const Eigen::VectorXd targets =
      Eigen::VectorXd::NullaryExpr(shape.N, [&] { return random.normal(); });
  if (takes(algorithm, Task::classification, 2)) {
    problem.y = (targets.array() < 0).select(Eigen::VectorXd::Constant(shape.N, -1), 1);
  } else {
    problem.y = targets;
    problem.task = Task::regression;
    problem.classes = 0;
  }
  return problem;
}

// An algorithm with its defaults, and at each choice between ways to compute: "", "solve=inverse".
std::vector<SpecValues> ways(const Algorithm& algorithm) {
  std::vector<SpecValues> list{{}};
  for (const Field& field : algorithm.fields) {
    if (field.type != FieldType::choice) continue;
    for (const Choice& choice : field.choices) {
      list.push_back({{std::string(field.id), std::string(choice.id)}});
    }
  }
  return list;
}

// Pieces for rows of kernel matrices, more than any work here takes: they were taken for another fit and wait.
void let_pieces_wait() {
  constexpr std::size_t enough = 8;
  std::vector<RowPiece> pieces;
  for (std::size_t k = 0; k < enough; ++k) {
    pieces.push_back(take_piece(large_piece));
    pieces.push_back(take_piece(small_piece));
  }
}

// The most that `work` held beside what was there before it, in bytes. Rows of kernel matrices do not count: their
// pieces have wide margins, and whether some wait depends on what was learned before.
template <class Work>
double held_by(Work work) {
  let_pieces_wait();
  const long long before = held;
  most_held = before;
  work();
  return static_cast<double>(most_held - before);
}

constexpr double little = 1e6;  // the blocks of a product: half of a cache of 2 MB

}  // namespace

TEST_CASE("what a training holds at once is no more than its algorithm says, and not much less") {
  for (const Algorithm& algorithm : algorithms()) {
    if (!algorithm.preset.empty()) continue;
    const bool has_kernel = find_field(algorithm.fields, "kernel") != nullptr;
    for (const Shape& shape : {Shape{20000, 10, nullptr}, Shape{20, 1000, nullptr},
                               Shape{600, 2, "gaussian:sigma=0.1"}, Shape{600, 2, polynomial}}) {
      if (shape.kernel && !has_kernel) continue;
      const Problem data = drawn(algorithm, shape);
      for (SpecValues& way : ways(algorithm)) {
        if (shape.kernel) way.emplace_back("kernel", shape.kernel);
        const Spec spec{std::string(algorithm.id), way};
        CAPTURE(spec_text(spec));
        CAPTURE(shape.N);
        CAPTURE(shape.p);
        const auto solver = std::move(*make_solver(spec));
        const double said = solver->memory_needed(size_of(data));
        if (said > 1e8) continue;  // the kernel matrix of a linear machine
        const double needed = held_by([&] {
          auto outcome = solver->start(data);
          require(outcome);
          for (int k = 0; k < 3 && *outcome == Outcome::running; ++k) outcome = solver->step();
        });
        CHECK(needed <= said + little);
        // Pairs ask for few rows, and the features of a polynomial kernel are fewer than patterns.
        const bool at_most = algorithm.id.starts_with("smo") || shape.kernel == polynomial;
        if (!at_most) CHECK(needed >= said / 3 - little);
      }
    }
  }
}

TEST_CASE("few patterns of many features, and many of few, take no square of the larger number") {
  for (const Algorithm& algorithm : algorithms()) {
    if (!algorithm.preset.empty()) continue;
    for (const Shape& shape : {Shape{6, 20000, nullptr}, Shape{20000, 6, nullptr}}) {
      // Pairs and reweighting are about the patterns: they have a kernel matrix, linear or not.
      const bool has_matrix = publishes(algorithm, Role::dual_variable) && algorithm.id != "lsvm" &&
                              algorithm.id != "rls";
      if (shape.N > shape.p && has_matrix) continue;
      CAPTURE(algorithm.id);
      CAPTURE(shape.N);
      const Problem data = drawn(algorithm, shape);
      const auto solver = std::move(*make_solver({std::string(algorithm.id), {}}));
      const double enough = 50 * static_cast<double>(data.X.bytes());
      const double needed = held_by([&] {
        auto outcome = solver->start(data, {.memory = enough});
        require(outcome);
        for (int k = 0; k < 3 && *outcome == Outcome::running; ++k) outcome = solver->step();
      });
      CHECK(needed <= enough);
    }
  }
}

TEST_CASE("a copy of a state is as large as its algorithm says") {
  constexpr Eigen::Index N = 1200;
  for (const Algorithm& algorithm : algorithms()) {
    if (!algorithm.preset.empty()) continue;
    const Problem data = drawn(algorithm, {N, 2, nullptr});
    Spec spec{std::string(algorithm.id), {}};
    for (const Field& field : algorithm.fields) {
      if (field.type != FieldType::pattern_list) continue;
      std::string list = "1";
      for (Eigen::Index i = 1; i < N; ++i) list += ",1";
      spec.values.emplace_back(field.id, list);
    }
    CAPTURE(algorithm.id);
    const auto solver = std::move(*make_solver(spec));
    auto outcome = solver->start(data);
    require(outcome);
    for (int k = 0; k < 3 && *outcome == Outcome::running; ++k) outcome = solver->step();
    std::unique_ptr<Solver> copy;
    const double taken = held_by([&] { copy = solver->clone(); });
    const auto said = static_cast<double>(solver->state_bytes());
    CHECK(taken <= 1.1 * said + 500);
    CHECK(taken >= 0.9 * said - 500);
  }
}

TEST_CASE("of trainings that follow one another each holds what it would by itself") {
  for (const Algorithm& algorithm : algorithms()) {
    if (!algorithm.preset.empty() || !find_field(algorithm.fields, "kernel")) continue;
    const Problem drawn_data = drawn(algorithm, {600, 2, nullptr});
    const auto data = std::make_shared<const Problem>(drawn_data);
    Trainer trainer({.max_iterations = 3});
    const auto train = [&](const char* kernel) {
      const Spec spec{std::string(algorithm.id), {{"kernel", kernel}}};
      auto solver = std::move(*make_solver(spec));
      const double said = solver->memory_needed(size_of(*data));
      trainer.begin(data, std::move(solver));
      while (!*trainer.advance(std::chrono::milliseconds(1))) {
      }
      return said;
    };
    CAPTURE(algorithm.id);
    double said = 0;
    // Another width of the kernel, and then the same kernel again.
    const double needed = held_by([&] {
      said = train("gaussian:sigma=0.1");
      said = std::max(said, train("gaussian:sigma=0.2"));
      said = std::max(said, train("gaussian:sigma=0.2"));
    });
    CHECK(needed <= said + little);
  }
}

TEST_CASE(
    "a machine that is held to a norm leaves the free one, and has memory for one kernel matrix") {
  for (const Algorithm& algorithm : algorithms()) {
    if (!algorithm.preset.empty() || !(algorithm.norm_penalty > 0)) continue;
    if (!takes(algorithm, Task::classification, 2)) continue;
    CAPTURE(algorithm.id);
    const auto data = std::make_shared<const Problem>(drawn(algorithm, {600, 2, nullptr}));
    // So large a C that every pattern is held on its margin.
    const Spec spec{std::string(algorithm.id), {{"kernel", "gaussian:sigma=0.1"}, {"C", "100"}}};
    const double said = (*make_solver(spec))->memory_needed(size_of(*data));
    const double needed = held_by([&] {
      auto machine = make_relearner(spec, {.max_iterations = 200}, data);
      require(machine);
      (*machine)->begin(*data->y, std::nullopt);
      while (!*(*machine)->advance(no_time_limit)) {
      }
      const NormLimit half{(*machine)->learnt()[0].free.squared_norm / 2, 1.5};
      (*machine)->begin(*data->y, half);
      while (!*(*machine)->advance(no_time_limit)) {
      }
      CHECK((*machine)->learnt()[0].constrained->reductions > 1);
    });
    CHECK(needed <= said + little);
  }
}

TEST_CASE("the machines of a cross-validation keep to its memory, few or many at a time") {
  const Algorithm& algorithm = **find_algorithm("irwls");
  const Problem data = drawn(algorithm, {600, 2, nullptr});
  SelectionRequest request;
  request.data = settled({.X = data.X, .y = data.y, .validation = std::vector<bool>(600, false)});
  request.algorithm = {"irwls", {{"kernel", "gaussian:sigma=0.1"}}};
  request.criterion = {"cross-validation", {{"folds", "3"}}};
  request.grid = {{"C", {"1", "2"}}};
  request.training.max_iterations = 3;
  const double said = (*make_solver(request.algorithm))->memory_needed(size_of(data));
  for (const int jobs : {1, 3}) {
    request.workers = workers_on_threads(jobs);
    for (const double part : {1.01, 2.1, 3.9, 4.01}) {
      CAPTURE(jobs);
      CAPTURE(part);
      request.training.memory = part * said;
      const double needed = held_by([&] {
        auto selection = Selection::start(request);
        require(selection);
        while (selection->advance(no_time_limit)) {
        }
        CHECK(selection->cells()[1].reason.empty());
      });
      CHECK(needed <= request.training.memory + jobs * little);
    }
  }
}

TEST_CASE("machines that several threads train keep to the memory of one training together") {
  const Algorithm& algorithm = **find_algorithm("irwls");
  const auto data = std::make_shared<const Problem>(drawn(algorithm, {700, 2, nullptr}));
  SelectionRequest request;
  request.data = settled({.X = data->X, .y = data->y, .validation = std::vector<bool>(700, false)});
  request.algorithm = {"irwls", {{"kernel", "gaussian:sigma=0.1"}}};
  request.grid = {{"kernel:sigma", {"0.1", "0.2", "0.3"}}};
  request.training.max_iterations = 3;
  request.workers = workers_on_threads(3);
  const double said = (*make_solver(request.algorithm))->memory_needed(size_of(*data));
  for (const char* criterion :
       {"maximal-discrepancy:swaps=6", "half-flip", "cross-validation:folds=3"}) {
    CAPTURE(criterion);
    request.criterion = *parse_spec(criterion);
    for (const double part : {1.01, 2.1, 3.1}) {
      CAPTURE(part);
      request.training.memory = part * said;
      const double needed = held_by([&] {
        auto selection = Selection::start(request);
        require(selection);
        while (selection->advance(no_time_limit)) {
        }
        for (const SelectionCell& cell : selection->cells()) CHECK(cell.reason.empty());
      });
      CHECK(needed <= request.training.memory + 3 * little);
    }
  }
}

TEST_CASE("the principal components of many features take no square of their number") {
  // Their covariance and its factorisation, 8 MB each, would take seconds with every edit.
  constexpr Eigen::Index N = 20, p = 1000;
  Random random(3);
  Eigen::MatrixXd X = Eigen::MatrixXd::NullaryExpr(N, p, [&] { return random.normal(); });
  Eigen::VectorXd y = Eigen::VectorXd::Ones(N);
  y.head(N / 2) *= -1;
  Scene scene =
      *apply(default_scene(), SetData{settled({.X = std::move(X), .y = std::move(y)}), "wide.csv"});
  scene.projection.principal = true;
  Plane plane;
  const double needed = held_by([&] { plane = plane_of(scene); });
  CHECK(std::abs(plane.axis_u.dot(plane.axis_v)) < 1e-12);
  CHECK(needed <= 5 * static_cast<double>(scene.data.X.bytes()));
}

TEST_CASE("a cross-validation of many folds holds one of them at a time where nothing is shared") {
  const Algorithm& algorithm = **find_algorithm("ols");
  const Problem data = drawn(algorithm, {600, 10, nullptr});
  SelectionRequest request;
  request.data = settled({.X = data.X, .y = data.y, .validation = std::vector<bool>(600, false)});
  request.algorithm = {"ols", {}};
  request.criterion = {"cross-validation", {{"folds", "600"}}};
  const double said = (*make_solver(request.algorithm))->memory_needed(size_of(data));
  const double needed = held_by([&] {
    auto selection = Selection::start(request);
    require(selection);
    while (selection->advance(no_time_limit)) {
    }
    CHECK(selection->cells()[0].reason.empty());
  });
  CHECK(needed <= said + 4 * static_cast<double>(data.X.bytes()) + little);
}

TEST_CASE("100,000 iterations on 200 patterns stay below 100 MB") {
  const auto data = named("overlap:n=200");
  REQUIRE(data->y.size() == 200);
  const long long before = held;
  const Run run = trained(data, "mhks:learning_rate=0.01", "");
  REQUIRE(run.last_iteration() == 100'000);
  CHECK(held - before < 100'000'000);
}

TEST_CASE("a file of 24 MB and 200 edits stay below 200 MB, and the last edits can be undone") {
  constexpr Eigen::Index N = 100'000, p = 30;
  Random random(1);
  Session session;
  session.set_patience(std::chrono::nanoseconds(0));
  const long long before = held;
  long long most = 0;
  {
    Eigen::MatrixXd X(N, p);
    for (double& value : X.reshaped()) value = random.uniform(-1, 1);
    Eigen::VectorXd y(N);
    for (Eigen::Index i = 0; i < N; ++i) y[i] = X(i, 0) > 0 ? 1 : -1;
    REQUIRE(session.apply(SetData{settled({.X = std::move(X), .y = std::move(y)}), "large.csv"}));
  }
  for (int edit = 0; edit < 200; ++edit) {
    const auto point = static_cast<int>(random.below(N));
    const double at = random.uniform(-1, 1);
    const auto done =
        edit % 4 == 0   ? session.apply(MovePoint{point, at, at})
        : edit % 4 == 1 ? session.apply(SetLabel{{point, point / 2}, edit % 8 < 4 ? 1.0 : -1.0})
        : edit % 4 == 2 ? session.apply(SetPart{{point}, true})
                        : session.apply(SetScaling{edit % 8 < 4 ? "standard" : "none"});
    REQUIRE(done);
    most = std::max(most, held - before);
  }
  MESSAGE("200 edits of 24 MB held " << most / 1000 / 1000 << " MB at most");
  CHECK(most < 200'000'000);
  // The training of the last one too.
  session.set_patience(no_time_limit);
  REQUIRE(session.step(1));
  while (session.busy()) session.tick(0);
  CHECK(session.iteration() == 1);
  CHECK(held - before < 200'000'000);
  REQUIRE(session.seek(0));
  const Scene last = session.scene();
  REQUIRE(session.undo());
  CHECK(session.scene() != last);
  REQUIRE(session.redo());
  CHECK(session.scene() == last);
}

#endif
