#include "selection/fold_judge.h"

#include <algorithm>
#include <iterator>

#include "core/random.h"
#include "core/workers.h"
#include "selection/whole_machine.h"
#include "solvers/registry.h"

namespace marginscope {
namespace {

// Patterns that a machine is trained on, and those that it is tried on.
struct Fold {
  std::shared_ptr<const Problem> problem;
  Eigen::MatrixXd X_tried;  // scaled as the problem is
  Eigen::VectorXd y_tried;
};

// The rows of the data in parts, and the folds that are made of them.
class Folds {
 public:
  // Shuffled, so that the parts differ by one pattern at most; each keeps the order of the data.
  Folds(const Dataset& data, Scaling scaling, int folds, std::uint64_t seed)
      : data_(data), scaling_(scaling), parts_(static_cast<std::size_t>(folds)) {
    for (int i = 0; i < static_cast<int>(data.size()); ++i) {
      (data.validation[static_cast<std::size_t>(i)] ? validation_ : training_).push_back(i);
    }
    std::vector<int> order = training_;
    Random random(seed);
    random.shuffle(order);
    for (std::size_t i = 0; i < order.size(); ++i) parts_[i % parts_.size()].push_back(order[i]);
    for (std::vector<int>& part : parts_) std::sort(part.begin(), part.end());
  }

  std::size_t size() const { return parts_.size(); }

  Fold fold(std::size_t k) const {
    std::vector<int> others;
    std::set_difference(training_.begin(), training_.end(), parts_[k].begin(), parts_[k].end(),
                        std::back_inserter(others));
    Training training = training_of(data_, scaling_, others, validation_);
    const Columns part = rows_of(data_, parts_[k]);
    return {std::move(training.problem), training.apply(*part.X), *part.y};
  }

  // What a fold takes, in bytes.
  double bytes() const {
    return matrix_bytes(static_cast<double>(data_.size()), static_cast<double>(data_.X.cols() + 1));
  }

 private:
  Dataset data_;
  Scaling scaling_;
  std::vector<int> training_, validation_;
  std::vector<std::vector<int>> parts_;
};

// The machine of all training patterns and that of each fold are trained independently of one another.
class CrossValidationJudge final : public CellJudge {
 public:
  CrossValidationJudge(WholeMachine machine, Folds folds, TrainerOptions options, int asked,
                       Workers workers)
      : machine_(std::move(machine)),
        folds_(std::move(folds)),
        options_(std::move(options)),
        asked_(asked),
        workers_(workers),
        tried_(folds_.size()) {}

  std::unique_ptr<CellJudge> another() const override {
    return std::make_unique<CrossValidationJudge>(machine_.another(), folds_, options_, asked_,
                                                  Workers());
  }

  void forget() override {
    machine_.let_go();
    forget_folds();
  }

  double memory_needed(const SelectionCell& cell) const override {
    const double machine = memory_of(cell.algorithm, machine_.problem());
    return keeps(cell) ? of_all(machine) : of_one(machine);
  }
  int parts() const override { return static_cast<int>(pieces()); }
  bool follows(const SelectionCell& before, const SelectionCell& cell) const override {
    return takes_over(before.algorithm, cell.algorithm, machine_.problem());
  }

  Result<void> begin(SelectionCell& cell) override {
    auto solver = make_solver(cell.algorithm);
    if (!solver) return fail(solver.error());
    keeps_ = keeps(cell);
    if (!keeps_) forget();
    const double each = of_one((*solver)->memory_needed(size_of(machine_.problem())));
    work_ = IndependentWork(
        pieces(), keeps_ ? workers_.count : machines_within(options_.memory, each, workers_.count));
    return {};
  }

  Result<bool> advance(std::chrono::nanoseconds max_time, SelectionCell& cell) override {
    auto done =
        work_.advance(workers_, max_time,
                      [&](int, std::size_t piece, bool begins, std::chrono::nanoseconds left) {
                        return piece == 0 ? train_whole(begins, left, cell)
                                          : try_fold(piece - 1, begins, left, cell);
                      });
    if (done && !*done) return false;
    double sum = 0;  // of errors over the patterns that were tried
    for (std::size_t k = 0; k + 1 < work_.done(); ++k) {
      sum += tried_[k].errors;
      cell.unfinished += tried_[k].unfinished;
    }
    if (!done) {
      // How far the folds behind it have come depends on the workers.
      forget_folds();
      return fail(done.error());
    }
    cell.value = sum / static_cast<double>(machine_.problem().y.size());
    return true;
  }

