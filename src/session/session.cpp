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
    set_notice(std::move(replaced));
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

void Session::give_up_gesture() {
  const bool edited = gesture_ && gesture_remembered_;
  gesture_.reset();
  if (edited) undo();
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
  if (anew && keep) machines_.bring_to(scene_.iteration);
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
  machines_.assemble(scene_, training_, keep, iteration);
  remark();
}

void Session::remark() {
  remarks_.resize(data_remarks_);
  const bool several = machines().size() > 1;
  int place = 0;
  for (const Machine& each : machines()) {
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

Result<void> Session::choose(int index) {
  if (auto good = check_machine(scene_, index); !good) return good;
  if (index == scene_.chosen) return {};
  if (!dragging_) gesture_.reset();  // of a setting of the other one
  scene_.chosen = index;
  moved();
  return {};
}

template <class Request>
Result<void> Session::lead(Request request) {
  auto done = machines_.ask(scene_.chosen, request);
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
  return machines_.trainable() ? seek(iteration) : Result<void>();
}

Result<void> Session::seek_end() {
  const int from = iteration(), to = scene_.max_iterations;
  return lead([from, to](Machine& each) { return each.go_on(from, to); });
}

Result<void> Session::play() {
  if (auto done = machines_.ask(scene_.chosen, std::mem_fn(&Machine::play)); !done) return done;
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
  if (machines_.done() && last_iteration() > 0) {
    if (auto done = seek(0); !done) return done;
  }
  return play();
}

Result<void> Session::show_retained() {
  Machine& machine = machines_.at(scene_.chosen);
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
  machines_.pause();
  ++version_;
}

void Session::cancel() {
  machines_.cancel();
  scene_.iteration = iteration();
  ++version_;
}

void Session::set_pace(Pace pace) {
  scene_.pace = pace;
  ++version_;
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

void Session::work(std::chrono::nanoseconds budget) {
  machines_.work(budget);
  moved();
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
      const int made = machines_.play_on(scene_.chosen, scene_.pace, steps, budget);
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
  // It stands by itself; refusals come without their full stop.
  constexpr std::string_view ends = ".!?)";
  if (!notice_.empty() && !ends.contains(notice_.back())) notice_ += '.';
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
  for (const Machine& each : machines()) {
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
  // Without an iteration of the scene's own a command would go on to the stop.
  const std::string_view here = iteration() == 0 ? " --max-iterations 0" : "";
  if (text.size() > longest_link) return marginscope::sentence(command, " --scene scene.txt", here);
  // In single quotes, as a shell takes it literally; the text itself has none.
  return marginscope::sentence(command, " --link '", text, "'", here);
}

}  // namespace marginscope
