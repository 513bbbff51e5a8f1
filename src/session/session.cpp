#include "session/session.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

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
         one.data.classes == other.data.classes && one.scaling == other.scaling;
}

}  // namespace

Session::Session() {
  scene_ = default_scene();
  take_data();
  restart();
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
    const bool asked = whole_scene || std::holds_alternative<SetAlgorithm>(command) ||
                       std::holds_alternative<SetProblem>(command);
    const std::string before = asked ? next->algorithm.name : scene_.algorithm.name;
    remember();
    follow_selection(command, *next);
    take(std::move(*next));
    if (before != scene_.algorithm.name) {
      notice_ = marginscope::sentence((*find_algorithm(scene_.algorithm.name))->name,
                                      " takes the place of ", (*find_algorithm(before))->name,
                                      ", which does not suit these points.");
    }
  }
  return whole_scene ? seek_if_trained(iteration) : Result<void>();
}

void Session::remember() {
  if (dragging_ && std::exchange(gesture_remembered_, true)) return;
  history_.remember(scene_);
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
  go_to(history_.undo(scene_));
  return true;
}

bool Session::redo() {
  if (!can_redo()) return false;
  go_to(history_.redo(scene_));
  return true;
}

void Session::go_to(Scene scene) {
  // What was said of the edit is no longer so.
  notice_.clear();
  const int iteration = scene.iteration;
  take(std::move(scene), iteration);
}

Result<void> Session::open(std::string_view text) {
  auto scene = parse_scene(text);
  if (!scene) {
    set_notice(
        marginscope::sentence("This scene could not be opened: ", scene.error().message, "."));
    return fail(scene.error());
  }
  history_.clear();
  selected_ = -1;
  notice_.clear();
  const int iteration = scene->iteration;
  gesture_.reset();
  scene_ = std::move(*scene);
  take_data();
  restart();
  if (iteration > 0) return seek_if_trained(iteration);
  return {};
}

void Session::take(Scene scene, int iteration) {
  const Change change = change_between(scene_, scene);
  const bool same_training = trained_alike(scene_, scene);
  const int here = scene_.iteration;
  if (!dragging_) gesture_.reset();
  scene_ = std::move(scene);
  if (selected_ >= scene_.data.size()) selected_ = -1;
  const bool all_run = std::all_of(machines_.begin(), machines_.end(), std::mem_fn(&Machine::run));
  if (change == Change::training || (change == Change::rules && !all_run)) {
    if (!same_training) take_data();
    restart(iteration);
    return;
  }
  scene_.iteration = here;
  if (change == Change::rules) {
    for (Machine& each : machines_) each.set_rules(scene_.rules, scene_.max_iterations);
    remark();
  }
  moved();
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

void Session::restart(int iteration) {
  machines_.clear();
  machines_.emplace_back(scene_.algorithm, scene_.rules, scene_.max_iterations, training_);
  if (iteration > 0) machines_.back().seek(iteration);
  remark();
  work(patience_.value_or(dragging_ ? start_while_dragging : start_at_once));
}

void Session::remark() {
  remarks_.resize(data_remarks_);
  for (const Machine& each : machines_) {
    if (auto reason = misfit(*parse_rules(each.rules()), each.judged())) {
      remarks_.push_back(std::move(*reason));
    }
  }
}

void Session::follow_selection(const Command& command, const Scene& after) {
  const auto* remove = std::get_if<RemovePoints>(&command);
  if (!remove) {
    if (replaced_data(scene_, command, after)) selected_ = -1;
    return;
  }
  int before = 0;
  for (const int index : remove->indices) {
    if (index == selected_) {
      selected_ = -1;
      return;
    }
    before += index < selected_;
  }
  selected_ -= before;
}

// --- Time ---

bool Session::playing() const {
  return std::any_of(machines_.begin(), machines_.end(), std::mem_fn(&Machine::playing));
}

bool Session::busy() const {
  return std::any_of(machines_.begin(), machines_.end(), std::mem_fn(&Machine::busy));
}

// Asks each machine. What all of them refuse is refused, for the reason of the chosen one.
Result<void> Session::ask(Request request, int number) {
  bool granted = false;
  Result<void> answer;
  for (Machine& each : machines_) {
    auto done = request(each, number);
    granted = granted || done;
    if (&each == &machine()) answer = std::move(done);
  }
  return granted ? Result<void>() : answer;
}

Result<void> Session::lead(Request request, int number) {
  auto done = ask(request, number);
  if (done) work(patience_.value_or(at_once));
  return done;
}

Result<void> Session::step(int count) {
  if (count <= 0) return seek(std::max(0, iteration() + count));
  return lead([](Machine& each, int steps) { return each.step(steps); }, count);
}

Result<void> Session::seek(int iteration) {
  return lead([](Machine& each, int k) { return each.seek(k); }, iteration);
}

Result<void> Session::seek_if_trained(int iteration) {
  return machine().trainable() ? seek(iteration) : Result<void>();
}

Result<void> Session::seek_end() {
  return lead([](Machine& each, int) { return each.seek_end(); });
}

Result<void> Session::play() {
  if (auto done = ask([](Machine& each, int) { return each.play(); }); !done) return done;
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
  const Run* run = machine().run();
  const bool ended = run && run->end() && iteration() == last_iteration();
  if (ended && last_iteration() > 0) {
    if (auto done = seek(0); !done) return done;
  }
  return play();
}

Result<void> Session::show_retained() {
  const Stop* stop = machine().retaining_stop();
  if (!stop) {
    return fail(
        "No stop retains an earlier iteration; a rule that keeps the least validation error, or an "
        "algorithm with a pocket, does");
  }
  const bool there = iteration() == stop->retained_iteration;
  return seek(there ? stop->iteration : stop->retained_iteration);
}

void Session::pause() {
  for (Machine& each : machines_) each.pause();
  ++version_;
}

void Session::cancel() {
  for (Machine& each : machines_) each.cancel();
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

// The machines share the time.
void Session::work(std::chrono::nanoseconds budget) {
  for (Machine& each : machines_) each.work(budget / machines_.size());
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
      int made = 0;
      for (Machine& each : machines_) {
        made = std::max(made, each.advance(steps, budget / machines_.size()));
      }
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
  if (point == selected_) return;
  selected_ = point >= 0 && point < scene_.data.size() ? point : -1;
  ++version_;
}

std::string Session::command_line() const {
  const std::string text = scene_text(scene_);
  if (text.size() > longest_link) return "marginscope run --scene scene.txt";
  // In single quotes, as a shell takes it literally; the text itself has none.
  return marginscope::sentence("marginscope run --link '", text, "'");
}

}  // namespace marginscope
