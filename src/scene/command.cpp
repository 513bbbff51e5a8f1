#include "scene/command.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "data/catalogue.h"
#include "scene/point_edits.h"
#include "solvers/registry.h"
#include "stopping/registry.h"

namespace marginscope {
namespace {

// --- Settings with one number per training pattern, as one number per point ---

struct PatternSettings {
  const Field* field;
  std::vector<double> by_point;
};

PatternSettings pattern_setting(const Scene& scene, const MachineSetup& machine,
                                const Field& field) {
  const Algorithm& algorithm = **find_algorithm(machine.algorithm.name);
  PatternSettings settings{&field, std::vector<double>(scene.data.validation.size(), field.filler)};
  const std::string text = algorithm.read(algorithm, field, machine.algorithm.values).value_or("");
  const auto pieces = split(text, ',');
  for (std::size_t point = 0, pattern = 0; point < settings.by_point.size(); ++point) {
    if (scene.data.validation[point]) continue;
    if (pattern < pieces.size()) {
      settings.by_point[point] = parse_number(pieces[pattern]).value_or(field.filler);
    }
    ++pattern;
  }
  return settings;
}

// Of each machine.
std::vector<std::vector<PatternSettings>> pattern_settings(const Scene& scene) {
  std::vector<std::vector<PatternSettings>> lists;
  for (const MachineSetup& machine : scene.machines) {
    auto& list = lists.emplace_back();
    for (const Field& field : (*find_algorithm(machine.algorithm.name))->fields) {
      if (field.type == FieldType::pattern_list) {
        list.push_back(pattern_setting(scene, machine, field));
      }
    }
  }
  return lists;
}

// The list of the training patterns, up to the last that differs from the filler.
std::string text_of_settings(const Scene& scene, const PatternSettings& settings) {
  std::string text;
  std::string up_to_last_set;
  for (std::size_t point = 0; point < settings.by_point.size(); ++point) {
    if (scene.data.validation[point]) continue;
    text += (text.empty() ? "" : ",") + exact_text(settings.by_point[point]);
    if (settings.by_point[point] != settings.field->filler) up_to_last_set = text;
  }
  return up_to_last_set;
}

// --- The edits ---

// The grid that suits the scene's data as its plane shows them.
Grid default_grid(const Scene& scene, const Plane& plane) {
  Eigen::MatrixXd shown(scene.data.size(), 2);
  for (Eigen::Index i = 0; i < scene.data.size(); ++i) {
    const auto [u, v] = plane.place(scene.data, i);
    shown.row(i) << u, v;
  }
  // Places that overflow the range of numbers are on no grid.
  return shown.rows() > 0 && shown.allFinite() ? grid_for(shown) : Grid{};
}

Result<void> edit(Scene& scene, const SetAlgorithm& command) {
  auto algorithm = find_algorithm(command.id);
  if (!algorithm) return fail(algorithm.error());
  SpecValues values;
  for (const auto& value : scene.machine().algorithm.values) {
    if (find_field((*algorithm)->fields, value.first)) values.push_back(value);
  }
  // A value of a setting by the same name that this algorithm does not take is left behind.
  if (!(*algorithm)->make(**algorithm, values)) values.clear();
  scene.machine().algorithm = {command.id, values};
  scene.machine().rules = (*algorithm)->default_rules;
  return {};
}

Result<void> edit(Scene& scene, const SetField& command) {
  SpecValues& values = scene.machine().algorithm.values;
  const Algorithm& algorithm = **find_algorithm(scene.machine().algorithm.name);
  auto setting = find_setting(algorithm, values, command.field, command.value);
  if (!setting) return fail(setting.error());
  set_setting(algorithm, values, setting->field->id, setting->text);
  return {};
}

Result<void> edit(Scene& scene, const SetRules& command) {
  auto rules = parse_rules(command.text);
  if (!rules) return fail(rules.error());
  scene.machine().rules = std::string(trimmed(command.text));
  return {};
}

Result<void> edit(Scene& scene, const SetPatternField& command) {
  if (auto good = check_indices(scene, {command.index}); !good) return good;
  const Algorithm& algorithm = **find_algorithm(scene.machine().algorithm.name);
  const Field* field = find_field(algorithm.fields, command.field);
  if (!field || field->type != FieldType::pattern_list) {
    return fail(sentence(algorithm.id, " has no setting ", shortened(command.field, longest_quote),
                         " with a number for each training pattern"));
  }
  const auto point = static_cast<std::size_t>(command.index);
  if (scene.data.validation[point]) {
    return fail(sentence("Point ", std::to_string(command.index),
                         " is for validation; only a training pattern has a ", command.field));
  }
  PatternSettings settings = pattern_setting(scene, scene.machine(), *field);
  settings.by_point[point] = command.value;
  std::string text = text_of_settings(scene, settings);
  return edit(scene, SetField{command.field, std::move(text)});
}

// --- Rules ---

// The rules' text with that of one group replaced by `text`; without it the group goes.
std::string with_group(const RuleSet& rules, int group, std::string_view text) {
  std::string all;
  for (std::size_t g = 0; g < rules.groups.size(); ++g) {
    const std::string_view piece = static_cast<int>(g) == group ? text : rules.groups[g].text;
    if (!piece.empty()) all += sentence(all.empty() ? "" : " ", piece);
  }
  return all;
}

Result<RuleSet> rules_with_group(const Scene& scene, int group) {
  auto rules = parse_rules(scene.machine().rules);
  const auto count = rules ? static_cast<int>(rules->groups.size()) : 0;
  if (group >= 0 && group < count) return rules;
  return fail(sentence("There is no group ", std::to_string(group), " of rules; the ",
                       std::to_string(count), " are counted from 0"));
}

Result<void> edit(Scene& scene, const AddRule& command) {
  return edit(scene, SetRules{sentence(scene.machine().rules, " ", command.text)});
}

Result<void> edit(Scene& scene, const RemoveRule& command) {
  const auto rules = rules_with_group(scene, command.group);
  if (!rules) return fail(rules.error());
  return edit(scene, SetRules{with_group(*rules, command.group, "")});
}

Result<void> edit(Scene& scene, const SetRuleField& command) {
  const auto rules = rules_with_group(scene, command.group);
  if (!rules) return fail(rules.error());
  const auto& members = rules->groups[static_cast<std::size_t>(command.group)].rules;
  if (command.rule < 0 || command.rule >= static_cast<int>(members.size())) {
    return fail(sentence("There is no rule ", std::to_string(command.rule), " in this group; the ",
                         std::to_string(members.size()), " are counted from 0"));
  }
  std::string group;
  for (std::size_t r = 0; r < members.size(); ++r) {
    Spec rule = *parse_spec(members[r]->text());
    if (static_cast<int>(r) == command.rule) {
      auto text = setting_text(**find_rule_kind(rule.name), command.field, command.value);
      if (!text) return fail(text.error());
      set_value(rule.values, command.field, *text);
    }
    group += sentence(r > 0 ? "+" : "", spec_text(rule));
  }
  return edit(scene, SetRules{with_group(*rules, command.group, group)});
}

// --- Machines ---

Result<void> edit(Scene& scene, const CopyMachine&) {
  if (scene.machines.size() == most_machines) {
    return fail(sentence("There are ", std::to_string(most_machines),
                         " machines, the most that are compared; remove one of them first"));
  }
  MachineSetup copy{scene.machine().algorithm, scene.machine().rules};
  scene.machines.insert(scene.machines.begin() + ++scene.chosen, std::move(copy));
  return {};
}

Result<void> edit(Scene& scene, const RemoveMachine& command) {
  if (auto good = check_machine(scene, command.index); !good) return good;
  if (scene.machines.size() == 1) {
    return fail("The only machine cannot be removed; another algorithm can take its place");
  }
  scene.machines.erase(scene.machines.begin() + command.index);
  const int last = static_cast<int>(scene.machines.size()) - 1;
  scene.chosen = std::min(scene.chosen - (command.index < scene.chosen), last);
  return {};
}

Result<void> edit(Scene& scene, const RenameMachine& command) {
  if (auto good = check_machine(scene, command.index); !good) return good;
  scene.machines[static_cast<std::size_t>(command.index)].name = name_from(trimmed(command.name));
  return {};
}

Result<void> edit(Scene& scene, const MoveMachine& command) {
  if (auto good = check_machine(scene, command.index); !good) return good;
  if (auto good = check_machine(scene, command.to); !good) return good;
  const auto at = scene.machines.begin();
  const int from = command.index, to = command.to;
  if (from < to) std::rotate(at + from, at + from + 1, at + to + 1);
  if (to < from) std::rotate(at + to, at + from, at + from + 1);
  // The chosen one stays it, wherever it stands.
  if (int& chosen = scene.chosen; chosen == from) {
    chosen = to;
  } else {
    chosen += (to <= chosen && chosen < from) - (from < chosen && chosen <= to);
  }
  return {};
}

// --- Data and view ---

Result<void> edit(Scene& scene, const SetScaling& command) {
  auto scaling = parse_scaling(command.id);
  if (!scaling) return fail(scaling.error());
  scene.scaling = *scaling;
  return {};
}

Result<void> edit(Scene& scene, const SetProjection& command, LastPlane& planes) {
  if (auto good = check_projection(command.projection, scene.data.X.cols()); !good) return good;
  scene.projection = command.projection;
  if (scene.projection.principal) scene.projection.features = Projection{}.features;
  scene.grid = default_grid(scene, planes.of(scene));
  return {};
}

Result<void> edit(Scene& scene, const SetLimit& command) {
  if (command.iterations < 0) {
    return fail(sentence("limit is ", std::to_string(command.iterations),
                         "; it must be a number of iterations from 0 on"));
  }
  scene.max_iterations = command.iterations;
  return {};
}

Result<void> edit(Scene& scene, const SetSeed& command) {
  scene.seed = command.seed;
  return {};
}

void take_data(Scene& scene, Dataset data, std::string_view name, LastPlane& planes) {
  scene.data = std::move(data);
  scene.name = name_from(name);
  scene.problem = {};
  scene.projection = {};
  scene.grid = default_grid(scene, planes.of(scene));
}

// Where a machine's algorithm does not take the data, one that does comes in its place: that of the
// text `suggests` if there is such a one, else of its family for the same task, the page's first one,
// or the first of the registry.
void suit_algorithm(MachineSetup& machine, const Dataset& data, std::string_view suggests) {
  const auto suits = [task = data.task, classes = data.classes](const Spec& spec) {
    const auto algorithm = find_algorithm(spec.name);
    return algorithm && takes(**algorithm, task, classes) && make_solver(spec);
  };
  if (suits(machine.algorithm)) return;
  std::optional<Spec> chosen;
  if (auto spec = parse_spec(suggests); spec && suits(*spec)) chosen = std::move(*spec);
  const auto present = find_algorithm(machine.algorithm.name);
  for (const Algorithm& algorithm : algorithms()) {
    Spec spec{std::string(algorithm.id), {}};
    const bool related = present && takes(**present, data.task, 2) && !algorithm.family.empty() &&
                         algorithm.family == (*present)->family;
    if (!chosen && related && suits(spec)) chosen = std::move(spec);
  }
  if (MachineSetup opening; !chosen && suits(opening.algorithm)) {
    chosen = std::move(opening.algorithm);
  }
  for (const Algorithm& algorithm : algorithms()) {
    if (Spec spec{std::string(algorithm.id), {}}; !chosen && suits(spec)) chosen = std::move(spec);
  }
  if (!chosen) return;
  const Algorithm& algorithm = **find_algorithm(chosen->name);
  machine.algorithm = {chosen->name, {}};
  for (const auto& [id, text] : chosen->values) {
    const Field& field = *find_field(algorithm.fields, id);
    set_setting(algorithm, machine.algorithm.values, id,
                *algorithm.read(algorithm, field, {{id, text}}));
  }
  machine.rules = algorithm.default_rules;
}

void suit_machines(Scene& scene, std::string_view suggests = "") {
  for (MachineSetup& machine : scene.machines) suit_algorithm(machine, scene.data, suggests);
}

Result<void> edit(Scene& scene, const SetProblem& command, LastPlane& planes) {
  auto spec = parse_spec(command.text);
  if (!spec) return fail(spec.error());
  if (command.seed) scene.seed = *command.seed;
  auto data = make_named_problem(*spec, scene.seed);
  if (!data) return fail(data.error());
  const NamedProblem& problem = **find_named_problem(spec->name);
  take_data(scene, std::move(*data), problem.name, planes);
  scene.problem = std::move(*spec);
  suit_machines(scene, problem.suggests);
  return {};
}

Result<void> edit(Scene& scene, const SetProblemField& command, LastPlane& planes) {
  if (scene.problem.name.empty()) return fail("These points do not come from a named problem");
  auto text = setting_text(**find_named_problem(scene.problem.name), command.field, command.value);
  if (!text) return fail(text.error());
  Spec problem = scene.problem;
  set_value(problem.values, command.field, *text);
  return edit(scene, SetProblem{spec_text(problem)}, planes);
}

Result<void> edit(Scene& scene, const DrawAgain& command, LastPlane& planes) {
  const auto problem = find_named_problem(scene.problem.name);
  if (!problem || !(*problem)->random) return edit(scene, SetSeed{command.seed});
  return edit(scene, SetProblem{spec_text(scene.problem), command.seed}, planes);
}

Result<void> edit(Scene& scene, const SetData& command, LastPlane& planes) {
  take_data(scene, command.data, command.name, planes);
  suit_machines(scene);
  return {};
}

Result<void> edit(Scene& scene, const ClearPoints&, LastPlane& planes) {
  const Task task = scene.data.task;
  const Eigen::Index features = task == Task::regression ? 1 : 2;
  take_data(scene, *settle({.task = task, .X = Eigen::MatrixXd(0, features)}, LabelForm::classes),
            "", planes);
  return {};
}

Result<void> edit(Scene& scene, const SetScene& command) {
  auto parsed = parse_scene(command.text);
  if (!parsed) return fail(parsed.error());
  scene = std::move(*parsed);
  return {};
}

// Follows the per-pattern settings of each machine through an edit that made `scene` of `before`.
void follow_patterns(const Scene& before, const Command& command, Scene& scene,
                     std::vector<std::vector<PatternSettings>> settings) {
  const auto has_some = [](const auto& list) { return !list.empty(); };
  const bool replaced =
      std::ranges::any_of(settings, has_some) && replaced_data(before, command, scene);
  for (std::size_t m = 0; m < settings.size(); ++m) {
    Spec& spec = scene.machines[m].algorithm;
    const Algorithm& algorithm = **find_algorithm(spec.name);
    for (PatternSettings& setting : settings[m]) {
      if (find_field(algorithm.fields, setting.field->id) != setting.field) continue;
      if (replaced) {
        setting.by_point.clear();
      } else if (const auto* remove = std::get_if<RemovePoints>(&command)) {
        const std::vector<bool> gone = listed(before, remove->indices);
        std::vector<double> kept;
        for (std::size_t i = 0; i < gone.size(); ++i) {
          if (!gone[i]) kept.push_back(setting.by_point[i]);
        }
        setting.by_point = std::move(kept);
      } else if (const auto* duplicate = std::get_if<DuplicatePoints>(&command)) {
        const std::vector<bool> copied = listed(before, duplicate->indices);
        for (std::size_t i = 0; i < copied.size(); ++i) {
          if (copied[i]) setting.by_point.push_back(setting.by_point[i]);
        }
      }
      setting.by_point.resize(scene.data.validation.size(), setting.field->filler);
      set_setting(algorithm, spec.values, setting.field->id, text_of_settings(scene, setting));
    }
  }
}

}  // namespace

Result<void> check_machine(const Scene& scene, int index) {
  const auto count = static_cast<int>(scene.machines.size());
  if (index >= 0 && index < count) return {};
  return fail(sentence("There is no machine ", std::to_string(index), "; the ",
                       counted(count, "machine is", "machines are"), " counted from 0"));
}

bool replaced_data(const Scene& before, const Command& command, const Scene& after) {
  const bool brings_data =
      std::holds_alternative<SetProblem>(command) ||
      std::holds_alternative<SetProblemField>(command) ||
      std::holds_alternative<DrawAgain>(command) || std::holds_alternative<SetData>(command) ||
      std::holds_alternative<ClearPoints>(command) || std::holds_alternative<SetScene>(command);
  return brings_data && before.data != after.data;
}

Result<Scene> apply(const Scene& scene, const Command& command, LastPlane& plane) {
  Scene next = scene;
  // What leaves points and settings as they are, or brings all of them.
  const bool settled = std::holds_alternative<SetScene>(command) ||
                       std::holds_alternative<CopyMachine>(command) ||
                       std::holds_alternative<RemoveMachine>(command) ||
                       std::holds_alternative<RenameMachine>(command) ||
                       std::holds_alternative<MoveMachine>(command);
  const bool one_setting =
      std::holds_alternative<SetField>(command) || std::holds_alternative<SetPatternField>(command);
  auto settings = pattern_settings(scene);
  auto done = std::visit(
      [&](const auto& c) {
        if constexpr (requires { edit(next, c, plane); }) {
          return edit(next, c, plane);
        } else {
          return edit(next, c);
        }
      },
      command);
  if (!done) return fail(done.error());
  if (settled) return next;
  // A third class, by a click.
  if (next.data.classes != scene.data.classes) suit_machines(next);
  if (!one_setting) follow_patterns(scene, command, next, std::move(settings));
  if (change_between(scene, next) == Change::training) next.iteration = 0;
  return next;
}

bool keeps_training(const Scene& before, const Scene& after) {
  return before.data == after.data && before.scaling == after.scaling &&
         trained_features(before) == trained_features(after) &&
         before.max_iterations <= after.max_iterations;
}

Change change_between(const Scene& before, const Scene& after) {
  // As often as before, at least.
  const auto known = [&](const MachineSetup& machine) {
    const auto count = [&machine](const Scene& scene) {
      return std::ranges::count(scene.machines, machine.algorithm, &MachineSetup::algorithm);
    };
    return count(after) <= count(before);
  };
  if (!keeps_training(before, after) || !std::ranges::all_of(after.machines, known)) {
    return Change::training;
  }
  const bool same =
      before.machines == after.machines && before.max_iterations == after.max_iterations;
  return same ? Change::nothing : Change::rules;
}

}  // namespace marginscope
