// marginscope reproduce: a paper's table or figure from the data, beside what is printed; or all of
// them.

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/numbers.h"
#include "cli/output_file.h"
#include "cli/result_file.h"
#include "cli/result_table.h"
#include "core/text.h"
#include "experiment/experiment_run.h"
#include "experiment/figures.h"
#include "experiment/native/folder.h"

namespace marginscope::cli {
namespace {

struct ReproduceArguments {
  std::string experiment;  // empty: all
  ExperimentRequest request;
  std::optional<std::uint64_t> seed;
  std::string data_dir;
  int jobs = 0;         // 0: as many as the crew has, but for experiments that measure times
  std::string out;      // a file; of all experiments a folder
  std::string figures;  // a folder; empty: nothing is drawn
  bool resume = false;
  Format format = Format::text;
};

int jobs_for(const Experiment& experiment, int asked, const Crew& crew) {
  if (asked > 0) return asked;
  return experiment.measures_times ? 1 : crew.size;
}

// Prints what was made: of several experiments in one format with a line between them, as one array of
// JSON, or as one table of CSV whose first column names the experiment.
class Printed {
 public:
  Printed(Format format, bool of_several) : format_(format), of_several_(of_several) {}

  void add(const ExperimentRun& run, double seconds) {
    const Experiment& experiment = run.experiment();
    switch (format_) {
      case Format::json: {
        Json json = result_json(experiment, run.request(), run.cells(), seconds);
        if (!of_several_) return print(json_text(json));
        list_.push_back(std::move(json));
        return;
      }
      case Format::csv:
        return print(of_several_ ? named_lines(experiment, result_csv(run.cells()))
                                 : result_csv(run.cells()));
      case Format::markdown:
        return print_text(result_markdown(experiment, run.cells(), seconds));
      case Format::text:
        return print_text(result_text(experiment, run.cells(), seconds));
    }
  }

  // Once there is nothing more to be added.
  void close() const {
    if (format_ == Format::json && of_several_) print(json_text(list_));
  }

 private:
  void print_text(const std::string& text) {
    if (std::exchange(begun_, true)) print("\n");
    print(text);
  }

  // The header before the first ones only.
  std::string named_lines(const Experiment& experiment, std::string_view table) {
    const auto lines = split(trimmed(table), '\n');
    std::string text =
        std::exchange(begun_, true) ? std::string() : sentence("experiment,", lines[0], "\n");
    for (std::size_t i = 1; i < lines.size(); ++i) {
      text += sentence(experiment.id, ",", lines[i], "\n");
    }
    return text;
  }

  Format format_;
  bool of_several_, begun_ = false;
  Json list_ = Json::array();
};

// Makes the folder that an option names, where it is missing.
Result<void> make_folder(const std::string& path, std::string_view meaning) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!error && std::filesystem::is_directory(path)) return {};
  return fail(sentence(path, " is not a folder and cannot be made one",
                       error ? sentence(": ", error.message()) : std::string(), "; ", meaning));
}

std::string figure_path(const std::string& folder, std::string_view name) {
  return (std::filesystem::path(folder) / sentence(name, ".svg")).string();
}

// Which figures there will be one knows only with the cells; whether the folder takes any is asked of
// the name that all of them begin with.
Result<void> check_figures(const std::string& folder, const Experiment& experiment) {
  if (auto made = make_folder(folder, "--figures is the folder of the pictures"); !made)
    return made;
  auto any = OutputFile::open(figure_path(folder, experiment.id));
  return any ? Result<void>() : fail(any.error());
}

Result<void> write_figures(const std::string& folder, const ExperimentRun& run) {
  for (const DrawnFigure& figure : figures_of(run.experiment(), run.cells())) {
    auto output = OutputFile::open(figure_path(folder, figure.name));
    if (!output) return fail(output.error());
    if (auto written = output->write(figure.svg); !written) return written;
  }
  return {};
}

// What is said where the work was cancelled.
std::string cancelled_text(const std::optional<ResultFile>& file, const std::string& out) {
  if (!file) return "cancelled; with --out FILE what is finished is kept for --resume";
  if (file->has_cells()) return sentence("cancelled; --resume continues with what ", out, " holds");
  const std::string as_it_was =
      sentence("cancelled before a cell was made; ", out, " is as it was");
  return file->has_pieces() ? sentence(as_it_was, ", and --resume continues with the pieces of one")
                            : as_it_was;
}

