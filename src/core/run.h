#pragma once  // for every room above

// The only training loop of the project. The page, the command line, the experiments, the
// benchmarks and the tests all drive `Run::advance`.

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/explanation.h"
#include "core/history.h"
#include "core/problem.h"
#include "core/rule.h"
#include "core/solver.h"

namespace marginscope {

// Where and why a run stopped. The reason is the id of the rule (or "a+b" for rules that held
// together), or that of a kind of outcome; the name is what people call it.
struct Stop {
  std::string reason, name;
  int iteration = 0;
  // The first of least validation error where a rule asks for it, or of least training error where
  // the solver has a pocket; otherwise the same iteration.
  int retained_iteration = 0;
  std::string message;
};

inline constexpr OutcomeName cancellation = {"cancelled", "Cancelled"};  // by Run::cancel

// How a run can end whatever its rules: an outcome, or a cancellation.
struct OutcomeKind {
  OutcomeName called;
  std::string_view meaning;
};
std::span<const OutcomeKind> outcome_kinds();

// A rule or group of rules and the first iteration at which it held.
struct WouldStop {
  std::string text, name;
  std::optional<int> iteration;
};

struct RunOptions {
  int max_iterations = 100'000;
  Parts watched = part::none;  // parts that somebody wants beside those that the rules need
  // All records, and states to go back from; or only as many records as the rules look back on: then
  // record() exists only at the front, and a seek replays from the start, unless an iteration before the
  // last may be retained.
  bool keep_history = true;
  // What the records may take. A run that keeps its history ends where it is full.
  std::size_t history_bytes = std::size_t{256} << 20;
  // Keyframes together with the records of 100,000 iterations stay below 100 MB.
  std::size_t keyframe_bytes = std::size_t{48} << 20;
  double memory = usual_memory();  // what there is for the solver (StartOptions), in bytes
};

class Run {
 public:
  using Clock = std::chrono::steady_clock;

  // Starts at iteration 0; with what `earlier` has computed where that is given, and where the rules ask for the
  // optimum alone from its state (StartOptions). Errors: what the solver says of the problem. A rule that needs a validation part never holds where
  // there is none.
  static Gradual<Result<Run>> begin(std::shared_ptr<const Problem> problem,
                                    std::unique_ptr<Solver> solver, RuleSet rules,
                                    RunOptions options = {}, const Solver* earlier = nullptr);
  static Result<Run> start(std::shared_ptr<const Problem> problem, std::unique_ptr<Solver> solver,
                           RuleSet rules, RunOptions options = {}, const Solver* earlier = nullptr);

  // Goes forward by at most `max_steps` iterations within about `max_time` (at least one step is
  // made, or a piece of a long one), up to the next stop; from a stop that a rule made it runs on.
  // Returns the number of iterations made; 0 when the run has ended, or amid a long step.
  int advance(int max_steps, std::chrono::nanoseconds max_time = no_time_limit);

  // The long step that is under way at the front; null where there is none. It is taken up by the
  // next call of `advance` there, and left undone by a cancellation.
  const Gradual<Outcome>* unfinished_step() const { return work_ ? &*work_ : nullptr; }

  // Goes to iteration k ≤ last_iteration() exactly: nearest keyframe, then replay. Bit-identical
  // quantities every time.
  void seek(int k);

  // Goes to the nearest state from which `advance` comes to iteration k ≤ last_iteration().
  void approach(int k);

  int iteration() const { return iteration_; }
  int last_iteration() const { return history_.last(); }
  const Problem& problem() const { return *problem_; }
  const Solver& solver() const { return *solver_; }
  const History& history() const { return history_; }
  const Record& record() const { return history_.at(iteration_); }
  const RuleSet& rules() const { return rules_; }

  // The stops that the history has reached, in order: each first iteration of a group of rules, and
  // the end.
  const std::vector<Stop>& stops() const { return stops_; }

  // The first of them, which is where the run stops for those who do not run on; null before.
  const Stop* stop() const { return stops_.empty() ? nullptr : stops_.data(); }

  // The stop at iteration k, null where there is none; and the first one behind it.
  const Stop* stop_at(int k) const;
  const Stop* stop_behind(int k) const;

