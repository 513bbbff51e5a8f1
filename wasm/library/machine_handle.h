#pragma once

// A machine and its training, as JavaScript holds them.

#include <emscripten/val.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/run.h"
#include "data/training.h"
#include "library/data_handle.h"
#include "library/memory_left.h"
#include "library/setup.h"
#include "values.h"

namespace marginscope {

EMSCRIPTEN_DECLARE_VAL_TYPE(StopRow)
EMSCRIPTEN_DECLARE_VAL_TYPE(WouldStopRow)
EMSCRIPTEN_DECLARE_VAL_TYPE(RecordRow)
EMSCRIPTEN_DECLARE_VAL_TYPE(QuantityRows)
EMSCRIPTEN_DECLARE_VAL_TYPE(DoublesOrRefusal)

inline constexpr char stop_type[] = R"({
  /** The rule that held, or how else the run ended; and what people call it. */
  reason: StopReason; name: string; iteration: number; retained_iteration: number; message: string;
} | null)";
inline constexpr char would_stop_type[] = "Record<string, number | null>";
inline constexpr char quantities_type[] = R"({
  id: AlgorithmQuantities[AlgorithmId]; role: QuantityRole; kind: QuantityKind;
  symbol: string; label: string; meaning: string;
  /** Empty where there is none. */
  unit: string;
  /** The axes of its values, the last one fastest; none of a single number. Of weights the last is the bias. */
  shape: QuantityAxis[];
  /** Of an integer in a register its width in two's complement; else 0. */
  bits: number;
}[])";
inline constexpr char doubles_or_refusal_type[] = "Float64Array<ArrayBuffer> | string";

class MachineHandle {
 public:
  // What was under way ends; iteration 0 is made by `advance`. `history`: every part of every
  // iteration's record is kept.
  Refusal begin(const DataHandle& data, const Setup& setup, bool history);

  // --- Where to: to the retained iteration of the first stop, or to an iteration. ---
  void train();
  void seek(int iteration);
  // Makes iteration 0 where that is still to be made, and changes nothing of where to. Goes on for about
  // so long; true while there is more to do.
  bool start(double milliseconds);
  // The same, and then goes there.
  bool advance(double milliseconds);
  // Why there is no machine, once it was tried to start.
  Refusal refusal() const;
  // What takes long, and which part of that is done: not a number between two steps.
  std::string doing() const;
  double part() const;

  // --- What there is, once it has started. ---
  bool started() const { return run_.has_value(); }
  int iteration() const { return run_ ? run_->iteration() : 0; }
  int last_iteration() const { return run_ ? run_->last_iteration() : 0; }
  bool ended() const { return run_ && run_->end() && iteration() == last_iteration(); }
  StopRow stop() const { return StopRow(stop_of(run_ ? &*run_ : nullptr)); }
  WouldStopRow would_stop() const { return WouldStopRow(would_stop_of(run_ ? &*run_ : nullptr)); }
  RecordRow record() const;
  std::string trace() const { return trace_csv(run_->history()); }
  std::string explain() const { return run_->explain().text; }
  QuantityRows quantities() const {
    return QuantityRows(list(run_->solver().quantities(), quantity_of));
  }
  // The values at this iteration, where they stay until it is left.
  DoublesOrRefusal quantity(const std::string& id);

  // --- Patterns that it has not seen. ---
  // Their features, column by column, each to be written. Error: no room for so many.
  DoublesOrRefusal room_for(double patterns);
  // Their decision values, row by row. Errors: a feature or a decision value that is not a finite number,
  // and a machine that learns nothing without a step and came nowhere yet, unless it is on its way.
  DoublesOrRefusal answers(bool on_its_way);
  // The class of each by its place in the order of the labels, −1 where none wins; in regression f.
  // Errors: likewise.
  DoublesOrRefusal predictions(bool on_its_way);
  // Gives back the memory of both; views of them end.
  void forget_patterns();

 private:
  // The room stays where it was, so that an older view shows older values rather than others.
  struct Values {
    std::vector<double> numbers;
    bool of_this_iteration = false;
  };

  bool begin_run(double milliseconds);
  // Into answers_.
  Result<void> answer(bool on_its_way);

  // What begins with the first `start`: how much memory there is for it is known then.
  struct Beginning {
    std::unique_ptr<Solver> solver;
    RuleSet rules;
    RunOptions options;
  };

  Training training_;
  std::optional<Beginning> beginning_;
  std::optional<Gradual<Result<Run>>> starting_;
  std::optional<Run> run_;
  std::optional<Error> refusal_;
  Promise promise_;
  bool arrived_ = false;  // once, where it was sent
  bool to_stop_ = false;
  int goal_ = 0;
  std::vector<Values> values_;  // of each quantity
  Eigen::MatrixXd asked_;
  std::vector<double> answers_;
};

}  // namespace marginscope
