#include "cli/result_file.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <map>

#include "core/text.h"
#include "experiment/native/files.h"

namespace marginscope::cli {
namespace {

bool is_result(const Json& json) {
  return json.is_object() && json.contains("cells") && json["cells"].is_array() &&
         json.contains("experiment") && json["experiment"].is_string();
}

bool is_there(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) &&
         std::filesystem::file_size(path, ignored) > 0;
}

Json numbers_json(const Numbers& numbers) {
  Json list = Json::array();
  for (const double number : numbers) list.push_back(json_number(number));
  return list;
}

// Of the data sets that cells are of, as far as their texts are known: by this run or an earlier one.
Json data_checksums(const ExperimentRequest& request, const std::vector<Cell>& cells) {
  std::map<std::string, std::string> known = request.checksums;
  if (request.data) {
    for (const auto& [dataset, sum] : request.data->checksums()) known[dataset] = sum;
  }
  Json sums = Json::object();
  for (const auto& [dataset, sum] : known) {
    if (std::ranges::count(cells, dataset, &Cell::dataset) > 0) sums[dataset] = sum;
  }
  return sums;
}

// The numbers of a cell's row, by the names of the columns.
void add_row(Json& json, const Cell& cell, const std::vector<Cell>& cells) {
  for (const Cell& other : cells) {
    if (other.dataset != cell.dataset || other.method != cell.method || other.at != cell.at)
      continue;
    json[other.quantity] = json_number(other.result.mean);
  }
}

// A line of a journal that is as it was written; the last one of a program that was killed is not.
std::optional<FinishedPiece> piece_from(const Json& line) {
  if (!line.is_object() || !line.contains("made") || !line.contains("checksum"))
    return std::nullopt;
  const Json& made = line["made"];
  if (line["checksum"] != checksum(compact_text(made))) return std::nullopt;
  FinishedPiece piece{made["unit"], made["piece"], {}};
  for (const Json& number : made["numbers"]) {
    piece.numbers.push_back(number.is_null() ? std::numeric_limits<double>::quiet_NaN()
                                             : number.get<double>());
  }
  return piece;
}

}  // namespace

Json result_json(const Experiment& experiment, const ExperimentRequest& request,
                 const std::vector<Cell>& cells, double seconds) {
  Json list = Json::array();
  for (const Cell& cell : cells) {
    list.push_back(json_cell(cell));
    if (experiment.columns) add_row(list.back(), cell, cells);
  }
  const std::string sum = checksum(compact_text(list));
  const Agreement agreement = agreement_of(cells);
  Json json{{"experiment", experiment.id},
            {"about", json_experiment(experiment)},
            {"cells", list},
            {"checksum", sum},
            {"agreement",
             {{"compared", agreement.compared},
              {"equal", agreement.equal},
              {"within", agreement.within}}},
            {"seconds", seconds}};
  if (experiment.draws) json["seed"] = request.seed;
  if (Json sums = data_checksums(request, cells); !sums.empty()) {
    json["data_checksums"] = std::move(sums);
  }
  return json;
}

Result<ResultFile> ResultFile::open(const std::string& path, bool resume,
                                    std::chrono::milliseconds durable_within,
                                    const Experiment& experiment, ExperimentRequest& request) {
  const bool exists = is_there(path);
  if (!resume && exists) {
    auto text = read_file(path);
    if (!text) return fail(text.error());
    if (!is_result(Json::parse(*text, nullptr, false))) {
      return fail(
          sentence(path,
                   " is there and not the result of an experiment; give --out a name of its "
                   "own"));
    }
  }
  auto output = OutputFile::open(path);
  if (!output) return fail(output.error());
  ResultFile file(experiment, std::move(*output));
  file.resumes_ = resume;
  file.durable_within_ = durable_within;
  file.head_ = {{"experiment", experiment.id}};
  if (experiment.draws) file.head_["seed"] = request.seed;
  if (resume && exists) {
    if (auto read = file.read_cells(path, request); !read) return fail(read.error());
  }
  if (const auto beside = file.output_.beside(".pieces")) {
    file.journal_path_ = *beside;
    if (resume) file.read_pieces(request);
  }
  return file;
}

