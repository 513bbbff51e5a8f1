// marginscope run: one training from the first iteration to its stop.

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
  bool as_json = false;
};

int run_command(const RunArguments& arguments) {
  auto scene = scene_from(arguments.scene);
  if (!scene) return refuse(scene.error());

  const Training training = training_of(*scene);
  RunOptions options;
  options.max_iterations = scene->max_iterations;
  options.keep_history = !arguments.trace.empty();
  options.watched = arguments.trace.empty() ? part::none : part::all;

  const std::atomic<bool>& cancelled = interrupted();
  const auto began = std::chrono::steady_clock::now();
  auto run = start_run(*scene, training.problem, options);
  if (!run) return refuse(run.error());
  if (auto need = unmet_need(run->rules(), *training.problem)) return refuse({*need});
  while (!run->stop()) {
    if (cancelled) {
      run->cancel();
    } else {
      run->advance(std::numeric_limits<int>::max(), std::chrono::milliseconds(100));
    }
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - began;

  run->seek(run->stop()->retained_iteration);
  const Report report{*scene, *run, full_record(*run), seconds.count()};
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
  return run->stop()->reason == "cancelled" ? wrong_input : done;
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
                   "Write every quantity of the retained iteration")
      ->type_name("FILE.json");
  command
      ->add_option("--save-scene", arguments->save_scene, "Write the scene, for --scene or a link")
      ->type_name("FILE");
  command->add_flag("--json", arguments->as_json, "Report as JSON");
  command->callback([arguments, &status] { status = run_command(*arguments); });
}

}  // namespace marginscope::cli
