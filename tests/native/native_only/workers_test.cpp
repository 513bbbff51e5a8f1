// Swaps, folds and cells by several threads: the same bits as by one.

#include "core/workers.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <set>
#include <thread>

#include "bounds/bound.h"
#include "bounds/labellings.h"
#include "core/native/threads.h"
#include "selection/selection.h"
#include "solvers/relearning/relearners.h"
#include "support/problems.h"

using namespace marginscope;
using namespace marginscope::testing;

namespace {

using std::chrono::nanoseconds;

constexpr int several[] = {2, 3, 7};
// Threads begin with each slice, so that very short ones take long.
constexpr nanoseconds usual_slice = std::chrono::milliseconds(20),
                      short_slice = std::chrono::microseconds(200);

// Not a number is equal to itself.
bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

void check_equal(const Fit& a, const Fit& b) {
  CHECK(a.training_error == b.training_error);
  CHECK(same(a.squared_norm, b.squared_norm));
  CHECK(same(a.C, b.C));
  CHECK(a.reductions == b.reductions);
  CHECK(a.support_vectors == b.support_vectors);
  CHECK(a.unfinished == b.unfinished);
  CHECK(a.decision_values == b.decision_values);
}

void check_equal(const std::vector<BoundTerm>& a, const std::vector<BoundTerm>& b) {
  REQUIRE(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    CAPTURE(a[i].id);
    CHECK(same(a[i].value, b[i].value));
  }
}

std::unique_ptr<Relearner> machine(const char* algorithm, std::shared_ptr<const Problem> data,
                                   int jobs, int iterations = 5000) {
  const Spec spec = *parse_spec(algorithm);
  RuleSet rules = *parse_rules((*find_algorithm(spec.name))->default_rules);
  auto made = make_relearner(spec, {std::move(rules), iterations}, std::move(data),
                             workers_on_threads(jobs));
  require(made);
  return std::move(*made);
}

Bound finished(const std::string& kind, Relearner& machine, nanoseconds slice) {
  auto bound = Bound::start(*parse_spec(kind), machine, 3);
  require(bound);
  double fraction = 0;
  while (bound->advance(slice)) {
    CHECK(bound->fraction_done() >= fraction);
    fraction = bound->fraction_done();
  }
  return std::move(*bound);
}

SelectionRequest request(const char* problem, const char* algorithm, const char* criterion,
                         std::vector<const char*> grid, bool part = false) {
  SelectionRequest made;
  made.data = *make_named_problem(*parse_spec(problem), 1);
  for (std::size_t i = 0; part && i < made.data.validation.size(); i += 3) {
    made.data.validation[i] = true;
  }
  made.algorithm = *parse_spec(algorithm);
  made.criterion = *parse_spec(criterion);
  made.training.rules = *parse_rules((*find_algorithm(made.algorithm.name))->default_rules);
  made.training.max_iterations = 5000;
  made.two_stage = grid.empty();
  for (const char* axis : grid) made.grid.push_back(*parse_grid_axis(axis));
  return made;
}

Selection finished(SelectionRequest asked, int jobs, nanoseconds slice = usual_slice) {
  asked.workers = workers_on_threads(jobs);
  auto selection = Selection::start(std::move(asked));
  require(selection);
  while (selection->advance(slice)) {
  }
  return std::move(*selection);
}

void check_equal(const Selection& a, const Selection& b) {
  REQUIRE(a.cells().size() == b.cells().size());
  CHECK(a.finished());
  CHECK(b.finished());
  for (std::size_t i = 0; i < a.cells().size(); ++i) {
    const SelectionCell &one = a.cells()[i], &other = b.cells()[i];
    CAPTURE(spec_text(one.algorithm));
    CHECK(one.settings == other.settings);
    CHECK(same(one.value, other.value));
    CHECK(one.reason == other.reason);
    CHECK(one.bound == other.bound);
    CHECK(same(one.training_error, other.training_error));
    CHECK(same(one.validation_error, other.validation_error));
    CHECK(one.unfinished == other.unfinished);
    check_equal(one.terms, other.terms);
  }
  CHECK(a.chosen() == b.chosen());
  CHECK(a.sentences() == b.sentences());
}

}  // namespace

