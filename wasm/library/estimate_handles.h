#pragma once

// Generalisation bounds and model selection, as JavaScript holds them.

#include <emscripten/val.h>

#include <memory>
#include <optional>
#include <string>

#include "core/relearner.h"
#include "estimates.h"
#include "library/data_handle.h"
#include "library/memory_left.h"
#include "library/setup.h"

namespace marginscope {

class BoundHandle {
 public:
  // `bound`: "maximal-discrepancy:swaps=20,delta=0.05".
  Refusal begin(const DataHandle& data, const Setup& setup, const std::string& bound,
                const std::string& seed);
  // Goes on for about so long; true while there is more to do.
  bool advance(double milliseconds) {
    return promise_.during([&] { return bound_->advance(time_of(milliseconds)); });
  }
  BoundOutcome state() const { return BoundOutcome(state_of(*bound_)); }
  double fraction() const { return bound_->fraction_done(); }

 private:
  std::unique_ptr<Relearner> machine_;
  std::optional<Bound> bound_;
  Promise promise_;
};

class SelectionHandle {
 public:
  // By a criterion, "cross-validation:folds=5" or a bound, over the axes, "C=0.1,1,10", or instead of
  // them by the two-stage search over C.
  Refusal begin(const DataHandle& data, const Setup& setup, const std::string& criterion,
                const TextList& axes, bool two_stage, const std::string& seed);
  bool advance(double milliseconds) {
    return promise_.during([&] { return selection_->advance(time_of(milliseconds)); });
  }
  SelectionState state() const { return SelectionState(state_of(*selection_)); }
  double fraction() const { return selection_->fraction_done(); }
  // The algorithm with the settings of a cell.
  std::string algorithm_of(int cell) const;

 private:
  std::optional<Selection> selection_;
  Promise promise_;
};

}  // namespace marginscope