  // Set when no further step can be made: an outcome of the solver, the limit on iterations, or a
  // cancellation. A rule may have stopped the run before.
  const std::optional<Stop>& end() const { return end_; }

  // For each group of rules, and each rule of a group of several, where it would have stopped.
  std::vector<WouldStop> would_stop() const;

  // Replaces the rules; the history is judged again, nothing is trained again. The records must
  // hold what the rules need (watched = part::all, keep_history).
  Result<void> set_rules(RuleSet rules);

  // The run ended because it has as many iterations as RunOptions allow: a higher limit goes on.
  bool ended_at_limit() const {
    return end_ && at_limit_ && end_->iteration == options_.max_iterations;
  }

  // Another limit on iterations, not below those that were made.
  void set_limit(int max_iterations);

  // Ends the run here with the reason `cancelled`.
  void cancel();

  // This iteration in sentences: first how the patterns stand or what ended the run, then the stop,
  // if there is one here, then what the step did (Solver::explain). Replays at most one keyframe
  // interval, and less than one call of `advance` made where that or a seek led here.
  Explanation explain() const;

  // The equations of this iteration with the numbers of a training pattern (Solver::work_out); none
  // where the numbers overflowed. Replays as explain() does.
  std::vector<std::string> work_out(int pattern) const;

  // Nothing is learned yet at this iteration (Solver::untrained), and the run goes on.
  bool untrained() const;

 private:
  Run(std::shared_ptr<const Problem>, std::unique_ptr<Solver>, RuleSet, RunOptions);

  struct Keyframe {
    int iteration;
    std::unique_ptr<Solver> solver;
  };

  std::optional<Outcome> long_step(std::chrono::nanoseconds max_time);
  void step_again();
  void extend(Outcome outcome);
  // At the next iteration there is nothing to do but to count it.
  bool passes_by(Outcome outcome) const {
    return unwatched_ && outcome == Outcome::running && iteration_ + 1 < options_.max_iterations;
  }
  bool goes_back() const;
  bool at_keyframe(int k) const { return (k & (keyframe_interval_ - 1)) == 0; }
  void append_record();
  void judge(int k);
  void end_here(OutcomeName reason, std::string message);
  void stop_here(Stop stop);
  void add_keyframe();
  void remember_state();
  const Keyframe& keyframe_before(int k) const;
  // The state that this iteration came from, replayed into `room` where it is not at hand; null at
  // iteration 0.
  const Solver* state_before(std::unique_ptr<Solver>& room) const;
  bool has_numbers() const;
  int retained_iteration(int k) const;
  std::string headline(const Solver* previous, const Stop* stop) const;
  std::string stop_text(const Stop& stop) const;

  std::shared_ptr<const Problem> problem_;
  std::unique_ptr<Solver> solver_;
  // The solver of the next iteration, and its step: pieces must not be seen.
  std::unique_ptr<Solver> next_;
  std::optional<Gradual<Outcome>> work_;
  RuleSet rules_;
  RunOptions options_;
  Parts parts_ = part::none;
  bool unwatched_;  // nobody asks for records, and no rule stops the run
  History history_;
  std::vector<Keyframe> keyframes_;
  int keyframe_interval_ = 64;    // a power of two; 1 where steps are long
  Keyframe recent_{-1, nullptr};  // a state a little way back, from which explain() replays
  int iteration_ = 0;
  std::vector<Stop> stops_;
  std::optional<Stop> end_;
  // The run's own limit made the end. A rule that holds at the same iteration says more than it,
  // but less than an outcome of the solver, which may have the same reason.
  bool at_limit_ = false;
  struct FirstHeld {
    std::optional<int> group;
    std::vector<std::optional<int>> rules;
  };
  std::vector<FirstHeld> first_held_;  // one per group
  Eigen::MatrixXd decision_scratch_;
};

// A sentence on a run whose decision values are known to few digits at this iteration; empty where they are
// known well.
std::string rounding_text(const Run& run);

// All parts of the record at the iteration where `run` is, whatever is watched.
Record full_record(const Run& run);

}  // namespace marginscope
