// marginscope run: one training from the first iteration to its stop, or to that of a scene.

#include <memory>
#include <optional>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/output_file.h"
#include "cli/run_report.h"
#include "cli/scene_options.h"
#include "cli/scene_run.h"
#include "core/text.h"

namespace marginscope::cli {
namespace {

struct RunArguments {
  SceneOptions scene;
  std::string trace, quantities, save_scene;
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
  const auto given = scene_from(arguments.scene);
  if (!given) return refuse(given.error());
  const Scene& scene = given->scene;
  const auto outputs = open_outputs(arguments);
  if (!outputs) return refuse(outputs.error());

  const Training training = training_of(scene);
  if (auto good = check_training(scene, *training.problem); !good) return refuse(good.error());
  auto made = run_scene(scene, training,
                        {.to_stop = arguments.scene.to_stop, .traced = outputs->trace.has_value()});
  if (!made) return refuse(made.error());
  const Run& run = made->run;
  const Report report{*given, run, made->iterations, full_record(run), made->seconds};
  // What could not be written does not take the rest along.
  int status = done;
  const auto write = [&status](const std::optional<OutputFile>& output, const auto& text) {
    if (!output) return;
    if (auto written = output->write(text()); !written) status = refuse(written.error());
  };
  write(outputs->trace, [&] { return trace_csv(run.history()); });
  write(outputs->quantities, [&] { return json_text(quantities_json(run)); });
  write(outputs->save_scene, [&] {
    Scene saved = scene;
    // Several machines share one, which may be beyond the end of this one.
    if (scene.machines.size() == 1 || scene.iteration == 0) saved.iteration = run.iteration();
    return scene_text(saved) + '\n';
  });
  print(arguments.as_json ? json_text(report_json(report)) : report_text(report));
  if (!made->cancelled()) return status;
  return refuse({sentence("cancelled at iteration ", std::to_string(run.last_iteration()),
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
  arguments->scene.add_to_stop_to(*command);
  command->add_flag("--json", arguments->as_json, "Report as JSON");
  command->callback([arguments, &status] { status = run_command(*arguments); });
}

}  // namespace marginscope::cli
