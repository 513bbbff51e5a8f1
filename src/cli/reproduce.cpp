// marginscope reproduce: a paper's table or figure from the data, beside what is printed.

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

Json result_json(const Experiment& experiment, const ExperimentRequest& request,
                 const std::vector<Cell>& cells, double seconds) {
  Json list = Json::array();
  for (const Cell& cell : cells) list.push_back(json_cell(cell));
  const std::string sum = checksum(list);
  Json json{
      {"experiment", experiment.id}, {"cells", list}, {"checksum", sum}, {"seconds", seconds}};
  if (experiment.draws) json["seed"] = request.seed;
  return json;
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
Result<Earlier> read_earlier(const std::string& path, const Experiment& experiment,
                             std::uint64_t seed) {
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
  if (json["experiment"] != experiment.id) {
    return fail(sentence(path, " belongs to ", name_from(json["experiment"].get<std::string>()),
                         ", not to ", experiment.id, "; give another --out"));
  }
  if (experiment.draws && json.value("seed", Json()) != seed) {
    return fail(sentence(path, " was not made with --seed ", std::to_string(seed),
                         "; give the seed that it holds, or another --out"));
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
// with one decimal more. A small one that would be shown as 0 has two digits.
std::string rounded_text(double value, const std::optional<Printed>& beside) {
  const int decimals = beside ? beside->decimals : 2;
  const std::string text = fixed_text(value, decimals);
  if (value != 0 && text.find_first_of("123456789") == text.npos) return short_text(value, 2);
  const bool tie = beside && equal_as_printed(value, *beside) &&
                   text != fixed_text(beside->value, beside->decimals);
  return tie ? fixed_text(value, decimals + 1) : text;
}

std::string with_deviation(const std::string& mean, const std::optional<std::string>& sd) {
  return sd ? sentence(mean, " ± ", *sd) : mean;
}

std::string here_text(const Cell& cell) {
  if (cell.difference_error) {
    const Printed& beside = cell.publication->mean;
    return sentence(rounded_text(cell.result.mean, beside), " (",
                    fixed_text(*cell.difference_error, std::max(1, beside.decimals)), ")");
  }
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

// Why the cells differ that do: each cause once, behind the entries that it is said of.
std::string causes_text(const std::vector<Cell>& cells) {
  std::vector<std::pair<std::string_view, std::string>> causes;
  for (const Cell& cell : cells) {
    if (!cell.differs() || cell.publication->cause.empty()) continue;
    const std::string_view cause = cell.publication->cause;
    const auto known = std::find_if(causes.begin(), causes.end(),
                                    [&](const auto& entry) { return entry.first == cause; });
    if (known == causes.end()) {
      causes.emplace_back(cause, entry_text(cell));
    } else {
      known->second += "; " + entry_text(cell);
    }
  }
  std::string text;
  for (const auto& [cause, entries] : causes) {
    constexpr int indent = 2;
    for (const std::string& line :
         wrapped(sentence(entries, ": ", cause, "."), Table::line_width - indent)) {
      text += sentence(std::string(indent, ' '), line, "\n");
    }
  }
  return text.empty() ? text : text + "\n";
}

std::string result_text(const Experiment& experiment, const std::vector<Cell>& cells,
                        double seconds) {
  Table table({left, left, right, right, left, right, left});
  table.add({"data set", "method", "n", "here", "", "printed", ""});
  int compared = 0, equal = 0, within = 0;
  bool has_marks = false, has_draws = false;
  std::string_view previous;
  for (const Cell& cell : cells) {
    std::string verdict;
    if (cell.equal_as_printed) {
      ++compared;
      if (*cell.equal_as_printed) {
        ++equal;
      } else if (!cell.differs()) {
        ++within;
      }
      verdict = *cell.equal_as_printed ? "as printed" : cell.differs() ? "differs" : "within error";
    } else if (cell.publication && cell.publication->n > 0) {
      verdict = sentence("printed over ", std::to_string(cell.publication->n), " realisations");
    }
    std::string mark;
    if (cell.best) {
      mark = *cell.best ? "best" : cell.not_significantly_different.value_or(false) ? "*" : "";
      has_marks = has_marks || cell.not_significantly_different.has_value();
    }
    has_draws = has_draws || (cell.publication && cell.publication->drawn);
    table.add({cell.dataset == previous ? "" : cell.dataset,
               entry_text(cell).substr(cell.dataset.size() + 2), std::to_string(cell.result.n),
               here_text(cell), mark, printed_text(cell.publication), verdict});
    previous = cell.dataset;
  }
  std::string text = sentence(experiment.name, ": ", experiment.unit, "\n\n", table.text(2), "\n");
  if (has_marks) {
    text +=
        "  * not significantly different from the best of its data set here (unpaired t-test at "
        "5 %)\n";
  }
  if (has_draws) {
    text +=
        "  in brackets the standard error of the difference of two means of random draws, of which "
        "those that\n  are within error differ by two at most\n";
  }
  if (const std::string causes = causes_text(cells); !causes.empty()) text += "\n" + causes;
  text += sentence("  ", std::to_string(equal), " of ", std::to_string(compared),
                   " compared cells are as printed");
  if (has_draws) text += sentence(", ", std::to_string(within), " more within error");
  return text + sentence("; ", duration_text(seconds), "\n");
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
    auto earlier = read_earlier(arguments.out, **experiment, arguments.request.seed);
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
    const auto saved =
        out->write(json_text(result_json(**experiment, arguments.request, cells, seconds())));
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
  print(arguments.as_json
            ? json_text(result_json(**experiment, arguments.request, result->cells, seconds()))
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
      ->add_option("--swaps", request.swaps,
                   "How often half of the labels are swapped (as often as in the paper)")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  command
      ->add_option("--seed", request.seed,
                   "Seed of what an experiment draws at random: swaps, folds, noise, orders (1)")
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
