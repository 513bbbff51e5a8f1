// marginscope select: the settings that a criterion prefers, of all in a grid.

#include <algorithm>
#include <memory>

#include "cli/bound_options.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/numbers.h"
#include "cli/run_report.h"
#include "cli/scene_options.h"
#include "core/text.h"
#include "selection/selection.h"
#include "stopping/registry.h"

namespace marginscope::cli {
namespace {

struct SelectArguments {
  SceneOptions scene;
  std::vector<std::string> grid;  // FIELD=a,b,c
  std::string criterion;
  BoundOptions options;
  std::optional<int> folds;
  std::string search = "grid";
  bool as_json = false;
};

Json selection_json(const GivenScene& given, const Problem& problem, const Selection& selection,
                    double seconds) {
  const Scene& scene = given.scene;
  Json axes = Json::array();
  for (const GridAxis& axis : selection.axes()) {
    axes.push_back({{"field", axis.field}, {"values", axis.values}});
  }
  Json cells = Json::array();
  for (const SelectionCell& cell : selection.cells()) {
    Json settings = Json::object();
    for (std::size_t a = 0; a < cell.settings.size(); ++a) {
      settings[selection.axes()[a].field] = cell.settings[a];
    }
    Json json{{"settings", settings},
              {"judged", cell.judged},
              {"value", json_number(cell.value)},
              {"reason", cell.reason.empty() ? Json() : Json(cell.reason)},
              {"training_error", json_number(cell.training_error)},
              {"validation_error", json_number(cell.validation_error)},
              {"unfinished", cell.unfinished}};
    if (!cell.bound.empty()) {
      json["bound"] = cell.bound;
      json["terms"] = json_terms(cell.terms);
    }
    cells.push_back(std::move(json));
  }
  Json chosen;
  if (const auto index = selection.chosen()) {
    const SelectionCell& cell = selection.cells()[*index];
    chosen = {{"cell", *index},
              {"settings", settings_json(cell.algorithm)},
              {"value", json_number(cell.value)}};
  }
  return {{"machine", machine_json(scene)},
          {"algorithm", scene.machine().algorithm.name},
          {"criterion", spec_text(selection.request().criterion)},
          {"rules", scene.machine().rules},
          {"seed", scene.seed},
          {"data", data_json(given, problem)},
          {"axes", axes},
          {"cells", cells},
          {"chosen", chosen},
          {"finished", selection.finished()},
          {"sentences", selection.sentences()},
          {"seconds", seconds}};
}

// The algorithm with the settings that all cells share.
Spec shared_settings(const Selection& selection) {
  Spec algorithm = selection.request().algorithm;
  for (const GridAxis& axis : selection.axes()) {
    const std::size_t colon = axis.field.find(':');
    const auto setting = std::ranges::find(algorithm.values, axis.field.substr(0, colon),
                                           &SpecValues::value_type::first);
    if (setting == algorithm.values.end()) continue;
    auto whole = colon == axis.field.npos ? fail("") : parse_spec(setting->second);
    if (whole) {
      std::erase_if(whole->values,
                    [&](const auto& part) { return part.first == axis.field.substr(colon + 1); });
      setting->second = spec_text(*whole);
    } else {
      algorithm.values.erase(setting);
    }
  }
  return algorithm;
}

std::string selection_text(const GivenScene& given, const Selection& selection, double seconds) {
  using enum Table::Align;
  const Scene& scene = given.scene;
  const auto chosen = selection.chosen();
  std::vector<Table::Align> columns(selection.axes().size(), right);
  columns.insert(columns.end(), {right, right, right, left});
  Table table(columns);
  std::vector<std::string> heads;
  for (const GridAxis& axis : selection.axes()) heads.push_back(axis.field);
  heads.insert(heads.end(), {selection.request().criterion.name, "training", "validation", ""});
  table.add(heads);
  const bool regression = scene.data.task == Task::regression;
  const auto number = [regression](double value) {
    if (std::isnan(value)) return std::string("–");
    return regression ? short_text(value, 4) : percent_text(value, 4);
  };
  for (std::size_t i = 0; i < selection.cells().size(); ++i) {
    const SelectionCell& cell = selection.cells()[i];
    if (!cell.judged) continue;
    std::vector<std::string> cells = cell.settings;
    const std::string kind = cell.bound == selection.request().criterion.name ? "" : cell.bound;
    cells.insert(cells.end(),
                 {number(cell.value), number(cell.training_error), number(cell.validation_error),
                  sentence(chosen == i ? "least" : cell.reason,
                           chosen == i && !kind.empty() ? ", " : "", kind)});
    table.add(cells);
  }
  Table notes({left});
  for (const std::string& said : selection.sentences()) notes.add({said});
  notes.add({sentence("Time: ", duration_text(seconds), ".")});
  return sentence(spec_text(shared_settings(selection)), " on ",
                  scene.name.empty() ? "unnamed points" : scene.name, "\n\n", told_first(given),
                  table.text(2), "\n", notes.text(2));
}

Result<SelectionRequest> request_from(const SelectArguments& arguments, const Scene& scene,
                                      const Problem& problem) {
  SelectionRequest request;
  request.data = trained_data(scene);
  request.scaling = scene.scaling;
  request.algorithm = scene.machine().algorithm;
  request.training.max_iterations = scene.max_iterations;
  request.seed = scene.seed;
  request.workers = arguments.options.workers();
  auto rules = rules_for(scene.machine().algorithm, scene.machine().rules, problem);
  if (!rules) return fail(rules.error());
  request.training.rules = std::move(*rules);
  auto criterion = arguments.options.criterion_from(arguments.criterion);
  if (!criterion) return fail(criterion.error());
  request.criterion = std::move(*criterion);
  if (arguments.folds) {
    request.criterion.values.emplace_back("folds", std::to_string(*arguments.folds));
  }
  for (const std::string& text : arguments.grid) {
    auto axis = parse_grid_axis(text);
    if (!axis) return fail(axis.error());
    request.grid.push_back(std::move(*axis));
  }
  if (arguments.search != "grid" && arguments.search != "two-stage") {
    return fail(sentence("There is no search ", in_quotes(arguments.search), "; ",
                         there_are({"grid", "two-stage"})));
  }
  request.two_stage = arguments.search == "two-stage";
  return request;
}

// Errors: a setting that is given by an option, and that the grid would set again in each cell.
Result<void> check_settings(const std::vector<std::string>& given,
                            const SelectionRequest& request) {
  std::vector<std::string> axes;
  for (const GridAxis& axis : request.grid) axes.push_back(axis.field);
  if (request.two_stage) axes.emplace_back(two_stage_field);
  for (const std::string& setting : given) {
    for (const std::string& axis : axes) {
      if (setting != axis && !setting.starts_with(axis + ":")) continue;
      return fail(sentence("The setting ", setting, " is given, and ",
                           request.two_stage ? "the two-stage search" : "the grid", " goes over ",
                           axis, "; leave one of them out"));
    }
  }
  return {};
}

int select_command(const SelectArguments& arguments) {
  if (arguments.grid.empty() && arguments.search == "grid") {
    return refuse(
        {"There is nothing to select from; give --grid FIELD=a,b,c once or more, or --search "
         "two-stage"},
        wrong_command);
  }
  const auto given = scene_from(arguments.scene);
  if (!given) return refuse(given.error());
  const Scene& scene = given->scene;
  const std::shared_ptr<const Problem> problem = training_of(scene).problem;
  auto request = request_from(arguments, scene, *problem);
  if (!request) return refuse(request.error());
  if (auto good = check_settings(given->settings, *request); !good) return refuse(good.error());

  const std::atomic<bool>& cancelled = interrupted();
  const Stopwatch watch;
  auto selection = Selection::start(std::move(*request));
  if (!selection) return refuse(selection.error());
  {
    ProgressLine progress;
    while (!cancelled && selection->advance(slice)) {
      progress.show(selection->fraction_done(),
                    sentence("cell ", std::to_string(selection->cells_done() + 1), " of ",
                             std::to_string(selection->cells_done() + selection->cells_left())));
    }
  }
  const double seconds = watch.seconds();
  print(arguments.as_json ? json_text(selection_json(*given, *problem, *selection, seconds))
                          : selection_text(*given, *selection, seconds));
  if (const std::size_t left = selection->cells_left(); left > 0) {
    const std::size_t made = selection->cells_done();
    return refuse({sentence("cancelled after ", std::to_string(made), " of ",
                            std::to_string(made + left), " cells; ",
                            selection->chosen() ? "what is chosen is the best of these alone"
                                                : "nothing is chosen yet")});
  }
  if (!selection->chosen()) return refuse({selection->sentences().front()});
  return done;
}

}  // namespace

void add_select(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("select", "Choose the settings that a criterion prefers");
  const auto arguments = std::make_shared<SelectArguments>();
  arguments->scene.add_to(*command);
  command
      ->add_option("--grid", arguments->grid,
                   "Values of a setting, for example C=0.1,1,100 or kernel:sigma=1,2; given again, "
                   "every combination")
      ->type_name("FIELD=a,b,c")
      ->allow_extra_args(false);
  command
      ->add_option("--search", arguments->search,
                   "grid, or two-stage: over C, coarse and then fine (grid)")
      ->type_name("SEARCH");
  command
      ->add_option(
          "--by,--bound", arguments->criterion,
          "What judges: a bound (marginscope list bounds), validation, cross-validation or "
          "leave-one-out")
      ->type_name("CRITERION")
      ->required();
  arguments->options.add_to(*command);
  command->add_option("--folds", arguments->folds, "Parts of the cross-validation (10)")
      ->type_name("K")
      ->transform(whole_number(0));
  command->add_flag("--json", arguments->as_json, "Report as JSON");
  command->callback([arguments, &status] { status = select_command(*arguments); });
}

}  // namespace marginscope::cli
