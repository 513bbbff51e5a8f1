#include "session/session.h"

#include <algorithm>
#include <cmath>

#include "solvers/registry.h"
#include "stopping/registry.h"

namespace marginscope {
namespace {

constexpr std::size_t most_undo_steps = 200;
// What undo may hold, together with the scene that is open; the last edit can always be undone.
constexpr std::size_t most_undo_bytes = std::size_t{64} << 20;
constexpr std::size_t most_samples = 512;
// A step or seek that was asked for, and the start after an edit, answers within this time; the
// rest goes on in slices. While a point is dragged an edit follows the other, and with what is
// drawn 30 frames a second are left.
constexpr std::chrono::milliseconds at_once{40}, start_at_once{100}, start_while_dragging{24};

// What `scene` holds beside what it shares with `newer`, which was made of it.
std::size_t bytes_beside(const Scene& scene, const Scene* newer) {
  std::size_t bytes = sizeof(Scene) + scene.data.validation.size() / 8;
  if (!newer || !scene.data.X.same_as(newer->data.X)) bytes += scene.data.X.bytes();
  if (!newer || !scene.data.y.same_as(newer->data.y)) bytes += scene.data.y.bytes();
  // A list of numbers, one for each pattern, is a long text.
  for (const auto& [id, text] : scene.algorithm.values) bytes += text.size();
  return bytes;
}

}  // namespace

Session::Session() {
  scene_ = default_scene();
  restart();
}

// --- Edits ---

Result<void> Session::apply(const Command& command) {
  auto next = marginscope::apply(scene_, command);
  if (!next) return fail(next.error());
  notice_.clear();
  if (*next == scene_) return {};
  remember();
  follow_selection(command);
  const int iteration = next->iteration;
  take(std::move(*next));
  if (std::holds_alternative<SetScene>(command) && iteration > 0) return seek_if_trained(iteration);
  return {};
}

void Session::remember() {
  redo_.clear();
  if (dragging_) {
    if (gesture_remembered_) return;
    gesture_remembered_ = true;
  }
  undo_.push_back(scene_);
  std::size_t bytes = 0;
  std::ptrdiff_t kept = 0;
  const Scene* newer = nullptr;
  for (auto step = undo_.rbegin(); step != undo_.rend(); newer = &*step++, ++kept) {
    bytes += bytes_beside(*step, newer);
    if (kept > 0 && bytes > most_undo_bytes) break;
  }
  const auto most = static_cast<std::ptrdiff_t>(most_undo_steps);
  undo_.erase(undo_.begin(), undo_.end() - std::min(kept, most));
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
  if (undo_.empty()) return false;
  redo_.push_back(scene_);
  Scene scene = std::move(undo_.back());
  undo_.pop_back();
  take(std::move(scene));
  return true;
}

bool Session::redo() {
  if (redo_.empty()) return false;
  undo_.push_back(scene_);
  Scene scene = std::move(redo_.back());
  redo_.pop_back();
  take(std::move(scene));
  return true;
}

Result<void> Session::open(std::string_view text) {
  auto scene = parse_scene(text);
  if (!scene) {
    set_notice(
        marginscope::sentence("This scene could not be opened: ", scene.error().message, "."));
    return fail(scene.error());
  }
  undo_.clear();
  redo_.clear();
  selected_ = -1;
  notice_.clear();
  const int iteration = scene->iteration;
  gesture_.reset();
  scene_ = std::move(*scene);
  restart();
  if (iteration > 0) return seek_if_trained(iteration);
  return {};
}

void Session::take(Scene scene) {
  const Change change = change_between(scene_, scene);
  const int here = scene_.iteration;
  if (!dragging_) gesture_.reset();
  scene_ = std::move(scene);
  if (selected_ >= scene_.data.size()) selected_ = -1;
  if (change == Change::training || (change == Change::rules && !run_)) {
    restart();
    return;
  }
  scene_.iteration = here;
  plane_ = plane_of(scene_);
  if (change == Change::rules && run_) {
    run_->set_rules(*parse_rules(scene_.rules));
    remark();
  }
  moved();
}

void Session::restart() {
  playing_ = false;
  goal_.reset();
  scene_.iteration = 0;
  samples_.clear();
  sample_stride_ = 1;
  plane_ = plane_of(scene_);
  pattern_of_point_.clear();
  point_of_pattern_.clear();
  for (std::size_t point = 0; point < scene_.data.validation.size(); ++point) {
    const bool validation = scene_.data.validation[point];
    pattern_of_point_.push_back(validation ? -1 : static_cast<int>(point_of_pattern_.size()));
    if (!validation) point_of_pattern_.push_back(static_cast<int>(point));
  }
  run_.reset();
  training_ = training_of(scene_);
  remark();
  begin_start();
  start_within(patience_.value_or(dragging_ ? start_while_dragging : start_at_once));
  moved();
}

void Session::remark() {
  remarks_ = marginscope::remarks(*training_.problem);
  // The rules were read by the command or the text that set them, so they can be read again.
  if (auto need = unmet_need(*parse_rules(scene_.rules), *training_.problem)) {
    remarks_.push_back(std::move(*need));
  }
}

void Session::begin_start() {
  trouble_.clear();
  given_up_ = false;
  starting_ = begin_run(scene_, training_.problem, {.watched = part::all});
}

// Goes on with the start; true once there is a run, or trouble.
bool Session::start_within(std::chrono::nanoseconds budget) {
  if (!starting_->advance(budget)) return false;
  auto run = starting_->take();
  starting_.reset();
  if (run) {
    run_.emplace(std::move(*run));
    sample();
  } else {
    trouble_ = run.error().message + ".";
    goal_.reset();
    playing_ = false;
  }
  return true;
}

void Session::follow_selection(const Command& command) {
  const auto* remove = std::get_if<RemovePoints>(&command);
  if (!remove) {
    if (replaces_data(command)) selected_ = -1;
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

// Whether there is a run, or will be: a start that was given up begins anew.
Result<void> Session::ready() {
  if (given_up_) begin_start();
  if (!run_ && !starting_) return fail(trouble_);
  return {};
}

Result<void> Session::step(int count) {
  if (auto good = ready(); !good) return good;
  if (count <= 0) return seek(std::max(0, iteration() + count));
  if (run_ && run_->end() && iteration() == last_iteration()) return fail(run_->end()->message);
  playing_ = false;
  const long long wanted = static_cast<long long>(iteration()) + count;
  work_on({static_cast<int>(std::min<long long>(wanted, scene_.max_iterations)), true});
  return {};
}

Result<void> Session::seek(int iteration) {
  if (auto good = ready(); !good) return good;
  if (iteration < 0) return fail("Iterations are counted from 0");
  playing_ = false;
  work_on({std::min(iteration, scene_.max_iterations), false});
  return {};
}

Result<void> Session::seek_if_trained(int iteration) {
  return run_ || starting_ ? seek(iteration) : Result<void>();
}

Result<void> Session::seek_end() {
  if (auto good = ready(); !good) return good;
  if (run_ && run_->end() && iteration() == last_iteration()) return fail(run_->end()->message);
  playing_ = false;
  const bool behind = run_ && run_->stop() && iteration() >= run_->stop()->iteration;
  work_on(behind ? Goal{last_iteration(), false} : Goal{scene_.max_iterations, true});
  return {};
}

void Session::work_on(Goal goal) {
  goal_ = goal;
  work(patience_.value_or(at_once));
}

Result<void> Session::play() {
  if (auto good = ready(); !good) return good;
  if (run_ && run_->end() && iteration() == last_iteration()) return fail(run_->end()->message);
  goal_.reset();
  sentence_cache_.reset();
  playing_ = true;
  last_tick_ = -1;
  // The first step shows at once that something plays.
  owed_steps_ = 1;
  ++version_;
  return {};
}

void Session::pause() {
  playing_ = false;
  ++version_;
}

void Session::cancel() {
  goal_.reset();
  if (starting_) {
    starting_.reset();
    given_up_ = true;
    trouble_ =
        "The training was given up before its first iteration; Play or a step begins it anew.";
  }
  sentence_cache_.reset();
  pause();
}

Result<void> Session::set_speed(double iterations_per_second) {
  if (!(iterations_per_second >= 0)) {
    return fail(marginscope::sentence(
        "speed is ", exact_text(iterations_per_second),
        "; it must be a number of iterations a second, or 0 for as many as there is time for"));
  }
  speed_ = iterations_per_second;
  ++version_;
  return {};
}

// Steps through the run so that every sampled iteration is visited.
int Session::advance(int steps, std::chrono::nanoseconds budget) {
  const auto began = Run::Clock::now();
  int made = 0;
  while (made < steps) {
    const auto left = budget - (Run::Clock::now() - began);
    if (made > 0 && left.count() <= 0) break;
    const bool at_front = iteration() == last_iteration();
    const int to_sample = sample_stride_ - last_iteration() % sample_stride_;
    const int until = at_front ? to_sample : last_iteration() - iteration();
    const int now = run_->advance(std::min(steps - made, until), left);
    if (now == 0) break;
    made += now;
    if (at_front) sample();
    if (run_->stop() && run_->stop()->iteration == iteration()) break;
  }
  return made;
}

void Session::work(std::chrono::nanoseconds budget) {
  const auto began = Run::Clock::now();
  if (starting_) start_within(budget);
  if (run_ && goal_ && goal_->iteration <= last_iteration() && !goal_->to_stop) {
    run_->approach(goal_->iteration);
  }
  while (run_ && goal_) {
    const auto left = budget - (Run::Clock::now() - began);
    const int made = advance(goal_->iteration - iteration(), std::max(left, left.zero()));
    const bool at_stop = run_->stop() && run_->stop()->iteration == iteration();
    const bool stuck = made == 0 && !run_->unfinished_step();
    if (stuck || iteration() >= goal_->iteration || (at_stop && goal_->to_stop)) {
      goal_.reset();
    } else if (Run::Clock::now() - began >= budget) {
      break;
    }
  }
  moved();
}

bool Session::tick(double now, std::chrono::nanoseconds budget) {
  if (busy()) {
    work(budget);
  } else if (playing_) {
    // A page that was hidden for a while does not catch up at once.
    const double passed = last_tick_ < 0 ? 0 : std::clamp(now - last_tick_, 0.0, 0.25);
    last_tick_ = now;
    owed_steps_ += passed * speed_;
    const bool unlimited = speed_ == 0;
    const int steps = unlimited ? scene_.max_iterations : static_cast<int>(owed_steps_);
    if (steps > 0) {
      const int made = advance(steps, budget);
      owed_steps_ = unlimited ? 0 : std::min(owed_steps_ - made, 1.0);
      const bool at_stop = run_->stop() && run_->stop()->iteration == iteration();
      const bool stuck = made == 0 && !run_->unfinished_step();
      if (stuck || at_stop) playing_ = false;
      if (made > 0 || stuck) moved();
    }
  }
  return playing_ || busy();
}

Session::Sample Session::sample_now() const {
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

void Session::sample() {
  if (iteration() % sample_stride_ != 0) return;
  samples_.push_back(sample_now());
  if (samples_.size() > most_samples) {
    sample_stride_ *= 2;
    std::erase_if(samples_, [this](const Sample& s) { return s.iteration % sample_stride_ != 0; });
  }
}

void Session::moved() {
  quantity_cache_.clear();
  sentence_cache_.reset();
  scene_.iteration = iteration();
  ++version_;
}

// --- What there is to see ---

void Session::set_notice(std::string notice) {
  notice_ = std::move(notice);
  ++version_;
}

std::string Session::busy_sentence() const {
  const std::string where =
      !goal_ || goal_->iteration == 0 ? std::string("the first iteration")
      : goal_->iteration < scene_.max_iterations || !goal_->to_stop
          ? marginscope::sentence("iteration ", std::to_string(goal_->iteration))
          : std::string("the next stop");
  const Pause* at = starting_                         ? &starting_->at()
                    : run_ && run_->unfinished_step() ? &run_->unfinished_step()->at()
                                                      : nullptr;
  const std::string how_far =
      at ? marginscope::sentence(" (", at->what, ", ", std::to_string(std::lround(100 * at->part)),
                                 " %)")
         : marginscope::sentence(" (now at ", std::to_string(iteration()), ")");
  return marginscope::sentence("Working towards ", where, how_far, "; Escape gives it up.");
}

const std::string& Session::sentence() const {
  if (!run_ && !starting_) return trouble_;
  if (!sentence_cache_ && busy()) {
    sentence_cache_ = busy_sentence();
  } else if (!sentence_cache_) {
    std::string text = run_->explain();
    const auto add_stop = [&](const Stop& stop) {
      text += " " + stop.message;
      if (stop.retained_iteration != stop.iteration) {
        const Record& record = run_->history().at(stop.retained_iteration);
        const bool validated =
            run_->rules().retains_minimum() && record.least_validation_iteration >= 0;
        const auto N = static_cast<long>(patterns());
        text += marginscope::sentence(
            " Iteration ", std::to_string(stop.retained_iteration), " is retained: its ",
            validated ? "validation error, " : "training error, ",
            validated
                ? percent_text(record.validation_error)
                : marginscope::sentence(
                      std::to_string(std::lround(record.training_error * static_cast<double>(N))),
                      " of ", std::to_string(N)),
            ", is the first of the least.");
      }
    };
    const auto &stop = run_->stop(), &end = run_->end();
    if (stop && stop->iteration == iteration()) {
      add_stop(*stop);
    } else if (end && end->iteration == iteration()) {
      add_stop(*end);
    }
    sentence_cache_ = std::move(text);
  }
  return *sentence_cache_;
}

const Quantity* Session::published(Role role) const {
  if (!run_) return nullptr;
  for (const Quantity& quantity : run_->solver().quantities()) {
    if (quantity.role == role) return &quantity;
  }
  return nullptr;
}

const std::vector<double>& Session::quantity(Role role) const {
  const Quantity* found = published(role);
  return quantity(found ? found->id : std::string_view());
}

const std::vector<double>& Session::quantity(std::string_view id) const {
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

Session::Series Session::series(std::string_view id) const {
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
    // The front between two samples.
    if (iteration() == last_iteration() && samples_.back().iteration != iteration()) {
      add(sample_now());
    }
  }
  return series;
}

void Session::decision_values(const Eigen::Ref<const Eigen::MatrixXd>& X,
                              Eigen::MatrixXd& f) const {
  if (run_) run_->solver().decision_values(training_.scaler.apply(X), f);
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
