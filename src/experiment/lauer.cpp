#include "experiment/lauer.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <mutex>

#include "core/run.h"
#include "core/text.h"
#include "data/training.h"
#include "experiment/lauer_tables.h"
#include "experiment/parallel.h"
#include "experiment/splits.h"
#include "solvers/registry.h"
#include "stopping/registry.h"

namespace marginscope {
namespace {

// One training and the methods that are read off it.
struct TrainingPlan {
  std::string_view algorithm;
  std::string_view rules;
  int max_iterations;
  std::string_view at_the_end;      // the method that takes the last iteration; empty: none
  std::string_view at_the_minimum;  // the method that takes the first least validation error
};

constexpr std::array plans = {
    TrainingPlan{"hk:learning_rate=0.4,initial_margin=1e-6",
                 "objective-change:threshold=5e-21 validation-minimum", 100'000, "hk", "hkes"},
    TrainingPlan{"hka:learning_rate=0.4,initial_margin=1e-6,solve=inverse",
                 "objective-change:threshold=5e-21 validation-minimum", 300, "", "hkesa"},
};

constexpr std::array methods = {
    Method{"hk", "HK", "Ho-Kashyap, run until the objective no longer changes"},
    Method{"hkes", "HKES", "the same run at its first iteration of least validation error"},
    Method{
        "hkesa", "HKESA",
        "Ho-Kashyap with absolute errors, at most 300 iterations, at its first iteration of least "
        "validation error"},
};

// Test errors in per cent of one training.
struct TestErrors {
  double at_the_end = 0;
  double at_the_minimum = 0;
};

std::shared_ptr<const Problem> split_problem(LauerTable table, const SplitSet& set,
                                             const Realisation& realisation) {
  std::vector<int> train = realisation.train, validation = realisation.test;
  if (table == LauerTable::table_1) {
    const auto third = train.begin() + static_cast<std::ptrdiff_t>(train.size() / 3);
    validation.assign(train.begin(), third);
    train.erase(train.begin(), third);
  }
  return training_of(set.data, Scaling::none, train, validation).problem;
}

// Fails where the algorithm does not take the problem. Once cancelled the errors mean nothing.
Result<TestErrors> train(const TrainingPlan& plan, std::shared_ptr<const Problem> problem,
                         const Columns& test, double memory, const std::atomic<bool>* cancelled) {
  auto algorithm = parse_spec(plan.algorithm);
  if (!algorithm) return std::unexpected(algorithm.error());
  auto solver = make_solver(*algorithm);
  if (!solver) return std::unexpected(solver.error());
  auto rules = parse_rules(plan.rules);
  if (!rules) return std::unexpected(rules.error());
  const Judged training = {problem->task, problem->has_validation(), (*solver)->measures()};
  if (auto reason = misfit(*rules, training)) return fail(*reason);
  RunOptions options;
  options.max_iterations = plan.max_iterations;
  options.keep_history = false;
  options.memory = memory;
  auto run = Run::start(problem, std::move(*solver), std::move(*rules), options);
  if (!run) return std::unexpected(run.error());

  constexpr int steps_between_looks = 1000;
  while (!run->stop()) {
    if (cancelled && *cancelled) run->cancel();
    run->advance(steps_between_looks);
  }

  Eigen::MatrixXd f;
  const auto test_error = [&](int iteration) {
    run->seek(iteration);
    run->solver().decision_values(*test.X, f);
    return 100 * error_rate(*problem, test.y, f);
  };
  TestErrors errors;
  errors.at_the_end = test_error(run->stop()->iteration);
  errors.at_the_minimum = test_error(run->stop()->retained_iteration);
  return errors;
}

// All realisations of one plan on one set: what becomes one or two cells.
struct Unit {
  const SplitSet* set;
  const TrainingPlan* plan;
  std::vector<std::string_view> wanted;  // methods
  int realisations;
  double cost;  // of one realisation, relative to others
  std::vector<double> at_the_end, at_the_minimum;
  int left;
};

// The order in which the tables list them; sets that the paper does not have come last.
std::pair<std::size_t, std::string_view> dataset_rank(std::string_view name) {
  const auto known = lauer_datasets();
  const auto place = std::find(known.begin(), known.end(), name);
  return {static_cast<std::size_t>(place - known.begin()), name};
}

std::size_t method_rank(std::string_view id) {
  const auto place = std::find_if(methods.begin(), methods.end(),
                                  [id](const Method& method) { return method.id == id; });
  return static_cast<std::size_t>(place - methods.begin());
}

Result<std::vector<SplitSet>> requested_sets(const ExperimentRequest& request) {
  auto folder = find_split_folder(request.data_dir);
  if (!folder) return std::unexpected(folder.error());
  const std::vector<std::string> known = split_sets_in(*folder);
  std::vector<std::string> names = request.datasets.empty() ? known : request.datasets;
  std::sort(names.begin(), names.end(), [](const std::string& a, const std::string& b) {
    return dataset_rank(a) < dataset_rank(b);
  });
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::vector<SplitSet> sets;
  for (const std::string& name : names) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      return fail(sentence("There is no data set ", in_quotes(name), " with splits in ", *folder,
                           "; there are ", alternatives(known)));
    }
    auto set = read_split_set(*folder, name);
    if (!set) return std::unexpected(set.error());
    if (request.realisations > static_cast<int>(set->realisations.size())) {
      return fail(sentence(name, " has ", std::to_string(set->realisations.size()),
                           " realisations, not ", std::to_string(request.realisations)));
    }
    sets.push_back(std::move(*set));
  }
  return sets;
}

class LauerRun {
 public:
  LauerRun(LauerTable table, const ExperimentRequest& request) : table_(table), request_(request) {}

