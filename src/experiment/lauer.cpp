#include "experiment/lauer.h"

#include <algorithm>
#include <array>
#include <memory>

#include "core/run.h"
#include "core/text.h"
#include "data/training.h"
#include "experiment/lauer_tables.h"
#include "experiment/splits.h"
#include "experiment/units.h"
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

Result<std::vector<SplitSet>> requested_sets(const ExperimentRequest& request) {
  auto folder = find_split_folder(request.data_dir);
  if (!folder) return std::unexpected(folder.error());
  const std::vector<std::string> known = split_sets_in(*folder);
  std::vector<std::string> names = request.datasets.empty() ? known : request.datasets;
  std::sort(names.begin(), names.end());
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

// All realisations of one plan on one set: what becomes one or two cells.
struct Trainings {
  const SplitSet* set;
  const TrainingPlan* plan;
  std::vector<double> at_the_end, at_the_minimum;  // test errors
};

Unit unit_of(LauerTable table, const SplitSet& set, const TrainingPlan& plan,
             const std::vector<const Method*>& wanted, const ExperimentRequest& request) {
  const std::size_t realisations = request.realisations > 0
                                       ? static_cast<std::size_t>(request.realisations)
                                       : set.realisations.size();
  Unit unit;
  for (const Method* method : wanted) {
    if (method->id != plan.at_the_end && method->id != plan.at_the_minimum) continue;
    Cell& cell = unit.cells.emplace_back();
    cell.dataset = set.name;
    cell.method = method->id;
    cell.result.n = static_cast<int>(realisations);
    unit.doing = sentence(set.name, ", ", method->id);
  }
  // HK has few and cheap steps; each of HKESA makes and inverts ZᵗDZ.
  const double weights = static_cast<double>(set.data.X.cols()) + 1;
  const double patterns = static_cast<double>(set.realisations[0].train.size()) +
                          static_cast<double>(set.realisations[0].test.size());
  unit.cost = patterns * weights * (plan.at_the_end.empty() ? weights : 1);
  unit.pieces = static_cast<int>(realisations);
  const auto trainings = std::make_shared<Trainings>(
      Trainings{&set, &plan, std::vector<double>(realisations), std::vector<double>(realisations)});
  unit.work = [trainings, table, &request](int piece) -> Result<void> {
    const SplitSet& from = *trainings->set;
    const std::size_t r = static_cast<std::size_t>(piece);
    const Realisation& realisation = from.realisations[r];
    const auto errors =
        train(*trainings->plan, split_problem(table, from, realisation),
              rows_of(from.data, realisation.test), memory_of_one_job(request), request.cancelled);
    if (!errors) {
      return fail(sentence(from.name, ", realisation ", std::to_string(piece + 1), ": ",
                           errors.error().message));
    }
    trainings->at_the_end[r] = errors->at_the_end;
    trainings->at_the_minimum[r] = errors->at_the_minimum;
    return {};
  };
  unit.summarise = [trainings](std::vector<Cell>& cells) {
    for (Cell& cell : cells) {
      cell.result =
          summary_of(cell.method == trainings->plan->at_the_end ? trainings->at_the_end
                                                                : trainings->at_the_minimum);
    }
  };
  return unit;
}

template <LauerTable table>
Result<ExperimentResult> run(const Experiment& self, const ExperimentRequest& request) {
  auto wanted = requested_methods(self, request);
  if (!wanted) return std::unexpected(wanted.error());
  auto sets = requested_sets(request);
  if (!sets) return std::unexpected(sets.error());
  std::vector<Unit> units;
  for (const SplitSet& set : *sets) {
    for (const TrainingPlan& plan : plans) {
      Unit unit = unit_of(table, set, plan, *wanted, request);
      if (!unit.cells.empty()) units.push_back(std::move(unit));
    }
  }
  Layout layout;
  layout.datasets = lauer_datasets();
  layout.publication = [](const Cell& cell) {
    return lauer_publication(table, cell.dataset, cell.method);
  };
  layout.mark = mark_rows;
  return run_units(self, request, layout, std::move(units));
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
