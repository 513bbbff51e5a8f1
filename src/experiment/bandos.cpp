#include "experiment/bandos.h"

#include <array>
#include <cmath>
#include <memory>

#include "core/random.h"
#include "core/text.h"
#include "data/training.h"
#include "experiment/bandos_table.h"
#include "experiment/plan.h"
#include "experiment/stopping_course.h"

namespace marginscope {
namespace {

constexpr std::array table_rules = {
    StoppingMethod{{"tolerance", "Tolerance", "|ΔL_P|/L_P < 1e-5"},
                   "objective-change:threshold=1e-5,relative=1"},
    StoppingMethod{{"kurtosis", "Kurtosis", "second difference of the kurtosis within 1 %"},
                   "moment-stationary:moment=kurtosis,difference=2,threshold=0.01"},
    StoppingMethod{{"skewness", "Skewness", "second difference of the skewness within 0.1 %"},
                   "moment-stationary:moment=skewness,difference=2,threshold=0.001"},
    StoppingMethod{{"std", "σ", "second difference of the standard deviation within 1 %"},
                   "moment-stationary:moment=std,difference=2,threshold=0.01"},
    StoppingMethod{{"mean", "Mean", "second difference of the mean within 0.1 %"},
                   "moment-stationary:moment=mean,difference=2,threshold=0.001"}};

constexpr auto table_methods = methods_of(table_rules);

constexpr std::string_view table_id = "bandos-table-1";
constexpr int folds = 8;
constexpr int usual_partitions = 30;

// The rows that belong to each fold, drawn at random.
std::vector<std::vector<int>> folds_of(int rows, std::uint64_t seed) {
  std::vector<int> order(static_cast<std::size_t>(rows));
  for (int row = 0; row < rows; ++row) order[static_cast<std::size_t>(row)] = row;
  Random(seed).shuffle(order);
  std::vector<std::vector<int>> parts(folds);
  for (std::size_t i = 0; i < order.size(); ++i) parts[i % folds].push_back(order[i]);
  return parts;
}

Spec machine_of(const BandosSettings& settings) {
  return {"irwls",
          {{"C", exact_text(settings.C)},
           {"kernel", sentence("gaussian:sigma=", exact_text(settings.sigma))},
           {"step", "full"}}};
}

std::vector<std::vector<int>> folds_of(const Dataset& data, int partition,
                                       const ExperimentRequest& request) {
  return folds_of(static_cast<int>(data.size()),
                  request.seed + (static_cast<std::uint64_t>(partition) << 32));
}

// The rows of all folds but one.
std::vector<int> rows_beside(const std::vector<std::vector<int>>& parts, std::size_t fold) {
  std::vector<int> rows;
  for (std::size_t other = 0; other < parts.size(); ++other) {
    if (other != fold) rows.insert(rows.end(), parts[other].begin(), parts[other].end());
  }
  return rows;
}

// The means over the folds of one partition: for each rule the quantities.
Result<Numbers> cross_validate(const Dataset& data, const BandosSettings& settings,
                               const std::vector<StoppingMethod>& rules, int partition,
                               const ExperimentRequest& request) {
  const Spec algorithm = machine_of(settings);
  const auto parts = folds_of(data, partition, request);
  Numbers means(rules.size() * bandos_quantities().size());
  for (std::size_t fold = 0; fold < parts.size(); ++fold) {
    const std::vector<int> train = rows_beside(parts, fold);
    const auto problem = training_of(data, Scaling::none, train, parts[fold]).problem;
    auto course = course_of(algorithm, problem, rules, part::none, request);
    if (!course) return std::unexpected(course.error());
    if (course->records.empty()) return Numbers{};
    for (std::size_t rule = 0; rule < rules.size(); ++rule) {
      const std::size_t k = course->stop(rule);
      const double support = course->records[k].support_vectors;
      const std::array values = {100 - 100 * course->errors[k],
                                 100 * support / static_cast<double>(train.size()),
                                 static_cast<double>(k), course->seconds[k]};
      for (std::size_t i = 0; i < values.size(); ++i) {
        means[rule * values.size() + i] += values[i] / folds;
      }
    }
  }
  return means;
}

Result<Plan> plan_table(const ExperimentRequest& request,
                        const std::vector<const Method*>& wanted) {
  auto sets = request.data->plain_sets(request.datasets, bandos_datasets());
  if (!sets) return std::unexpected(sets.error());
  const std::vector<StoppingMethod> rules = rules_of(table_rules, wanted);
  const int partitions = request.realisations > 0 ? request.realisations : usual_partitions;
  std::vector<Unit> units;
  for (const PlainSet& set : *sets) {
    if (set.data.classes != 2 || set.data.size() < 2 * folds) {
      return fail(sentence(set.name, " has ", std::to_string(set.data.classes), " classes and ",
                           std::to_string(set.data.size()), " patterns; ", table_id,
                           " takes two classes and at least ", std::to_string(2 * folds),
                           " patterns"));
    }
    const BandosSettings settings = bandos_settings(set.name, static_cast<int>(set.data.X.cols()));
    const auto data = std::make_shared<Dataset>(set.data);
    if (settings.standardised) data->X = training_of(set.data, Scaling::standard).problem->X;
    Unit& unit = units.emplace_back();
    unit.doing = set.name;
    for (const StoppingMethod& rule : rules) {
      for (const std::string_view quantity : bandos_quantities()) {
        Cell& cell = unit.cells.emplace_back();
        cell.dataset = set.name;
        cell.method = rule.method.id;
        cell.quantity = quantity;
        cell.result.n = partitions;
      }
    }
    unit.pieces = partitions;
    unit.cost = std::pow(static_cast<double>(set.data.size()), 3);
    unit.work = [name = set.name, data, settings, rules,
                 &request](int partition) -> Result<Numbers> {
      auto made = cross_validate(*data, settings, rules, partition, request);
      if (!made) return fail(sentence(name, ": ", made.error().message));
      return made;
    };
    unit.summarise = [rules](std::vector<Cell>& cells, std::span<const Numbers> made) {
      for (Cell& cell : cells) {
        const std::size_t rule = rule_place(rules, cell.method);
        const std::size_t quantity = quantity_place(bandos_quantities(), cell.quantity);
        cell.result = summary_of(column_of(made, rule * bandos_quantities().size() + quantity));
      }
    };
    unit.scene = [name = set.name, data, settings, rules, &request](
                     const Cell& cell, std::span<const Numbers>) -> Result<CellScene> {
      const auto parts = folds_of(*data, 0, request);
      return CellScene{
          scene_of(name, parted(*data, rows_beside(parts, 0), parts[0]),
                   spec_text(machine_of(settings)), rules[rule_place(rules, cell.method)].rules),
          sentence("fold 1 of ", std::to_string(folds), ", the validation part")};
    };
  }
  Layout layout;
  layout.datasets = bandos_datasets();
  layout.quantities = bandos_quantities();
  layout.publication = bandos_publication;
  return Plan{std::move(layout), std::move(units)};
}

}  // namespace

Experiment bandos_table_1() {
  Experiment table{
      table_id,
      "Bandos et al. 2007, Table 1",
      "Success rate, support vectors, iterations and time of support vector machines by "
      "reweighted least squares, stopped by a tolerance or when a moment of the errors is "
      "stationary; n counts partitions into eight folds. Where the text is silent, choices "
      "with which the tolerance's row comes out: sonar's features are standardised over all "
      "rows, the others are taken as they are; steps are full ones, not searched; the "
      "tolerance is 1e-5. Differences of moments are taken in absolute value.",
      "per cent of patterns; iterations; seconds",
      true,
      table_methods,
      plan_table,
      true};
  table.columns = true;
  return table;
}

}  // namespace marginscope