// What experiments are refused with. Of several each is named, and the same reason is told once.
class Refusals {
 public:
  explicit Refusals(bool of_several) : of_several_(of_several) {}

  int say(const Experiment& experiment, const Error& error) {
    if (!of_several_) return refuse(error);
    const auto [first, is_new] = first_.try_emplace(error.message, experiment.id);
    return refuse(
        {is_new ? sentence(experiment.id, ": ", error.message)
                : sentence(experiment.id, " is refused for the same reason as ", first->second)});
  }

 private:
  bool of_several_;
  std::map<std::string, std::string_view> first_;  // by the reason
};

int reproduce(const Experiment& experiment, const ReproduceArguments& arguments, const Crew& crew,
              Refusals& refusals, Printed& printed) {
  const auto refuse = [&](const Error& error) { return refusals.say(experiment, error); };
  ExperimentRequest request = arguments.request;
  request.seed = arguments.seed.value_or(request.seed);
  request.jobs = jobs_for(experiment, arguments.jobs, crew);
  request.cancelled = &interrupted();
  request.data = data_folder(arguments.data_dir);
  const bool draws = !arguments.figures.empty() && experiment.draw;
  if (draws) {
    if (auto good = check_figures(arguments.figures, experiment); !good)
      return refuse(good.error());
  }
  std::optional<ResultFile> file;
  if (!arguments.out.empty()) {
    auto opened =
        ResultFile::open(arguments.out, arguments.resume, crew.durable_within, experiment, request);
    if (!opened) return refuse(opened.error());
    file = std::move(*opened);
  }
  const Stopwatch watch;
  const auto seconds = [&] { return file ? file->seconds() : watch.seconds(); };
  auto started = ExperimentRun::start(experiment, std::move(request));
  if (!started) return refuse(started.error());
  ExperimentRun& run = **started;
  {
    ProgressLine line;
    run.on_piece = [&](const Progress& progress, const FinishedPiece& made) {
      if (file) file->add(made);
      line.show(progress.fraction, progress.doing);
    };
    run.on_cells = [&] {
      if (file) file->write(run.request(), run.cells());
    };
    crew.finish(run);
  }
  if (run.refusal() && run.cells().empty()) return refuse(*run.refusal());
  printed.add(run, seconds());
  bool not_written = file && file->not_written();
  if (not_written) refuse(*file->not_written());
  if (draws) {
    if (auto drawn = write_figures(arguments.figures, run); !drawn) {
      refuse(drawn.error());
      not_written = true;
    }
  }
  if (run.refusal()) return refuse(*run.refusal());
  if (not_written) return wrong_input;
  if (run.cancelled()) return refuse({cancelled_text(file, arguments.out)});
  if (file) file->close(run);
  return done;
}

// One after the other, each with a file of its own in the folder.
int reproduce_all(const ReproduceArguments& arguments, const Crew& crew) {
  if (arguments.data_dir.empty()) {
    return refuse(
        {"Some experiments need data; give --data-dir the folder with the sets, or name one "
         "experiment (marginscope list experiments)"},
        wrong_command);
  }
  if (!arguments.out.empty()) {
    auto made =
        make_folder(arguments.out, "of all experiments --out is the folder of their results");
    if (!made) return refuse(made.error());
  }
  Refusals refusals(true);
  Printed printed(arguments.format, true);
  int status = done;
  for (const Experiment& experiment : experiments()) {
    ReproduceArguments one = arguments;
    if (!one.out.empty()) {
      one.out = (std::filesystem::path(one.out) / sentence(experiment.id, ".json")).string();
    }
    status = std::max(status, reproduce(experiment, one, crew, refusals, printed));
    if (interrupted()) break;
  }
  printed.close();
  return status;
}

// What would have no effect on the one experiment that is asked for.
Result<void> check_asked(const Experiment& experiment, const ReproduceArguments& arguments) {
  if (arguments.seed && !experiment.draws) {
    return fail(sentence(experiment.id, " draws nothing at random; leave --seed out"));
  }
  if (arguments.request.swaps > 0 && experiment.repeats != Repeats::swaps) {
    return fail(sentence(experiment.id, " swaps no labels; leave --swaps out"));
  }
  if (arguments.request.realisations > 0 && experiment.repeats != Repeats::realisations) {
    return fail(sentence(experiment.id, " has no realisations; leave --realisations out"));
  }
  if (!arguments.figures.empty() && !experiment.draw) {
    return fail(sentence(experiment.id, " draws no figure; leave --figures out"));
  }
  return {};
}

