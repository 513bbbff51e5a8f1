#include "experiment/four_points.h"

#include <array>
#include <memory>

#include "core/run.h"
#include "core/text.h"
#include "data/catalogue.h"
#include "data/training.h"
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

Result<ExperimentResult> run(const Experiment& self, const ExperimentRequest& request) {
  auto wanted = requested_methods(self, request);
  if (!wanted) return std::unexpected(wanted.error());
  for (const std::string& name : request.datasets) {
    if (name != dataset) {
      return fail(
          sentence(self.id, " has no data set ", in_quotes(name), "; its only one is ", dataset));
    }
  }
  ExperimentResult result;
  for (const Method* method : *wanted) {
    for (const PrintedList& list : printed_lists) {
      if (list.method != method->id) continue;
      auto values = values_of(list);
      if (!values) return std::unexpected(values.error());
      if (values->size() < static_cast<std::size_t>(list.count)) {
        return fail(sentence(list.algorithm, " does not publish ", list.quantity));
      }
      for (std::size_t i = 0; i < static_cast<std::size_t>(list.count); ++i) {
        Cell cell;
        cell.dataset = dataset;
        cell.method = method->id;
        cell.quantity = sentence(list.quantity, " ", std::to_string(i + 1));
        cell.result = summary_of(std::span<const double>(*values).subspan(i, 1));
        cell.publication = Publication{{list.values[i], numpy_decimals}, {}, 1, {}, {}};
        compare_with_publication(cell);
        result.cells.push_back(std::move(cell));
      }
    }
  }
  if (request.on_cells) request.on_cells(result.cells);
  return result;
}

}  // namespace

Experiment four_points_experiment() {
  return {"four-points",
          "Why do we need the Ho-Kashyap algorithm?",
          "Every number of the article's example: least squares fails on four points that a line "
          "separates, Ho-Kashyap does not.",
          "plain numbers",
          false,
          methods,
          run};
}

}  // namespace marginscope
