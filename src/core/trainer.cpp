#include "core/trainer.h"

#include <limits>

#include "core/text.h"

namespace marginscope {

std::string effort_text(const TrainerOptions& options) {
  const int most = options.max_iterations;
  return sentence("each in ", std::to_string(most),
                  most == 1 ? " iteration at most" : " iterations at most");
}

void Trainer::begin(std::shared_ptr<const Problem> problem, std::unique_ptr<Solver> solver) {
  starting_.reset();
  anew_.reset();
  if (run_ && !solver->shares_with(run_->solver(), *problem)) run_.reset();
  if (run_) {
    problem_ = problem;
    anew_ = solver->clone();
  }
  start(std::move(problem), std::move(solver), run_ ? &run_->solver() : nullptr);
}

void Trainer::start(std::shared_ptr<const Problem> problem, std::unique_ptr<Solver> solver,
                    const Solver* earlier) {
  // Nobody looks back beyond the retained iteration, so few keyframes will do.
  constexpr std::size_t keyframe_bytes = std::size_t{1} << 20;
  starting_ = Run::begin(std::move(problem), std::move(solver), options_.rules,
                         {.max_iterations = options_.max_iterations,
                          .keep_history = false,
                          .keyframe_bytes = keyframe_bytes,
                          .memory = options_.memory},
                         earlier);
}

Result<bool> Trainer::advance(std::chrono::nanoseconds max_time) {
  const Run::Clock::time_point began = Run::Clock::now();
  if (starting_) {
    if (!starting_->advance(max_time)) return false;
    auto run = starting_->take();
    starting_.reset();
    if (!run) return fail(run.error());
    run_.emplace(std::move(*run));
    if (run_->untrained()) anew_.reset();
  }
  if (!run_->stop()) run_->advance(std::numeric_limits<int>::max(), max_time);
  const Stop* stop = run_->stop();
  if (!stop) return false;
  if (anew_ && unfinished()) {
    // Where the limit ends it depends on where it began.
    run_.reset();
    start(std::move(problem_), std::move(anew_), nullptr);
    return false;
  }
  if (stop->reason == outcome_id(Outcome::singular) ||
      stop->reason == outcome_id(Outcome::diverged)) {
    return fail(stop->message);
  }
  const int retained = stop->retained_iteration;
  run_->approach(retained);
  if (const int left = retained - run_->iteration(); left > 0) {
    run_->advance(left,
                  max_time == no_time_limit ? max_time : max_time - (Run::Clock::now() - began));
  }
  return run_->iteration() == retained;
}

bool Trainer::unfinished() const {
  return run_->stop() && run_->stop()->reason == outcome_id(Outcome::max_iterations);
}

}  // namespace marginscope
