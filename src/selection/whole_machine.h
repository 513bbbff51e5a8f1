#pragma once  // for src/selection only

// The machine of all training patterns, and what judges ask of machines.

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "core/gradual.h"
#include "core/trainer.h"
#include "selection/selection.h"

namespace marginscope {

// The error of a machine on the rows of X with y; all of these must live until its end.
Gradual<double> error_of(const Solver& solver, const Problem& problem, const Eigen::MatrixXd& X,
                         const Eigen::VectorXd& y);

// In bytes; nothing where the settings are refused, as the cell then is.
double memory_of(const Spec& algorithm, const Problem& problem);

// Whether a machine takes over from one before it on the same patterns (Solver::shares_with), tried on
// two of them. Where they cannot be tried it may.
bool takes_over(const Spec& before, const Spec& algorithm, const Problem& problem);

class WholeMachine {
 public:
  WholeMachine(std::shared_ptr<const Problem> problem, TrainerOptions options)
      : problem_(std::move(problem)), options_(std::move(options)), trainer_(options_) {}

  // The same before any training.
  WholeMachine another() const { return {problem_, options_}; }

  const Problem& problem() const { return *problem_; }
  const Solver& solver() const { return trainer_.solver(); }
  // What is trained on, and how long that may take, as parts of a sentence.
  std::string patterns_text() const;
  std::string effort() const { return effort_text(options_); }
  bool trained() const { return trained_; }
  void let_go();

  // Errors: settings that are refused.
  Result<void> begin(const Spec& algorithm);
  // Fills the cell's errors once it is trained. Errors: a machine that cannot be trained.
  Result<void> advance(std::chrono::nanoseconds max_time, SelectionCell& cell);

 private:
  std::shared_ptr<const Problem> problem_;
  TrainerOptions options_;
  Trainer trainer_;
  std::optional<Gradual<double>> trying_;  // the trained machine on the validation part
  bool trained_ = false;
};

}  // namespace marginscope
