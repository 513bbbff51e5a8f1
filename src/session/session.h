#pragma once  // for every room above

// The playground without a screen: the scene, its history of edits, and its machines over time. It
// knows nothing of ImGui or the browser; panels draw it, the bindings describe it, the native tests
// drive it.

#include <array>
#include <chrono>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scene/command.h"
#include "scene/scene.h"
#include "session/call.h"
#include "session/machine.h"
#include "session/machines.h"
#include "session/undo_history.h"

namespace marginscope {

class Session {
 public:
  Session();  // opens the default scene

  const Scene& scene() const { return scene_; }

  // Any command, in the words of the vocabulary (commands.h). It has taken effect when this returns;
  // a long `step` or `seek` goes on in slices. Whatever the call is, nothing happens but what it
  // asks for, or nothing at all and a sentence.
  Result<void> carry_out(const Call& call);

  // --- Edits. Each takes effect before the call returns and can be undone. ---
  Result<void> apply(const Command& command);

  // --- Gestures. What is dragged, as a call that lacks what the drag says: {"move-point", index}
  // lacks x and y. Its edits make one step of undo. Any other edit ends it, so that what it names (a
  // point by its index) is still what it was when it began. ---
  struct Gesture {
    Call call;
    // The ends of the axis that it is dragged along, where that rests meanwhile.
    std::optional<std::array<double, 2>> axis = std::nullopt;
  };
  void begin_gesture(Gesture gesture);
  // Null where there is none, or where another edit has ended it.
  const Gesture* gesture() const { return gesture_ ? &*gesture_ : nullptr; }
  // The call of the gesture with these arguments; nothing where the gesture is over.
  Result<void> drag(std::vector<Argument> arguments);
  Result<void> drag(std::initializer_list<Written> arguments) {
    return drag(Call("", arguments).arguments);
  }
  void end_gesture() { gesture_.reset(); }
  // Ends it and undoes what it has done; "redo" brings that back.
  void give_up_gesture();

  bool can_undo() const { return history_.can_undo(); }
  bool can_redo() const { return history_.can_redo(); }
  // Either brings its scene; where that trains anew, with the iteration that it was at, which is reached in
  // slices (busy).
  bool undo();
  bool redo();

  // Opens the scene of a link or file. If it cannot be read the notice says why; the scene that is
  // open stays. The scene's iteration is reached in slices (busy). Not undoable beyond it: the edit
  // history starts anew.
  Result<void> open(std::string_view scene_text);

  // --- Time. There is one for all machines (machines.h). ---
  Result<void> step(int count);  // forwards, up to the next stop; negative: backwards
  Result<void> seek(int iteration);
  Result<void> seek_end();  // to the next stop, however far it is
  Result<void> play();
  void pause();
  // Gives up or pauses what is under way, else plays; at the end of the run from its start.
  Result<void> toggle_play();
  // To the iteration that the run's stop retains, and from there to the stop.
  Result<void> show_retained();
  void cancel();  // gives up the work of a long step or seek; what was reached stays
  bool playing() const { return machines_.playing(); }
  // A long start, step or seek is under way. What is asked for meanwhile follows it.
  bool busy() const { return machines_.busy(); }
  // No request holds up its caller for longer than this, but for one piece of work. Without it that
  // is as long as a frame may take; with no_time_limit all is done at once.
  void set_patience(std::chrono::nanoseconds time) { patience_ = time; }

  // Iterations a second while playing; 0 means as many as a frame has time for.
  double speed() const { return speed_; }
  Result<void> set_speed(double iterations_per_second);

  // How machines keep together while they play, a part of the scene. By time the chosen one makes the
  // steps (or the first one that can, where it has ended), and each other as many as it has finished
  // in the time that those took, counted from when Play was pressed (Machine::raced). Whatever else leads through time
  // brings all to one iteration again.
  Pace pace() const { return scene_.pace; }
  void set_pace(Pace pace);
  void set_watch(Machine::Watch watch) { machines_.set_watch(watch); }
  void set_memory(double bytes) { machines_.set_memory(bytes); }

  // Goes on with what is under way: the rest of a long start, step or seek, or playing. `now` in
  // seconds of any steady clock. Returns true while there is more to do.
  bool tick(double now, std::chrono::nanoseconds budget = std::chrono::milliseconds(8));

