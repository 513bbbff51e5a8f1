#include "experiment/stopping_course.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "core/run.h"
#include "experiment/plan.h"
#include "solvers/registry.h"
#include "stopping/registry.h"

namespace marginscope {
namespace {

// Of a training in which some rule never holds.
constexpr int max_iterations = 300;

// The paper's support vectors are those that its weighted least squares takes, u > 0. On their margin, to
// rounding, are patterns that it has given a weight of their own.
int with_slack(const Solver& solver) {
  return static_cast<int>(
      std::ranges::count_if(solver.values(Role::slack), [](double u) { return u > 0; }));
}

}  // namespace

std::vector<StoppingMethod> rules_of(std::span<const StoppingMethod> rules,
                                     const std::vector<const Method*>& wanted) {
  std::vector<StoppingMethod> list;
  for (const StoppingMethod& rule : rules) {
    const bool asked = std::any_of(wanted.begin(), wanted.end(), [&](const Method* method) {
      return method->id == rule.method.id;
    });
    if (asked) list.push_back(rule);
  }
  return list;
}

std::size_t rule_place(std::span<const StoppingMethod> rules, std::string_view method) {
  const auto place = std::find_if(rules.begin(), rules.end(), [&](const StoppingMethod& rule) {
    return rule.method.id == method;
  });
  return static_cast<std::size_t>(place - rules.begin());
}

std::size_t quantity_place(std::span<const std::string_view> quantities, std::string_view name) {
  return static_cast<std::size_t>(std::find(quantities.begin(), quantities.end(), name) -
                                  quantities.begin());
}

Result<Course> course_of(const Spec& algorithm, std::shared_ptr<const Problem> problem,
                         std::span<const StoppingMethod> rules, Parts watched,
                         const ExperimentRequest& request) {
  auto solver = make_solver(algorithm);
  if (!solver) return std::unexpected(solver.error());
  RuleSet all;
  std::vector<std::string> texts;
  for (const StoppingMethod& rule : rules) {
    auto parsed = parse_rules(rule.rules);
    if (!parsed) return std::unexpected(parsed.error());
    texts.push_back(parsed->groups[0].text);
    all.groups.push_back(std::move(parsed->groups[0]));
  }
  RunOptions options;
  options.max_iterations = max_iterations;
  options.watched = watched;
  options.memory = memory_of_one_job(request);
  double seconds = 0;
  const auto timed = [&seconds](const auto& work) {
    const Run::Clock::time_point began = Run::Clock::now();
    auto done = work();
    seconds += std::chrono::duration<double>(Run::Clock::now() - began).count();
    return done;
  };
  auto run =
      timed([&] { return Run::start(problem, std::move(*solver), std::move(all), options); });
  if (!run) return std::unexpected(run.error());
  Course course;
  Eigen::MatrixXd f;
  const auto note = [&] {
    run->solver().decision_values(*problem->X_validation, f);
    course.errors.push_back(error_rate(*problem, problem->y_validation, f));
    course.records.push_back(run->record());
    course.records.back().support_vectors = with_slack(run->solver());
    course.seconds.push_back(seconds);
  };
  const auto held = [&](const std::string& text) {
    for (const WouldStop& one : run->would_stop()) {
      if (one.text == text) return one.iteration;
    }
    return std::optional<int>();
  };
  note();
  constexpr std::chrono::milliseconds between_looks{100};
  while (!run->end() && !std::all_of(texts.begin(), texts.end(), held)) {
    if (request.cancelled && *request.cancelled) return Course{};
    if (timed([&] { return run->advance(1, between_looks); }) > 0) note();
  }
  for (const std::string& text : texts) {
    course.stops.push_back(held(text).value_or(run->last_iteration()));
  }
  return course;
}

}  // namespace marginscope
