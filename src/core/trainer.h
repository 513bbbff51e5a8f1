#pragma once  // for every room above

// Trainings of one algorithm one after the other, each by a `Run` to its stop and in slices of
// time. A machine takes over from the one before what the two have in common (Solver::begin).

#include <chrono>
#include <memory>
#include <optional>

#include "core/run.h"

namespace marginscope {

class Trainer {
 public:
  Trainer(RuleSet rules, int max_iterations)
      : rules_(std::move(rules)), max_iterations_(max_iterations) {}

  // The next training will be that of `solver`, of the same algorithm every time.
  void begin(std::shared_ptr<const Problem> problem, std::unique_ptr<Solver> solver);

  // Trains on for about `max_time`, at least by one piece. True once the run has stopped; it is
  // then at its retained iteration. Errors: those of Solver::begin, and no machine came out (a
  // singular system, an overflow).
  Result<bool> advance(std::chrono::nanoseconds max_time);

  // Whether the limit on iterations ended that training, before any rule held.
  bool unfinished() const;

  // The machine, once `advance` was true.
  const Solver& solver() const { return run_->solver(); }

 private:
  RuleSet rules_;
  int max_iterations_;
  std::optional<Run> run_;  // the present one, or while it starts the one before
  std::optional<Gradual<Result<Run>>> starting_;
};

}  // namespace marginscope
