// marginscope run: one training from the first iteration to its stop, or to that of a scene.

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/output_file.h"
#include "cli/run_report.h"
#include "cli/scene_options.h"
#include "core/memory.h"
#include "core/text.h"
#include "stopping/registry.h"

namespace marginscope::cli {
namespace {

struct RunArguments {
  SceneOptions scene;
  std::string trace, quantities, save_scene;
  bool to_stop = false;
  bool as_json = false;
};

struct Outputs {
  std::optional<OutputFile> trace, quantities, save_scene;
};

Result<Outputs> open_outputs(const RunArguments& arguments) {
  auto good = check_outputs(arguments.scene.files(), {{"--trace", arguments.trace},
                                                      {"--quantities", arguments.quantities},
                                                      {"--save-scene", arguments.save_scene}});
  if (!good) return fail(good.error());
  Outputs outputs;
  for (auto [path, output] : {std::pair(&arguments.trace, &outputs.trace),
                              {&arguments.quantities, &outputs.quantities},
                              {&arguments.save_scene, &outputs.save_scene}}) {
    if (path->empty()) continue;
    auto opened = OutputFile::open(*path);
    if (!opened) return fail(opened.error());
    *output = std::move(*opened);
  }
  return outputs;
}

int run_command(const RunArguments& arguments) {
  auto scene = scene_from(arguments.scene);
  if (!scene) return refuse(scene.error());
  const auto outputs = open_outputs(arguments);
  if (!outputs) return refuse(outputs.error());

  const Training training = training_of(*scene);
  auto rules = parse_rules(scene->rules);
  if (!rules) return refuse(rules.error());
  if (auto reason = misfit(*rules, judged(scene->algorithm, *training.problem))) {
    return refuse({*reason});
  }
  RunOptions options;
  options.max_iterations = scene->max_iterations;
  options.keep_history = outputs->trace.has_value();
  // A trace has a line for each: 4 GB are 30 million. Its text takes as much again, and the solver
  // may take half of the machine's memory.
  options.history_bytes = static_cast<std::size_t>(std::min(4e9, usual_memory() / 2));
  options.watched = outputs->trace ? part::all : part::none;

  const std::atomic<bool>& cancelled = interrupted();
  const Stopwatch watch;
  auto start = begin_run(scene->algorithm, scene->rules, training.problem, options);
  while (!start.advance(slice)) {
    if (cancelled) return refuse({"cancelled before the first iteration; nothing was trained"});
  }
  auto run = start.take();
  if (!run) return refuse(run.error());
  // A scene is one at its iteration, whatever its rules say there.
  const bool to_stop = arguments.to_stop || scene->iteration == 0;
  while (to_stop ? !run->stop() : !run->end() && run->iteration() < scene->iteration) {
    if (cancelled) {
      run->cancel();
    } else {
      const int wanted = to_stop ? std::numeric_limits<int>::max() : scene->iteration;
      run->advance(wanted - run->iteration(), slice);
    }
  }
  const double seconds = watch.seconds();

  const int iterations = to_stop ? run->stop()->iteration : run->iteration();
  if (to_stop) run->seek(run->stop()->retained_iteration);
  const Report report{*scene, *run, iterations, full_record(*run), seconds};
  // What could not be written does not take the rest along.
  int status = done;
  const auto write = [&status](const std::optional<OutputFile>& output, const auto& text) {
    if (!output) return;
    if (auto written = output->write(text()); !written) status = refuse(written.error());
  };
  write(outputs->trace, [&] { return trace_csv(run->history()); });
  write(outputs->quantities, [&] { return json_text(quantities_json(*run)); });
  write(outputs->save_scene, [&] {
    Scene saved = *scene;
    saved.iteration = run->iteration();
    return scene_text(saved) + '\n';
  });
  print(arguments.as_json ? json_text(report_json(report)) : report_text(report));
  if (!run->end() || run->end()->reason != "cancelled") return status;
  return refuse({sentence("cancelled at iteration ", std::to_string(run->last_iteration()),
                          "; what is reported is how far it came")});
}

}  // namespace

void add_run(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("run", "Train once and report");
  const auto arguments = std::make_shared<RunArguments>();
  arguments->scene.add_to(*command);
  command->add_option("--trace", arguments->trace, "Write a line of numbers for each iteration")
      ->type_name("FILE.csv");
  command
      ->add_option("--quantities", arguments->quantities,
                   "Write every quantity of the iteration that is reported")
      ->type_name("FILE.json");
  command
      ->add_option("--save-scene", arguments->save_scene, "Write the scene, for --scene or a link")
      ->type_name("FILE");
  command->add_flag("--to-stop", arguments->to_stop,
                    "Run on to the stop where the scene has an iteration of its own");
  command->add_flag("--json", arguments->as_json, "Report as JSON");
  command->callback([arguments, &status] { status = run_command(*arguments); });
}

}  // namespace marginscope::cli