  int iteration() const { return machines_.iteration(scene_.chosen); }
  int last_iteration() const { return machines_.last_iteration(); }

  // --- What there is to see. ---
  const std::list<Machine>& machines() const { return machines_.all(); }
  // The chosen one, which charts, rules and sentence are about.
  const Machine& machine() const { return machines_.at(scene_.chosen); }
  bool waits(const Machine& machine) const { return machines_.waits(machine); }
  // Makes another the chosen one. No edit, but part of the scene.
  Result<void> choose(int index);

  // What there is to say of the chosen machine, and what others are still at.
  Explanation explanation() const;

  // What was wrong with a link, a file or an edit; empty when there is nothing to say.
  const std::string& notice() const { return notice_; }
  void set_notice(std::string notice);

  // What a person should know about these data before training (core remarks, unmet rules).
  const std::vector<std::string>& remarks() const { return remarks_; }

  // Index of the training pattern of a point, −1 for a validation point; and back.
  int pattern_of_point(int point) const {
    return pattern_of_point_[static_cast<std::size_t>(point)];
  }
  int point_of_pattern(int pattern) const {
    return point_of_pattern_[static_cast<std::size_t>(pattern)];
  }
  int patterns() const { return static_cast<int>(point_of_pattern_.size()); }
  const Plane& plane() const { return plane_.of(scene_); }

  // The selected points, in ascending order. They follow edits: what is removed is selected no more, and
  // copies are in the place of what they were made of. Undo and redo of points bring those back that were
  // selected then.
  const std::vector<int>& selection() const { return selection_; }
  void select_points(std::vector<int> points);  // those of them that there are
  // The one of them where there is one alone, highlighted in every chart at once; −1 otherwise.
  int selected() const { return selection_.size() == 1 ? selection_.front() : -1; }
  void select(int point);  // −1: none

  // A curve on the plane to label points by; empty where there is none. No part of the scene, and gone
  // where other directions are shown.
  struct DrawnCurve {
    Curve places = {};
    std::string formula = {};  // that it was made of; empty where it was drawn by hand
  };
  const DrawnCurve& curve() const { return curve_; }
  void set_curve(DrawnCurve curve);

  // The command line that gives the same numbers natively.
  std::string command_line() const;

  // Grows whenever something visible changed: what has seen this version need not draw again.
  unsigned long long version() const { return version_; }
  // Grows only where what the machines make of the points may have changed: not by a selection, a
  // notice, a pause or the speed.
  unsigned long long outcome_version() const { return outcome_version_; }

 private:
  void go_to(UndoHistory::Step step);
  // Makes `scene` the open one. Machines that it judges anew alone, or that are only named or placed
  // otherwise, stay where they are; where one is trained again all go to the iteration of `scene`.
  void take(Scene scene);
  void take_data();                         // what depends on the data and their scaling alone
  void assemble(bool keep, int iteration);  // Machines::assemble, of the open scene
  void remark();                            // on what the rules need of the problem
  void remember();                          // the open scene, for undo
  void follow_selection(const Command& command, const Scene& after);
  void moved();  // the position or the history changed
  std::chrono::nanoseconds start_patience() const;
  void work(std::chrono::nanoseconds budget);
  // Asks all machines, and goes on with it.
  template <class Request>
  Result<void> lead(Request request);
  Result<void> seek_if_trained(int iteration);

  Scene scene_;
  UndoHistory history_;
  std::optional<Gesture> gesture_;
  bool gesture_remembered_ = false;  // what was open when it began
  bool dragging_ = false;            // the edit under way is the gesture's own
  Training training_;
  Machines machines_;  // on the patterns of training_
  std::string notice_;
  std::vector<std::string> remarks_;  // on the data, then on the rules
  std::size_t data_remarks_ = 0;      // how many are on the data
  double speed_ = 8;
  double last_tick_ = -1, owed_steps_ = 0;
  std::optional<std::chrono::nanoseconds> patience_;
  std::vector<int> pattern_of_point_, point_of_pattern_;
  mutable LastPlane plane_;
  std::vector<int> selection_;
  DrawnCurve curve_;
  unsigned long long version_ = 1, outcome_version_ = 1;
};

}  // namespace marginscope