  std::string plan(const SelectionCell&) const override {
    const auto folds = static_cast<long long>(folds_.size());
    const Eigen::Index patterns = machine_.problem().y.size();
    return sentence("Each is trained on ", machine_.patterns_text(), " and, for the error, ",
                    counted(folds, "time", "times"), " without ", std::to_string(patterns / folds),
                    patterns % folds == 0 ? "" : " or one more",
                    " of them, which it is then tried on: ", std::to_string(1 + folds),
                    " trainings, ", machine_.effort(), ".", remark().empty() ? "" : " ", remark());
  }

  std::string remark() const override {
    if (static_cast<int>(folds_.size()) == asked_) return "";
    return sentence(std::to_string(folds_.size()), " patterns make ", std::to_string(folds_.size()),
                    " folds and not ", std::to_string(asked_), ": each pattern is left out once.");
  }

  double fraction_done() const override {
    return static_cast<double>(work_.done()) / static_cast<double>(pieces());
  }

 private:
  // A fold, its machine, and that machine on the part that was left out.
  struct InWork {
    Fold fold;
    Trainer trainer;
    std::optional<Gradual<double>> trying;
  };
  struct Tried {
    std::unique_ptr<InWork> work;  // kept from cell to cell, or while it is worked on
    double errors = 0;             // over the patterns of the part
    bool unfinished = false;
  };

  std::size_t pieces() const { return 1 + folds_.size(); }

  // What a training takes with its fold, and what the machine and all the folds take.
  double of_one(double machine) const { return machine + folds_.bytes(); }
  double of_all(double machine) const {
    return machine + static_cast<double>(folds_.size()) * of_one(machine);
  }

  // Each fold keeps what it has computed for the next cell where that shares it, and where there is
  // memory for all of them.
  bool keeps(const SelectionCell& cell) const {
    return of_all(memory_of(cell.algorithm, machine_.problem())) <= options_.memory &&
           follows(cell, cell);
  }

  void forget_folds() {
    for (Tried& tried : tried_) tried.work.reset();
  }

  Result<bool> train_whole(bool begins, std::chrono::nanoseconds max_time, SelectionCell& cell) {
    if (begins) {
      if (auto begun = machine_.begin(cell.algorithm); !begun) return fail(begun.error());
    }
    if (auto done = machine_.advance(max_time, cell); !done) return fail(done.error());
    if (machine_.trained() && !keeps_) machine_.let_go();
    return machine_.trained();
  }

  Result<bool> try_fold(std::size_t k, bool begins, std::chrono::nanoseconds max_time,
                        const SelectionCell& cell) {
    Tried& tried = tried_[k];
    if (begins) {
      auto solver = make_solver(cell.algorithm);
      if (!solver) return fail(solver.error());
      tried.errors = 0;
      if (!tried.work) {
        tried.work = std::make_unique<InWork>(folds_.fold(k), Trainer(options_), std::nullopt);
      }
      tried.work->trainer.begin(tried.work->fold.problem, std::move(*solver));
      return false;
    }
    auto& [fold, trainer, trying] = *tried.work;
    if (!trying) {
      auto stopped = trainer.advance(max_time);
      if (!stopped) return fail(stopped.error());
      if (!*stopped) return false;
      tried.unfinished = trainer.unfinished();
      trying = error_of(trainer.solver(), *fold.problem, fold.X_tried, fold.y_tried);
      return false;
    }
    if (!trying->advance(max_time)) return false;
    tried.errors = trying->take() * static_cast<double>(fold.y_tried.size());
    trying.reset();
    if (!keeps_) tried.work.reset();
    return true;
  }

  WholeMachine machine_;
  Folds folds_;
  TrainerOptions options_;
  int asked_;  // folds
  Workers workers_;
  bool keeps_ = false;
  IndependentWork work_;      // the machine of all training patterns, then the folds
  std::vector<Tried> tried_;  // of each fold
};

}  // namespace

std::unique_ptr<CellJudge> cross_validation_judge(const SelectionRequest& request,
                                                  std::shared_ptr<const Problem> problem,
                                                  int folds) {
  const int parts = static_cast<int>(std::min<Eigen::Index>(folds, problem->y.size()));
  return std::make_unique<CrossValidationJudge>(
      WholeMachine(std::move(problem), request.training),
      Folds(request.data, request.scaling, parts, request.seed), request.training, folds,
      request.workers);
}

}  // namespace marginscope
