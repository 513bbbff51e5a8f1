#include "session/session.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "core/ascending.h"
#include "solvers/registry.h"

namespace marginscope {
namespace {

// A step or seek that was asked for, and the start after an edit, answers within this time; the
// rest goes on in slices. While a point is dragged an edit follows the other, and with what is
// drawn 30 frames a second are left.
constexpr std::chrono::milliseconds at_once{40}, start_at_once{100}, start_while_dragging{24};

// Of several machines none is further than this ahead of another that looks for a stop: what it made
// beyond that stop it made for nothing, and fewer at a time would cost more than the steps.
constexpr int head_start = 32;

// Whether both scenes give their machines the same patterns, of the same blocks. O(N).
bool trained_alike(const Scene& one, const Scene& other) {
  return one.data.X.same_as(other.data.X) && one.data.y.same_as(other.data.y) &&
         one.data.validation == other.data.validation && one.data.task == other.data.task &&
         one.data.classes == other.data.classes && one.scaling == other.scaling &&
         trained_features(one) == trained_features(other);
}

// Whether the plane shows the same directions of both.
bool shown_alike(const Scene& one, const Scene& other) {
  return one.data.task == other.data.task && one.data.X.cols() == other.data.X.cols() &&
         one.projection == other.projection;
}

// Which algorithms others, that nobody asked for, have taken the place of; `after` became of `before`.
std::string replacements(const Scene& before, const Command& command, const Scene& after) {
  if (std::holds_alternative<SetScene>(command) || std::holds_alternative<CopyMachine>(command) ||
      std::holds_alternative<RemoveMachine>(command) ||
      std::holds_alternative<MoveMachine>(command)) {
    return "";
  }
  const bool one = after.machines.size() == 1;
  std::string said;
  for (std::size_t m = 0; m < after.machines.size(); ++m) {
    const MachineSetup& machine = after.machines[m];
    const std::string& former = before.machines[m].algorithm.name;
    const bool asked =
        one ? std::holds_alternative<SetAlgorithm>(command) ||
                  std::holds_alternative<SetProblem>(command)
            : std::holds_alternative<SetAlgorithm>(command) && static_cast<int>(m) == after.chosen;
    if (asked || machine.algorithm.name == former) continue;
    const std::string whose =
        one ? "" : sentence("In ", machine_title(machine, static_cast<int>(m)), ", ");
    said += sentence(said.empty() ? "" : " ", whose,
                     (*find_algorithm(machine.algorithm.name))->name, " takes the place of ",
                     (*find_algorithm(former))->name, ", which does not suit these points.");
  }
  return said;
}

}  // namespace

Session::Session() {
  scene_ = default_scene();
  take_data();
  assemble(false, 0);
  work(start_patience());
}

// --- Edits ---

Result<void> Session::apply(const Command& command) {
  auto next = marginscope::apply(scene_, command, plane_);
  if (!next) return fail(next.error());
  notice_.clear();
  const bool whole_scene = std::holds_alternative<SetScene>(command);
  // Going to another iteration is no edit.
  const int iteration = whole_scene ? std::exchange(next->iteration, scene_.iteration) : 0;
  if (*next != scene_) {
    std::string replaced = replacements(scene_, command, *next);
    remember();
    follow_selection(command, *next);
    if (whole_scene) next->iteration = 0;
    take(std::move(*next));
    notice_ = std::move(replaced);
  }
  return whole_scene ? seek_if_trained(iteration) : Result<void>();
}

void Session::remember() {
  if (dragging_ && std::exchange(gesture_remembered_, true)) return;
  history_.remember({scene_, selection_});
}

void Session::begin_gesture(Gesture gesture) {
  gesture_ = std::move(gesture);
  gesture_remembered_ = false;
}

Result<void> Session::drag(std::vector<Argument> arguments) {
  if (!gesture_) return {};
  Call call = gesture_->call;
  for (Argument& argument : arguments) call.arguments.push_back(std::move(argument));
  dragging_ = true;
  auto done = carry_out(call);
  dragging_ = false;
  return done;
}

bool Session::undo() {
  if (!can_undo()) return false;
  go_to(history_.undo({scene_, selection_}));
  return true;
}

bool Session::redo() {
  if (!can_redo()) return false;
  go_to(history_.redo({scene_, selection_}));
  return true;
}

void Session::go_to(UndoHistory::Step step) {
  // What was said of the edit is no longer so.
  notice_.clear();
  if (scene_.data != step.scene.data) selection_ = std::move(step.selection);
  // How machines go on together is no edit.
  step.scene.pace = scene_.pace;
  take(std::move(step.scene));
}

Result<void> Session::open(std::string_view text) {
  auto scene = parse_scene(text);
  if (!scene) {
    set_notice(
        marginscope::sentence("This scene could not be opened: ", scene.error().message, "."));
    return fail(scene.error());
  }
  history_.clear();
  selection_.clear();
  notice_.clear();
  const int iteration = scene->iteration;
  gesture_.reset();
  if (!shown_alike(scene_, *scene)) curve_ = {};
  scene_ = std::move(*scene);
  take_data();
  assemble(false, 0);
  work(start_patience());
  if (iteration > 0) return seek_if_trained(iteration);
  return {};
}

void Session::take(Scene scene) {
  const bool anew = change_between(scene_, scene) == Change::training;
  const bool keep = keeps_training(scene_, scene), same_training = trained_alike(scene_, scene);
  const int here = scene_.iteration;
  if (!dragging_) gesture_.reset();
  if (!shown_alike(scene_, scene)) curve_ = {};
  scene_ = std::move(scene);
  if (!keep && !same_training) take_data();
  if (anew && keep) {
    for (Machine& each : machines_) each.seek(scene_.iteration);
  }
  assemble(keep, anew ? scene_.iteration : here);
  if (busy()) {
    work(start_patience());
  } else {
    moved();
  }
}

void Session::take_data() {
  training_ = training_of(scene_);
  remarks_ = marginscope::remarks(*training_.problem);
  data_remarks_ = remarks_.size();
  pattern_of_point_.clear();
  point_of_pattern_.clear();
  for (std::size_t point = 0; point < scene_.data.validation.size(); ++point) {
    const bool validation = scene_.data.validation[point];
    pattern_of_point_.push_back(validation ? -1 : static_cast<int>(point_of_pattern_.size()));
    if (!validation) point_of_pattern_.push_back(static_cast<int>(point));
  }
}

void Session::assemble(bool keep, int iteration) {
  std::list<Machine> former;
  former.swap(machines_);
  std::vector<std::list<Machine>> places(scene_.machines.size());
  double memory = memory_;  // for those that are made
  // First those that stay as they are, then those whose rules or limit change, if they run. What had no
  // memory may have some now.
  for (const bool judged_alike : {true, false}) {
    for (std::size_t m = 0; keep && m < places.size(); ++m) {
      const MachineSetup& setup = scene_.machines[m];
      if (!places[m].empty()) continue;
      const auto found = std::ranges::find_if(former, [&](const Machine& each) {
        if (each.algorithm() != setup.algorithm || !each.trainable()) return false;
        const bool alike =
            each.rules() == setup.rules && each.max_iterations() == scene_.max_iterations;
        return judged_alike ? alike : each.run() != nullptr;
      });
      if (found == former.end()) continue;
      memory -= found->memory_taken();
      places[m].splice(places[m].end(), former, found);
    }
  }
  for (std::size_t m = 0; m < places.size(); ++m) {
    const MachineSetup& setup = scene_.machines[m];
    const int limit = scene_.max_iterations;
    if (places[m].empty()) {
      Machine& made =
          places[m].emplace_back(setup.algorithm, setup.rules, limit, training_, watch_, memory);
      memory -= made.memory_taken();
      if (iteration > 0) made.seek(iteration);
    } else if (Machine& kept = places[m].front();
               kept.rules() != setup.rules || kept.max_iterations() != limit) {
      kept.set_rules(setup.rules, limit);
    }
    machines_.splice(machines_.end(), places[m]);
  }
  remark();
}

void Session::remark() {
  remarks_.resize(data_remarks_);
  const bool several = machines_.size() > 1;
  int place = 0;
  for (const Machine& each : machines_) {
    auto reason = misfit(*parse_rules(each.rules()), each.judged());
    if (reason && several) {
      const MachineSetup& setup = scene_.machines[static_cast<std::size_t>(place)];
      reason = marginscope::sentence("For ", machine_title(setup, place), ": ", *reason);
    }
    if (reason) remarks_.push_back(std::move(*reason));
    ++place;
  }
}

void Session::follow_selection(const Command& command, const Scene& after) {
  if (const auto* remove = std::get_if<RemovePoints>(&command)) {
    std::vector<int> gone = remove->indices;
    ascending_once(gone);
    std::erase_if(selection_, [&](int each) { return std::ranges::binary_search(gone, each); });
    for (int& each : selection_) {
      each -= static_cast<int>(std::ranges::lower_bound(gone, each) - gone.begin());
    }
  } else if (std::holds_alternative<DuplicatePoints>(command)) {
    selection_.resize(static_cast<std::size_t>(after.data.size() - scene_.data.size()));
    std::iota(selection_.begin(), selection_.end(), static_cast<int>(scene_.data.size()));
  } else if (replaced_data(scene_, command, after)) {
    selection_.clear();
  }
}

// --- Time ---

bool Session::playing() const {
  return std::any_of(machines_.begin(), machines_.end(), std::mem_fn(&Machine::playing));
}

bool Session::busy() const {
  return std::any_of(machines_.begin(), machines_.end(), std::mem_fn(&Machine::busy));
}

int Session::iteration() const {
  const Machine& chosen = machine();
  if (chosen.run() && !chosen.busy() && !chosen.ended()) return chosen.iteration();
  return std::ranges::max_element(machines_, {}, &Machine::iteration)->iteration();
}

int Session::last_iteration() const {
  return std::ranges::max_element(machines_, {}, &Machine::last_iteration)->last_iteration();
}

bool Session::waits(const Machine& machine) const {
  return machine.ended() && std::ranges::any_of(machines_, [&](const Machine& other) {
           return other.iteration() > machine.iteration();
         });
}

Result<void> Session::choose(int index) {
  if (auto good = check_machine(scene_, index); !good) return good;
  if (index == scene_.chosen) return {};
  if (!dragging_) gesture_.reset();  // of a setting of the other one
  scene_.chosen = index;
  moved();
  return {};
}

// Asks each machine. What all of them refuse is refused, for the reason of the chosen one.
template <class Request>
Result<void> Session::ask(Request request) {
  bool granted = false;
  Result<void> answer;
  for (Machine& each : machines_) {
    auto done = request(each);
    granted = granted || done;
    if (&each == &machine()) answer = std::move(done);
  }
  return granted ? Result<void>() : answer;
}

template <class Request>
Result<void> Session::lead(Request request) {
  auto done = ask(request);
  if (done) work(patience_.value_or(at_once));
  return done;
}

Result<void> Session::step(int count) {
  const int from = iteration();
  if (count <= 0) return seek(std::max(0, from + count));
  const long long wanted = static_cast<long long>(from) + count;
  const int to = static_cast<int>(std::min<long long>(wanted, scene_.max_iterations));
  return lead([from, to](Machine& each) { return each.go_on(from, to); });
}

Result<void> Session::seek(int iteration) {
  return lead([iteration](Machine& each) { return each.seek(iteration); });
}

Result<void> Session::seek_if_trained(int iteration) {
  const bool trained =
      std::any_of(machines_.begin(), machines_.end(), std::mem_fn(&Machine::trainable));
  return trained ? seek(iteration) : Result<void>();
}

Result<void> Session::seek_end() {
  const int from = iteration(), to = scene_.max_iterations;
  return lead([from, to](Machine& each) { return each.go_on(from, to); });
}

Result<void> Session::play() {
  if (auto done = ask(std::mem_fn(&Machine::play)); !done) return done;
  last_tick_ = -1;
  // The first step shows at once that something plays.
  owed_steps_ = 1;
  ++version_;
  return {};
}

Result<void> Session::toggle_play() {
  if (busy()) {
    cancel();
    return {};
  }
  if (playing()) {
    pause();
    return {};
  }
  const auto waits = [](const Machine& each) { return each.ended() || !each.trainable(); };
  if (std::ranges::all_of(machines_, waits) && last_iteration() > 0) {
    if (auto done = seek(0); !done) return done;
  }
  return play();
}

Result<void> Session::show_retained() {
  Machine& machine = *std::next(machines_.begin(), scene_.chosen);
  const Stop* stop = machine.retaining_stop();
  if (!stop) {
    return fail(
        "No stop retains an earlier iteration; a rule that keeps the least validation error, or an "
        "algorithm with a pocket, does");
  }
  const bool there = machine.iteration() == stop->retained_iteration;
  if (!there) machine.leave(*stop);
  return seek(there ? stop->iteration : stop->retained_iteration);
}

void Session::pause() {
  for (Machine& each : machines_) each.pause();
  ++version_;
}

void Session::cancel() {
  for (Machine& each : machines_) each.cancel();
  scene_.iteration = iteration();
  ++version_;
}

void Session::set_pace(Pace pace) {
  scene_.pace = pace;
  ++version_;
}

void Session::set_watch(Machine::Watch watch) {
  watch_ = watch;
  for (Machine& each : machines_) each.set_watch(watch);
}

Result<void> Session::set_speed(double iterations_per_second) {
  if (!(iterations_per_second >= 0) || !std::isfinite(iterations_per_second)) {
    return fail(marginscope::sentence(
        "speed is ", exact_text(iterations_per_second),
        "; it must be a number of iterations a second, or 0 for as many as there is time for"));
  }
  speed_ = iterations_per_second;
  ++version_;
  return {};
}

std::chrono::nanoseconds Session::start_patience() const {
  return patience_.value_or(dragging_ ? start_while_dragging : start_at_once);
}

template <class Wants, class Make>
void Session::share(std::chrono::nanoseconds budget, Wants wants, Make make) {
  const auto began = Run::Clock::now();
  std::ptrdiff_t to_come = 0;  // in this round of turns
  for (bool worked = false;; worked = true) {
    const auto left =
        std::max(budget - (Run::Clock::now() - began), std::chrono::nanoseconds::zero());
    const auto waiting = std::ranges::count_if(machines_, wants);
    if (waiting == 0 || (worked && left.count() == 0)) return;
    to_come = to_come > 0 ? std::min(to_come, waiting) : waiting;
    auto each = machines_.begin();
    do {
      turn_ %= machines_.size();
      each = std::next(machines_.begin(), static_cast<std::ptrdiff_t>(turn_++));
    } while (!wants(*each));
    make(*each, left / to_come--);
  }
}

// Where one halted at a stop, those ahead of it go back there, and the others look no further.
void Session::halt_all(const Machine& halted) {
  const int stop = halted.iteration();
  for (Machine& each : machines_) {
    if (&each == &halted) continue;
    if (each.iteration() > stop) {
      each.seek(stop);
    } else if (each.playing()) {
      each.go_on(each.iteration(), stop);
    } else {
      each.bound_goal(stop);
    }
  }
}

void Session::work(std::chrono::nanoseconds budget) {
  const auto reach = [this](const Machine& each) {
    int least = Machine::any_reach - head_start;
    for (const Machine& other : machines_) {
      if (other.looks_for_stop()) least = std::min(least, other.iteration());
    }
    return each.looks_for_stop() && machines_.size() > 1 ? least + head_start : Machine::any_reach;
  };
  share(
      budget,
      [&reach](const Machine& each) {
        return each.busy() && (!each.run() || each.iteration() < reach(each));
      },
      [&](Machine& each, std::chrono::nanoseconds time) {
        const bool looks = each.looks_for_stop();
        each.work(time, reach(each));
        const Run* run = each.run();
        if (looks && !each.busy() && run && run->stop_at(each.iteration())) halt_all(each);
      });
  moved();
}

// Makes at most so many steps of the machine that leads; the others follow. Returns how many.
int Session::play_on(int steps, std::chrono::nanoseconds budget) {
  const bool by_time = pace() == Pace::time;
  const int at_a_time = machines_.size() > 1 ? head_start : steps;
  Machine* leader = nullptr;
  for (Machine& each : machines_) {
    if (each.playing() && (!leader || &each == &machine())) leader = &each;
  }
  const auto behind = [&](const Machine& each) {
    return each.playing() &&
           (by_time ? each.raced() < leader->raced() : each.iteration() < leader->iteration());
  };
  int made = 0;
  share(
      budget,
      [&](const Machine& each) {
        if (&each != leader) return behind(each);
        return each.playing() && made < steps && std::ranges::none_of(machines_, behind);
      },
      [&](Machine& each, std::chrono::nanoseconds time) {
        if (&each == leader) {
          made += each.advance(std::min(steps - made, at_a_time), time);
        } else if (by_time) {
          // As many as the time is expected to be enough for.
          const std::chrono::duration<double> lag = leader->raced() - each.raced();
          const double expected = lag.count() / each.seconds_per_step();
          each.advance(expected > 1 ? static_cast<int>(std::min<double>(expected, head_start)) : 1,
                       time);
        } else {
          each.advance(leader->iteration() - each.iteration(), time);
        }
        if (each.playing()) return;
        if (by_time) {
          pause();
        } else {
          halt_all(each);
        }
      });
  return made;
}

bool Session::tick(double now, std::chrono::nanoseconds budget) {
  if (busy()) {
    work(budget);
  } else if (playing()) {
    // A page that was hidden for a while does not catch up at once.
    const double passed = last_tick_ < 0 ? 0 : std::clamp(now - last_tick_, 0.0, 0.25);
    last_tick_ = now;
    owed_steps_ += passed * speed_;
    const bool unlimited = speed_ == 0;
    const int most = scene_.max_iterations;
    const int steps = unlimited || owed_steps_ > most ? most : static_cast<int>(owed_steps_);
    if (steps > 0) {
      const int made = play_on(steps, budget);
      owed_steps_ = unlimited ? 0 : std::min(owed_steps_ - made, 1.0);
      if (made > 0 || !playing()) moved();
    }
  }
  return playing() || busy();
}

void Session::moved() {
  scene_.iteration = iteration();
  ++version_;
  ++outcome_version_;
}

// --- What there is to see ---

void Session::set_notice(std::string notice) {
  notice_ = std::move(notice);
  ++version_;
}

void Session::select(int point) {
  select_points(point < 0 ? std::vector<int>() : std::vector<int>{point});
}

void Session::select_points(std::vector<int> points) {
  const auto missing = [this](int point) { return point < 0 || point >= scene_.data.size(); };
  std::erase_if(points, missing);
  ascending_once(points);
  if (points == selection_) return;
  selection_ = std::move(points);
  ++version_;
}

void Session::set_curve(DrawnCurve curve) {
  curve_ = std::move(curve);
  ++version_;
}

Explanation Session::explanation() const {
  Explanation told = machine().explanation();
  bool others = false;
  int place = 0;
  for (const Machine& each : machines_) {
    const MachineSetup& setup = scene_.machines[static_cast<std::size_t>(place)];
    if (each.busy() && &each != &machine()) {
      told.text += marginscope::sentence(
          others ? "; " : " Still under way: ", machine_title(setup, place), ", ", each.way());
      others = true;
    }
    ++place;
  }
  if (others) told.text += machine().busy() ? "." : "; Escape gives it up.";
  if (waits(machine()) && !busy()) {
    told.text += marginscope::sentence(" It waits here at its end; others are at iteration ",
                                       std::to_string(iteration()), ".");
  }
  return told;
}

std::string Session::command_line() const {
  const std::string text = scene_text(scene_);
  const std::string_view command =
      scene_.machines.size() > 1 ? "marginscope compare" : "marginscope run";
  if (text.size() > longest_link) return marginscope::sentence(command, " --scene scene.txt");
  // In single quotes, as a shell takes it literally; the text itself has none.
  return marginscope::sentence(command, " --link '", text, "'");
}

}  // namespace marginscope