  ExperimentResult operator()(const std::vector<SplitSet>& sets,
                              const std::vector<const Method*>& wanted) {
    for (const Cell& cell : request_.finished) keep(cell, sets);
    arrange_cells();
    for (const SplitSet& set : sets) plan(set, wanted);

    std::vector<std::pair<Unit*, int>> pieces;
    for (Unit& unit : units_) {
      for (int r = 0; r < unit.realisations; ++r) pieces.emplace_back(&unit, r);
      total_cost_ += unit.cost * unit.realisations;
    }
    parallel_for(static_cast<int>(pieces.size()), request_.jobs, &halted_, [&](int piece) {
      const auto& [unit, realisation] = pieces[static_cast<std::size_t>(piece)];
      work(*unit, realisation);
    });
    return {std::move(cells_), request_.cancelled && *request_.cancelled, std::move(refusal_)};
  }

 private:
  int realisations_of(const SplitSet& set) const {
    return request_.realisations > 0 ? request_.realisations
                                     : static_cast<int>(set.realisations.size());
  }

  // A finished cell counts unless it averages over other realisations than those asked for.
  void keep(const Cell& finished, const std::vector<SplitSet>& sets) {
    for (const SplitSet& set : sets) {
      if (set.name == finished.dataset && realisations_of(set) != finished.result.n) return;
    }
    if (method_rank(finished.method) == methods.size() || has(finished.dataset, finished.method)) {
      return;
    }
    add_cell(finished.dataset, finished.method, finished.result);
  }

  bool has(std::string_view dataset, std::string_view method) const {
    return std::any_of(cells_.begin(), cells_.end(), [&](const Cell& cell) {
      return cell.dataset == dataset && cell.method == method;
    });
  }

  void plan(const SplitSet& set, const std::vector<const Method*>& wanted) {
    for (const TrainingPlan& plan : plans) {
      Unit unit{&set, &plan, {}, realisations_of(set), 0, {}, {}, 0};
      for (const Method* method : wanted) {
        const bool of_this_plan =
            method->id == plan.at_the_end || method->id == plan.at_the_minimum;
        if (of_this_plan && !has(set.name, method->id)) unit.wanted.push_back(method->id);
      }
      if (unit.wanted.empty()) continue;
      // HK has few and cheap steps; each of HKESA makes and inverts ZᵗDZ.
      const double weights = static_cast<double>(set.data.X.cols()) + 1;
      const double patterns = static_cast<double>(set.realisations[0].train.size()) +
                              static_cast<double>(set.realisations[0].test.size());
      unit.cost = patterns * weights * (plan.at_the_end.empty() ? weights : 1);
      unit.at_the_end.resize(static_cast<std::size_t>(unit.realisations));
      unit.at_the_minimum.resize(static_cast<std::size_t>(unit.realisations));
      unit.left = unit.realisations;
      units_.push_back(std::move(unit));
    }
  }

