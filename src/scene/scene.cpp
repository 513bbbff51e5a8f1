#include "scene/scene.h"

#include <algorithm>

#include "data/catalogue.h"
#include "solvers/registry.h"
#include "stopping/registry.h"

namespace marginscope {

Scene default_scene() {
  const NamedProblem& four_points = **find_named_problem("four-points");
  Scene scene;
  scene.name = four_points.name;
  scene.problem.name = four_points.id;
  scene.data = *make_named_problem(scene.problem, scene.seed);
  scene.machine().rules = (*find_algorithm(scene.machine().algorithm.name))->default_rules;
  return scene;
}

std::string machine_letter(int place) { return {static_cast<char>('A' + place)}; }

std::string machine_title(const MachineSetup& machine, int place) {
  const std::string title = "machine " + machine_letter(place);
  return machine.name.empty() ? title : sentence(title, " (", in_quotes(machine.name), ")");
}

std::string_view pace_id(Pace pace) { return pace == Pace::time ? "time" : "iteration"; }

Result<Pace> parse_pace(std::string_view text) {
  for (const Pace pace : {Pace::iteration, Pace::time}) {
    if (text == pace_id(pace)) return pace;
  }
  return fail(sentence("pace is ", in_quotes(text), "; it must be iteration or time"));
}

std::string link_refusal(std::size_t length) {
  if (length <= longest_link) return "";
  return sentence("This scene is too long for a link: ", std::to_string(length),
                  " characters, of at most ", std::to_string(longest_link),
                  ". A file holds it all.");
}

Result<std::uint64_t> parse_seed(std::string_view text) {
  if (const auto seed = parse_natural(text)) return *seed;
  return fail(
      sentence("The seed is ", in_quotes(text), "; it must be a whole number from 0 to 2^64 − 1"));
}

Result<void> check_projection(const Projection& projection, Eigen::Index p) {
  if (projection.principal) {
    if (!projection.alone) return {};
    return fail(
        "Principal components are made of all features, so machines learn from all; show two "
        "features to have them learn from these alone");
  }
  const auto [first, second] = projection.features;
  // Where there is one feature the second direction shows none.
  const bool wrong_first = first < 0 || first >= p;
  if (wrong_first || second < 0 || second >= std::max<Eigen::Index>(p, 2)) {
    return fail(sentence("The plane cannot show feature ",
                         std::to_string((wrong_first ? first : second) + 1), "; there ",
                         p == 1 ? "is " : "are ", std::to_string(p)));
  }
  if (p > 1 && first == second) {
    return fail(sentence("The plane cannot show feature ", std::to_string(first + 1),
                         " in both directions; choose another for one of them"));
  }
  if (projection.alone && p < 3) {
    return fail(
        "There are no other features than those that are shown, so machines learn from all");
  }
  return {};
}

std::vector<int> trained_features(const Scene& scene) {
  const auto [first, second] = scene.projection.features;
  return scene.projection.alone ? std::vector{first, second} : std::vector<int>();
}

Dataset trained_data(const Scene& scene) {
  if (!scene.projection.alone) return scene.data;
  return {features_of(scene.data, trained_features(scene)), scene.data.classes};
}

bool shows_slice(const Scene& scene) { return scene.data.X.cols() > 2 && !scene.projection.alone; }

Training training_of(const Scene& scene) {
  Training training = training_of(trained_data(scene), scene.scaling);
  training.features = trained_features(scene);
  return training;
}

Judged judged(const Spec& algorithm, const Problem& problem) {
  const auto solver = make_solver(algorithm);
  return {problem.task, problem.has_validation(), solver ? (*solver)->measures() : part::all};
}

Result<RuleSet> rules_for(const Spec& algorithm, std::string_view rules, const Problem& problem) {
  auto parsed = parse_rules(rules);
  if (!parsed) return fail(parsed.error());
  if (const auto reason = misfit(*parsed, judged(algorithm, problem))) return fail(*reason);
  return parsed;
}

Gradual<Result<Run>> begin_run(Spec algorithm, std::string rules,
                               std::shared_ptr<const Problem> problem, RunOptions options) {
  auto solver = make_solver(algorithm);
  if (!solver) co_return fail(solver.error());
  auto parsed = parse_rules(rules);
  if (!parsed) co_return fail(parsed.error());
  co_return co_await Run::begin(std::move(problem), std::move(*solver), std::move(*parsed),
                                options);
}

}  // namespace marginscope
