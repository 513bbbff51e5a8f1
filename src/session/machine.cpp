#include "session/machine.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "scene/scene.h"
#include "solvers/registry.h"
#include "stopping/registry.h"

namespace marginscope {
namespace {

constexpr std::size_t most_samples = 512;

}  // namespace

int winner_of(const double* f, int count) {
  if (count == 1) return *f > 0 ? 0 : *f < 0 ? 1 : -1;
  const double* const most = std::max_element(f, f + count);
  const bool alone =
      std::all_of(f, f + count, [=](const double& each) { return &each == most || each < *most; });
  return alone ? static_cast<int>(most - f) : -1;
}

Machine::Machine(const Spec& algorithm, const std::string& rules, int max_iterations,
                 const Training& training, Watch watch, double memory)
    : algorithm_(algorithm),
      rules_(rules),
      max_iterations_(max_iterations),
      training_(training),
      watch_(watch),
      memory_(memory) {
  begin_start();
}

void Machine::set_rules(std::string rules, int max_iterations) {
  rules_ = std::move(rules);
  max_iterations_ = max_iterations;
  run_->set_limit(max_iterations);
  run_->set_rules(*parse_rules(rules_));
  explanation_.reset();
}

// --- The start ---

void Machine::begin_start() {
  trouble_.clear();
  given_up_ = false;
  explanation_.reset();
  starting_ =
      begin_run(algorithm_, rules_, training_.problem,
                {.max_iterations = max_iterations_, .watched = part::all, .memory = memory_});
}

double Machine::memory_taken() const {
  if (!trainable()) return 0;
  const auto solver = make_solver(algorithm_);
  return solver ? (*solver)->memory_needed(size_of(problem())) : 0;
}

void Machine::start(std::chrono::nanoseconds budget) {
  if (!starting_->advance(budget)) return;
  auto run = starting_->take();
  starting_.reset();
  if (run) {
    run_.emplace(std::move(*run));
    began_untrained_ = run_->untrained();
    sample();
  } else {
    trouble_ = run.error().message + ".";
    goal_.reset();
    playing_ = false;
  }
}

// Whether there is a run, or will be.
Result<void> Machine::ready() {
  if (given_up_) begin_start();
  if (!trainable()) return fail(trouble_);
  return {};
}

// Whether an iteration can follow this one.
Result<void> Machine::ready_to_go_on(int from) {
  if (auto good = ready(); !good) return good;
  if (!run_ || !run_->end() || from < run_->end()->iteration) return {};
  const Stop& end = *run_->end();
  if (run_->ended_at_limit()) return fail(end.message + " A higher limit goes on.");
  // The sentence of that iteration says more of the end.
  return fail(marginscope::sentence(
      end.name,
      ": no iteration can follow. Other points, settings or another algorithm begin anew."));
}

// --- What it is asked for ---

Result<void> Machine::set_out(Goal goal) {
  playing_ = false;
  goal_ = goal;
  return {};
}

Result<void> Machine::seek(int iteration) {
  if (auto good = ready(); !good) return good;
  if (iteration < 0) return fail("Iterations are counted from 0");
  const int to = std::min(iteration, max_iterations_);
  return set_out({to, to});
}

Result<void> Machine::go_on(int from, int to) {
  if (auto good = ready_to_go_on(from); !good) return good;
  return set_out({std::min(to, max_iterations_), from});
}

Result<void> Machine::play() {
  if (auto good = ready_to_go_on(iteration()); !good) return good;
  goal_.reset();
  explanation_.reset();
  playing_ = true;
  raced_ = {};
  return {};
}

void Machine::bound_goal(int iteration) {
  if (goal_) goal_->iteration = std::min(goal_->iteration, iteration);
}

void Machine::cancel() {
  playing_ = false;
  goal_.reset();
  if (starting_) {
    starting_.reset();
    given_up_ = true;
    trouble_ =
        "The training was given up before its first iteration; Play or a step begins it anew.";
  }
  explanation_.reset();
}

// --- Its work ---

// Steps through the run so that every sampled iteration is visited.
Machine::Advance Machine::go(int steps, std::chrono::nanoseconds budget) {
  const auto began = Run::Clock::now();
  const auto at_stop = [this] { return run_->stop_at(iteration()) != nullptr; };
  int made = 0;
  while (made < steps) {
    const auto left = budget - (Run::Clock::now() - began);
    if (made > 0 && left.count() <= 0) break;
    const bool at_front = iteration() == last_iteration();
    const int to_sample = sample_stride_ - last_iteration() % sample_stride_;
    const int until = at_front ? to_sample : last_iteration() - iteration();
    const auto before = watch_();
    const int now = run_->advance(std::min(steps - made, until), left);
    const auto spent = watch_() - before;
    raced_ += spent;
    if (at_front) {
      timed_ += spent;
      timed_steps_ += now;
    }
    if (now == 0) break;
    made += now;
    if (at_front) sample();
    if (at_stop()) break;
  }
  if (made > 0) moved();
  // With nothing made it may be amid a long step that leads on from the stop, or there already.
  return {made, made == 0 && steps > 0 ? !run_->unfinished_step() : at_stop()};
}

void Machine::work(std::chrono::nanoseconds budget, int reach) {
  const auto began = Run::Clock::now();
  if (starting_) start(budget);
  if (run_ && goal_) {
    const Stop* stop = looks_for_stop() ? run_->stop_behind(goal_->stops_behind) : nullptr;
    run_->approach(std::min({goal_->iteration, reach, stop ? stop->iteration : last_iteration()}));
  }
  while (run_ && goal_) {
    const auto left = budget - (Run::Clock::now() - began);
    const int to = std::min(goal_->iteration, reach);
    const auto [made, halted] = go(to - iteration(), std::max(left, left.zero()));
    const bool stuck = halted && made == 0 && iteration() < to;
    if (stuck || iteration() >= goal_->iteration || (halted && iteration() > goal_->stops_behind)) {
      goal_.reset();
    } else if (iteration() >= reach || Run::Clock::now() - began >= budget) {
      break;
    }
  }
  moved();
}

int Machine::advance(int steps, std::chrono::nanoseconds budget) {
  if (!run_ || !playing_) return 0;
  const auto [made, halted] = go(steps, budget);
  if (halted) playing_ = false;
  return made;
}

double Machine::seconds_per_step() const {
  return timed_steps_ == 0 ? NAN : std::chrono::duration<double>(timed_).count() / timed_steps_;
}

Machine::Sample Machine::sample_now() const {
  Sample sample{iteration(), {}};
  const auto list = run_->solver().quantities();
  sample.values.resize(list.size());
  for (std::size_t q = 0; q < list.size(); ++q) {
    const auto& shape = list[q].shape;
    if (std::find(shape.begin(), shape.end(), Axis::pattern) == shape.end()) {
      run_->solver().values(q, sample.values[q]);
    }
  }
  return sample;
}

void Machine::sample() {
  front_ = sample_now();
  if (iteration() % sample_stride_ != 0) return;
  samples_.push_back(front_);
  if (samples_.size() > most_samples) {
    sample_stride_ *= 2;
    std::erase_if(samples_, [this](const Sample& s) { return s.iteration % sample_stride_ != 0; });
  }
}

void Machine::moved() {
  quantity_cache_.clear();
  point_outputs_.reset();
  explanation_.reset();
}

// --- What there is to see ---

std::string Machine::way() const {
  const std::string where =
      !goal_ || goal_->iteration == 0 ? std::string("the first iteration")
      : goal_->iteration < max_iterations_ || !looks_for_stop()
          ? marginscope::sentence("iteration ", std::to_string(goal_->iteration))
          : std::string("the next stop");
  const Pause* at = starting_                         ? &starting_->at()
                    : run_ && run_->unfinished_step() ? &run_->unfinished_step()->at()
                                                      : nullptr;
  const std::string how_far =
      at ? marginscope::sentence(" (", at->what, ", ", std::to_string(std::lround(100 * at->part)),
                                 " %)")
         : marginscope::sentence(" (now at ", std::to_string(iteration()), ")");
  return marginscope::sentence("towards ", where, how_far);
}

const Explanation& Machine::explanation() const {
  if (!run_ && !starting_) {
    // Whoever holds the text goes on holding it.
    if (!explanation_ || explanation_->text != trouble_) {
      explanation_ = {.text = trouble_, .headline = trouble_.size()};
    }
  } else if (!explanation_ && busy()) {
    explanation_ = {.text = marginscope::sentence("Working ", way(), "; Escape gives it up.")};
    explanation_->headline = explanation_->text.size();
  } else if (!explanation_) {
    explanation_ = run_->explain();
  }
  return *explanation_;
}

const std::vector<double>& Machine::point_outputs() const {
  if (point_outputs_) return *point_outputs_;
  std::vector<double>& outputs = point_outputs_.emplace();
  if (!run_) return outputs;
  const std::vector<double>& known = quantity(Role::decision_value);
  const Patterns& others = problem().X_validation;
  const auto N = static_cast<std::size_t>(problem().X.rows());
  const auto M = static_cast<std::size_t>(others.rows());
  const std::size_t known_each = known.size() / N;
  // Of two classes in a solver for several, the first column alone: the other is its negative.
  const std::size_t each = problem().classes > 2 ? known_each : 1;
  outputs.resize((N + M) * each);
  Eigen::MatrixXd f;
  if (M > 0) run_->solver().decision_values(*others, f);
  const std::vector<int>& rows = problem().rows;
  for (std::size_t point = 0, pattern = 0; point < N + M; ++point) {
    const bool trained = pattern < N && (rows.empty() || rows[pattern] == static_cast<int>(point));
    for (std::size_t k = 0; k < each; ++k) {
      outputs[point * each + k] =
          trained ? known[pattern * known_each + k]
                  : f(static_cast<Eigen::Index>(point - pattern), static_cast<Eigen::Index>(k));
    }
    pattern += trained;
  }
  return outputs;
}

int Machine::predicted_class(int point) const {
  if (!run_ || untrained() || problem().task == Task::regression) return -1;
  const std::size_t each = problem().classes > 2 ? static_cast<std::size_t>(problem().classes) : 1;
  return winner_of(&point_outputs()[static_cast<std::size_t>(point) * each],
                   static_cast<int>(each));
}

const Stop* Machine::retaining_stop() const {
  const Stop* found = nullptr;
  for (const Stop& stop : run_ ? std::span(run_->stops()) : std::span<const Stop>()) {
    if (stop.retained_iteration == stop.iteration) continue;
    if (stop.iteration == left_stop_ && stop.retained_iteration == iteration()) return &stop;
    if (!found || stop.iteration <= iteration()) found = &stop;
  }
  return found;
}

const Quantity* Machine::published(Role role) const {
  if (!run_) return nullptr;
  for (const Quantity& quantity : run_->solver().quantities()) {
    if (quantity.role == role) return &quantity;
  }
  return nullptr;
}

const std::vector<double>& Machine::quantity(Role role) const {
  const Quantity* found = published(role);
  return quantity(found ? found->id : std::string_view());
}

const std::vector<double>& Machine::quantity(std::string_view id) const {
  if (const auto cached = quantity_cache_.find(id); cached != quantity_cache_.end()) {
    return cached->second;
  }
  std::vector<double> values;
  if (run_) {
    const auto list = run_->solver().quantities();
    for (std::size_t q = 0; q < list.size(); ++q) {
      if (list[q].id == id) run_->solver().values(q, values);
    }
  }
  return quantity_cache_.emplace(std::string(id), std::move(values)).first->second;
}

Machine::Series Machine::series(std::string_view id) const {
  Series series;
  if (!run_) return series;
  const auto list = run_->solver().quantities();
  for (std::size_t q = 0; q < list.size(); ++q) {
    if (list[q].id != id) continue;
    const auto add = [&series, q](const Sample& sample) {
      const auto& values = sample.values[q];
      series.iterations.push_back(sample.iteration);
      series.values.resize(values.size());
      for (std::size_t entry = 0; entry < values.size(); ++entry) {
        series.values[entry].push_back(values[entry]);
      }
    };
    for (const Sample& sample : samples_) add(sample);
    if (samples_.back().iteration != front_.iteration) add(front_);
  }
  return series;
}

void Machine::decision_values(const Eigen::Ref<const Eigen::MatrixXd>& X,
                              Eigen::MatrixXd& f) const {
  if (run_) run_->solver().decision_values(training_.apply(X), f);
}

}  // namespace marginscope
