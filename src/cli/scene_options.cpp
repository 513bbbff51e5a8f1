#include "cli/scene_options.h"

#include <filesystem>
#include <numeric>
#include <set>

#include "cli/numbers.h"
#include "core/kernel.h"
#include "core/text.h"
#include "data/csv.h"
#include "data/training.h"
#include "experiment/native/files.h"
#include "scene/command.h"
#include "solvers/registry.h"

namespace marginscope::cli {
namespace {

// `words`: whether the labels are, where that is known.
Result<CsvColumns> read_data(const std::string& path, Task task, bool header,
                             std::optional<bool> words = {}) {
  auto text = read_file(path);
  if (!text) return fail(text.error());
  const auto table = read_table(*text, path, header);
  if (!table) return fail(table.error());
  return read_columns(*table, {.task = task, .words = words});
}

// The labels of a classification as its file writes them, by their classes.
std::vector<std::string> labels_of(const CsvColumns& read) {
  if (!read.words.empty()) return read.words;
  const std::set<double> values(read.columns.y.begin(), read.columns.y.end());
  std::vector<std::string> labels;
  for (const double value : values) labels.push_back(exact_text(value));
  return labels;
}

// Where the label of a row stands in its file.
std::string label_place(const CsvColumns& read, const std::string& path, Eigen::Index row) {
  return sentence(path, ", line ", std::to_string(read.lines[static_cast<std::size_t>(row)]),
                  ", column ", std::to_string(read.label), ": ");
}

// Numbers labels that are words as another file's list of words does.
Result<void> use_words_of(const std::vector<std::string>& words, CsvColumns& read,
                          const std::string& path) {
  if (words.empty() != read.words.empty()) {
    return fail(sentence(path, " has labels that are ", read.words.empty() ? "numbers" : "words",
                         ", and those of the training part are ",
                         words.empty() ? "numbers" : "words", "; both need the same labels"));
  }
  Eigen::VectorXd y = *read.columns.y;
  for (Eigen::Index i = 0; !words.empty() && i < y.size(); ++i) {
    const std::string& word = read.words[static_cast<std::size_t>(y[i])];
    const auto at = std::ranges::find(words, word);
    if (at == words.end()) {
      return fail(sentence(label_place(read, path, i), "the label ", in_quotes(word),
                           " does not occur in the training part, where it is ",
                           alternatives(words)));
    }
    y[i] = static_cast<double>(at - words.begin());
  }
  read.columns.y = std::move(y);
  return {};
}

// Adds the rows of a file as validation part. Their labels must be those of the training part; one
// class alone is fine.
Result<void> append_validation(CsvColumns& training, const std::string& path, bool header) {
  Columns& data = training.columns;
  if (data.y.size() == 0) {
    return fail(sentence(path,
                         " has no training part to be the validation part of; give points to "
                         "train on, by --data or --problem or in the scene"));
  }
  auto read = read_data(path, data.task, header, !training.words.empty());
  if (!read) return fail(read.error());
  if (auto same = use_words_of(training.words, *read, path); !same) return same;
  const Columns& part = read->columns;
  if (part.X.cols() != data.X.cols()) {
    return fail(sentence(path, " has ", std::to_string(part.X.cols()),
                         " features and the training part has ", std::to_string(data.X.cols()),
                         "; both need the same columns"));
  }
  if (!part.feature_names.empty() && !data.feature_names.empty()) {
    for (std::size_t j = 0; j < data.feature_names.size(); ++j) {
      if (part.feature_names[j] != data.feature_names[j]) {
        return fail(sentence(path, ", column ", std::to_string(j + 1), " is named ",
                             in_quotes(part.feature_names[j]), " but ",
                             in_quotes(data.feature_names[j]),
                             " in the training part; both need the same columns"));
      }
    }
  }
  if (data.task == Task::classification) {
    const std::set<double> labels(data.y.begin(), data.y.end());
    for (Eigen::Index i = 0; i < part.y.size(); ++i) {
      if (labels.contains(part.y[i])) continue;
      return fail(sentence(label_place(*read, path, i), "the label ", exact_text(part.y[i]),
                           " does not occur in the training part, where it is ",
                           alternatives(labels_of(training))));
    }
  }
  const Eigen::Index before = data.X.rows(), more = part.X.rows();
  Eigen::MatrixXd X(before + more, data.X.cols());
  X << *data.X, *part.X;
  Eigen::VectorXd y(before + more);
  y << *data.y, *part.y;
  data.X = std::move(X);
  data.y = std::move(y);
  data.validation.resize(static_cast<std::size_t>(before), false);
  data.validation.resize(static_cast<std::size_t>(before + more), true);
  return {};
}

// Options that are about what another one gives.
Result<void> check_needs(const SceneOptions& options) {
  const bool has_scene = !options.link.empty() || !options.scene.empty();
  if (options.header && options.data.empty() && options.validation.empty()) {
    return fail("--header is about the first line of a file; it needs --data or --validation");
  }
  if (options.to_stop && !has_scene) {
    return fail("--to-stop is about the iteration of a scene; it needs --link or --scene");
  }
  return {};
}

// What follows the # of an address, or the whole text.
std::string_view fragment_of(std::string_view link) { return link.substr(link.find('#') + 1); }

// Of settings that are given one after the other, by their names: each may be given once, and a whole
// not behind a part of it, which it would undo.
Result<void> check_given(const std::vector<std::string>& names) {
  for (auto name = names.begin(); name != names.end(); ++name) {
    for (auto before = names.begin(); before != name; ++before) {
      if (*before == *name) {
        return fail(sentence("The setting ", *name, " is given twice; it may be given once"));
      }
      if (before->starts_with(*name + ":")) {
        return fail(sentence("The setting ", *before, " is given before ", *name,
                             ", which would undo it; give ", *name, " first"));
      }
    }
  }
  return {};
}

// What makes a machine that of a text, "smo:C=10", out of a new one; the settings that it gives are
// added to `given`.
Result<std::vector<Command>> edits_of(std::string_view text, std::vector<std::string>& given) {
  const auto spec = parse_spec(text);
  if (!spec) return fail(spec.error());
  std::vector<Command> edits{SetAlgorithm{spec->name}};
  for (const auto& [field, value] : spec->values) {
    given.push_back(field);
    edits.push_back(SetField{field, value});
  }
  if (auto good = check_given(given); !good) return fail(good.error());
  return edits;
}

// The scene with these machines, of which the first is chosen.
Result<Scene> with_machines(Scene scene, const std::vector<std::string>& machines) {
  if (machines.size() > most_machines) {
    return fail(sentence("--machine is given ", std::to_string(machines.size()), " times; up to ",
                         std::to_string(most_machines), " machines are compared"));
  }
  scene.machines.clear();
  for (const std::string& text : machines) {
    scene.chosen = static_cast<int>(scene.machines.size());
    scene.machines.emplace_back();
    const auto wrong = [&scene](const Error& error) {
      return fail(sentence("--machine ", machine_letter(scene.chosen), ": ", error.message));
    };
    std::vector<std::string> given;
    auto edits = edits_of(text, given);
    if (!edits) return wrong(edits.error());
    for (const Command& command : *edits) {
      auto edited = marginscope::apply(scene, command);
      if (!edited) return wrong(edited.error());
      scene = std::move(*edited);
    }
  }
  scene.chosen = 0;
  return scene;
}

}  // namespace

void SceneOptions::add_points_to(CLI::App& command) {
  CLI::Option_group* source = command.add_option_group("Data", "One of these");
  source->add_option("--data", data, "Data set: numbers, the label last; an optional header line")
      ->type_name("FILE.csv");
  source->add_option("--problem", problem, "Named problem, for example two-gaussians:n=60")
      ->type_name("NAME");
  source->add_option("--link", link, "Address or text of a scene")->type_name("TEXT");
  source->add_option("--scene", scene, "File with the text of a scene")->type_name("FILE");
  source->require_option(1);

  command.add_flag("--header", header,
                   "The first line of a file names the columns, also where a name is a number");
  command.add_option("--task", task, "classification or regression")->type_name("TASK");
  command
      .add_option(
          "--stop", rules,
          "Stopping rules in place of the algorithm's own (marginscope list rules): a:x=1+b "
          "for both, given again for any")
      ->type_name("RULES")
      ->allow_extra_args(false);
  CLI::Option* file =
      command.add_option("--validation", validation, "Data set that becomes the validation part")
          ->type_name("FILE.csv");
  command
      .add_option("--validation-fraction", validation_fraction,
                  "The first so many of the rows become the validation part")
      ->type_name("F")
      ->transform(real_number())
      ->excludes(file);
  command.add_option("--scale", scaling, "none, standard or unit, by the training part")
      ->type_name("SCALING");
  command
      .add_option("--features", features,
                  "Learn from these two features alone, counted from 1; of more than two")
      ->type_name("I,J");
  command
      .add_option("--seed", seed,
                  "Seed of whatever is drawn at random; points that a link or scene holds stay")
      ->type_name("S")
      ->transform(whole_number(0, largest_seed));
  command.add_option("--max-iterations", max_iterations, "Limit on the iterations (100000)")
      ->type_name("N")
      ->transform(whole_number(0));
}

void SceneOptions::add_to(CLI::App& command) {
  add_points_to(command);
  command.add_option("--algorithm", algorithm, "Algorithm or preset (marginscope list algorithms)")
      ->type_name("ID[:FIELD=VALUE,…]");
  command.add_option("--set", settings, "Setting of the algorithm; may be given several times")
      ->type_name("FIELD=VALUE")
      ->allow_extra_args(false)
      ->check([](const std::string& text) {
        return text.find('=') == text.npos || text.starts_with('=')
                   ? "write FIELD=VALUE, not " + in_quotes(text)
                   : std::string();
      });
  command.add_option("--kernel", kernel, "Kernel (marginscope list kernels)")->type_name("K");
}

void SceneOptions::add_comparison_to(CLI::App& command) {
  compared = true;
  add_points_to(command);
  command
      .add_option("--machine", machines,
                  "Algorithm with its settings, given again for each machine, up to four; in the "
                  "place of those that a scene has")
      ->type_name("ID[:FIELD=VALUE,…]")
      ->allow_extra_args(false);
}

void SceneOptions::add_to_stop_to(CLI::App& command) {
  command.add_flag("--to-stop", to_stop,
                   "Run on to the stop where the scene has an iteration of its own");
}

Result<GivenScene> scene_from(const SceneOptions& options) {
  if (auto good = check_needs(options); !good) return fail(good.error());
  GivenScene given;
  Scene& scene = given.scene = default_scene();
  std::optional<Error> error;
  const auto edit = [&](const Command& command) {
    if (error) return;
    auto edited = marginscope::apply(scene, command);
    if (edited) {
      scene = std::move(*edited);
    } else {
      error = edited.error();
    }
  };

  if (!options.scene.empty() || !options.link.empty()) {
    std::string text(fragment_of(options.link));
    if (!options.scene.empty()) {
      auto content = read_file(options.scene);
      if (!content) return fail(content.error());
      text = fragment_of(trimmed(*content));
    }
    auto parsed = parse_scene(text);
    if (!parsed) {
      return options.scene.empty() ? fail(parsed.error())
                                   : fail(sentence(options.scene, ": ", parsed.error().message));
    }
    scene = std::move(*parsed);
  }
  const Scene opened = scene;
  if (options.seed) edit(SetSeed{*options.seed});
  if (!options.problem.empty()) edit(SetProblem{options.problem});
  if (error) return fail(*error);

  std::optional<Task> task;
  if (!options.task.empty()) {
    auto parsed = parse_task(options.task);
    if (!parsed) return fail(parsed.error());
    task = *parsed;
  }
  if (options.data.empty() && task && *task != scene.data.task) {
    return fail(sentence("--task ", options.task, " does not suit ", scene.name, ", which has ",
                         scene.data.task == Task::regression ? "real targets" : "classes"));
  }
  // Labels are settled once the validation part is there.
  CsvColumns read{.columns = scene.data, .lines = {}};
  if (!options.data.empty()) {
    auto file = read_data(options.data, task.value_or(Task::classification), options.header);
    if (!file) return fail(file.error());
    read = std::move(*file);
  }
  if (!options.validation.empty()) {
    auto appended = append_validation(read, options.validation, options.header);
    if (!appended) return fail(appended.error());
  }
  if (!options.data.empty() && read.columns.task == Task::classification) {
    given.classes = classes_text(read);
    if (!given.classes.empty()) given.labels = labels_of(read);
  }
  if (options.data.empty()) {
    // What was settled, and a validation part of the same labels, leaves nothing to be refused.
    scene.data = *settle(std::move(read.columns), LabelForm::classes);
  } else {
    auto data = settle(std::move(read), options.data, " (--task regression)");
    if (!data) return fail(data.error());
    edit(SetData{std::move(*data), std::filesystem::path(options.data).filename().string()});
  }

  if (!options.algorithm.empty()) {
    // Whoever names an algorithm means its own defaults, not the settings that the data suggest.
    scene.machine().algorithm = opened.machine().algorithm;
    const auto edits = edits_of(options.algorithm, given.settings);
    if (!edits) return fail(edits.error());
    for (const Command& command : *edits) edit(command);
  }
  if (options.validation_fraction) {
    // As edits, which keep settings of single patterns with them.
    std::vector<int> first(static_cast<std::size_t>(scene.data.size()));
    const auto count = count_set_apart(*options.validation_fraction, first.size());
    if (!count) return fail(count.error());
    std::iota(first.begin(), first.end(), 0);
    edit(SetPart{first, false});
    first.resize(*count);
    edit(SetPart{first, true});
  }
  // An algorithm without the setting has the linear kernel.
  const bool has_kernel =
      find_field((*find_algorithm(scene.machine().algorithm.name))->fields, "kernel") != nullptr;
  if (!options.kernel.empty()) {
    given.settings.emplace_back("kernel");
    if (has_kernel || trimmed(options.kernel) != kernel_kinds().front().id) {
      edit(SetField{"kernel", options.kernel});
    }
  }
  for (const std::string& setting : options.settings) {
    const std::size_t equals = setting.find('=');
    given.settings.emplace_back(trimmed(setting.substr(0, equals)));
    edit(SetField{given.settings.back(), setting.substr(equals + 1)});
  }
  if (auto good = check_given(given.settings); !good) return fail(good.error());
  if (!options.machines.empty() && !error) {
    auto compared = with_machines(std::move(scene), options.machines);
    if (!compared) return fail(compared.error());
    scene = std::move(*compared);
  }
  if (!options.rules.empty()) {
    std::string rules;
    for (const std::string& rule : options.rules) rules += rules.empty() ? rule : " " + rule;
    edit(SetRules{rules});
    for (MachineSetup& machine : scene.machines) {
      if (options.compared) machine.rules = scene.machine().rules;
    }
  }
  if (!options.scaling.empty()) {
    auto scaling = parse_scaling(options.scaling);
    if (!scaling) return fail(scaling.error());
    edit(SetScaling{options.scaling});
  }
  if (!options.features.empty()) {
    auto projection = parse_projection(sentence(options.features, ",alone"));
    if (!projection) {
      return fail(sentence("--features is ", in_quotes(options.features),
                           "; it must be two features counted from 1, as in 3,1"));
    }
    edit(SetProjection{*projection});
  }
  if (options.max_iterations) scene.max_iterations = *options.max_iterations;
  if (error) return fail(*error);
  // The iteration of a scene is one of its own training, and other rules ask for their stop.
  if (!options.rules.empty() || change_between(opened, scene) != Change::nothing) {
    scene.iteration = 0;
  }
  return given;
}

}  // namespace marginscope::cli