  void work(Unit& unit, int r) {
    const SplitSet& set = *unit.set;
    const Realisation& realisation = set.realisations[static_cast<std::size_t>(r)];
    const auto errors = train(*unit.plan, split_problem(table_, set, realisation),
                              rows_of(set.data, realisation.test),
                              request_.memory / std::max(1, request_.jobs), request_.cancelled);
    const std::lock_guard lock(mutex_);
    if (request_.cancelled && *request_.cancelled) halted_ = true;
    if (!errors) {
      if (!refusal_) {
        refusal_ = Error(sentence(set.name, ", realisation ", std::to_string(r + 1), ": ",
                                  errors.error().message));
      }
      halted_ = true;
    }
    if (halted_) return;
    unit.at_the_end[static_cast<std::size_t>(r)] = errors->at_the_end;
    unit.at_the_minimum[static_cast<std::size_t>(r)] = errors->at_the_minimum;
    done_cost_ += unit.cost;
    if (request_.on_progress) {
      request_.on_progress(
          {done_cost_ / total_cost_, sentence(set.name, ", ", unit.wanted.back())});
    }
    if (--unit.left > 0) return;
    for (const std::string_view method : unit.wanted) {
      add_cell(set.name, method,
               summary_of(method == unit.plan->at_the_end ? unit.at_the_end : unit.at_the_minimum));
    }
    arrange_cells();
    if (request_.on_cells) request_.on_cells(cells_);
  }

  void add_cell(std::string_view dataset, std::string_view method, const Summary& result) {
    Cell cell;
    cell.dataset = dataset;
    cell.method = method;
    cell.result = result;
    cell.publication = lauer_publication(table_, dataset, method);
    compare_with_publication(cell);
    cells_.push_back(std::move(cell));
  }

  void arrange_cells() {
    std::sort(cells_.begin(), cells_.end(), [](const Cell& a, const Cell& b) {
      const auto rank_a = dataset_rank(a.dataset), rank_b = dataset_rank(b.dataset);
      return rank_a != rank_b ? rank_a < rank_b : method_rank(a.method) < method_rank(b.method);
    });
    mark_rows(cells_);
  }

  LauerTable table_;
  const ExperimentRequest& request_;
  std::vector<Unit> units_;
  std::vector<Cell> cells_;
  double done_cost_ = 0, total_cost_ = 0;
  std::mutex mutex_;
  std::atomic<bool> halted_{false};  // after a refusal or once cancelled
  std::optional<Error> refusal_;
};

template <LauerTable table>
Result<ExperimentResult> run(const Experiment& self, const ExperimentRequest& request) {
  auto wanted = requested_methods(self, request);
  if (!wanted) return std::unexpected(wanted.error());
  auto sets = requested_sets(request);
  if (!sets) return std::unexpected(sets.error());
  return LauerRun(table, request)(*sets, *wanted);
}

}  // namespace

Experiment lauer_table_1() {
  return {"lauer-table-1",
          "Lauer & Bloch 2006, Table 1",
          "Test errors of linear classifiers tuned on a validation set: the first third of each "
          "training part.",
          "per cent of test errors",
          true,
          methods,
          run<LauerTable::table_1>};
}

Experiment lauer_table_3() {
  return {
      "lauer-table-3",
      "Lauer & Bloch 2006, Table 3",
      "Test errors of linear classifiers tuned on the test set itself, so not independent of it.",
      "per cent of test errors",
      true,
      methods,
      run<LauerTable::table_3>};
}

}  // namespace marginscope
