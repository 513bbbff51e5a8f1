#pragma once  // for every room above

// An experiment at work: its pieces are handed out, made by whoever asks (this thread, several, other
// processes) and become cells, in the table's order whatever is ready first.

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "experiment/experiment.h"
#include "experiment/plan.h"

namespace marginscope {

struct Progress {
  double fraction = 0;  // of the work, as far as it can be told beforehand
  std::string doing;    // "heart, hkesa"
};

// A piece of a plan's work, by its place.
struct Piece {
  int unit = 0;
  int index = 0;
};

class ExperimentRun {
 public:
  // Errors: a method, data set or number of realisations that is not there; a finished cell over more
  // realisations than are asked for, or of other data.
  static Result<std::unique_ptr<ExperimentRun>> start(const Experiment& experiment,
                                                      ExperimentRequest request);

  ExperimentRun(const ExperimentRun&) = delete;
  ExperimentRun& operator=(const ExperimentRun&) = delete;

  // Both are called one at a time, from whatever thread `put` is called on: after each piece, and
  // whenever cells were made.
  std::function<void(const Progress& progress, const FinishedPiece& made)> on_piece;
  std::function<void()> on_cells;

  // The next piece, which nobody else gets; nothing where there is none any more, after a refusal
  // and once cancelled. May be called from several threads, like the two below.
  std::optional<Piece> take();

  // What the piece comes to. Another process with the same request makes the same numbers.
  Result<Numbers> make(Piece piece) const { return unit_at(piece).work(piece.index); }

  // Once a piece of each unit is there its cells are.
  void put(Piece piece, Result<Numbers> made);

  // Takes, makes and puts one piece; false where there is none.
  bool advance();

  const Experiment& experiment() const { return experiment_; }
  const ExperimentRequest& request() const { return request_; }
  // Data set by data set, in the paper's order; those of an earlier run among them.
  const std::vector<Cell>& cells() const { return cells_; }
  bool cancelled() const { return request_.cancelled && *request_.cancelled; }
  const std::optional<Error>& refusal() const { return refusal_; }  // of a training

  // Whether the earlier run has left pieces of units that this one does not make.
  bool others_pieces() const { return others_pieces_; }

  int pieces_left() const { return static_cast<int>(todo_.size() - next_); }  // to hand out

  // A run behind the cell at this place of `cells`. Errors: it has none, or was made by an earlier
  // run.
  Result<CellScene> scene_of(std::size_t cell) const;

  // Equal for processes that plan the same work, whatever each has finished.
  std::string identity() const;

 private:
  ExperimentRun(const Experiment& experiment, ExperimentRequest request)
      : experiment_(experiment), request_(std::move(request)) {}

  Result<void> begin();
  int planned_number(const Cell& finished) const;
  Result<void> keep_finished_cells();
  void keep_whole(Unit& unit);
  void keep_finished_pieces();
  void summarise(std::size_t place);
  void add_cell(Cell cell);
  void arrange_cells();
  bool has(const Cell& entry) const;
  bool in_order(const Cell& a, const Cell& b) const;
  const Unit& unit_at(Piece piece) const {
    return plan_.units[static_cast<std::size_t>(piece.unit)];
  }

  const Experiment& experiment_;
  const ExperimentRequest request_;
  Plan plan_;
  std::vector<std::string_view> methods_;
  std::vector<std::string> identities_;     // of each unit
  std::vector<std::vector<Numbers>> made_;  // of each unit, by piece; empty: not yet
  std::vector<int> left_;                   // pieces of each unit
  std::vector<Piece> todo_;                 // in the order in which they are handed out
  std::size_t next_ = 0;                    // of those
  bool others_pieces_ = false;
  std::vector<Cell> cells_;
  double done_cost_ = 0, total_cost_ = 0;
  std::optional<Error> refusal_;
  std::mutex mutex_;
};

}  // namespace marginscope