Result<void> ResultFile::read_cells(const std::string& path, ExperimentRequest& request) {
  auto text = read_file(path);
  if (!text) return fail(text.error());
  const Json json = Json::parse(*text, nullptr, false);
  if (!is_result(json)) {
    return fail(sentence(path,
                         " is not the result of an experiment; give --resume the file that an "
                         "earlier --out wrote"));
  }
  if (json["experiment"] != experiment_->id) {
    return fail(sentence(path, " belongs to ", name_from(json["experiment"].get<std::string>()),
                         ", not to ", experiment_->id, "; give another --out"));
  }
  if (experiment_->draws && json.value("seed", Json()) != request.seed) {
    return fail(sentence(path, " was not made with --seed ", std::to_string(request.seed),
                         "; give the seed that it holds, or another --out"));
  }
  if (!json.contains("checksum") || json["checksum"] != checksum(compact_text(json["cells"]))) {
    return fail(
        sentence(path,
                 " has other cells than were written to it (its checksum differs); remove it "
                 "or give another --out"));
  }
  request.finished_in = path;
  for (const Json& cell : json["cells"]) {
    auto read = cell_from(cell);
    if (!read) {
      return fail(sentence(path, ": cell ", std::to_string(request.finished.size() + 1),
                           " lacks dataset, method, mean or n"));
    }
    request.finished.push_back(std::move(*read));
  }
  const Json sums = json.value("data_checksums", Json::object());
  for (const auto& [dataset, sum] : sums.items()) {
    if (sum.is_string()) request.checksums[dataset] = sum;
  }
  if (json.contains("seconds") && json["seconds"].is_number()) {
    seconds_before_ = json["seconds"].get<double>();
  }
  return {};
}

// A journal of another experiment or seed is nothing to go on with, and is replaced.
void ResultFile::read_pieces(ExperimentRequest& request) {
  if (!is_there(journal_path_)) return;
  const auto text = read_file(journal_path_);
  if (!text) return;
  const std::vector<std::string_view> lines = split(*text, '\n');
  if (Json::parse(lines[0], nullptr, false) != head_) {
    resumes_ = false;
    return;
  }
  owns_journal_ = true;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const Json line = Json::parse(lines[i], nullptr, false);
    auto piece = piece_from(line);
    if (!piece) continue;
    request.pieces.push_back(std::move(*piece));
    seconds_before_ = std::max(seconds_before_, line["made"]["seconds"].get<double>());
  }
}

bool ResultFile::open_journal() {
  if (journal_) return true;
  if (journal_path_.empty()) return false;
  const bool goes_on = resumes_ && is_there(journal_path_);
  journal_.reset(std::fopen(journal_path_.c_str(), goes_on ? "ab" : "wb"));
  if (!journal_) return false;
  owns_journal_ = true;
  // The line of a program that was killed may lack its end.
  const std::string first = goes_on ? "\n" : compact_text(head_) + "\n";
  std::fwrite(first.data(), 1, first.size(), journal_.get());
  if (!goes_on) keep_name(journal_path_);
  return true;
}

void ResultFile::add(const FinishedPiece& made) {
  if (!open_journal()) return;
  Json line;
  line["made"] = {{"unit", made.unit},
                  {"piece", made.piece},
                  {"numbers", numbers_json(made.numbers)},
                  {"seconds", seconds()}};
  line["checksum"] = checksum(compact_text(line["made"]));
  const std::string text = compact_text(line) + "\n";
  std::fwrite(text.data(), 1, text.size(), journal_.get());
  std::fflush(journal_.get());
  // What was handed to the system outlives this program; what is on the disk, the machine too.
  const auto now = std::chrono::steady_clock::now();
  if (now - synchronised_ < durable_within_) return;
  synchronised_ = now;
  fdatasync(fileno(journal_.get()));
}

void ResultFile::write(const ExperimentRequest& request, const std::vector<Cell>& cells) {
  const auto saved = output_.write(json_text(result_json(*experiment_, request, cells, seconds())));
  if (saved) has_cells_ = true;
  not_written_ = saved ? std::nullopt : std::optional(saved.error());
}

void ResultFile::close(const ExperimentRun& run) {
  journal_.reset();
  if (owns_journal_ && !not_written_ && !run.others_pieces()) std::remove(journal_path_.c_str());
}

}  // namespace marginscope::cli
