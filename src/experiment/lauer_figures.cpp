#include <algorithm>
#include <array>
#include <memory>

#include "core/text.h"
#include "experiment/lauer.h"
#include "experiment/lauer_tables.h"
#include "experiment/lauer_training.h"
#include "experiment/units.h"
#include "selection/two_stage.h"

namespace marginscope {
namespace {

constexpr double per_cent = 100;
constexpr std::string_view first_stage = "first stage", second_stage = "second stage";
constexpr std::array stages = {first_stage, second_stage};

Cell point(const SplitSet& set, std::string_view method, int realisation, std::string_view axis,
           double at, double validation_error) {
  Cell cell;
  cell.dataset = set.name;
  cell.method = method;
  cell.at = {{"realisation", static_cast<double>(realisation + 1)}, {std::string(axis), at}};
  cell.result = summary_of(std::span(&validation_error, 1));
  cell.result.mean *= per_cent;
  return cell;
}

// Points of a step curve: the first, where the value changes, and the last.
Result<std::vector<Cell>> early_stopping_curve(const SplitSet& set, int realisation,
                                               const ExperimentRequest& request) {
  const LauerParts parts = lauer_parts(LauerTable::table_1, set, realisation);
  auto run = train(lauer_plan_of("hkes"), parts.problem, request, true);
  if (!run) return std::unexpected(run.error());
  const History& history = run->history();
  std::vector<Cell> curve;
  for (int k = 0; k <= history.last(); ++k) {
    const double error = history.at(k).validation_error;
    if (k == 0 || k == history.last() || error != history.at(k - 1).validation_error) {
      curve.push_back(point(set, "hkes", realisation, "iteration", k, error));
    }
  }
  return curve;
}

Result<std::vector<Cell>> penalty_curve(const SplitSet& set, int realisation,
                                        const ExperimentRequest& request) {
  const LauerParts parts = lauer_parts(LauerTable::table_1, set, realisation);
  const auto tried = search_penalty(lauer_plan_of("lsvm"), parts, request, false);
  if (!tried) return std::unexpected(tried.error());
  std::vector<Cell> curve;
  for (const TriedPenalty& one : *tried) {
    const bool first = curve.size() < coarse_values;
    curve.push_back(point(set, "lsvm", realisation, "C", one.C, one.validation_error));
    curve.back().quantity = first ? first_stage : second_stage;
  }
  return curve;
}

using Curve = decltype(&penalty_curve);

// One curve. Its first point stands for all of them, of which one knows only afterwards where they
// lie.
Unit unit_of(const SplitSet& set, int realisation, Cell first, Curve curve,
             const ExperimentRequest& request) {
  Unit unit;
  unit.doing = sentence(set.name, ", ", first.method);
  unit.cost = lauer_cost(set, lauer_plan_of(first.method));
  unit.cells.push_back(std::move(first));
  const auto points = std::make_shared<std::vector<Cell>>();
  unit.work = [&set, &request, realisation, curve, points](int) -> Result<void> {
    auto made = curve(set, realisation, request);
    if (!made) {
      return fail(sentence(set.name, ", realisation ", std::to_string(realisation + 1), ": ",
                           made.error().message));
    }
    *points = std::move(*made);
    return {};
  };
  unit.summarise = [points](std::vector<Cell>& cells) { cells = std::move(*points); };
  return unit;
}

// The figures show an example; more than the first realisation are made where that is asked for.
template <Curve curve>
Result<ExperimentResult> run(const Experiment& self, const ExperimentRequest& request) {
  auto sets = requested_split_sets(request);
  if (!sets) return std::unexpected(sets.error());
  if (auto known = requested_methods(self, request); !known) return std::unexpected(known.error());
  std::vector<Unit> units;
  for (const SplitSet& set : *sets) {
    for (int r = 0; r < std::max(1, request.realisations); ++r) {
      Cell first = point(set, self.methods[0].id, r, "iteration", 0, 0);
      if constexpr (curve == &penalty_curve) {
        first = point(set, self.methods[0].id, r, "C", coarse_stage().front(), 0);
        first.quantity = first_stage;
      }
      units.push_back(unit_of(set, r, std::move(first), curve, request));
    }
  }
  Layout layout;
  layout.datasets = lauer_datasets();
  layout.quantities = stages;
  return run_units(self, request, layout, std::move(units));
}

std::span<const Method> method_of(std::string_view id) {
  const auto methods = lauer_methods();
  const auto place = std::find_if(methods.begin(), methods.end(),
                                  [id](const Method& method) { return method.id == id; });
  return {place, 1};
}

}  // namespace

Experiment lauer_figure_1() {
  return {"lauer-figure-1",
          "Lauer & Bloch 2006, Figure 1",
          "The validation error during the training of HKES, where it changes, in the first "
          "realisation of each data set.",
          "per cent of validation errors",
          true,
          method_of("hkes"),
          run<early_stopping_curve>};
}

Experiment lauer_figure_2() {
  return {"lauer-figure-2",
          "Lauer & Bloch 2006, Figure 2",
          "The validation error over the values of C that the search of LSVM tries, in the first "
          "realisation of each data set.",
          "per cent of validation errors",
          true,
          method_of("lsvm"),
          run<penalty_curve>};
}

}  // namespace marginscope
