// marginscope compare: up to four machines on the same points, each trained alone.

#include <memory>
#include <optional>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/output_file.h"
#include "cli/run_report.h"
#include "cli/scene_options.h"
#include "cli/scene_run.h"
#include "core/text.h"
#include "session/comparison.h"

namespace marginscope::cli {
namespace {

struct CompareArguments {
  SceneOptions scene;
  std::string trace;
  bool as_json = false;
};

// What is told of one of them: a row of the table, and as JSON.
struct Told {
  Standing standing;
  Json json;
};

// The lines of a trace, the machine before each; the header with the first one.
std::string trace_lines(const Scene& scene, const Run& run) {
  const std::string trace = trace_csv(run.history());
  const auto lines = split(trimmed(trace), '\n');
  std::string text = scene.chosen == 0 ? sentence("machine,", lines[0], "\n") : "";
  for (std::size_t i = 1; i < lines.size(); ++i) {
    text += sentence(machine_letter(scene.chosen), ",", lines[i], "\n");
  }
  return text;
}

Told told_of(const GivenScene& given, const SceneRun& made) {
  const Run& run = made.run;
  const Report report{given, run, made.iterations, full_record(run), made.seconds};
  const Record& record = report.record;
  Json json = report_json(report);
  json["seconds_per_step"] = json_number(made.seconds_per_step());

  return {Standing(run, record, made.seconds_per_step()), std::move(json)};
}

std::string comparison_text(const GivenScene& given, const Problem& problem,
                            const std::vector<Told>& machines) {
  using enum Table::Align;
  const Scene& scene = given.scene;
  Table about({left, left});
  add_data(about, given, problem);
  std::vector<Standing> standings;
  for (const Told& each : machines) standings.push_back(each.standing);
  const auto told = comparison_columns(standings);
  std::vector<Table::Align> columns{left, left};
  std::vector<std::string> heads{"", "machine"};
  for (const ComparisonColumn* column : told) {
    columns.push_back(column == told.back() ? left : right);  // the last one is in words
    heads.emplace_back(column->head);
  }
  Table table(columns);
  table.add(heads);
  for (int place = 0; const Standing& standing : standings) {
    const MachineSetup& machine = scene.machines[static_cast<std::size_t>(place)];
    std::vector<std::string> cells{machine_letter(place),
                                   machine.name.empty()
                                       ? shortened(spec_text(machine.algorithm), longest_quote)
                                       : machine.name};
    for (const ComparisonColumn* column : told) cells.push_back(column->cell(standing).whole());
    table.add(std::move(cells));
    ++place;
  }
  return sentence("Machines on ", scene.name.empty() ? "unnamed points" : scene.name, "\n\n",
                  about.text(2), "\n", table.text(2));
}

int compare_command(const CompareArguments& arguments) {
  const SceneOptions& asked = arguments.scene;
  if (asked.machines.empty() && asked.link.empty() && asked.scene.empty()) {
    return refuse({"There is no machine to compare; give --machine once or more"}, wrong_command);
  }
  auto given = scene_from(asked);
  if (!given) return refuse(given.error());
  Scene& scene = given->scene;
  auto good = check_outputs(asked.files(), {{"--trace", arguments.trace}});
  if (!good) return refuse(good.error());
  std::optional<OutputFile> trace;
  if (!arguments.trace.empty()) {
    auto opened = OutputFile::open(arguments.trace);
    if (!opened) return refuse(opened.error());
    trace = std::move(*opened);
  }

  const Training training = training_of(scene);
  const auto wrong = [&scene](const Error& error) {
    return refuse({sentence("machine ", machine_letter(scene.chosen), ": ", error.message)});
  };
  const auto count = static_cast<int>(scene.machines.size());
  // What can be known of all before any is trained.
  for (scene.chosen = 0; scene.chosen < count; ++scene.chosen) {
    if (auto fits = check_training(scene, *training.problem); !fits) return wrong(fits.error());
  }
  std::vector<Told> machines;
  std::string traced, cut_short;
  for (scene.chosen = 0; scene.chosen < count && cut_short.empty(); ++scene.chosen) {
    const auto made = run_scene(scene, training,
                                {.to_stop = arguments.scene.to_stop, .traced = trace.has_value()});
    if (!made) return wrong(made.error());
    machines.push_back(told_of(*given, *made));
    if (trace) traced += trace_lines(scene, made->run);
    if (made->cancelled()) {
      cut_short = sentence("cancelled at iteration ", std::to_string(made->run.last_iteration()),
                           " of machine ", machine_letter(scene.chosen),
                           "; what is reported is how far it came");
    }
  }

  int status = done;
  if (trace) {
    if (auto written = trace->write(traced); !written) status = refuse(written.error());
  }
  if (arguments.as_json) {
    Json list = Json::array();
    for (Told& each : machines) list.push_back(std::move(each.json));
    print(json_text({{"machines", list}}));
  } else {
    print(comparison_text(*given, *training.problem, machines));
  }
  return cut_short.empty() ? status : refuse({cut_short});
}

}  // namespace

void add_compare(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("compare", "Train several machines on the same points");
  const auto arguments = std::make_shared<CompareArguments>();
  arguments->scene.add_comparison_to(*command);
  command
      ->add_option("--trace", arguments->trace,
                   "Write a line of numbers for each iteration of each machine")
      ->type_name("FILE.csv");
  arguments->scene.add_to_stop_to(*command);
  command->add_flag("--json", arguments->as_json, "Report as JSON");
  command->callback([arguments, &status] { status = compare_command(*arguments); });
}

}  // namespace marginscope::cli
