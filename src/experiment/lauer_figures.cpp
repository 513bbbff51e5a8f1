#include <algorithm>
#include <array>
#include <memory>

#include "core/text.h"
#include "experiment/figures.h"
#include "experiment/lauer.h"
#include "experiment/lauer_tables.h"
#include "experiment/lauer_training.h"
#include "experiment/plan.h"
#include "selection/two_stage.h"

namespace marginscope {
namespace {

constexpr double per_cent = 100;

// A point of a curve, where it lies.
Cell point(const SplitSet& set, std::string_view method, int realisation, std::string_view axis,
           double at) {
  Cell cell;
  cell.dataset = set.name;
  cell.method = method;
  cell.at = {{"realisation", static_cast<double>(realisation + 1)}, {std::string(axis), at}};
  cell.result.n = 1;
  return cell;
}

// A curve as the numbers of a piece: of each point the coordinate, then the validation error.
void add_point(Numbers& curve, double at, double validation_error) {
  curve.push_back(at);
  curve.push_back(per_cent * validation_error);
}

// Points of a step curve: the first, where the value changes, and the last.
Result<Numbers> early_stopping_curve(const SplitSet& set, int realisation,
                                     const ExperimentRequest& request) {
  const LauerParts parts = lauer_parts(LauerTable::table_1, set, realisation);
  auto run = train(lauer_plan_of("hkes"), parts.problem, request, true);
  if (!run) return std::unexpected(run.error());
  const History& history = run->history();
  Numbers curve;
  for (int k = 0; k <= history.last(); ++k) {
    const double error = history.at(k).validation_error;
    if (k == 0 || k == history.last() || error != history.at(k - 1).validation_error) {
      add_point(curve, k, error);
    }
  }
  return curve;
}

// Points of both stages of the search, one after the other.
Result<Numbers> penalty_curve(const SplitSet& set, int realisation,
                              const ExperimentRequest& request) {
  const LauerParts parts = lauer_parts(LauerTable::table_1, set, realisation);
  const auto tried = search_penalty(lauer_plan_of("lsvm"), parts, request, false);
  if (!tried) return std::unexpected(tried.error());
  Numbers curve;
  for (const TriedPenalty& one : *tried) add_point(curve, one.C, one.validation_error);
  return curve;
}

// One of the two figures.
struct Figure {
  std::string_view method, axis;
  double first;  // of the curve's coordinates
  Result<Numbers> (*curve)(const SplitSet&, int, const ExperimentRequest&);
  bool staged;  // the points behind the first stage of the search belong to its second
};
constexpr Figure figure_1{"hkes", "iteration", 0, early_stopping_curve, false};
const Figure figure_2{"lsvm", "C", coarse_stage().front(), penalty_curve, true};

std::string_view stage_of(const Figure& figure, std::size_t point) {
  if (!figure.staged) return {};
  return penalty_stages[point < coarse_values ? 0 : 1];
}

// One curve. Its first point stands for all of them, of which one knows only afterwards where they
// lie.
Unit unit_of(const Figure& figure, std::shared_ptr<const SplitSet> set, int realisation,
             const ExperimentRequest& request) {
  Unit unit;
  unit.doing = sentence(set->name, ", ", figure.method);
  unit.cost = lauer_cost(*set, lauer_plan_of(figure.method));
  unit.cells.push_back(point(*set, figure.method, realisation, figure.axis, figure.first));
  unit.cells.back().quantity = stage_of(figure, 0);
  unit.work = [&figure, set, realisation, &request](int) -> Result<Numbers> {
    auto curve = figure.curve(*set, realisation, request);
    if (!curve) return in_realisation(*set, realisation, curve.error());
    return curve;
  };
  unit.summarise = [&figure, set, realisation](std::vector<Cell>& cells,
                                               std::span<const Numbers> made) {
    cells.clear();
    const Numbers& curve = made[0];
    for (std::size_t i = 0; 2 * i < curve.size(); ++i) {
      Cell& cell =
          cells.emplace_back(point(*set, figure.method, realisation, figure.axis, curve[2 * i]));
      cell.result = summary_of(std::span(curve).subspan(2 * i + 1, 1));
      cell.quantity = stage_of(figure, i);
    }
  };
  unit.scene = [&figure, set, realisation](const Cell& cell,
                                           std::span<const Numbers>) -> Result<CellScene> {
    return lauer_scene(LauerTable::table_1, *set, realisation, lauer_plan_of(figure.method),
                       cell.method, cell.at[1].value);
  };
  return unit;
}

// The figures show an example; more than the first realisation are made where that is asked for.
template <const Figure& figure>
Result<Plan> plan_curves(const ExperimentRequest& request, const std::vector<const Method*>&) {
  auto sets = requested_split_sets(request);
  if (!sets) return std::unexpected(sets.error());
  Plan plan;
  for (const auto& set : *sets) {
    for (int r = 0; r < std::max(1, request.realisations); ++r) {
      plan.units.push_back(unit_of(figure, set, r, request));
    }
  }
  plan.layout.datasets = lauer_datasets();
  plan.layout.quantities = penalty_stages;
  return plan;
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
          plan_curves<figure_1>,
          false,
          false,
          Repeats::realisations,
          draw_validation_course};
}

Experiment lauer_figure_2() {
  return {"lauer-figure-2",
          "Lauer & Bloch 2006, Figure 2",
          "The validation error over the values of C that the search of LSVM tries, in the first "
          "realisation of each data set.",
          "per cent of validation errors",
          true,
          method_of("lsvm"),
          plan_curves<figure_2>,
          false,
          false,
          Repeats::realisations,
          draw_penalty_search};
}

}  // namespace marginscope
