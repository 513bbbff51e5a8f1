#include "experiment/lauer.h"

#include <memory>

#include "core/text.h"
#include "experiment/lauer_tables.h"
#include "experiment/lauer_training.h"
#include "experiment/units.h"

namespace marginscope {
namespace {

constexpr double per_cent = 100;
constexpr std::string_view still_differs =
    "open: with absolute errors the weights of the smallest ones are without bound, so that the "
    "last step decides, and with it the end that was meant; on image ZᵗDZ is singular to rounding "
    "besides";

// All realisations of one plan on one set: what becomes one or two cells.
struct Trainings {
  LauerTable table;
  const SplitSet& set;
  const LauerPlan& plan;
  const ExperimentRequest& request;
  std::vector<double> at_the_end, at_the_minimum;  // test errors

  Result<void> make(int realisation) {
    const auto r = static_cast<std::size_t>(realisation);
    const LauerParts parts = lauer_parts(table, set, realisation);
    if (plan.search == PenaltySearch::none) {
      auto run = train(plan, parts.problem, request);
      if (!run) return std::unexpected(run.error());
      at_the_end[r] = per_cent * test_error_of(*run, parts.test);
      run->seek(run->stop()->retained_iteration);
      at_the_minimum[r] = per_cent * test_error_of(*run, parts.test);
    } else {
      const auto tried = search_penalty(plan, parts, request, true);
      if (!tried) return std::unexpected(tried.error());
      if (!tried->empty()) at_the_minimum[r] = per_cent * chosen_penalty(*tried).test_error;
    }
    return {};
  }
};

Unit unit_of(LauerTable table, const SplitSet& set, const LauerPlan& plan,
             const std::vector<const Method*>& wanted, const ExperimentRequest& request) {
  Unit unit;
  unit.pieces = realisations_of(set, request);
  for (const Method* method : wanted) {
    if (method->id != plan.at_the_end && method->id != plan.at_the_minimum) continue;
    Cell& cell = unit.cells.emplace_back();
    cell.dataset = set.name;
    cell.method = method->id;
    cell.result.n = unit.pieces;
    unit.doing = sentence(set.name, ", ", method->id);
  }
  unit.cost = lauer_cost(set, plan);
  const std::vector<double> errors(static_cast<std::size_t>(unit.pieces));
  const auto trainings =
      std::make_shared<Trainings>(Trainings{table, set, plan, request, errors, errors});
  unit.work = [trainings](int realisation) -> Result<void> {
    if (const auto made = trainings->make(realisation); !made) {
      return fail(sentence(trainings->set.name, ", realisation ", std::to_string(realisation + 1),
                           ": ", made.error().message));
    }
    return {};
  };
  unit.summarise = [trainings](std::vector<Cell>& cells) {
    for (Cell& cell : cells) {
      cell.result =
          summary_of(cell.method == trainings->plan.at_the_end ? trainings->at_the_end
                                                               : trainings->at_the_minimum);
    }
  };
  return unit;
}

using Plans = decltype(&lauer_plans);

template <LauerTable table, Plans plans>
Result<ExperimentResult> run(const Experiment& self, const ExperimentRequest& request) {
  auto wanted = requested_methods(self, request);
  if (!wanted) return std::unexpected(wanted.error());
  auto sets = requested_split_sets(request);
  if (!sets) return std::unexpected(sets.error());
  std::vector<Unit> units;
  for (const SplitSet& set : *sets) {
    for (const LauerPlan& plan : plans()) {
      Unit unit = unit_of(table, set, plan, *wanted, request);
      if (!unit.cells.empty()) units.push_back(std::move(unit));
    }
  }
  Layout layout;
  layout.datasets = lauer_datasets();
  layout.publication = [](const Cell& cell) {
    auto publication = lauer_publication(table, cell.dataset, cell.method);
    if (publication && plans == &recovered_plans) publication->cause = still_differs;
    return publication;
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
          lauer_methods(),
          run<LauerTable::table_1, lauer_plans>};
}

Experiment lauer_table_3() {
  return {
      "lauer-table-3",
      "Lauer & Bloch 2006, Table 3",
      "Test errors of linear classifiers tuned on the test set itself, so not independent of it.",
      "per cent of test errors",
      true,
      lauer_methods(),
      run<LauerTable::table_3, lauer_plans>};
}

Experiment lauer_table_3_recovered() {
  return {"lauer-table-3-recovered",
          "Lauer & Bloch 2006, Table 3, as its cells ask for",
          "MHKS and MHKA by one rule that was found, not read: the text has another rate, "
          "another end and larger values of C.",
          "per cent of test errors",
          true,
          recovered_methods(),
          run<LauerTable::table_3, recovered_plans>};
}

}  // namespace marginscope
