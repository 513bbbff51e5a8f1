// marginscope bound: what can be said of new patterns from the training patterns alone.

#include <cmath>
#include <memory>

#include "cli/bound_options.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/run_report.h"
#include "cli/scene_options.h"
#include "core/text.h"
#include "solvers/relearning/relearners.h"
#include "stopping/registry.h"

namespace marginscope::cli {
namespace {

struct BoundArguments {
  SceneOptions scene;
  std::string kind;
  BoundOptions options;
  bool as_json = false;
};

Json bound_json(const GivenScene& given, const Problem& problem, const Bound& bound,
                double seconds) {
  const Scene& scene = given.scene;
  Json json{{"machine", machine_json(scene)},
            {"bound", bound.kind().id},
            {"applied", bound_kinds()[static_cast<std::size_t>(bound.applied())].id},
            {"value", json_number(bound.value())},
            {"terms", json_terms(bound.terms())},
            {"delta", bound.settings().delta}};
  for (const BoundTerm& term : bound.terms()) {
    if (term.id == "support" || term.id == "patterns") {
      json[std::string(term.id)] = static_cast<int>(term.value);
    }
  }
  json["swaps"] = bound.swaps();
  json["swaps_done"] = bound.swaps_done();
  json["unfinished"] = bound.unfinished();
  json["validation_error"] = json_number(bound.validation_error());
  json["algorithm"] = scene.machine().algorithm.name;
  json["settings"] = settings_json(scene.machine().algorithm);
  json["rules"] = scene.machine().rules;
  json["seed"] = scene.seed;
  json["data"] = data_json(given, problem);
  json["sentences"] = bound.sentences();
  json["seconds"] = seconds;
  return json;
}

std::string bound_text(const GivenScene& given, const Bound& bound, double seconds) {
  using enum Table::Align;
  const Scene& scene = given.scene;
  Table table({left, left, right, left});
  const auto row = [&table](std::string_view name, std::string_view symbol, double value,
                            std::string_view meaning) {
    table.add({std::string(name), std::string(symbol), short_text(value, 4), std::string(meaning)});
  };
  for (const BoundTerm& term : bound.terms()) row(term.id, term.symbol, term.value, term.meaning);
  row("bound", "", bound.value(), bound.kind().formula);
  std::string text = sentence(bound.kind().name, " of ", spec_text(scene.machine().algorithm),
                              " on ", scene.name.empty() ? "unnamed points" : scene.name, "\n\n",
                              told_first(given), table.text(2), "\n");
  Table notes({left});
  for (const std::string& said : bound.sentences()) notes.add({said});
  notes.add({sentence("Time: ", duration_text(seconds), ".")});
  return text + notes.text(2);
}

int bound_command(const BoundArguments& arguments) {
  const auto given = scene_from(arguments.scene);
  if (!given) return refuse(given.error());
  const Scene& scene = given->scene;
  auto kind = arguments.options.criterion_from(arguments.kind);
  if (!kind) return refuse(kind.error());
  auto rules = parse_rules(scene.machine().rules);
  if (!rules) return refuse(rules.error());
  const Training training = training_of(scene);
  if (auto reason = misfit(*rules, judged(scene.machine().algorithm, *training.problem))) {
    return refuse({*reason});
  }

  const std::atomic<bool>& cancelled = interrupted();
  const Stopwatch watch;
  auto machine = make_relearner(scene.machine().algorithm, {*rules, scene.max_iterations},
                                training.problem, arguments.options.workers());
  if (!machine) return refuse(machine.error());
  auto bound = Bound::start(*kind, **machine, scene.seed);
  if (!bound) return refuse(bound.error());
  {
    ProgressLine progress;
    while (!cancelled && bound->advance(slice)) {
      progress.show(bound->fraction_done(), bound->kind().id);
    }
  }
  if (bound->refusal()) return refuse(*bound->refusal());
  const double seconds = watch.seconds();
  print(arguments.as_json ? json_text(bound_json(*given, *training.problem, *bound, seconds))
                          : bound_text(*given, *bound, seconds));
  if (bound->finished()) return done;
  if (!bound->given()) {
    return refuse(
        {"cancelled before the machine had learned the given labels; there is no bound yet"});
  }
  return refuse({sentence("cancelled after ", std::to_string(bound->swaps_done()), " of ",
                          std::to_string(bound->swaps()), " swaps; ",
                          std::isnan(bound->value()) ? "there is no bound yet"
                                                     : "what is reported is what these say")});
}

}  // namespace

void add_bound(CLI::App& app, int& status) {
  CLI::App* command =
      app.add_subcommand("bound", "Bound the error on new patterns by the training patterns alone");
  const auto arguments = std::make_shared<BoundArguments>();
  arguments->scene.add_to(*command);
  command->add_option("--bound", arguments->kind, "Kind of bound (marginscope list bounds)")
      ->type_name("B")
      ->required();
  arguments->options.add_to(*command);
  command->add_flag("--json", arguments->as_json, "Report as JSON");
  command->callback([arguments, &status] { status = bound_command(*arguments); });
}

}  // namespace marginscope::cli