int reproduce_command(const ReproduceArguments& arguments, const Crew& crew) {
  if (arguments.experiment.empty()) return reproduce_all(arguments, crew);
  auto experiment = find_experiment(arguments.experiment);
  if (!experiment) return refuse(experiment.error());
  if ((*experiment)->needs_data && arguments.data_dir.empty()) {
    return refuse(
        {sentence((*experiment)->id, " needs data; give --data-dir the folder with the sets")},
        wrong_command);
  }
  if (auto good = check_asked(**experiment, arguments); !good) return refuse(good.error());
  Refusals refusals(false);
  Printed printed(arguments.format, false);
  return reproduce(**experiment, arguments, crew, refusals, printed);
}

}  // namespace

void add_reproduce(CLI::App& app, int& status, const Crew& crew) {
  CLI::App* command = app.add_subcommand(
      "reproduce",
      "A table or figure of a paper from the data (marginscope list experiments), or all of them");
  const auto arguments = std::make_shared<ReproduceArguments>();
  ExperimentRequest& request = arguments->request;
  CLI::Option* experiment =
      command->add_option("experiment", arguments->experiment, "The experiment; without one all")
          ->type_name("EXPERIMENT");
  command
      ->add_option("--data-dir", arguments->data_dir, "Folder with the data sets, or one above it")
      ->type_name("DIR");
  command->add_option("--datasets", request.datasets, "Only these data sets")
      ->type_name("a,b")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->needs(experiment);
  command->add_option("--methods", request.methods, "Only these methods")
      ->type_name("m,n")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->needs(experiment);
  command
      ->add_option("--realisations", request.realisations,
                   "Only the first so many of each data set")
      ->type_name("N")
      ->transform(whole_number(1));
  command
      ->add_option("--swaps", request.swaps,
                   "How often half of the labels are swapped (as often as in the paper)")
      ->type_name("N")
      ->transform(whole_number(1));
  command
      ->add_option("--seed", arguments->seed,
                   "Seed of what an experiment draws at random: swaps, folds, noise, orders (1)")
      ->type_name("S")
      ->transform(whole_number(0, largest_seed));
  command
      ->add_option(
          "--jobs", arguments->jobs,
          "Pieces of the work that are made at once: threads or, under MPI, ranks (as many as "
          "there are processors or ranks; one where times are measured)")
      ->type_name("N")
      ->transform(whole_number(1));
  CLI::Option* out =
      command
          ->add_option("--out", arguments->out,
                       "Write the result here, again after each finished cell; of all experiments "
                       "the folder of their results")
          ->type_name("FILE.json");
  command
      ->add_flag("--resume", arguments->resume,
                 "Go on with the cells and pieces that --out already holds")
      ->needs(out);
  command
      ->add_option("--figures", arguments->figures,
                   "Draw the figures into this folder: EXPERIMENT-DATASET.svg (of those that are "
                   "figures)")
      ->type_name("DIR");
  const std::map<std::string, Format> formats = {{"text", Format::text},
                                                 {"json", Format::json},
                                                 {"csv", Format::csv},
                                                 {"markdown", Format::markdown}};
  CLI::Option* format =
      command->add_option("--format", arguments->format, "How the result is printed (text)")
          ->type_name("text|json|csv|markdown")
          ->transform(CLI::Validator(
              [formats](std::string& text) -> std::string {
                const auto found = formats.find(text);
                if (found == formats.end()) {
                  return sentence("there is no format ", in_quotes(text), "; ",
                                  there_are({"text", "json", "csv", "markdown"}));
                }
                text = std::to_string(static_cast<int>(found->second));
                return {};
              },
              ""));
  command
      ->add_flag_callback(
          "--json", [arguments] { arguments->format = Format::json; },
          "Print the result as JSON: --format json")
      ->excludes(format);
  command->callback([arguments, &status, &crew] { status = reproduce_command(*arguments, crew); });
}

}  // namespace marginscope::cli
