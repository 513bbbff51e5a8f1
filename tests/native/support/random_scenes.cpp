#include "support/random_scenes.h"

#include <cmath>

#include "scene/command.h"
#include "solvers/registry.h"
#include "stopping/registry.h"
#include "support/problems.h"
#include "support/random_settings.h"

namespace marginscope::testing {
namespace {

std::size_t below(Random& random, std::size_t count) {
  return static_cast<std::size_t>(random.below(count));
}

}  // namespace

std::string random_word(Random& random) {
  using namespace std::literals;
  constexpr std::string_view letters = "abc ABC,&=%#+?é−\"'\n\0\xFF"sv;
  std::string word;
  for (auto n = below(random, 9); n > 0; --n) word += letters[below(random, letters.size())];
  return word;
}

std::string mutated(Random& random, std::string text, std::span<const std::string_view> pieces) {
  if (text.empty()) text = "v";
  for (auto edits = 1 + below(random, 4); edits > 0; --edits) {
    const auto at = below(random, text.size());
    switch (below(random, pieces.empty() ? 4 : 8)) {
      case 0:
        text[at] = static_cast<char>(below(random, 256));
        break;
      case 1:
        text.erase(at, 1 + below(random, 20));
        break;
      case 2:
        text.insert(at, text.substr(below(random, text.size()), below(random, 30)));
        break;
      case 3:
        text.resize(at);
        break;
      default:
        text.replace(at, below(random, 4), pieces[below(random, pieces.size())]);
        break;
    }
    if (text.empty()) text = "v";
  }
  return text;
}

Dataset random_file(Random& random) {
  const auto N = static_cast<Eigen::Index>(below(random, 4) == 0 ? 0 : 3 + below(random, 30));
  const auto p = static_cast<Eigen::Index>(1 + below(random, 4));
  Columns columns;
  columns.task = below(random, 3) == 0 ? Task::regression : Task::classification;
  const double size = std::pow(10, random.uniform(-290, 290));
  Eigen::MatrixXd X(N, p);
  for (double& value : X.reshaped()) value = random.normal() * size;
  Eigen::VectorXd y(N);
  const auto classes = 2 + below(random, most_classes - 1);
  for (double& label : y) {
    label = columns.task == Task::regression ? random.normal()
                                             : static_cast<double>(1 + below(random, classes));
  }
  columns.X = X;
  columns.y = y;
  if (below(random, 2)) {
    std::vector<std::string> names;
    for (Eigen::Index j = 0; j < p; ++j) names.push_back(random_word(random));
    columns.feature_names = std::move(names);
  }
  return settled(columns);
}

std::string random_rules(Random& random) {
  std::string rules;
  for (auto n = below(random, 4); n > 0; --n) {
    const RuleKind& kind = rule_kinds()[below(random, rule_kinds().size())];
    Spec spec{std::string(kind.id), {}};
    for (const Field& field : kind.fields) {
      if (below(random, 2)) spec.values.emplace_back(field.id, random_value(random, field));
    }
    rules += (rules.empty() ? "" : below(random, 2) ? " " : "+") + spec_text(spec);
  }
  return rules;
}

Scene random_scene(Random& random) {
  Scene scene = default_scene();
  // What does not suit is refused and leaves the scene as it was.
  const auto attempt = [&scene](const Command& command) {
    if (auto next = marginscope::apply(scene, command)) scene = std::move(*next);
  };
  const auto seed = [&random] {
    return below(random, 2) ? below(random, 1000) : ~std::uint64_t{0} - below(random, 1000);
  };
  attempt(SetSeed{seed()});
  const NamedProblem& problem = named_problems()[below(random, named_problems().size())];
  attempt(SetProblem{std::string(problem.id)});
  switch (below(random, 4)) {
    case 0:
      attempt(SetData{random_file(random), random_word(random)});
      break;
    case 1:
      attempt(ClearPoints{});
      break;
    default:
      break;
  }
  const auto p = static_cast<std::size_t>(scene.data.X.cols());
  const auto set_up_machine = [&] {
    const Algorithm& algorithm = algorithms()[below(random, algorithms().size())];
    attempt(SetAlgorithm{std::string(algorithm.id)});
    for (const Field& field : algorithm.fields) {
      if (below(random, 2)) attempt(SetField{std::string(field.id), random_value(random, field)});
    }
    if (below(random, 4)) attempt(SetRules{random_rules(random)});
  };
  const auto some_machine = [&] { return static_cast<int>(below(random, scene.machines.size())); };
  set_up_machine();
  for (auto n = below(random, 2) * below(random, most_machines); n > 0; --n) {
    attempt(CopyMachine{});
    if (below(random, 4)) set_up_machine();
    scene.chosen = some_machine();
    if (random.below(3) == 0) scene.pace = Pace::time;
  }
  if (below(random, 2)) attempt(RenameMachine{some_machine(), random_word(random)});
  if (below(random, 2)) attempt(MoveMachine{some_machine(), some_machine()});
  for (auto n = below(random, 4); n > 0; --n) {
    attempt(AddPoint{random.uniform(-10, 10), random.uniform(-10, 10),
                     static_cast<double>(1 + below(random, most_classes)), below(random, 2) == 1});
  }
  attempt(SplitValidation{random.uniform(0, 0.5)});
  constexpr const char* scalings[] = {"none", "standard", "unit"};
  attempt(SetScaling{scalings[below(random, 3)]});
  const auto feature = [&] { return static_cast<int>(below(random, p)); };
  if (below(random, 2)) {
    attempt(SetProjection{{below(random, 3) == 0, {feature(), feature()}, below(random, 2) == 0}});
  }
  if (below(random, 2)) attempt(SetSeed{seed()});
  if (below(random, 2)) scene.name = name_from(random_word(random));
  scene.iteration = static_cast<int>(below(random, 50));
  if (below(random, 2)) scene.max_iterations = static_cast<int>(100 + below(random, 2147483000));
  return scene;
}

}  // namespace marginscope::testing
