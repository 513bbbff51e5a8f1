#pragma once  // for src/selection only

// How one cell of a selection is judged, in steps.

#include <chrono>
#include <memory>

#include "selection/selection.h"

namespace marginscope {

class CellJudge {
 public:
  virtual ~CellJudge() = default;

  // Another one of the same kind on the same patterns, which has judged nothing yet, with one worker.
  virtual std::unique_ptr<CellJudge> another() const = 0;

  // Lets go of what the cells so far have computed, so that the next begins as the first one did.
  virtual void forget() = 0;

  // What it holds at the most to judge the cell with one worker, in bytes.
  virtual double memory_needed(const SelectionCell& cell) const = 0;

  // How many parts of a cell can be worked on at once.
  virtual int parts() const = 0;

  // Whether `cell` takes over anything where it is judged right after `before`.
  virtual bool follows(const SelectionCell& before, const SelectionCell& cell) const = 0;

  // Begins to judge the cell. Errors: a machine that cannot be trained.
  virtual Result<void> begin(SelectionCell& cell) = 0;

  // Goes on by about `max_time`; true once the cell has its value. Errors as above.
  virtual Result<bool> advance(std::chrono::nanoseconds max_time, SelectionCell& cell) = 0;

  // What it does for one cell, in a sentence; `cell` is any of them.
  virtual std::string plan(const SelectionCell& cell) const = 0;

  // What a person should know of how it judges, in a sentence; empty where there is nothing.
  virtual std::string remark() const { return ""; }

  // Of the present cell, 0 to 1.
  virtual double fraction_done() const = 0;
};

// The judge of the request's criterion. Errors: those of Selection::start about the criterion.
Result<std::unique_ptr<CellJudge>> make_judge(const SelectionRequest& request);

}  // namespace marginscope
