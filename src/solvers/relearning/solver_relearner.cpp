// Any algorithm for many labellings of the same patterns: a Run for each, and for a constrained one
// as many as it takes, each from the machine before.

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/tolerances.h"
#include "core/trainer.h"
#include "solvers/registry.h"
#include "solvers/relearning/relearners.h"

namespace marginscope {
namespace {

// How many patterns a machine rests on: of one that a rule ended those, too, whose weights are not yet what its
// optimum makes them, which is 0.
int resting_on(const Solver& solver, int support_vectors) {
  if (support_vectors < 0) return support_vectors;
  const std::vector<double> list = solver.values(Role::dual_variable);
  const Eigen::Map<const Eigen::ArrayXd> weights(list.data(), std::ssize(list));
  if (weights.size() == 0) return support_vectors;
  const double rounding = tolerances::near_bound * weights.abs().maxCoeff();
  return std::max(support_vectors, static_cast<int>((weights.abs() > rounding).count()));
}

class SolverRelearner final : public Relearner {
 public:
  SolverRelearner(const Algorithm& algorithm, TrainerOptions options,
                  std::shared_ptr<const Problem> problem)
      : algorithm_(algorithm),
        problem_(std::move(problem)),
        effort_(effort_text(options)),
        trainer_(std::move(options)) {}

  const Problem& problem() const override { return *problem_; }
  Eigen::Index batch() const override { return 1; }
  std::string effort() const override { return effort_; }

  std::optional<std::string> cannot_constrain() const override {
    if (algorithm_.norm_penalty > 0) return std::nullopt;
    return sentence(algorithm_.name,
                    " has no C whose decrease shrinks ‖f‖, so its norm cannot be held; the "
                    "constrained bound needs an algorithm that has: ",
                    algorithms_that([](const Algorithm& other) {
                      return other.norm_penalty > 0 && takes(other, Task::classification, 2);
                    }));
  }

  Result<void> set_settings(const SpecValues& values) override {
    if (auto solver = algorithm_.make(algorithm_, values); !solver) return fail(solver.error());
    values_ = values;
    return {};
  }

  void begin(const Eigen::Ref<const Eigen::MatrixXd>& Y, std::optional<NormLimit> limit) override {
    Y_ = Y;
    limit_ = limit;
    learnt_.clear();
    training_ = false;
    problem_of_fit_.reset();
  }

  Result<bool> advance(std::chrono::nanoseconds max_time) override {
    const auto began = Run::Clock::now();
    auto left = max_time;
    do {
      if (!training_) {
        if (auto begun = begin_fit(); !begun) return fail(begun.error());
      }
      auto stopped = trainer_.advance(left);
      if (!stopped) return fail(stopped.error());
      if (*stopped) {
        if (auto taken = take_fit(); !taken) return fail(taken.error());
      }
      left = max_time - (Run::Clock::now() - began);
    } while (left.count() > 0 && !finished());
    return finished();
  }

  const std::vector<Relearnt>& learnt() const override { return learnt_; }

  void keep_last() override { keeps_last_ = true; }

  Eigen::VectorXd decision_values(const Eigen::Ref<const Eigen::MatrixXd>& X,
                                  bool constrained) const override {
    Eigen::MatrixXd f;
    const Solver& within = is_last_ ? trainer_.solver() : *last_within_;
    const std::unique_ptr<Solver>& free = is_last_ ? free_ : last_free_;
    (!constrained && free ? *free : within).decision_values(X, f);
    return f.col(0);
  }

 private:
  bool finished() const { return std::ssize(learnt_) == Y_.cols(); }

  // The next labelling, or the present one with a smaller C.
  Result<void> begin_fit() {
    if (!problem_of_fit_) {
      if (keeps_last_ && is_last_) {
        last_within_ = trainer_.solver().clone();
        last_free_ = std::move(free_);
      }
      is_last_ = false;
      free_.reset();
      auto relabelled = std::make_shared<Problem>(*problem_);
      // The given labels stay shared, so that a machine along a path of C takes over from the last.
      const auto labels = Y_.col(std::ssize(learnt_));
      const bool given = labels == *problem_->y;
      if (!given) relabelled->y = labels;
      // Else what a labelling comes to would depend on whether the one before happens to be equal.
      const bool along_path = given && learnt_.empty();
      if (!along_path && last_labels_ == relabelled->y) trainer_.let_go();
      last_labels_ = relabelled->y;
      problem_of_fit_ = std::move(relabelled);
      fit_ = Fit{};
      relearnt_ = Relearnt{};
      if (const Field* C = find_field(algorithm_.fields, "C")) {
        auto text = algorithm_.read(algorithm_, *C, values_);
        if (!text) return fail(text.error());
        fit_.C = parse_number(*text).value_or(Record::none);
      }
    }
    SpecValues values = values_;
    if (fit_.reductions > 0) set_value(values, "C", exact_text(fit_.C));
    auto solver = algorithm_.make(algorithm_, values);
    if (!solver) return fail(solver.error());
    training_ = true;
    trainer_.begin(problem_of_fit_, std::move(*solver));
    return {};
  }

