// marginscope reproduce: a paper's table from the data, beside what is printed.

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <thread>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/json.h"
#include "cli/output_file.h"
#include "core/text.h"
#include "experiment/experiment.h"
#include "experiment/files.h"

namespace marginscope::cli {
namespace {

using enum Table::Align;

struct ReproduceArguments {
  std::string experiment;
  ExperimentRequest request;
  std::uint64_t seed = 1;
  std::string out;
  bool resume = false;
  bool as_json = false;
};

// FNV-1a of the cells' text, in 64 bits: a number that was changed by hand or by a damaged disk is
// not taken for one that was computed.
std::string checksum(const Json& cells) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : compact_text(cells)) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  char hex[17];
  std::snprintf(hex, sizeof hex, "%016" PRIx64, hash);
  return hex;
}

Json result_json(const Experiment& experiment, const std::vector<Cell>& cells, double seconds) {
  Json list = Json::array();
  for (const Cell& cell : cells) list.push_back(json_cell(cell));
  const std::string sum = checksum(list);
  return {{"experiment", experiment.id}, {"cells", list}, {"checksum", sum}, {"seconds", seconds}};
}

bool is_result(const Json& json) {
  return json.is_object() && json.contains("cells") && json["cells"].is_array() &&
         json.contains("experiment") && json["experiment"].is_string();
}

struct Earlier {
  std::vector<Cell> cells;
  double seconds = 0;
};

// What an earlier run left in the file; nothing where there is no file yet.
Result<Earlier> read_earlier(const std::string& path, std::string_view experiment) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return Earlier{};
  auto text = read_file(path);
  if (!text) return fail(text.error());
  const Json json = Json::parse(*text, nullptr, false);
  if (!is_result(json)) {
    return fail(sentence(path,
                         " is not the result of an experiment; give --resume the file that an "
                         "earlier --out wrote"));
  }
  if (json["experiment"] != experiment) {
    return fail(sentence(path, " belongs to ", name_from(json["experiment"].get<std::string>()),
                         ", not to ", experiment, "; give another --out"));
  }
  if (!json.contains("checksum") || json["checksum"] != checksum(json["cells"])) {
    return fail(
        sentence(path,
                 " has other cells than were written to it (its checksum differs); remove it "
                 "or give another --out"));
  }
  Earlier earlier;
  for (const Json& cell : json["cells"]) {
    auto read = cell_from(cell);
    if (!read) {
      return fail(sentence(path, ": cell ", std::to_string(earlier.cells.size() + 1),
                           " lacks dataset, method, mean or n"));
    }
    earlier.cells.push_back(std::move(*read));
  }
  if (json.contains("seconds") && json["seconds"].is_number()) {
    earlier.seconds = json["seconds"].get<double>();
  }
  return earlier;
}

// Without --resume a file is replaced; one that holds something else is not meant to be.
Result<OutputFile> open_result(const std::string& path, bool resume) {
  std::error_code ignored;
  if (!resume && std::filesystem::is_regular_file(path, ignored) &&
      std::filesystem::file_size(path, ignored) > 0) {
    auto text = read_file(path);
    if (!text) return fail(text.error());
    if (!is_result(Json::parse(*text, nullptr, false))) {
      return fail(
          sentence(path,
                   " is there and not the result of an experiment; give --out a name of its "
                   "own"));
    }
  }
  return OutputFile::open(path);
}

std::string fixed_text(double value, int decimals) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*f", decimals, value);
  return buffer;
}

// The number as it would be printed; where that rounding is a tie that went the other way in print,
// with one decimal more.
std::string rounded_text(double value, const std::optional<Printed>& beside) {
  const int decimals = beside ? beside->decimals : 2;
  const std::string text = fixed_text(value, decimals);
  const bool tie = beside && equal_as_printed(value, *beside) &&
                   text != fixed_text(beside->value, beside->decimals);
  return tie ? fixed_text(value, decimals + 1) : text;
}

std::string with_deviation(const std::string& mean, const std::optional<std::string>& sd) {
  return sd ? sentence(mean, " ± ", *sd) : mean;
}

std::string here_text(const Cell& cell) {
  std::optional<Printed> mean, sd;
  if (cell.publication) {
    mean = cell.publication->mean;
    sd = cell.publication->sd;
  }
  std::optional<std::string> sd_text;
  if (!std::isnan(cell.result.sd)) sd_text = rounded_text(cell.result.sd, sd);
  return with_deviation(rounded_text(cell.result.mean, mean), sd_text);
}

std::string printed_text(const std::optional<Publication>& publication) {
  if (!publication) return "–";
  const auto text = [](const Printed& number) { return fixed_text(number.value, number.decimals); };
  std::optional<std::string> sd;
  if (publication->sd) sd = text(*publication->sd);
  return with_deviation(text(publication->mean), sd);
}

