#include "core/run.h"

#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "core/tolerances.h"

namespace marginscope {
namespace {

// What a group says once all of its rules hold: their sentences, one after the other.
std::string group_message(const RuleGroup& group, const History& history, int k) {
  std::string message = sentence("Stopped at iteration ", std::to_string(k), ": ");
  bool first = true;
  for (const auto& rule : group.rules) {
    if (rule->retains_minimum()) continue;
    if (!first) message += "; ";
    message += rule->explain(history, k);
    first = false;
  }
  return message + ".";
}

std::string group_reason(const RuleGroup& group) {
  std::string reason;
  for (const auto& rule : group.rules) {
    if (rule->retains_minimum()) continue;
    if (!reason.empty()) reason += '+';
    reason += rule->id();
  }
  return reason;
}

}  // namespace

std::string rounding_text(const Run& run) {
  const double rounding = run.solver().rounding();
  if (!(rounding > tolerances::seen_rounding * run.solver().margin_level())) return {};
  const bool has_sides = run.problem().task == Task::classification;
  return sentence(
      "Large terms of f cancel: at new points, even where patterns are, f may be off by up to ",
      short_text(rounding, 1), has_sides ? ", so its sign there may be rounding." : ".");
}

Run::Run(std::shared_ptr<const Problem> problem, std::unique_ptr<Solver> solver, RuleSet rules,
         RunOptions options)
    : problem_(std::move(problem)),
      solver_(std::move(solver)),
      rules_(std::move(rules)),
      options_(options),
      parts_(rules_.needs() | options.watched |
             (solver_->has_pocket() ? part::training_error : part::none)),
      unwatched_(parts_ == part::none && rules_.groups.empty() && !options.keep_history),
      history_(options.keep_history ? 0 : rules_.lookback() + 1, solver_->error_scale(),
               problem_->task) {}

Gradual<Result<Run>> Run::begin(std::shared_ptr<const Problem> problem,
                                std::unique_ptr<Solver> solver, RuleSet rules, RunOptions options,
                                const Solver* earlier) {
  auto outcome = co_await solver->begin(*problem, {.earlier = earlier,
                                                   .goes_on = earlier && rules.ends_at_optimum(),
                                                   .memory = options.memory,
                                                   .all_quantities = options.keep_history});
  if (!outcome) co_return fail(outcome.error());
  Run run(std::move(problem), std::move(solver), std::move(rules), options);
  if (run.solver_->has_long_steps()) run.keyframe_interval_ = 1;
  run.first_held_.resize(run.rules_.groups.size());
  for (std::size_t g = 0; g < run.rules_.groups.size(); ++g) {
    run.first_held_[g].rules.resize(run.rules_.groups[g].rules.size());
  }
  run.extend(*outcome);
  co_return run;
}

Result<Run> Run::start(std::shared_ptr<const Problem> problem, std::unique_ptr<Solver> solver,
                       RuleSet rules, RunOptions options, const Solver* earlier) {
  return begin(std::move(problem), std::move(solver), std::move(rules), options, earlier).finish();
}

// Takes the state of iteration last + 1, which the solver just reached, into the history.
void Run::extend(Outcome outcome) {
  append_record();
  iteration_ = history_.last();
  if (outcome != Outcome::running) {
    // The solver's outcome says more than a rule that holds at the same iteration.
    end_here(outcome_name(outcome), solver_->explain_outcome());
  }
  judge(iteration_);
  if (!end_ && iteration_ >= options_.max_iterations) {
    at_limit_ = true;
    end_here(outcome_name(Outcome::max_iterations),
             sentence("The limit of ", iterations_text(options_.max_iterations), " was reached."));
  }
  if (!end_ && options_.keep_history) {
    const auto kept = static_cast<std::size_t>(history_.last() - history_.first() + 1);
    if (kept >= options_.history_bytes / sizeof(Record)) {
      at_limit_ = true;
      end_here(outcome_name(Outcome::max_iterations),
               sentence("The records of ", std::to_string(kept), " iterations fill the ",
                        bytes_text(static_cast<double>(options_.history_bytes)),
                        " that are kept for the way back, so the run ends here."));
    }
  }
  if (at_keyframe(iteration_) && (iteration_ == 0 || goes_back())) add_keyframe();
}

// Who keeps no history goes back at most to an iteration that is retained.
bool Run::goes_back() const {
  return options_.keep_history || rules_.retains_minimum() || solver_->has_pocket();
}

void Run::append_record() {
  if (parts_ == part::none) return history_.append_unmeasured();
  history_.append([this](Record& record) {
    solver_->measure(parts_, record);
    if ((parts_ & part::validation_error) && problem_->has_validation()) {
      solver_->decision_values(*problem_->X_validation, decision_scratch_);
      record.validation_error = error_rate(*problem_, problem_->y_validation, decision_scratch_);
    }
  });
}

void Run::judge(int k) {
  for (std::size_t g = 0; g < rules_.groups.size(); ++g) {
    const RuleGroup& group = rules_.groups[g];
    FirstHeld& held = first_held_[g];
    if (held.group) continue;
    bool all = group.can_stop();
    for (std::size_t r = 0; r < group.rules.size(); ++r) {
      const Rule& rule = *group.rules[r];
      if (rule.retains_minimum()) continue;
      const bool holds = rule.check(history_, k).holds;
      if (holds && !held.rules[r]) held.rules[r] = k;
      all = all && holds;
    }
    if (!all) continue;
    held.group = k;
    stop_here({group_reason(group), group.name, k, retained_iteration(k),
               group_message(group, history_, k)});
  }
}

void Run::end_here(OutcomeName reason, std::string message) {
  const int k = history_.last();
  end_ = Stop{std::string(reason.id), std::string(reason.name), k, retained_iteration(k),
              std::move(message)};
  stop_here(*end_);
}

// What comes first says why the run stops at an iteration.
void Run::stop_here(Stop stop) {
  if (stops_.empty() || stops_.back().iteration < stop.iteration) stops_.push_back(std::move(stop));
}

const Stop* Run::stop_behind(int k) const {
  const auto behind =
      std::upper_bound(stops_.begin(), stops_.end(), k,
                       [](int iteration, const Stop& stop) { return iteration < stop.iteration; });
  return behind == stops_.end() ? nullptr : &*behind;
}

const Stop* Run::stop_at(int k) const {
  const Stop* stop = stop_behind(k - 1);
  return stop && stop->iteration == k ? stop : nullptr;
}

int Run::retained_iteration(int k) const {
  const Record& record = history_.at(k);
  if (rules_.retains_minimum() && record.least_validation.first >= 0) {
    return record.least_validation.first;
  }
  return solver_->has_pocket() ? record.least_training.first : k;
}

void Run::add_keyframe() {
  keyframes_.push_back({iteration_, solver_->clone()});
  if (keyframes_.size() > 2 &&
      keyframes_.size() * solver_->state_bytes() > options_.keyframe_bytes) {
    // Every other one goes, so memory stays bounded and a seek replays twice as far.
    keyframe_interval_ *= 2;
    std::erase_if(keyframes_,
                  [this](const Keyframe& frame) { return !at_keyframe(frame.iteration); });
  }
}

void Run::remember_state() {
  if (options_.keep_history) recent_ = {iteration_, solver_->clone()};
}

// A long step at the front, or a piece of it: nothing where the time does not suffice for the rest.
// It is made on a copy, and the state before stays at hand for explain().
std::optional<Outcome> Run::long_step(std::chrono::nanoseconds max_time) {
  if (!work_) {
    next_ = solver_->clone();
    work_ = next_->step_gradually();
  }
  if (!work_->advance(max_time)) return std::nullopt;
  const Outcome outcome = work_->take();
  work_.reset();
  std::swap(solver_, next_);
  if (options_.keep_history) recent_ = {iteration_, std::move(next_)};
  next_.reset();
  return outcome;
}

// To the next iteration, which was made before. A long step is not made again where its state is kept.
void Run::step_again() {
  const Keyframe* kept = solver_->has_long_steps() ? &keyframe_before(iteration_ + 1) : nullptr;
  if (kept && kept->iteration > iteration_) {
    solver_ = kept->solver->clone();
  } else {
    solver_->step();
  }
  ++iteration_;
}

int Run::advance(int max_steps, std::chrono::nanoseconds max_time) {
  const Clock::time_point began = Clock::now();
  const Stop* next = stop_behind(iteration_);
  const int halt = next ? next->iteration : -1;
  int made = 0, next_look = 1;
  bool looked = true;
  while (made < max_steps) {
    if (looked && (iteration_ < history_.last() || !end_)) remember_state();
    looked = false;
    if (iteration_ < history_.last()) {
      step_again();
    } else if (!end_) {
      const std::size_t stopped_before = stops_.size();
      if (work_ || (max_time != no_time_limit && solver_->has_long_steps())) {
        const std::optional<Outcome> outcome =
            long_step(max_time == no_time_limit ? max_time : max_time - (Clock::now() - began));
        if (!outcome) return made;
        extend(*outcome);
      } else if (const Outcome outcome = solver_->step(); passes_by(outcome)) {
        history_.append_unmeasured();
        ++iteration_;
      } else {
        extend(outcome);
      }
      if (stops_.size() > stopped_before) return made + 1;
    } else {
      return made;
    }
    ++made;
    if (iteration_ == halt) return made;
    if (made == next_look) {
      looked = true;
      if (max_time != no_time_limit) {
        // Looks at the clock about four times in the time that is left, so that looking is free; and not
        // after more than thrice the steps that it knows: the next ones may be slower, and a browser's clock
        // stands still for a millisecond.
        const auto spent = Clock::now() - began;
        if (spent >= max_time) return made;
        const double left = static_cast<double>((max_time - spent).count());
        const double a_step = std::max(1.0, static_cast<double>(spent.count()) / made);
        next_look += std::max(1, static_cast<int>(std::min(left / (4 * a_step), 3.0 * made)));
      } else {
        next_look = max_steps;
      }
    }
  }
  return made;
}

const Run::Keyframe& Run::keyframe_before(int k) const {
  const auto behind = std::upper_bound(
      keyframes_.begin(), keyframes_.end(), k,
      [](int iteration, const Keyframe& frame) { return iteration < frame.iteration; });
  return *std::prev(behind);
}

void Run::approach(int k) {
  k = std::clamp(k, 0, history_.last());
  const Keyframe& frame = keyframe_before(k);
  if (iteration_ <= k && iteration_ >= frame.iteration) return;
  solver_ = frame.solver->clone();
  iteration_ = frame.iteration;
}

void Run::seek(int k) {
  k = std::clamp(k, 0, history_.last());
  approach(k);
  while (iteration_ < k) {
    if (iteration_ == k - 1) remember_state();
    step_again();
  }
}

bool Run::untrained() const {
  return solver_->untrained() && !(end_ && end_->iteration == iteration_);
}

// How the patterns stand, and what ended the run here, with one number.
std::string Run::headline(const Solver* previous, const Stop* stop) const {
  if (untrained()) return "Nothing is learned yet.";
  const std::string_view reason = stop ? std::string_view(stop->reason) : "";
  if (reason == outcome_id(Outcome::diverged)) return "It has diverged.";
  const bool inseparable = reason == outcome_id(Outcome::not_separable);
  Record now, before;
  solver_->measure(part::training_error, now);
  if (previous) previous->measure(part::training_error, before);
  const double error = now.training_error;
  const auto N = static_cast<long>(problem_->X.rows());

  std::string text;
  bool right = false, news = false;
  if (std::isnan(error)) {
    text = "the training error is not a number";
  } else if (problem_->task == Task::regression) {
    constexpr std::string_view ways[] = {" fell to ", " is ", " rose to "};
    const int way = stop ? 0 : change_of(before.training_error, error);
    text = sentence("the mean squared error", ways[1 + way], short_text(error));
  } else if (const long wrong = std::lround(error * static_cast<double>(N)); wrong > 0) {
    text = sentence(std::to_string(wrong), " of ", std::to_string(N),
                    inseparable  ? wrong == 1 ? " stays" : " stay"
                    : wrong == 1 ? " is"
                                 : " are",
                    " wrong");
    if (stop && !inseparable && solver_->seeks_separation()) {
      text += has_disputed_place(*problem_)
                  ? ", and nothing separates those at one place"
                  : ", and whether they can be separated is not decided yet";
    }
  } else {
    right = true;
    news = before.training_error > 0;
    text = N == 1 ? "the one pattern is right" : sentence("all ", std::to_string(N), " are right");
  }

  std::string_view lead = news ? "now " : "";
  if (reason == outcome_id(Outcome::solved) && iteration_ > 0) lead = "Nothing moves any more: ";
  if (inseparable && !right) lead = "Not separable: ";
  if (reason == outcome_id(Outcome::singular)) lead = "It cannot go on: ";
  if (reason == outcome_id(Outcome::max_iterations)) lead = "At the limit: ";
  if (reason == cancellation.id) lead = "Cancelled: ";
  text = sentence(lead, text, ".");
  if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

// Its message, and what it retains.
std::string Run::stop_text(const Stop& stop) const {
  if (stop.retained_iteration == stop.iteration) return stop.message;
  std::string text = sentence(stop.message, " Iteration ", std::to_string(stop.retained_iteration),
                              " is retained: ");
  const bool validated = rules_.retains_minimum() && problem_->has_validation();
  text += validated ? "its validation error" : "its training error";
  if (history_.first() <= stop.retained_iteration) {
    const Record& record = history_.at(stop.retained_iteration);
    const double error = validated ? record.validation_error : record.training_error;
    text += sentence(", ", history_.error_text(error), ",");
  }
  return text + " is the first of the least.";
}

const Solver* Run::state_before(std::unique_ptr<Solver>& room) const {
  if (iteration_ == 0) return nullptr;
  const Keyframe& kept = keyframe_before(iteration_ - 1);
  const bool nearer = recent_.iteration >= kept.iteration && recent_.iteration < iteration_;
  const Keyframe& frame = nearer ? recent_ : kept;
  if (frame.iteration == iteration_ - 1) return frame.solver.get();
  room = frame.solver->clone();
  for (int k = frame.iteration; k < iteration_ - 1; ++k) room->step();
  return room.get();
}

bool Run::has_numbers() const {
  const Stop* stop = stop_at(iteration_);
  return !stop || (stop->reason != outcome_id(Outcome::diverged) &&
                   stop->reason != outcome_id(Outcome::singular));
}

std::vector<std::string> Run::work_out(int pattern) const {
  std::vector<std::string> equations;
  if (!has_numbers()) return equations;
  std::unique_ptr<Solver> replayed;
  for (const std::string& marked : solver_->work_out(state_before(replayed), pattern)) {
    Explanation equation;
    append(equation, marked, *problem_);
    equations.push_back(std::move(equation.text));
  }
  return equations;
}

Explanation Run::explain() const {
  std::unique_ptr<Solver> replayed;
  const Solver* previous = state_before(replayed);
  const Stop* stop = stop_at(iteration_);
  Explanation result{.text = headline(previous, stop)};
  result.headline = result.text.size();
  if (stop) result.text += " " + stop_text(*stop);
  // What led to numbers that are none has none to tell of.
  if (has_numbers()) {
    const std::string rounding = stop ? rounding_text(*this) : std::string();
    if (!rounding.empty()) result.text += " " + rounding;
    result.text += ' ';
    append(result, solver_->explain(previous), *problem_);
  }
  return result;
}

std::vector<WouldStop> Run::would_stop() const {
  std::vector<WouldStop> list;
  const auto held_or_least = [this](const Rule& rule, std::optional<int> held) {
    if (!rule.retains_minimum()) return held;
    const int least = history_.at(history_.last()).least_validation.first;
    return least >= 0 ? std::optional(least) : std::nullopt;
  };
  for (std::size_t g = 0; g < rules_.groups.size(); ++g) {
    const RuleGroup& group = rules_.groups[g];
    const FirstHeld& held = first_held_[g];
    if (group.rules.size() == 1) {
      list.push_back({group.text, group.name, held_or_least(*group.rules[0], held.rules[0])});
      continue;
    }
    list.push_back({group.text, group.name, held.group});
    for (std::size_t r = 0; r < group.rules.size(); ++r) {
      const Rule& rule = *group.rules[r];
      list.push_back({rule.text(), rule.name(), held_or_least(rule, held.rules[r])});
    }
  }
  return list;
}

Result<void> Run::set_rules(RuleSet rules) {
  if (rules.needs() & ~parts_ || !options_.keep_history) {
    return fail("The records of this run do not hold what the new rules need; start it again");
  }
  rules_ = std::move(rules);
  first_held_.assign(rules_.groups.size(), {});
  for (std::size_t g = 0; g < rules_.groups.size(); ++g) {
    first_held_[g].rules.resize(rules_.groups[g].rules.size());
  }
  stops_.clear();
  if (end_ && end_->reason == cancellation.id) end_.reset();
  if (end_) end_->retained_iteration = retained_iteration(end_->iteration);
  for (int k = 0; k <= history_.last(); ++k) {
    // The same order as in extend().
    if (end_ && end_->iteration == k && !at_limit_) stop_here(*end_);
    judge(k);
  }
  if (end_) stop_here(*end_);
  return {};
}

void Run::set_limit(int max_iterations) {
  if (ended_at_limit() && max_iterations > options_.max_iterations) {
    if (stops_.back().reason == end_->reason) stops_.pop_back();
    end_.reset();
    at_limit_ = false;
  }
  options_.max_iterations = max_iterations;
}

void Run::cancel() {
  work_.reset();
  next_.reset();
  if (!end_)
    end_here(cancellation, sentence("Training was cancelled at iteration ",
                                    std::to_string(history_.last()), "."));
}

Record full_record(const Run& run) {
  Record record;
  run.solver().measure(part::all, record);
  record.iteration = run.iteration();
  const Problem& problem = run.problem();
  if (problem.has_validation()) {
    Eigen::MatrixXd f;
    run.solver().decision_values(*problem.X_validation, f);
    record.validation_error = error_rate(problem, problem.y_validation, f);
  }
  return record;
}

}  // namespace marginscope
