#include "library/machine_handle.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/memory.h"
#include "core/text.h"
#include "library/memory_left.h"
#include "session/machine.h"
#include "solvers/registry.h"

namespace marginscope {

namespace {

using emscripten::val;

DoublesOrRefusal refusal_of(const Error& error) { return DoublesOrRefusal(val(error.message)); }

}  // namespace

Refusal MachineHandle::begin(const DataHandle& data, const Setup& setup, bool history) {
  const auto begun = [&]() -> Result<void> {
    auto plan = plan_of(data.data(), setup);
    if (!plan) return fail(plan.error());
    const Algorithm& kind = **find_algorithm(plan->algorithm.name);
    const Problem& problem = *plan->training.problem;
    if (auto reason = misfit(kind.takes, kind.name, problem.task, problem.classes)) {
      return fail(*reason);
    }
    training_ = std::move(plan->training);
    beginning_ = {.solver = *kind.make(kind, plan->algorithm.values),
                  .rules = std::move(plan->rules),
                  .options = {.max_iterations = plan->max_iterations,
                              .watched = history ? part::all : part::none,
                              .keep_history = history}};
    return {};
  };
  return refused(begun());
}

void MachineHandle::train() { to_stop_ = true; }

void MachineHandle::seek(int iteration) {
  to_stop_ = false;
  goal_ = iteration;
}

bool MachineHandle::start(double milliseconds) {
  if (beginning_) {
    const double needed = beginning_->solver->memory_needed(size_of(*training_.problem));
    beginning_->options.memory = training_memory();
    if (needed <= beginning_->options.memory) promise_.make(needed);
    starting_ = Run::begin(training_.problem, std::move(beginning_->solver),
                           std::move(beginning_->rules), beginning_->options);
    beginning_.reset();
  }
  return promise_.during([&] { return begin_run(milliseconds); });
}

bool MachineHandle::begin_run(double milliseconds) {
  if (!starting_) return false;
  if (!starting_->advance(time_of(milliseconds))) return true;
  auto run = starting_->take();
  starting_.reset();
  if (run) {
    run_.emplace(std::move(*run));
    values_.resize(run_->solver().quantities().size());
  } else {
    refusal_ = run.error();
  }
  return false;
}

bool MachineHandle::advance(double milliseconds) {
  const auto began = Run::Clock::now();
  const std::chrono::nanoseconds time = time_of(milliseconds);
  const auto left = [&]() -> std::chrono::nanoseconds {
    if (time == no_time_limit) return time;
    return std::max(time - (Run::Clock::now() - began), std::chrono::nanoseconds::zero());
  };
  if (start(milliseconds)) return true;
  if (!run_) return false;
  for (Values& values : values_) values.of_this_iteration = false;
  const bool more = promise_.during([&] {
    if (to_stop_) {
      if (!run_->stop()) run_->advance(std::numeric_limits<int>::max(), left());
      if (!run_->stop()) return true;
      seek(run_->stop()->retained_iteration);
    }
    run_->approach(goal_);
    while (run_->iteration() < goal_) {
      const int made = run_->advance(goal_ - run_->iteration(), left());
      if (made == 0 && !run_->unfinished_step()) return false;  // no further iteration can be made
      if (left().count() <= 0) return run_->iteration() < goal_;
    }
    return false;
  });
  arrived_ = arrived_ || !more;
  return more;
}

Refusal MachineHandle::refusal() const {
  return Refusal(refusal_ ? val(refusal_->message) : val::null());
}

std::string MachineHandle::doing() const {
  if (starting_) return std::string(starting_->at().what);
  if (run_ && run_->unfinished_step()) return std::string(run_->unfinished_step()->at().what);
  return "";
}

double MachineHandle::part() const {
  if (starting_) return starting_->at().part;
  if (run_ && run_->unfinished_step()) return run_->unfinished_step()->at().part;
  return NAN;
}

RecordRow MachineHandle::record() const {
  const Record record = full_record(*run_);
  return RecordRow(record_of(&record));
}

DoublesOrRefusal MachineHandle::quantity(const std::string& id) {
  const auto published = run_->solver().quantities();
  std::vector<std::string> known;
  for (std::size_t q = 0; q < published.size(); ++q) {
    known.emplace_back(published[q].id);
    if (published[q].id != id) continue;
    auto& [numbers, of_this_iteration] = values_[q];
    if (!of_this_iteration) run_->solver().values(q, numbers);
    of_this_iteration = true;
    return DoublesOrRefusal(view_of(numbers.data(), numbers.size()));
  }
  return refusal_of(
      Error(sentence("There is no quantity ", in_quotes(id), "; ", there_are(known))));
}

DoublesOrRefusal MachineHandle::room_for(double patterns) {
  const auto p = static_cast<Eigen::Index>(training_.scaler.shift.size());
  forget_patterns();
  // They are copied to be scaled, and their decision values to be put row by row.
  const double columns = 3 * static_cast<double>(p) + 2 * std::max(1, training_.problem->classes);
  const auto fits = check_memory(matrix_bytes(patterns, columns), "The patterns need");
  if (!fits) return refusal_of(fits.error());
  asked_.resize(static_cast<Eigen::Index>(patterns), p);
  return DoublesOrRefusal(view_of(asked_.data(), static_cast<std::size_t>(asked_.size())));
}

Result<void> MachineHandle::answer(bool on_its_way) {
  if (!arrived_ && !on_its_way && run_->untrained()) {
    return fail(
        "The machine has learned nothing yet; train() it, or step() or seek(), before it predicts");
  }
  if (!asked_.allFinite()) {
    for (Eigen::Index i = 0; i < asked_.rows(); ++i) {
      for (Eigen::Index j = 0; j < asked_.cols(); ++j) {
        if (std::isfinite(asked_(i, j))) continue;
        return fail(sentence("Pattern ", std::to_string(i + 1), ", feature ", std::to_string(j + 1),
                             " is ", exact_text(asked_(i, j)), "; it must be a finite number"));
      }
    }
  }
  Eigen::MatrixXd f;
  run_->solver().decision_values(training_.apply(asked_), f);
  answers_.resize(static_cast<std::size_t>(f.size()));
  Eigen::MatrixXd::Map(answers_.data(), f.cols(), f.rows()) = f.transpose();
  for (std::size_t i = 0; i < answers_.size(); ++i) {
    if (std::isfinite(answers_[i])) continue;
    return fail(sentence("Pattern ", std::to_string(i / static_cast<std::size_t>(f.cols()) + 1),
                         " has the decision value ", exact_text(answers_[i]),
                         "; a finite one takes smaller features, or a machine that has not "
                         "diverged"));
  }
  return {};
}

DoublesOrRefusal MachineHandle::answers(bool on_its_way) {
  if (const auto answered = answer(on_its_way); !answered) return refusal_of(answered.error());
  return DoublesOrRefusal(view_of(answers_.data(), answers_.size()));
}

DoublesOrRefusal MachineHandle::predictions(bool on_its_way) {
  if (const auto answered = answer(on_its_way); !answered) return refusal_of(answered.error());
  const int classes = training_.problem->classes;
  if (classes > 0) {
    const int columns = classes == 2 ? 1 : classes;
    auto place = answers_.begin();
    for (auto f = answers_.begin(); f != answers_.end(); f += columns) {
      const int winner = winner_of(&*f, columns);
      // Of two classes the first is +1, whose label is the greater one.
      *place++ = columns == 1 && winner >= 0 ? 1 - winner : winner;
    }
    answers_.erase(place, answers_.end());
  }
  return DoublesOrRefusal(view_of(answers_.data(), answers_.size()));
}

void MachineHandle::forget_patterns() {
  asked_.resize(0, 0);
  answers_ = {};
}

}  // namespace marginscope