std::string result_text(const Experiment& experiment, const std::vector<Cell>& cells,
                        double seconds) {
  Table table({left, left, right, right, left, right, left});
  table.add({"data set", "method", "n", "here", "", "printed", ""});
  int compared = 0, equal = 0;
  bool has_marks = false;
  std::string_view previous;
  for (const Cell& cell : cells) {
    std::string verdict;
    if (cell.equal_as_printed) {
      ++compared;
      if (*cell.equal_as_printed) ++equal;
      verdict = *cell.equal_as_printed ? "as printed" : "differs";
    } else if (cell.publication) {
      verdict = sentence("printed over ", std::to_string(cell.publication->n), " realisations");
    }
    std::string mark;
    if (cell.best) {
      has_marks = true;
      mark = *cell.best ? "best" : cell.not_significantly_different.value_or(false) ? "*" : "";
    }
    table.add({cell.dataset == previous ? "" : cell.dataset,
               cell.quantity.empty() ? cell.method : sentence(cell.method, ", ", cell.quantity),
               std::to_string(cell.result.n), here_text(cell), mark, printed_text(cell.publication),
               verdict});
    previous = cell.dataset;
  }
  std::string text = sentence(experiment.name, ": ", experiment.unit, "\n\n", table.text(2), "\n");
  if (has_marks) {
    text +=
        "  * not significantly different from the best of its data set here (unpaired t-test at "
        "5 %)\n";
  }
  return text + sentence("  ", std::to_string(equal), " of ", std::to_string(compared),
                         " compared cells are as printed; ", duration_text(seconds), "\n");
}

int reproduce_command(ReproduceArguments arguments) {
  auto experiment = find_experiment(arguments.experiment);
  if (!experiment) return refuse(experiment.error());
  if ((*experiment)->needs_data && arguments.request.data_dir.empty()) {
    return refuse(
        {sentence((*experiment)->id, " needs data; give --data-dir the folder with the sets")});
  }
  double seconds_before = 0;
  if (arguments.resume) {
    auto earlier = read_earlier(arguments.out, (*experiment)->id);
    if (!earlier) return refuse(earlier.error());
    arguments.request.finished = std::move(earlier->cells);
    seconds_before = earlier->seconds;
  }

  std::optional<OutputFile> out;
  if (!arguments.out.empty()) {
    auto opened = open_result(arguments.out, arguments.resume);
    if (!opened) return refuse(opened.error());
    out = std::move(*opened);
  }

  const Stopwatch watch;
  const auto seconds = [&] { return seconds_before + watch.seconds(); };
  bool written = false;
  std::optional<Error> not_written;
  // The file stays as it is until there is a cell to put there. What cannot be written now may be
  // written later, once there is room again.
  const auto save = [&](const std::vector<Cell>& cells) {
    if (!out) return;
    const auto saved = out->write(json_text(result_json(**experiment, cells, seconds())));
    if (saved) written = true;
    not_written = saved ? std::nullopt : std::optional(saved.error());
  };
  Result<ExperimentResult> result;
  {
    ProgressLine line;
    arguments.request.cancelled = &interrupted();
    arguments.request.on_cells = save;
    arguments.request.on_progress = [&line](const Progress& progress) {
      line.show(progress.fraction, progress.doing);
    };
    result = (*experiment)->run(**experiment, arguments.request);
  }
  if (!result) return refuse(result.error());
  if (result->refusal && result->cells.empty()) return refuse(*result->refusal);
  print(arguments.as_json ? json_text(result_json(**experiment, result->cells, seconds()))
                          : result_text(**experiment, result->cells, seconds()));
  const int status = not_written ? refuse(*not_written) : done;
  if (result->refusal) return refuse(*result->refusal);
  if (not_written || !result->cancelled) return status;
  if (!out) return refuse({"cancelled; with --out FILE what is finished is kept for --resume"});
  return refuse(
      {written ? sentence("cancelled; --resume continues with what ", arguments.out, " holds")
               : sentence("cancelled before a cell was made; ", arguments.out, " is as it was")});
}

}  // namespace

void add_reproduce(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand(
      "reproduce", "A table of a paper from the data (marginscope list experiments)");
  const auto arguments = std::make_shared<ReproduceArguments>();
  ExperimentRequest& request = arguments->request;
  request.jobs = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  command->add_option("experiment", arguments->experiment, "The experiment")
      ->type_name("EXPERIMENT")
      ->required();
  command->add_option("--data-dir", request.data_dir, "Folder with the data sets, or one above it")
      ->type_name("DIR");
  command->add_option("--datasets", request.datasets, "Only these data sets")
      ->type_name("a,b")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option("--methods", request.methods, "Only these methods")
      ->type_name("m,n")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      ->add_option("--realisations", request.realisations,
                   "Only the first so many of each data set")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  command
      ->add_option("--seed", arguments->seed,
                   "Seed of whatever an experiment draws at random (the present ones draw nothing)")
      ->type_name("S");
  command->add_option("--jobs", request.jobs, "Threads (all processors)")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  CLI::Option* out = command
                         ->add_option("--out", arguments->out,
                                      "Write the result here, again after each finished cell")
                         ->type_name("FILE.json");
  command->add_flag("--resume", arguments->resume, "Keep the cells that --out already holds")
      ->needs(out);
  command->add_flag("--json", arguments->as_json, "Print the result as JSON");
  command->callback([arguments, &status] { status = reproduce_command(std::move(*arguments)); });
}

}  // namespace marginscope::cli
