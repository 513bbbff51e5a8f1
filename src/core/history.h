#pragma once  // for src/core only

// The records of a run, one per iteration from 0.

#include <deque>
#include <span>
#include <string>
#include <string_view>

#include "core/dataset.h"
#include "core/quantity.h"
#include "core/record.h"

namespace marginscope {

class History {
 public:
  // Keeps only the newest `window` records if it is positive, else all of them.
  explicit History(int window = 0, double error_scale = 1, Task task = Task::classification)
      : window_(window), error_scale_(error_scale), task_(task) {}

  int last() const { return last_; }  // −1 when empty
  int first() const { return first_; }
  bool has(int k) const { return k >= first_ && k <= last(); }
  const Record& at(int k) const { return records_[static_cast<std::size_t>(k - first_)]; }

  // Appends iteration last() + 1, of which measure(record) fills in what is known, and brings the least errors
  // up to date. In place: who copies a record that was just written waits until all of it has reached the cache.
  template <class Measure>
  void append(const Measure& measure) {
    Record& record = begin_record();
    measure(record);
    record.least_training.take(record.training_error, record.iteration);
    record.least_validation.take(record.validation_error, record.iteration);
  }

  // The same where nothing was measured: of one record that is kept only its iteration changes.
  void append_unmeasured() {
    if (window_ != 1 || records_.empty()) return append([](Record&) {});
    records_.back().iteration = ++last_;
    ++first_;
  }

  // The scale to which the errors' size is compared (Solver::error_scale).
  double error_scale() const { return error_scale_; }

  // A training or validation error as people read it: "12.5 %"; in regression "0.028 (mean
  // squared)".
  std::string error_text(double error) const;

 private:
  // A record of iteration last() + 1, with the least errors of the one before.
  Record& begin_record();

  std::deque<Record> records_;  // of iterations first_ to last_
  int first_ = 0, last_ = -1;
  int window_;
  double error_scale_;
  Task task_;
};

// A column of the trace, and how its number is found in a record (not a number where there is
// none).
struct RecordColumn {
  const char* name;              // "training_error"
  std::string_view label = {};   // "Training error"
  std::string_view symbol = {};  // what a curve of it is called beside others: "training"
  Role role = Role::state;       // of the quantity that it is a number of
  Parts part = part::none;       // of the record that it is in; none: every record has it
  // In classification a fraction of patterns, which people read as percent; in regression a mean
  // square.
  bool fraction = false;
  double (*value)(const Record& record) = nullptr;
};
std::span<const RecordColumn> record_columns();

// The trace as comma-separated text: a header and a line for each iteration, numbers exact; a
// number that does not exist is an empty cell.
std::string trace_csv(const History& history);

}  // namespace marginscope
