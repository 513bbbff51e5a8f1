#pragma once  // for every room above

// Trainings of one algorithm one after the other, each by a `Run` to its stop and in slices of
// time. A machine takes over from the one before what the two have in common (StartOptions), and
// where that is nothing the one before is gone before it begins. What comes out is the machine that a
// run of its own would be: to the bit, or where the rules ask for the optimum alone to their tolerance.

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "core/run.h"

namespace marginscope {

struct TrainerOptions {
  RuleSet rules = {};
  int max_iterations = 100'000;
  double memory = usual_memory();  // what there is for one training, in bytes
};

// How long each training may take, as the end of a sentence: "each in 2000 iterations at most".
std::string effort_text(const TrainerOptions& options);

class Trainer {
 public:
  explicit Trainer(TrainerOptions options) : options_(std::move(options)) {}

  // The next training will be that of `solver`, of the same algorithm every time.
  void begin(std::shared_ptr<const Problem> problem, std::unique_ptr<Solver> solver);

  // Trains on for about `max_time`, at least by one piece. True once the run has stopped and is at
  // its retained iteration, to which the way back takes pieces too. Errors: those of Solver::begin, and no machine came out (a
  // singular system, an overflow).
  Result<bool> advance(std::chrono::nanoseconds max_time);

  // Lets the machine go: the next training shares nothing with it.
  void let_go() {
    starting_.reset();
    run_.reset();
    anew_.reset();
  }

  // Whether a limit on iterations ended that training, before any rule held.
  bool unfinished() const;

  // The machine, once `advance` was true.
  const Solver& solver() const { return run_->solver(); }

 private:
  void start(std::shared_ptr<const Problem> problem, std::unique_ptr<Solver> solver,
             const Solver* earlier);

  TrainerOptions options_;
  std::optional<Run> run_;  // the present one, or while it starts the one that it shares with
  std::optional<Gradual<Result<Run>>> starting_;
  // The present training before its start, where that goes on from the state of the one before.
  std::shared_ptr<const Problem> problem_;
  std::unique_ptr<Solver> anew_;
};

}  // namespace marginscope
