#include "experiment/four_points.h"

#include <array>
#include <memory>
#include <optional>
#include <span>

#include "core/run.h"
#include "core/text.h"
#include "data/catalogue.h"
#include "data/training.h"
#include "experiment/plan.h"
#include "solvers/registry.h"
#include "stopping/registry.h"

namespace marginscope {
namespace {

constexpr std::string_view dataset = "four-points";

constexpr std::array methods = {
    Method{"least-squares", "Least squares",
           "w = Z⁺b with all margins 1: the third point stays on the wrong side"},
    Method{"hand-set", "Margins set by hand", "least squares with b = (1, 1, 1, 10)"},
    Method{"ho-kashyap", "Ho-Kashyap", "b0 = 1 and μ = 1/2, until no error is positive"},
};

// A list of numbers that the article prints for a method; for `decision_values` it prints Xw, the
// class left out, for `margins` its product with the class.
struct PrintedList {
  std::string_view method;
  std::string_view algorithm;
  std::string_view rules;
  std::string_view quantity;
  std::array<double, 4> values;
  int count;
};

constexpr std::array printed_lists = {
    PrintedList{"least-squares", "ols", "", "weights", {0.15328467, -0.4379562, 3.2189781, 0}, 3},
    PrintedList{"least-squares",
                "ols",
                "",
                "decision_values",
                {0.19708029, 0.91970803, 0.04379562, -1.16058394},
                4},
    PrintedList{"hand-set",
                "ols:target_margins=1,1,1,10",
                "",
                "margins",
                {0.8540146, 0.98540146, 0.81021898, 10.02919708},
                4},
    PrintedList{"ho-kashyap",
                "hk:learning_rate=0.5,initial_margin=1",
                "no-positive-error",
                "margin_vector",
                {1, 1, 1, 12},
                4},
    PrintedList{"ho-kashyap",
                "hk:learning_rate=0.5,initial_margin=1",
                "no-positive-error",
                "weights",
                {2, -1, -2, 0},
                3},
};

constexpr std::array<std::string_view, 15> quantities = {
    "margin_vector 1",   "margin_vector 2",   "margin_vector 3",   "margin_vector 4",
    "weights 1",         "weights 2",         "weights 3",         "decision_values 1",
    "decision_values 2", "decision_values 3", "decision_values 4", "margins 1",
    "margins 2",         "margins 3",         "margins 4"};

constexpr int numpy_decimals = 8;

// The values of a published quantity where the list's algorithm stops.
Result<std::vector<double>> values_of(const PrintedList& list) {
  auto data = make_named_problem({std::string(dataset), {}}, 1);
  if (!data) return std::unexpected(data.error());
  auto problem = training_of(*data, Scaling::none).problem;
  auto algorithm = parse_spec(list.algorithm);
  if (!algorithm) return std::unexpected(algorithm.error());
  auto solver = make_solver(*algorithm);
  if (!solver) return std::unexpected(solver.error());
  auto rules = parse_rules(list.rules);
  if (!rules) return std::unexpected(rules.error());
  auto run = Run::start(problem, std::move(*solver), std::move(*rules));
  if (!run) return std::unexpected(run.error());
  while (!run->stop()) run->advance(1000);

  std::vector<double> values;
  if (list.quantity == "decision_values") {
    Eigen::MatrixXd f;
    run->solver().decision_values(problem->X, f);
    values.assign(f.data(), f.data() + f.size());
    return values;
  }
  const auto published = run->solver().quantities();
  for (std::size_t i = 0; i < published.size(); ++i) {
    if (published[i].id == list.quantity) run->solver().values(i, values);
  }
  return values;
}

constexpr std::string_view id = "four-points";

// As cells call the numbers of a list, from 1.
std::string quantity_of(const PrintedList& list, int number) {
  return sentence(list.quantity, " ", std::to_string(number));
}

// Where a cell's number stands in the list, from 0; nothing where it belongs to another one.
std::optional<std::size_t> place_of(const Cell& cell, const PrintedList& list) {
  for (int i = 0; i < list.count; ++i) {
    if (cell.method == list.method && cell.quantity == quantity_of(list, i + 1)) {
      return static_cast<std::size_t>(i);
    }
  }
  return std::nullopt;
}

// One list, number by number.
Unit unit_of(const PrintedList& list) {
  Unit unit;
  unit.doing = sentence(list.method, ", ", list.quantity);
  for (int i = 1; i <= list.count; ++i) {
    Cell& cell = unit.cells.emplace_back();
    cell.dataset = dataset;
    cell.method = list.method;
    cell.quantity = quantity_of(list, i);
    cell.result.n = 1;
  }
  unit.work = [&list](int) -> Result<Numbers> {
    auto values = values_of(list);
    if (values && values->size() < static_cast<std::size_t>(list.count)) {
      return fail(sentence(list.algorithm, " does not publish ", list.quantity));
    }
    return values;
  };
  unit.summarise = [&list](std::vector<Cell>& cells, std::span<const Numbers> made) {
    for (Cell& cell : cells) {
      cell.result = summary_of(column_of(made, *place_of(cell, list)));
    }
  };
  unit.scene = [&list](const Cell&, std::span<const Numbers>) -> Result<CellScene> {
    auto data = make_named_problem({std::string(dataset), {}}, 1);
    if (!data) return std::unexpected(data.error());
    CellScene behind{scene_of("Four points", std::move(*data), list.algorithm, list.rules),
                     "the run itself"};
    behind.scene.problem = {std::string(dataset), {}};
    return behind;
  };
  return unit;
}

std::optional<Publication> publication_of(const Cell& cell) {
  for (const PrintedList& list : printed_lists) {
    if (const auto place = place_of(cell, list)) {
      return Publication{.mean = {list.values[*place], numpy_decimals}};
    }
  }
  return std::nullopt;
}

Result<Plan> plan_lists(const ExperimentRequest& request,
                        const std::vector<const Method*>& wanted) {
  if (auto good = check_only_dataset(id, request, dataset); !good) {
    return std::unexpected(good.error());
  }
  Plan plan;
  for (const Method* method : wanted) {
    for (const PrintedList& list : printed_lists) {
      if (list.method == method->id) plan.units.push_back(unit_of(list));
    }
  }
  plan.layout.quantities = quantities;
  plan.layout.publication = publication_of;
  return plan;
}

}  // namespace

Experiment four_points_experiment() {
  return {id,
          "Why do we need the Ho-Kashyap algorithm?",
          "Every number of the article's example: least squares fails on four points that a line "
          "separates, Ho-Kashyap does not.",
          "plain numbers",
          false,
          methods,
          plan_lists,
          false,
          false,
          Repeats::none};
}

}  // namespace marginscope
