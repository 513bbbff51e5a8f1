#pragma once  // for every room above

// The interface of every algorithm. `begin` makes iteration 0, each `step` is one iteration as the
// algorithm's paper writes it; nothing else trains.

#include <Eigen/Core>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/gradual.h"
#include "core/memory.h"
#include "core/problem.h"
#include "core/quantity.h"
#include "core/record.h"
#include "core/result.h"

namespace marginscope {

// What an iteration led to. Everything but `running` ends the run at that iteration.
// `max_iterations` is a limit of the algorithm's own (sweeps), which its setting gives.
enum class Outcome { running, solved, not_separable, singular, diverged, max_iterations };

// What one is called, by programs and by people: "not-separable", "Not separable".
struct OutcomeName {
  std::string_view id, name;
};
OutcomeName outcome_name(Outcome outcome);
inline std::string_view outcome_id(Outcome outcome) { return outcome_name(outcome).id; }

class Solver;

// What a start is given beside the problem.
struct StartOptions {
  // A started solver of the same algorithm, whose settings and problem may differ. What it has
  // computed that holds for both is shared, so the two must stay on one thread. Null: there is none.
  const Solver* earlier = nullptr;
  // Whether iteration 0 may be its state, too, where that is a good place to begin, so that few steps remain to
  // the optimum. What a run is that ends before depends on where it began.
  bool goes_on = true;
  double memory = usual_memory();  // what there is for the training, in bytes
  // Quantities that take as long as the solution are computed with it; else when they are first read.
  bool all_quantities = true;
};

class Solver {
 public:
  virtual ~Solver() = default;

  // What `begin` and the steps hold at once, in bytes and at the most: copies of states are not
  // counted, what they share is. May be asked at any time.
  virtual double memory_needed(const ProblemSize& size) const = 0;

  // Makes iteration 0. Errors: a problem that this algorithm does not take, or that it needs more
  // memory for than there is, in a sentence.
  virtual Gradual<Result<Outcome>> begin(const Problem& problem, StartOptions options) = 0;
  Result<Outcome> start(const Problem& problem, StartOptions options = {}) {
    return begin(problem, options).finish();
  }

  // Whether a start on `problem` shares what `earlier` holds, and so takes no more memory where that
  // is alive than it takes alone. Otherwise the earlier one is better let go before.
  virtual bool shares_with(const Solver&, const Problem&) const { return false; }

  // One iteration. Only after `start`, and only while the outcome is `running`.
  virtual Outcome step() = 0;

  // Whether a step takes milliseconds: then it is worth while to keep every state and to make a
  // step in pieces. Only after `start`.
  virtual bool has_long_steps() const { return false; }

  // The same step in pieces, bit for bit. Between them the solver may be neither as before nor as
  // after.
  virtual Gradual<Outcome> step_gradually() { co_return step(); }

  // Fills the asked parts of the record, except the validation error and the iteration number.
  virtual void measure(Parts parts, Record& record) const = 0;

  // The parts that it has numbers for. May be asked at any time.
  virtual Parts measures() const = 0;

  // What this solver publishes; the same list in the same order for its whole life, made once and
  // shared by its copies.
  virtual std::span<const Quantity> quantities() const = 0;

  // The values of quantities()[index] now, row-major. Cost: O(size), and where the quantity has to be
  // computed first one pass over the patterns, or over the rows of a kernel matrix that have moved it
  // since somebody asked.
  void values(std::size_t index, std::vector<double>& out) const;

  // Those of the quantity that has this role; empty where none has.
  std::vector<double> values(Role role) const;

  // The least margin of a training pattern of `problem`, on which it was started: y·f, and of several
  // classes how far f of its own is ahead of the best other one. Positive where none is wrong; not a
  // number in regression, and where a decision value is none.
  double smallest_margin(const Problem& problem) const;

  // Decision values of the rows of X: f has one column, or one per class for several classes.
  virtual void decision_values(const Eigen::Ref<const Eigen::MatrixXd>& X,
                               Eigen::MatrixXd& f) const = 0;

  // The scale to which the errors' size is compared: b0 for the Ho-Kashyap family, otherwise 1.
  virtual double error_scale() const { return 1; }

  // The decision value at which a margin is drawn: the lines f = ± margin_level(). In regression
  // the half width of the tube f ± margin_level(); 0 where there is none.
  virtual double margin_level() const { return 1; }

  // How far a decision value may be off because the sum that makes it rounds, at a point as far out as
  // the patterns; 0 where that cannot be seen.
  virtual double rounding() const { return 0; }

  // C where the criterion is Σ d_i (m_i − t_i)² + C‖w‖² over the margins m, their targets t and the
  // pattern weights d that it publishes (1 where it publishes none): quadratic in the weights. Nothing
  // where it is another one.
  virtual std::optional<double> penalty_of_squares() const { return std::nullopt; }

  // True for an algorithm with a pocket: what it returns is not its last state but the first one of
  // least training error.
  virtual bool has_pocket() const { return false; }

  // Nothing is learned yet: f is the same everywhere, whatever the patterns are.
  virtual bool untrained() const { return false; }

  // True for an algorithm that ends with the patterns separated or with a proof that nothing does
  // it: where it stops before, neither is known.
  virtual bool seeks_separation() const { return false; }

  // How this iteration came from `previous` (null at iteration 0), in a sentence or two with
  // numbers; patterns are marked in it (core/explanation.h). How the patterns stand now is said
  // before it (Run::explain).
  virtual std::string explain(const Solver* previous) const = 0;

  // The equations of this iteration (Algorithm::step) with the numbers of a training pattern, each as
  // a text in the same notation; the pattern is marked in it. What has no number for one pattern is
  // left out. `previous` as in explain().
  virtual std::vector<std::string> work_out(const Solver*, Eigen::Index) const { return {}; }

  // Why that outcome ended the run, in a sentence with numbers; empty while running.
  virtual std::string explain_outcome() const = 0;

  // A copy of the state that steps on independently and identically, bit for bit; on the same
  // thread.
  virtual std::unique_ptr<Solver> clone() const = 0;

  // The size of what `clone` copies, in bytes; what copies share does not count.
  virtual std::size_t state_bytes() const = 0;
};

}  // namespace marginscope
