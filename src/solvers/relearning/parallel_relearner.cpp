// Many labellings of the same patterns by several machines at once. What a labelling comes to does not
// depend on those that its machine has learned before, so it does not on which of them learns it.

#include <algorithm>

#include "core/memory.h"
#include "solvers/registry.h"
#include "solvers/relearning/relearners.h"

namespace marginscope {
namespace {

class ParallelRelearner final : public Relearner {
 public:
  ParallelRelearner(const Algorithm& algorithm, TrainerOptions options,
                    std::shared_ptr<const Problem> problem, Workers workers)
      : algorithm_(algorithm),
        options_(std::move(options)),
        problem_(std::move(problem)),
        workers_(workers) {}

  const Problem& problem() const override { return *problem_; }
  Eigen::Index batch() const override { return for_each * std::ssize(machines_); }
  std::string effort() const override { return machines_[0]->effort(); }
  std::optional<std::string> cannot_constrain() const override {
    return machines_[0]->cannot_constrain();
  }

  Result<void> set_settings(const SpecValues& values) override {
    auto solver = algorithm_.make(algorithm_, values);
    if (!solver) return fail(solver.error());
    settings_ = values;
    // Each has the whole of the memory for its sentence, and as many are made as fit into it together.
    const double each = (*solver)->memory_needed(size_of(*problem_));
    const int count = machines_within(options_.memory, each, workers_.count);
    machines_.resize(static_cast<std::size_t>(count));
    for (auto& machine : machines_) {
      if (!machine) continue;
      if (auto done = machine->set_settings(values); !done) return done;
    }
    return ready(machines_[0]);
  }

  void begin(const Eigen::Ref<const Eigen::MatrixXd>& Y, std::optional<NormLimit> limit) override {
    Y_ = Y;
    limit_ = limit;
    learnt_.clear();
    made_.assign(static_cast<std::size_t>(Y.cols()), {});
    // The first labelling is always that of the first machine, which so takes over along a path of C as
    // a single one does.
    work_ = IndependentWork(made_.size(), static_cast<int>(machines_.size()));
  }

  Result<bool> advance(std::chrono::nanoseconds max_time) override {
    auto done = work_.advance(
        workers_, max_time,
        [this](int worker, std::size_t column, bool begins, std::chrono::nanoseconds left) {
          return learn(static_cast<std::size_t>(worker), column, begins, left);
        });
    while (learnt_.size() < work_.done()) learnt_.push_back(std::move(made_[learnt_.size()]));
    return done;
  }

  const std::vector<Relearnt>& learnt() const override { return learnt_; }

  Eigen::VectorXd decision_values(const Eigen::Ref<const Eigen::MatrixXd>& X,
                                  bool constrained) const override {
    return machines_[last_]->decision_values(X, constrained);
  }

 private:
  // Labellings for each machine in a batch: at its end some wait for the last, for half a training each.
  static constexpr Eigen::Index for_each = 16;

  // Makes the machine where there is none yet.
  Result<void> ready(std::unique_ptr<Relearner>& machine) const {
    if (machine) return {};
    auto made = make_solver_relearner(algorithm_, settings_, options_, problem_);
    if (!made) return fail(made.error());
    machine = std::move(*made);
    return {};
  }

  Result<bool> learn(std::size_t worker, std::size_t column, bool begins,
                     std::chrono::nanoseconds max_time) {
    std::unique_ptr<Relearner>& machine = machines_[worker];
    if (begins) {
      if (auto there = ready(machine); !there) return fail(there.error());
      machine->begin(Y_.col(static_cast<Eigen::Index>(column)), limit_);
    }
    auto done = machine->advance(max_time);
    if (!done || !*done) return done;
    made_[column] = machine->learnt().front();
    if (column + 1 == made_.size()) last_ = worker;
    return true;
  }

  const Algorithm& algorithm_;
  TrainerOptions options_;
  std::shared_ptr<const Problem> problem_;
  Workers workers_;
  SpecValues settings_;
  std::vector<std::unique_ptr<Relearner>>
      machines_;  // the first, and of the others those in use so far
  Eigen::MatrixXd Y_;
  std::optional<NormLimit> limit_;
  IndependentWork work_;        // a piece for each column of Y_
  std::vector<Relearnt> made_;  // of each column, until it and all before it are learned
  std::vector<Relearnt> learnt_;
  std::size_t last_ = 0;  // the machine that learned the last column
};

}  // namespace

Result<std::unique_ptr<Relearner>> make_parallel_relearner(const Algorithm& algorithm,
                                                           const SpecValues& settings,
                                                           TrainerOptions options,
                                                           std::shared_ptr<const Problem> problem,
                                                           Workers workers) {
  auto machine = std::make_unique<ParallelRelearner>(algorithm, std::move(options),
                                                     std::move(problem), workers);
  if (auto done = machine->set_settings(settings); !done) return fail(done.error());
  return machine;
}

}  // namespace marginscope
