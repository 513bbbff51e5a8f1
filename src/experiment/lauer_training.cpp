#include "experiment/lauer_training.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include "core/text.h"
#include "data/training.h"
#include "experiment/plan.h"
#include "selection/two_stage.h"
#include "solvers/registry.h"
#include "stopping/registry.h"

namespace marginscope {
namespace {

using enum PenaltySearch;

// HKESA has no end of its own within 300 iterations, and MHKA is taken to be as long. The text's
// ε = b0²/2 is taken times 1e-8 for HK, with which the printed cells come out. The support vector
// machines are solved far beyond the digits that show: their optimum is unique, and so is every cell,
// whatever the solver and wherever it starts.
constexpr std::array plans = {
    LauerPlan{.algorithm = "hk:learning_rate=0.4,initial_margin=1e-6",
              .rules = "objective-change:threshold=5e-21 validation-minimum",
              .max_iterations = 100'000,
              .search = none,
              .passes = 500,
              .at_the_end = "hk",
              .at_the_minimum = "hkes"},
    LauerPlan{.algorithm = "hka:learning_rate=0.4,initial_margin=1e-6,solve=inverse",
              .rules = "objective-change:threshold=5e-21 validation-minimum",
              .max_iterations = 300,
              .search = none,
              .passes_a_weight = 300,
              .at_the_minimum = "hkesa"},
    LauerPlan{.algorithm = "mhks:learning_rate=0.4,initial_margin=1e-6",
              .rules = "objective-change:threshold=5e-13",
              .max_iterations = 100'000,
              .search = coarse,
              .passes = 100,
              .at_the_minimum = "mhks"},
    LauerPlan{.algorithm = "mhka:learning_rate=0.4,initial_margin=1e-6,solve=inverse",
              .rules = "objective-change:threshold=5e-13",
              .max_iterations = 300,
              .search = coarse,
              .passes_a_weight = 300,
              .at_the_minimum = "mhka"},
    LauerPlan{.algorithm = "lsvm",
              .rules = "kkt:tolerance=1e-5",
              .max_iterations = 20'000,
              .search = two_stage,
              .passes = 500,
              .at_the_minimum = "lsvm"},
    LauerPlan{.algorithm = "smo",
              .rules = "kkt:tolerance=1e-6",
              .max_iterations = 10'000'000,
              .search = coarse,
              .passes = 1000,
              .at_the_minimum = "svm"},
};

// Łęski's rate, an end once no margin grows by more than 2e-4 (max e ≤ 100·b0 = 1e-4), and a first
// stage that ends at 2^6.
constexpr double recovered_largest = 64;
constexpr std::array plans_recovered = {
    LauerPlan{.algorithm = "mhks:learning_rate=0.99,initial_margin=1e-6",
              .rules = "no-positive-error:tolerance=100",
              .max_iterations = 100'000,
              .search = coarse,
              .largest = recovered_largest,
              .passes = 50,
              .at_the_minimum = "mhks"},
    LauerPlan{.algorithm = "mhka:learning_rate=0.99,initial_margin=1e-6,solve=inverse",
              .rules = "no-positive-error:tolerance=100",
              .max_iterations = 1000,
              .search = coarse,
              .largest = recovered_largest,
              .passes_a_weight = 50,
              .at_the_minimum = "mhka"},
};

constexpr std::array methods_recovered = {
    Method{"mhks", "MHKS",
           "modified Ho-Kashyap with μ = 0.99, ended at max e ≤ 1e-4; C ≤ 2^6 by the first stage"},
    Method{"mhka", "MHKA", "the same with absolute errors"},
};

constexpr std::array methods = {
    Method{"hk", "HK",
           "Ho-Kashyap, run until |ΔJ| < 5e-21; with the text's ε = 0.5·b0² = 5e-13 one of the 36 "
           "cells of HK and HKES in Tables 1 and 3 comes out, with this 33"},
    Method{
        "hkes", "HKES",
        "Ho-Kashyap, run until |ΔJ| < 5e-21 and taken at its first iteration of least validation "
        "error"},
    Method{
        "hkesa", "HKESA",
        "Ho-Kashyap with absolute errors, at its first iteration of least validation error; the "
        "text neither ends it after 300 iterations nor keeps the weights 1/|e| finite, here by |e| "
        "≥ 1e-12·b0"},
    Method{"mhks", "MHKS",
           "modified Ho-Kashyap, run until |ΔJ| < 5e-13; C by the first stage of the search alone, "
           "where the text has two"},
    Method{"mhka", "MHKA",
           "the same with absolute errors; here, too, 300 iterations at most and weights of |e| ≥ "
           "1e-12 are not the text's"},
    Method{"lsvm", "LSVM",
           "the Lagrangian support vector machine at its optimum; C by both stages"},
    Method{"svm", "SVM",
           "the support vector machine at its optimum; C by the first stage of the search alone, "
           "where the text has two"},
};

// The rows that train, and those of the validation part.
std::pair<std::vector<int>, std::vector<int>> rows_of_parts(LauerTable table, const SplitSet& set,
                                                            int realisation) {
  const Realisation& split = set.realisations[static_cast<std::size_t>(realisation)];
  if (table == LauerTable::table_3) return {split.train, split.test};
  const auto third = split.train.begin() + static_cast<std::ptrdiff_t>(split.train.size() / 3);
  return {{third, split.train.end()}, {split.train.begin(), third}};
}

// At its stop, or cancelled. It takes over from a run of the same algorithm before it what both
// share; where that is nothing, that run is let go.
Result<Run> stopped_run(const LauerPlan& plan, const Spec& algorithm,
                        const std::shared_ptr<const Problem>& problem,
                        const ExperimentRequest& request, RunOptions options,
                        std::optional<Run>& before) {
  auto solver = make_solver(algorithm);
  if (!solver) return std::unexpected(solver.error());
  auto rules = parse_rules(plan.rules);
  if (!rules) return std::unexpected(rules.error());
  const Judged training = {problem->task, problem->has_validation(), (*solver)->measures()};
  if (auto reason = misfit(*rules, training)) return fail(*reason);
  options.max_iterations = plan.max_iterations;
  options.memory = memory_of_one_job(request);
  if (before && !(*solver)->shares_with(before->solver(), *problem)) before.reset();
  auto run = Run::start(problem, std::move(*solver), std::move(*rules), options,
                        before ? &before->solver() : nullptr);
  constexpr int steps_between_looks = 1000;
  while (run && !run->stop()) {
    if (request.cancelled && *request.cancelled) run->cancel();
    run->advance(steps_between_looks);
  }
  return run;
}

}  // namespace

std::span<const LauerPlan> lauer_plans() { return plans; }

const LauerPlan& lauer_plan_of(std::string_view method) {
  return *std::find_if(plans.begin(), plans.end(), [method](const LauerPlan& plan) {
    return plan.at_the_end == method || plan.at_the_minimum == method;
  });
}

std::span<const Method> lauer_methods() { return methods; }

std::span<const LauerPlan> recovered_plans() { return plans_recovered; }
std::span<const Method> recovered_methods() { return methods_recovered; }

LauerParts lauer_parts(LauerTable table, const SplitSet& set, int realisation) {
  const auto [train, validation] = rows_of_parts(table, set, realisation);
  return {training_of(set.data, Scaling::none, train, validation).problem,
          rows_of(set.data, set.realisations[static_cast<std::size_t>(realisation)].test)};
}

CellScene lauer_scene(LauerTable table, const SplitSet& set, int realisation, const LauerPlan& plan,
                      std::string_view method, double C) {
  const auto [train, validation] = rows_of_parts(table, set, realisation);
  Spec algorithm = *parse_spec(plan.algorithm);
  if (plan.search != none) algorithm.values.emplace_back("C", exact_text(C));
  const bool at_the_end = method == plan.at_the_end;
  CellScene behind{
      scene_of(set.name, parted(set.data, train, validation), spec_text(algorithm),
               at_the_end ? plan.rules.substr(0, plan.rules.find(' ')) : plan.rules),
      sentence(set.drawn ? "split " : "realisation ", std::to_string(realisation + 1), " of ",
               std::to_string(set.realisations.size()), set.drawn ? ", drawn at random" : "")};
  behind.scene.max_iterations = plan.max_iterations;
  return behind;
}

Result<std::vector<std::shared_ptr<const SplitSet>>> requested_split_sets(
    const ExperimentRequest& request) {
  auto sets = request.data->split_sets(request.datasets);
  if (!sets) return std::unexpected(sets.error());
  for (const auto& set : *sets) {
    if (request.realisations > static_cast<int>(set->realisations.size())) {
      return fail(sentence(set->name, " has ", std::to_string(set->realisations.size()),
                           " realisations, not ", std::to_string(request.realisations)));
    }
  }
  return sets;
}

double lauer_cost(const SplitSet& set, const LauerPlan& plan) {
  const Realisation& split = set.realisations[0];
  const double weights = static_cast<double>(set.data.X.cols()) + 1;
  const double patterns = static_cast<double>(split.train.size() + split.test.size());
  const double values = plan.search == none     ? 1
                        : plan.search == coarse ? coarse_values
                                                : coarse_values + fine_values;
  return patterns * weights * values * (plan.passes + plan.passes_a_weight * weights);
}

std::unexpected<Error> in_realisation(const SplitSet& set, int realisation, const Error& error) {
  return fail(
      sentence(set.name, ", realisation ", std::to_string(realisation + 1), ": ", error.message));
}

int realisations_of(const SplitSet& set, const ExperimentRequest& request) {
  return request.realisations > 0 ? request.realisations
                                  : static_cast<int>(set.realisations.size());
}

double validation_error_of(const Run& run) {
  const Problem& problem = run.problem();
  Eigen::MatrixXd f;
  run.solver().decision_values(*problem.X_validation, f);
  return error_rate(problem, problem.y_validation, f);
}

double test_error_of(const Run& run, const Columns& test) {
  Eigen::MatrixXd f;
  run.solver().decision_values(*test.X, f);
  return error_rate(run.problem(), test.y, f);
}

Result<Run> train(const LauerPlan& plan, const std::shared_ptr<const Problem>& problem,
                  const ExperimentRequest& request, bool keep_history) {
  auto algorithm = parse_spec(plan.algorithm);
  if (!algorithm) return std::unexpected(algorithm.error());
  RunOptions options;
  options.keep_history = keep_history;
  std::optional<Run> before;
  return stopped_run(plan, *algorithm, problem, request, options, before);
}

Result<std::vector<TriedPenalty>> search_penalty(const LauerPlan& plan, const LauerParts& parts,
                                                 const ExperimentRequest& request, bool test) {
  auto shared = parse_spec(plan.algorithm);
  if (!shared) return std::unexpected(shared.error());
  if (!parts.problem->has_validation()) {
    return fail("C is chosen by the validation part, and there is none");
  }
  // Nobody goes back in these runs, so few keyframes will do.
  RunOptions options;
  options.keep_history = false;
  options.keyframe_bytes = std::size_t{1} << 20;
  std::vector<TriedPenalty> tried;
  std::optional<Run> before;
  const auto cancelled = [&] { return request.cancelled && *request.cancelled; };
  const auto try_values = [&](std::span<const double> values) -> Result<void> {
    for (const double C : values) {
      Spec algorithm = *shared;
      algorithm.values.emplace_back("C", exact_text(C));
      auto run = stopped_run(plan, algorithm, parts.problem, request, options, before);
      if (!run) return std::unexpected(run.error());
      if (cancelled()) return {};
      TriedPenalty& one = tried.emplace_back();
      one.C = C;
      one.validation_error = validation_error_of(*run);
      one.test_error =
          test ? test_error_of(*run, parts.test) : std::numeric_limits<double>::quiet_NaN();
      before.emplace(std::move(*run));
    }
    return {};
  };
  const auto all = coarse_stage();
  const auto end = std::upper_bound(all.begin(), all.end(), plan.largest);
  if (auto made = try_values({all.begin(), end}); !made) return std::unexpected(made.error());
  if (plan.search == two_stage && !cancelled()) {
    const auto fine = fine_stage(chosen_penalty(tried).C);
    if (auto made = try_values(fine); !made) return std::unexpected(made.error());
  }
  return tried;
}

const TriedPenalty& chosen_penalty(const std::vector<TriedPenalty>& tried) {
  const auto first = tried.begin() + (tried.size() > coarse_values ? coarse_values : 0);
  return *std::min_element(first, tried.end(), [](const TriedPenalty& a, const TriedPenalty& b) {
    return a.validation_error < b.validation_error;
  });
}

}  // namespace marginscope
