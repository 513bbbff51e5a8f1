#pragma once  // for every room above

// A machine: an algorithm with its settings and its stopping rules, and its training on given
// patterns, in slices. Several machines may learn the same patterns; each goes its own way.

#include <chrono>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/quantity.h"
#include "core/run.h"
#include "core/text.h"
#include "data/training.h"
#include "scene/scene.h"

namespace marginscope {

// Index of the class that wins by `count` decision values, one of two classes and else one of each; −1
// where none does.
int winner_of(const double* f, int count);

class Machine {
 public:
  // What measures the time that steps take. Run::Clock::now, but in tests.
  using Watch = Run::Clock::time_point (*)();

  // Its training begins with work(). `rules` is a text that can be read (parse_rules). The patterns
  // are shared, not copied. So much memory is there for it, in bytes.
  Machine(const Spec& algorithm, const std::string& rules, int max_iterations,
          const Training& training, Watch watch = Run::Clock::now, double memory = usual_memory());

  // Other rules judge the run that there is (run() is not null), and a limit that is not lower lets
  // it go on; nothing is trained again.
  void set_rules(std::string rules, int max_iterations);

  // --- What it is asked for. A step or seek is a goal that work() leads to, and a start that was
  // given up begins anew. Errors: there is no run and will be none, or it has ended. ---
  Result<void> seek(int iteration);
  // To iteration `to`, or to the first stop behind iteration `from` if that comes before.
  Result<void> go_on(int from, int to);
  Result<void> play();  // without a goal: advance() makes the steps
  void pause() { playing_ = false; }
  void cancel();  // gives up start and goal; what was reached stays

  // --- Its work. ---
  // A start or a goal is under way.
  bool busy() const { return goal_ || starting_; }
  // It halts where there is a stop on its way.
  bool looks_for_stop() const { return goal_ && goal_->stops_behind < goal_->iteration; }
  // Its goal lies no further than that.
  void bound_goal(int iteration);
  // Goes on with what is under way for about this long, but at least by a piece, and no further than
  // iteration `reach`.
  static constexpr int any_reach = std::numeric_limits<int>::max();
  void work(std::chrono::nanoseconds budget, int reach = any_reach);

  // Until it is paused, asked for something else, stops or can make no further iteration.
  bool playing() const { return playing_; }
  // Makes at most so many of the steps that it plays, up to the next stop, once it has started.
  // Returns how many.
  int advance(int steps, std::chrono::nanoseconds budget);

  // --- The time that its own steps take, by the watch: in Run::advance, which makes the step, its
  // record and what the way back needs, and judges it; without starts and what is drawn. ---
  // Of what it has made since it was asked to play, known iterations included.
  Run::Clock::duration raced() const { return raced_; }
  // The mean of the iterations that were made for the first time, in seconds; not a number before
  // the first one.
  double seconds_per_step() const;
  void set_watch(Watch watch) { watch_ = watch; }

  // --- What there is to see. ---
  // Null where it cannot be trained, with trouble() as the sentence that says why, and while the
  // start of its training takes long (busy).
  const Run* run() const { return run_ ? &*run_ : nullptr; }
  bool trainable() const { return run_ || starting_ || given_up_; }
  // What it takes of the memory that is there for trainings, in bytes.
  double memory_taken() const;
  const std::string& trouble() const { return trouble_; }

  int iteration() const { return run_ ? run_->iteration() : 0; }
  int last_iteration() const { return run_ ? run_->last_iteration() : 0; }
  // No iteration can follow.
  bool ended() const { return run_ && run_->end() && iteration() == last_iteration(); }

  const Spec& algorithm() const { return algorithm_; }
  const std::string& rules() const { return rules_; }
  int max_iterations() const { return max_iterations_; }
  const Problem& problem() const { return *training_.problem; }
  // How the features of its patterns were made from those of the data set.
  const Training& training() const { return training_; }
  // The stop that retains an iteration other than its own: at the iteration that it retains the one
  // that was left for it, else the last one up to here, else the first; null where there is none.
  const Stop* retaining_stop() const;
  // `stop` is left for the iteration that it retains.
  void leave(const Stop& stop) { left_stop_ = stop.iteration; }

  // Its training as a rule sees it.
  Judged judged() const { return marginscope::judged(algorithm_, problem()); }

  // What there is to say of this iteration (Run::explain). While busy: where to and how far.
  const Explanation& explanation() const;
  const std::string& sentence() const { return explanation().text; }
  // Of one that is busy: "towards iteration 50 (now at 12)".
  std::string way() const;

  // Nothing is learned yet at this iteration; and whether that was so at the first one.
  bool untrained() const { return run_ && run_->untrained(); }
  bool began_untrained() const { return began_untrained_; }

  // What the algorithm publishes in a role; null where it publishes nothing such.
  const Quantity* published(Role role) const;

  // The values of a published quantity at this iteration; empty where the algorithm has none such.
  const std::vector<double>& quantity(std::string_view id) const;
  const std::vector<double>& quantity(Role role) const;

  // The values of a small quantity (one without a pattern axis) over the iterations, for charts:
  // sampled while the run goes on, about every last/256-th iteration and the last one.
  struct Series {
    std::vector<int> iterations;
    std::vector<std::vector<double>>
        values;  // one row per entry of the quantity, one column a sample
  };
  Series series(std::string_view id) const;

  // Decision values at every point of the data set, row after row, of which each has one or one for
  // each class; empty where there is no run.
  const std::vector<double>& point_outputs() const;

  // Index of the class that is predicted for a point, as class_of − 1; −1 where there is none, and
  // in regression.
  int predicted_class(int point) const;

  // Decision values of patterns given in feature space (one row each, unscaled).
  void decision_values(const Eigen::Ref<const Eigen::MatrixXd>& X, Eigen::MatrixXd& f) const;

 private:
  struct Goal {
    int iteration;     // where to
    int stops_behind;  // or to the first stop behind this iteration
  };
  struct Sample {
    int iteration;
    std::vector<std::vector<double>>
        values;  // one per quantity; empty for those with a pattern axis
  };

  void begin_start();
  void start(std::chrono::nanoseconds budget);
  Result<void> ready();
  Result<void> ready_to_go_on(int from);
  Result<void> set_out(Goal goal);
  struct Advance {
    int steps;
    bool halted;  // it came to a stop, or no further iteration can be made
  };
  Advance go(int steps, std::chrono::nanoseconds budget);
  void moved();
  void sample();
  Sample sample_now() const;

  Spec algorithm_;
  std::string rules_;
  int max_iterations_;
  Training training_;
  Watch watch_;
  double memory_;
  std::optional<Run> run_;
  std::optional<Gradual<Result<Run>>> starting_;
  bool given_up_ = false;  // the start
  bool began_untrained_ = false;
  std::string trouble_;
  std::optional<Goal> goal_;
  bool playing_ = false;
  int left_stop_ = -1;  // the iteration of the stop that was left last; −1: none was
  Run::Clock::duration raced_{0}, timed_{0};
  int timed_steps_ = 0;
  std::vector<Sample> samples_;  // at multiples of sample_stride_, iteration 0 first
  Sample front_;                 // the last iteration that was made
  int sample_stride_ = 1;

  mutable std::map<std::string, std::vector<double>, std::less<>> quantity_cache_;
  mutable std::optional<Explanation> explanation_;
  mutable std::optional<std::vector<double>> point_outputs_;
};

}  // namespace marginscope