TEST_SUITE("workers") {
  TEST_CASE("every piece is made once, a worker has one at a time, and the first has its own") {
    for (const int jobs : {1, 2, 7}) {
      CAPTURE(jobs);
      constexpr std::size_t pieces = 50;
      std::vector<std::atomic<int>> begun(pieces), calls(pieces);
      std::vector<std::size_t> first(static_cast<std::size_t>(jobs), pieces);
      IndependentWork work(pieces, jobs);
      std::size_t done = 0;
      for (;;) {
        auto all = work.advance(workers_on_threads(jobs), nanoseconds(0),
                                [&](int worker, std::size_t piece, bool begins, nanoseconds) {
                                  const auto w = static_cast<std::size_t>(worker);
                                  if (first[w] == pieces) first[w] = piece;
                                  begun[piece] += begins;
                                  return Result<bool>(++calls[piece] == 3);
                                });
        require(all);
        CHECK(work.done() >= done);
        done = work.done();
        if (*all) break;
      }
      CHECK(done == pieces);
      for (std::size_t i = 0; i < pieces; ++i) {
        CHECK(begun[i] == 1);
        CHECK(calls[i] == 3);
      }
      for (std::size_t w = 0; w < first.size(); ++w) CHECK(first[w] == w);
    }
  }

  TEST_CASE(
      "the first piece that fails, in their order, ends the work, and all before it are done") {
    for (const int jobs : {1, 2, 7}) {
      CAPTURE(jobs);
      std::vector<std::atomic<int>> calls(30);
      IndependentWork work(calls.size(), jobs);
      // Piece 5 fails late, those behind it at once.
      const auto go_on = [&](int, std::size_t piece, bool, nanoseconds) -> Result<bool> {
        const int call = ++calls[piece];
        if (piece < 5) return call == 20;
        if (piece > 5 || call == 10) return fail(sentence("piece ", std::to_string(piece)));
        return false;
      };
      Result<bool> all = false;
      while (all && !*all) all = work.advance(workers_on_threads(jobs), nanoseconds(0), go_on);
      REQUIRE(!all);
      CHECK(all.error().message == "piece 5");
      CHECK(work.done() == 5);
      CHECK(work.advance(workers_on_threads(jobs), nanoseconds(0), go_on).error().message ==
            "piece 5");
    }
  }

  TEST_CASE("work is done on as many threads as there are workers, and no pieces are none") {
    for (const int jobs : {1, 4}) {
      std::vector<std::thread::id> ids(static_cast<std::size_t>(jobs));
      on_threads(jobs, [&](int worker) {
        ids[static_cast<std::size_t>(worker)] = std::this_thread::get_id();
      });
      CHECK(std::set(ids.begin(), ids.end()).size() == ids.size());
      CHECK(ids[0] == std::this_thread::get_id());
    }
    CHECK(processors() >= 1);
    IndependentWork none(0, 3);
    const auto all = none.advance(workers_on_threads(3), nanoseconds(0),
                                  [](int, std::size_t, bool, nanoseconds) -> Result<bool> {
                                    FAIL("there is nothing to do");
                                    return true;
                                  });
    CHECK(*all);
    CHECK(machines_within(10, 3, 8) == 3);
    CHECK(machines_within(10, 11, 8) == 1);
    CHECK(machines_within(10, 0, 8) == 8);
  }

  TEST_CASE("a bound has the same bits whatever the number of threads and however it is driven") {
    const auto data = named("overlap:n=40");
    for (const char* algorithm :
         {"smo:C=10,kernel=gaussian:sigma=1", "irwls:kernel=gaussian:sigma=1", "newton-svm",
          "interior-svm", "hk", "dkpp", "rls:C=10,kernel=gaussian:sigma=1"}) {
      CAPTURE(algorithm);
      for (const char* kind : {"maximal-discrepancy:swaps=40",
                               "precise-maximal-discrepancy:swaps=5", "half-flip", "joint"}) {
        CAPTURE(kind);
        const auto alone = machine(algorithm, data, 1, 300);
        const Bound one = finished(kind, *alone, usual_slice);
        for (const int jobs : several) {
          CAPTURE(jobs);
          for (const nanoseconds slice : {usual_slice, short_slice}) {
            if (slice == short_slice && jobs != 3) continue;
            const auto crew = machine(algorithm, data, jobs, 300);
            const Bound many = finished(kind, *crew, slice);
            CHECK(same(one.value(), many.value()));
            check_equal(one.terms(), many.terms());
            CHECK(one.sentences() == many.sentences());
            CHECK(one.classical().errors() == many.classical().errors());
            CHECK(one.precise().errors() == many.precise().errors());
            CHECK(one.unfinished() == many.unfinished());
            CHECK(one.swapped_labels() == many.swapped_labels());
            REQUIRE(one.last().has_value() == many.last().has_value());
            if (!one.last()) continue;
            check_equal(one.last()->free, many.last()->free);
            REQUIRE(one.last()->constrained.has_value() == many.last()->constrained.has_value());
            for (const bool held : {false, true}) {
              if (held && !one.last()->constrained) continue;
              CHECK(alone->decision_values(data->X, held) == crew->decision_values(data->X, held));
            }
          }
        }
      }
    }
  }

  TEST_CASE("what a labelling comes to does not depend on those that were learned before it") {
    const auto data = named("overlap:n=30");
    Eigen::MatrixXd Y(data->y.size(), 6);
    Y.colwise() = *data->y;
    for (const Eigen::Index j : {1, 2, 4}) Y.col(j).head(10) *= -1;  // two neighbours are equal
    for (const Algorithm& algorithm : algorithms()) {
      if (!algorithm.preset.empty() || !check_relearnable(algorithm, *data)) continue;
      CAPTURE(algorithm.id);
      const auto learnt = [&](const Eigen::MatrixXd& labels) {
        const auto learner = machine(std::string(algorithm.id).c_str(), data, 1, 300);
        learner->begin(labels, std::nullopt);
        for (;;) {
          auto done = learner->advance(no_time_limit);
          require(done);
          if (*done) return learner->learnt();
        }
      };
      const std::vector<Relearnt> together = learnt(Y);
      REQUIRE(together.size() == 6);
      for (Eigen::Index j = 0; j < Y.cols(); ++j) {
        CAPTURE(j);
        check_equal(together[static_cast<std::size_t>(j)].free, learnt(Y.col(j))[0].free);
      }
    }
  }

  TEST_CASE("along a path of settings several machines come to what one does") {
    const auto data = named("overlap:n=40");
    for (const char* kind : {"compression", "joint", "maximal-discrepancy:swaps=3"}) {
      CAPTURE(kind);
      for (const int jobs : several) {
        const auto alone = machine("smo:kernel=gaussian:sigma=0.3", data, 1),
                   crew = machine("smo:kernel=gaussian:sigma=0.3", data, jobs);
        for (const char* settings :
             {"smo:C=1,kernel=gaussian:sigma=0.3", "smo:C=100,kernel=gaussian:sigma=0.3",
              "smo:C=10,kernel=linear"}) {
          const SpecValues values = parse_spec(settings)->values;
          require(alone->set_settings(values));
          require(crew->set_settings(values));
          const Bound one = finished(kind, *alone, usual_slice),
                      many = finished(kind, *crew, usual_slice);
          CHECK(same(one.value(), many.value()));
          REQUIRE(one.given());
          check_equal(*one.given(), *many.given());
        }
      }
    }
  }

  TEST_CASE("a machine that cannot be trained refuses a bound in the same sentence") {
    const auto data = named("overlap:n=30");
    for (const char* kind :
         {"maximal-discrepancy:swaps=9", "precise-maximal-discrepancy:swaps=9"}) {
      for (const char* algorithm : {"smo:kernel=polynomial:p=20", "irwls:C=1e-300", "ols"}) {
        CAPTURE(algorithm);
        auto large = std::make_shared<Problem>(*data);
        if (std::string_view(algorithm).starts_with("smo")) large->X = *data->X * 1e20;
        const auto alone = machine(algorithm, large, 1);
        const Bound one = finished(kind, *alone, usual_slice);
        for (const int jobs : several) {
          const auto crew = machine(algorithm, large, jobs);
          const Bound many = finished(kind, *crew, usual_slice);
          REQUIRE(one.refusal().has_value() == many.refusal().has_value());
          if (one.refusal()) CHECK(one.refusal()->message == many.refusal()->message);
          CHECK(one.swaps_done() == many.swaps_done());
          check_equal(one.terms(), many.terms());
        }
      }
    }
  }

  TEST_CASE("a labelling that cannot be learned leaves those before it, as with one machine") {
    const auto data = named("overlap:n=30");
    constexpr std::size_t easy = 4;
    Random random(1);
    Eigen::MatrixXd Y(data->y.size(), 9);
    for (auto column : Y.colwise()) column = half_swapped(data->y, random);
    struct Learnt {
      std::vector<Relearnt> columns;
      std::string refusal;
    };
    const auto learnt = [&](int jobs, std::optional<NormLimit> limit) {
      const auto learner = machine("smo:C=10,kernel=gaussian:sigma=1", data, jobs);
      learner->begin(Y, limit);
      Result<bool> done = false;
      while (done && !*done) done = learner->advance(short_slice);
      return Learnt{learner->learnt(), done ? "" : done.error().message};
    };
    // Brought into the order of the norms that they need, and the limit lies between two of these.
    std::vector<std::pair<double, Eigen::Index>> norms;
    for (const Relearnt& one : learnt(1, std::nullopt).columns) {
      norms.emplace_back(one.free.squared_norm, std::ssize(norms));
    }
    std::ranges::sort(norms);
    REQUIRE(norms.size() == 9);
    Eigen::MatrixXd sorted(Y.rows(), Y.cols());
    for (Eigen::Index j = 0; j < Y.cols(); ++j) {
      sorted.col(j) = Y.col(norms[static_cast<std::size_t>(j)].second);
    }
    Y = sorted;
    const double limit = (norms[easy - 1].first + norms[easy].first) / 2;
    REQUIRE(norms[easy].first > 1.001 * limit);
    // So little is taken off C that the norm never comes down to the limit.
    const NormLimit slowly{limit, 1 + 1e-12};
    const Learnt one = learnt(1, slowly);
    CHECK(one.columns.size() == easy);
    CHECK(one.refusal == norm_unmet);
    for (const int jobs : several) {
      const Learnt many = learnt(jobs, slowly);
      CHECK(many.refusal == one.refusal);
      REQUIRE(many.columns.size() == easy);
      for (std::size_t j = 0; j < easy; ++j) {
        check_equal(many.columns[j].free, one.columns[j].free);
        check_equal(*many.columns[j].constrained, *one.columns[j].constrained);
      }
    }
  }

  TEST_CASE("a bound that is given up has what the swaps so far say") {
    const auto data = named("overlap:n=40");
    const auto crew = machine("smo:C=10,kernel=gaussian:sigma=1", data, 3),
               alone = machine("smo:C=10,kernel=gaussian:sigma=1", data, 1);
    auto bound = Bound::start(*parse_spec("maximal-discrepancy:swaps=100"), *crew, 3);
    require(bound);
    while (bound->swaps_done() < 10) REQUIRE(bound->advance(nanoseconds(0)));
    CHECK(bound->swaps_done() < 100);
    const Bound so_far =
        finished(sentence("maximal-discrepancy:swaps=", std::to_string(bound->swaps_done())),
                 *alone, usual_slice);
    CHECK(bound->value() == so_far.value());
    CHECK(bound->swapped_labels() == so_far.swapped_labels());
    check_equal(bound->terms(), so_far.terms());
  }

  TEST_CASE("a selection has the same bits whatever the number of threads") {
    const std::vector<const char*> grid{"C=0.1,1,30", "kernel:sigma=0.5,1"};
    std::vector<SelectionRequest> all;
    for (const char* algorithm :
         {"smo:kernel=gaussian:sigma=1", "irwls:kernel=gaussian:sigma=1",
          "rls:kernel=gaussian:sigma=1", "newton-svm:kernel=gaussian:sigma=1",
          "interior-svm:kernel=gaussian:sigma=1"}) {
      for (const char* criterion : {"cross-validation:folds=5", "validation",
                                    "precise-maximal-discrepancy:swaps=6", "joint"}) {
        all.push_back(request("overlap:n=40", algorithm, criterion, grid, true));
        all.push_back(request("overlap:n=40", algorithm, criterion, {"C=1,10,100,1000"}, true));
        all.push_back(request("overlap:n=30", algorithm, criterion, {}, true));  // two-stage
      }
    }
    all.push_back(request("overlap:n=40", "rls:kernel=gaussian:sigma=1", "leave-one-out", grid));
    all.push_back(request("overlap:n=40", "hk", "cross-validation", {"learning_rate=0.1,0.5,0.9"}));
    all.push_back(request("sinc", "smo-svr:kernel=gaussian:sigma=1", "cross-validation:folds=4",
                          {"epsilon=0.05,0.1", "C=1,10", "kernel:sigma=1,2"}));
    all.push_back(request("four-points", "hk", "cross-validation", {"learning_rate=0.5"}));
    for (const SelectionRequest& asked : all) {
      CAPTURE(spec_text(asked.algorithm));
      CAPTURE(spec_text(asked.criterion));
      const Selection one = finished(asked, 1);
      for (const int jobs : several) {
        CAPTURE(jobs);
        check_equal(one, finished(asked, jobs));
      }
      check_equal(one, finished(asked, 3, short_slice));
    }
  }

  TEST_CASE("a cell that cannot be judged has the same reason, and those behind it the same bits") {
    for (const char* criterion : {"cross-validation:folds=4", "maximal-discrepancy:swaps=6"}) {
      CAPTURE(criterion);
      for (const char* algorithm : {"smo", "rls", "irwls"}) {
        CAPTURE(algorithm);
        SelectionRequest asked =
            request("overlap:n=40", algorithm, criterion,
                    {"kernel=polynomial:p=20,gaussian:sigma=1e11,polynomial:p=19", "C=1,10"});
        asked.data.X = *asked.data.X * 1e11;
        const Selection one = finished(asked, 1);
        CHECK(!one.cells()[0].reason.empty());
        CHECK(one.cells()[2].reason.empty());
        for (const int jobs : several) check_equal(one, finished(asked, jobs));
      }
    }
  }

  TEST_CASE("where memory is short fewer machines are trained at once, to the same bits") {
    for (const char* criterion :
         {"cross-validation:folds=4", "maximal-discrepancy:swaps=6", "validation"}) {
      CAPTURE(criterion);
      SelectionRequest asked = request("overlap:n=40", "irwls:kernel=gaussian:sigma=1", criterion,
                                       {"C=1,10", "kernel:sigma=0.5,1,2"}, true);
      const auto problem = training_of(asked.data, Scaling::none).problem;
      const double needed = (*make_solver(asked.algorithm))->memory_needed(size_of(*problem));
      for (const double part : {0.9, 1.0, 2.1, 5.9}) {
        CAPTURE(part);
        asked.training.memory = part * needed;
        const Selection one = finished(asked, 1);
        CHECK(one.cells()[0].reason.empty() == (part >= 1));
        for (const int jobs : several) check_equal(one, finished(asked, jobs));
      }
    }
  }

  TEST_CASE("a selection that is given up keeps the cells that are judged") {
    SelectionRequest asked = request("overlap:n=40", "smo:kernel=gaussian:sigma=1", "validation",
                                     {"kernel:sigma=0.5,1,2,3", "C=0.1,1"}, true);
    const Selection whole = finished(asked, 1);
    asked.workers = workers_on_threads(3);
    auto selection = Selection::start(asked);
    require(selection);
    double fraction = 0;
    while (selection->cells_done() < 3) {
      REQUIRE(selection->advance(nanoseconds(0)));
      CHECK(selection->fraction_done() >= fraction);
      fraction = selection->fraction_done();
    }
    std::size_t judged = 0;
    for (std::size_t i = 0; i < whole.cells().size(); ++i) {
      const SelectionCell& cell = selection->cells()[i];
      if (cell.judged) CHECK(cell.value == whole.cells()[i].value);
      judged += cell.judged;
    }
    CHECK(judged == selection->cells_done());
    CHECK(selection->cells_left() == whole.cells().size() - judged);
    CHECK(selection->chosen());
  }
}