  // Measures the machine that has come out and says what is next.
  Result<void> take_fit() {
    training_ = false;
    const Solver& solver = trainer_.solver();
    const bool free = fit_.reductions == 0;
    Record record;
    solver.measure(part::support_vectors | part::weight_norm, record);
    fit_.support_vectors = resting_on(solver, record.support_vectors);
    fit_.unfinished = trainer_.unfinished();
    fit_.squared_norm = record.weight_norm * record.weight_norm;
    fit_.decision_values = outputs_of(solver);
    fit_.training_error = error_rate(*problem_of_fit_, problem_of_fit_->y, fit_.decision_values);
    if (free) relearnt_.free = fit_;
    if (limit_ && !(fit_.squared_norm <= limit_->squared_norm)) {
      if (free) free_ = solver.clone();
      if (++fit_.reductions > tolerances::most_reductions) return fail(norm_unmet);
      fit_.C /= limit_->reduction;
      return {};
    }
    if (limit_) relearnt_.constrained = fit_;
    learnt_.push_back(std::move(relearnt_));
    problem_of_fit_.reset();
    is_last_ = true;
    return {};
  }

  // What the solver holds already costs nothing; else its kernel is computed again.
  Eigen::VectorXd outputs_of(const Solver& solver) const {
    const std::vector<double> values = solver.values(Role::decision_value);
    if (std::ssize(values) == problem_->y.size()) {
      return Eigen::Map<const Eigen::VectorXd>(values.data(), problem_->y.size());
    }
    Eigen::MatrixXd f;
    solver.decision_values(*problem_->X, f);
    return f.col(0);
  }

  const Algorithm& algorithm_;
  std::shared_ptr<const Problem> problem_;
  SpecValues values_;
  std::string effort_;
  Trainer trainer_;
  Eigen::MatrixXd Y_;
  std::optional<NormLimit> limit_;
  std::vector<Relearnt> learnt_;

  bool training_ = false;
  std::shared_ptr<const Problem> problem_of_fit_;  // with the labels that are being learned
  Labels last_labels_;                             // of the last labelling that was begun
  Fit fit_;                                        // of the present C
  Relearnt relearnt_;
  std::unique_ptr<Solver> free_;  // of the present or last labelling, where C was reduced
  bool is_last_ = false;          // the trainer's machine learned the last labelling
  // That one's, where it is kept while the next is learned; `last_free_` where C was reduced.
  bool keeps_last_ = false;
  std::unique_ptr<Solver> last_within_, last_free_;
};

}  // namespace

Result<std::unique_ptr<Relearner>> make_solver_relearner(const Algorithm& algorithm,
                                                         const SpecValues& settings,
                                                         TrainerOptions options,
                                                         std::shared_ptr<const Problem> problem) {
  auto machine =
      std::make_unique<SolverRelearner>(algorithm, std::move(options), std::move(problem));
  if (auto done = machine->set_settings(settings); !done) return fail(done.error());
  return machine;
}

Result<void> check_relearnable(const Algorithm& algorithm, const Problem& problem) {
  if (problem.task == Task::regression || problem.classes != 2 ||
      !takes(algorithm, problem.task, problem.classes)) {
    return fail(
        sentence("A bound counts the errors of two classes, so it needs data of two classes "
                 "and an algorithm for them; ",
                 algorithm.id, " on these data is not that"));
  }
  if (problem.y.size() < 2) {
    return fail("A bound needs two training patterns at least, half of which can be swapped");
  }
  return {};
}

Result<std::unique_ptr<Relearner>> make_relearner(const Spec& algorithm, TrainerOptions options,
                                                  std::shared_ptr<const Problem> problem,
                                                  Workers workers) {
  auto found = find_algorithm(algorithm.name);
  if (!found) return fail(found.error());
  if (auto good = check_relearnable(**found, *problem); !good) return fail(good.error());
  if ((*found)->relearning == Relearning::at_once) {
    return make_ridge_relearner(**found, algorithm.values, options.memory, std::move(problem));
  }
  return workers.count > 1 ? make_parallel_relearner(**found, algorithm.values, std::move(options),
                                                     std::move(problem), workers)
                           : make_solver_relearner(**found, algorithm.values, std::move(options),
                                                   std::move(problem));
}

}  // namespace marginscope
