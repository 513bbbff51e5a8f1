#pragma once  // for src/cli only

// The result of an experiment on disk. FILE.json is replaced as a whole whenever cells are finished.
// Beside it FILE.json.pieces is a journal: a line for each piece of cells that are not, written at
// once, so that whatever ends the program costs the pieces that were being made and no other. It
// goes when the experiment is through, unless it has pieces of what was not asked for.

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/json.h"
#include "cli/output_file.h"
#include "experiment/experiment_run.h"

namespace marginscope::cli {

// {experiment, about, cells, checksum, agreement, seconds}; the seed too where the experiment draws, and
// data_checksums, of the texts of each data set, where it reads any.
Json result_json(const Experiment& experiment, const ExperimentRequest& request,
                 const std::vector<Cell>& cells, double seconds);

class ResultFile {
 public:
  // With `resume` what an earlier run left is read into the request. Nothing is changed yet. Errors:
  // what is there is something else, was made with another seed, or was changed since; a place that
  // cannot be written to. A piece that is added is on the disk after `durable_within`, as soon as
  // another one comes.
  static Result<ResultFile> open(const std::string& path, bool resume,
                                 std::chrono::milliseconds durable_within,
                                 const Experiment& experiment, ExperimentRequest& request);

  // Of this run and of those that it goes on with.
  double seconds() const { return seconds_before_ + watch_.seconds(); }

  // Neither fails: what could not be written may be later, once there is room again; `not_written`
  // says whether it was.
  void add(const FinishedPiece& made);
  void write(const ExperimentRequest& request, const std::vector<Cell>& cells);
  const std::optional<Error>& not_written() const { return not_written_; }

  bool has_cells() const { return has_cells_; }       // of this run
  bool has_pieces() const { return bool(journal_); }  // the same

  // The experiment is through: the journal goes, but where it has pieces of cells that were not asked
  // for.
  void close(const ExperimentRun& run);

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  ResultFile(const Experiment& experiment, OutputFile output)
      : experiment_(&experiment), output_(std::move(output)) {}

  Result<void> read_cells(const std::string& path, ExperimentRequest& request);
  void read_pieces(ExperimentRequest& request);
  bool open_journal();

  const Experiment* experiment_;
  OutputFile output_;
  std::string journal_path_;  // empty where there can be none, as beside a device
  bool resumes_ = false, owns_journal_ = false;
  std::unique_ptr<std::FILE, CloseFile> journal_;
  std::chrono::milliseconds durable_within_{0};
  std::chrono::steady_clock::time_point synchronised_;
  Json head_;  // the journal's first line
  double seconds_before_ = 0;
  Stopwatch watch_;
  bool has_cells_ = false;
  std::optional<Error> not_written_;
};

}  // namespace marginscope::cli
