#include <array>
#include <chrono>
#include <limits>
#include <memory>

#include "core/text.h"
#include "experiment/lauer.h"
#include "experiment/lauer_tables.h"
#include "experiment/lauer_training.h"
#include "experiment/plan.h"

namespace marginscope {
namespace {

constexpr std::string_view seconds = "seconds", ratio = "times HKES";
constexpr std::array quantities = {seconds, ratio};

// The measured times of the methods on one realisation, one method after the other, so that what
// slows the machine down meets all of them.
Result<Numbers> times_of(const std::vector<const Method*>& methods, const LauerParts& parts,
                         const ExperimentRequest& request) {
  using Clock = std::chrono::steady_clock;
  Numbers spent;
  for (const Method* method : methods) {
    const LauerPlan& plan = lauer_plan_of(method->id);
    const Clock::time_point began = Clock::now();
    if (plan.search == PenaltySearch::none) {
      auto run = train(plan, parts.problem, request);
      if (!run) return std::unexpected(run.error());
      run->seek(run->stop()->retained_iteration);
    } else if (auto tried = search_penalty(plan, parts, request, false); !tried) {
      return std::unexpected(tried.error());
    }
    const std::chrono::duration<double> time = Clock::now() - began;
    spent.push_back(time.count());
  }
  return spent;
}

// Of all realisations; not a number for a method that was not measured.
double total(const std::vector<const Method*>& methods, std::span<const Numbers> spent,
             std::string_view id) {
  for (std::size_t m = 0; m < methods.size(); ++m) {
    if (methods[m]->id != id) continue;
    double sum = 0;
    for (const double time : column_of(spent, m)) sum += time;
    return sum;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

Unit unit_of(std::shared_ptr<const SplitSet> set, const std::vector<const Method*>& wanted,
             const ExperimentRequest& request) {
  Unit unit;
  unit.doing = set->name;
  unit.pieces = realisations_of(*set, request);
  unit.cost = 0;
  bool compares = false;
  for (const Method* method : wanted) {
    unit.cost += lauer_cost(*set, lauer_plan_of(method->id));
    compares = compares || method->id == "hkes";
  }
  for (const Method* method : wanted) {
    for (const std::string_view quantity : quantities) {
      if (quantity == ratio && !compares) continue;
      Cell& cell = unit.cells.emplace_back();
      cell.dataset = set->name;
      cell.method = method->id;
      cell.quantity = quantity;
      cell.result.n = unit.pieces;
    }
  }
  unit.work = [set, wanted, &request](int realisation) -> Result<Numbers> {
    auto spent = times_of(wanted, lauer_parts(LauerTable::table_1, *set, realisation), request);
    if (!spent) return in_realisation(*set, realisation, spent.error());
    return spent;
  };
  unit.summarise = [wanted](std::vector<Cell>& cells, std::span<const Numbers> spent) {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    for (Cell& cell : cells) {
      const double time = total(wanted, spent, cell.method);
      cell.result =
          summary_of(cell.result.n,
                     cell.quantity == seconds ? time : time / total(wanted, spent, "hkes"), none);
    }
  };
  return unit;
}

Result<Plan> plan_times(const ExperimentRequest& request,
                        const std::vector<const Method*>& wanted) {
  auto sets = requested_split_sets(request);
  if (!sets) return std::unexpected(sets.error());
  std::vector<Unit> units;
  for (const auto& set : *sets) units.push_back(unit_of(set, wanted, request));
  Layout layout;
  layout.datasets = lauer_datasets();
  layout.quantities = quantities;
  layout.publication = [](const Cell& cell) {
    const auto time = lauer_seconds(cell.dataset, cell.method);
    if (cell.quantity == seconds || !time) return time;
    Publication derived = *time;
    derived.mean = {time->mean.value / lauer_seconds(cell.dataset, "hkes")->mean.value, 1};
    derived.derived = true;
    return std::optional(derived);
  };
  return Plan{std::move(layout), std::move(units)};
}

}  // namespace

Experiment lauer_table_2() {
  return {"lauer-table-2",
          "Lauer & Bloch 2006, Table 2",
          "Times of the trainings of Table 1 over all realisations, the choice of k or C included. "
          "Only their ratios can be compared, where nothing else runs; those beside ours are "
          "derived from the printed times. A mean ratio of LSVM to HKES of 47 is printed besides, "
          "which the printed times do not give: the mean of their nine ratios is 26.7, the ratio "
          "of their sums 16.9. All methods with a C tried 20 values of it there; here LSVM does, "
          "the others try the 11 of the first stage.",
          "seconds of this machine beside those of a machine of 2002",
          true,
          lauer_methods().subspan(1),
          plan_times,
          false,
          true};
}

}  // namespace marginscope
