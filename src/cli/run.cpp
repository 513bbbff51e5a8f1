// marginscope run: one training from the first iteration to its stop, or to that of a scene.

#include <chrono>
#include <cstdio>
#include <limits>
#include <memory>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/run_report.h"
#include "cli/scene_options.h"
#include "experiment/files.h"
#include "stopping/registry.h"

namespace marginscope::cli {
namespace {

struct RunArguments {
  SceneOptions scene;
  std::string trace, quantities, save_scene;
  bool to_stop = false;
  bool as_json = false;
};

int run_command(const RunArguments& arguments) {
  auto scene = scene_from(arguments.scene);
  if (!scene) return refuse(scene.error());

  const Training training = training_of(*scene);
  auto rules = parse_rules(scene->rules);
  if (!rules) return refuse(rules.error());
  if (auto need = unmet_need(*rules, *training.problem)) return refuse({*need});
  RunOptions options;
  options.max_iterations = scene->max_iterations;
  options.keep_history = !arguments.trace.empty();
  options.watched = arguments.trace.empty() ? part::none : part::all;

  const std::atomic<bool>& cancelled = interrupted();
  const auto began = std::chrono::steady_clock::now();
  auto run = start_run(*scene, training.problem, options);
  if (!run) return refuse(run.error());
  // A scene is one at its iteration, whatever its rules say there.
  const bool to_stop = arguments.to_stop || scene->iteration == 0;
  while (to_stop ? !run->stop() : !run->end() && run->iteration() < scene->iteration) {
    if (cancelled) {
      run->cancel();
    } else {
      const int wanted = to_stop ? std::numeric_limits<int>::max() : scene->iteration;
      run->advance(wanted - run->iteration(), std::chrono::milliseconds(100));
    }
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - began;

  const int iterations = to_stop ? run->stop()->iteration : run->iteration();
  if (to_stop) run->seek(run->stop()->retained_iteration);
  const Report report{*scene, *run, iterations, full_record(*run), seconds.count()};
  if (!arguments.trace.empty()) {
    auto written = write_file(arguments.trace, trace_csv(run->history()));
    if (!written) return refuse(written.error());
  }
  if (!arguments.quantities.empty()) {
    auto written = write_file(arguments.quantities, json_text(quantities_json(*run)));
    if (!written) return refuse(written.error());
  }
  if (!arguments.save_scene.empty()) {
    Scene saved = *scene;
    saved.iteration = run->iteration();
    auto written = write_file(arguments.save_scene, scene_text(saved) + '\n');
    if (!written) return refuse(written.error());
  }
  const std::string text = arguments.as_json ? json_text(report_json(report)) : report_text(report);
  std::fputs(text.c_str(), stdout);
  return run->stop() && run->stop()->reason == "cancelled" ? wrong_input : done;
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
