#include "selection/cell_judge.h"

#include <algorithm>
#include <iterator>

#include "core/errors.h"
#include "core/random.h"
#include "core/trainer.h"
#include "core/workers.h"
#include "solvers/registry.h"
#include "solvers/relearning/relearners.h"

namespace marginscope {
namespace {

struct CriterionSettings {
  int folds = 10;
};

constexpr Field folds_field[] = {bind<&CriterionSettings::folds>(
    {.id = "folds",
     .symbol = "k",
     .name = "Folds",
     .meaning = "Into how many parts the training patterns are divided.",
     .type = FieldType::integer,
     .least = 2,
     .most = 1e6,
     .slider_from = 2,
     .slider_to = 20})};

Result<std::string> read_field(const CriterionKind& self, const Field& field,
                               const SpecValues& values) {
  return field_text_from<CriterionSettings>(self.fields, self.id, field, values);
}

// The error of a machine on the rows of X with y; all of these must live until its end.
Gradual<double> error_of(const Solver& solver, const Problem& problem, const Eigen::MatrixXd& X,
                         const Eigen::VectorXd& y) {
  return tried_error(problem, X, y,
                     [&solver](const Eigen::Ref<const Eigen::MatrixXd>& rows, Eigen::MatrixXd& f) {
                       solver.decision_values(rows, f);
                     });
}

// In bytes; nothing where the settings are refused, as the cell then is.
double memory_of(const Spec& algorithm, const Problem& problem) {
  auto solver = make_solver(algorithm);
  return solver ? (*solver)->memory_needed(size_of(problem)) : 0;
}

// Whether a machine takes over from one before it on the same patterns (Solver::shares_with), tried on
// two of them. Where they cannot be tried it may.
bool takes_over(const Spec& before, const Spec& algorithm, const Problem& problem) {
  Problem two;
  two.task = problem.task;
  two.classes = std::min(problem.classes, 2);
  two.X = Eigen::MatrixXd{{-1}, {1}};
  two.y = Eigen::VectorXd{{-1, 1}};
  auto earlier = make_solver(before), later = make_solver(algorithm);
  if (!earlier || !later || !(*earlier)->start(two)) return true;
  return (*later)->shares_with(**earlier, two);
}

// The machine of all training patterns.
class WholeMachine {
 public:
  WholeMachine(std::shared_ptr<const Problem> problem, TrainerOptions options)
      : problem_(std::move(problem)), options_(std::move(options)), trainer_(options_) {}

  // The same before any training.
  WholeMachine another() const { return {problem_, options_}; }

  const Problem& problem() const { return *problem_; }
  const Solver& solver() const { return trainer_.solver(); }
  // What is trained on, and how long that may take, as parts of a sentence.
  std::string patterns_text() const {
    return counted(problem_->y.size(), "training pattern", "training patterns");
  }
  std::string effort() const { return effort_text(options_); }
  bool trained() const { return trained_; }
  void let_go() {
    trying_.reset();
    trainer_.let_go();
  }

  Result<void> begin(const Spec& algorithm) {
    trained_ = false;
    trying_.reset();
    auto solver = make_solver(algorithm);
    if (!solver) return fail(solver.error());
    trainer_.begin(problem_, std::move(*solver));
    return {};
  }

  // Fills the cell's errors once it is trained.
  Result<void> advance(std::chrono::nanoseconds max_time, SelectionCell& cell) {
    if (trying_) {
      trained_ = trying_->advance(max_time);
      if (trained_) cell.validation_error = trying_->take();
      return {};
    }
    auto stopped = trainer_.advance(max_time);
    if (!stopped) return fail(stopped.error());
    if (!*stopped) return {};
    cell.unfinished = trainer_.unfinished();
    Record record;
    solver().measure(part::training_error, record);
    cell.training_error = record.training_error;
    trained_ = !problem_->has_validation();
    if (!trained_) {
      trying_ = error_of(solver(), *problem_, problem_->X_validation, problem_->y_validation);
    }
    return {};
  }

 private:
  std::shared_ptr<const Problem> problem_;
  TrainerOptions options_;
  Trainer trainer_;
  std::optional<Gradual<double>> trying_;  // the trained machine on the validation part
  bool trained_ = false;
};

// Judges by the machine of all training patterns alone.
class WholeJudge : public CellJudge {
 public:
  explicit WholeJudge(WholeMachine machine) : machine_(std::move(machine)) {}

  void forget() override { machine_.let_go(); }
  double memory_needed(const SelectionCell& cell) const override {
    return memory_of(cell.algorithm, machine_.problem());
  }
  int parts() const override { return 1; }
  bool follows(const SelectionCell& before, const SelectionCell& cell) const override {
    return takes_over(before.algorithm, cell.algorithm, machine_.problem());
  }
  Result<void> begin(SelectionCell& cell) override { return machine_.begin(cell.algorithm); }
  double fraction_done() const override { return 0; }

 protected:
  WholeMachine machine_;
};

class ValidationJudge final : public WholeJudge {
 public:
  using WholeJudge::WholeJudge;

  std::unique_ptr<CellJudge> another() const override {
    return std::make_unique<ValidationJudge>(machine_.another());
  }
  Result<bool> advance(std::chrono::nanoseconds max_time, SelectionCell& cell) override {
    if (auto done = machine_.advance(max_time, cell); !done) return fail(done.error());
    cell.value = cell.validation_error;
    return machine_.trained();
  }
  std::string plan(const SelectionCell&) const override {
    return sentence("They are trained on ", machine_.patterns_text(), ", ", machine_.effort(),
                    ", and tried on the ", std::to_string(machine_.problem().X_validation.rows()),
                    " of the validation part.");
  }
};

class LeaveOneOutJudge final : public WholeJudge {
 public:
  using WholeJudge::WholeJudge;

  std::unique_ptr<CellJudge> another() const override {
    return std::make_unique<LeaveOneOutJudge>(machine_.another());
  }
  Result<bool> advance(std::chrono::nanoseconds max_time, SelectionCell& cell) override {
    if (auto done = machine_.advance(max_time, cell); !done) return fail(done.error());
    if (!machine_.trained()) return false;
    const std::vector<double> f = machine_.solver().values(Role::left_out_value);
    const Problem& problem = machine_.problem();
    cell.value =
        error_rate(problem, problem.y, Eigen::Map<const Eigen::VectorXd>(f.data(), std::ssize(f)));
    return true;
  }
  std::string plan(const SelectionCell&) const override {
    return sentence("They are trained on ", machine_.patterns_text(), ", ", machine_.effort(),
                    ", which tells the errors of machines without each of them as well.");
  }
};

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
    return sentence("They are trained on ", machine_.patterns_text(), " and, for the error, ",
                    counted(folds, "time", "times"), " without ", std::to_string(patterns / folds),
                    patterns % folds == 0 ? "" : " or one more",
                    " of them, which they are then tried on: ", std::to_string(1 + folds),
                    " trainings of each, ", machine_.effort(), ".", remark().empty() ? "" : " ",
                    remark());
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

class BoundJudge final : public CellJudge {
 public:
  // `swaps`: how many labellings the bound draws.
  BoundJudge(Spec criterion, TrainerOptions options, std::uint64_t seed, Relearning relearning,
             int swaps, std::shared_ptr<const Problem> problem, Workers workers)
      : criterion_(std::move(criterion)),
        options_(std::move(options)),
        seed_(seed),
        relearning_(relearning),
        swaps_(swaps),
        problem_(std::move(problem)),
        workers_(workers) {}

  std::unique_ptr<CellJudge> another() const override {
    return std::make_unique<BoundJudge>(criterion_, options_, seed_, relearning_, swaps_, problem_,
                                        Workers());
  }

  void forget() override {
    bound_.reset();
    machine_.reset();
  }

  double memory_needed(const SelectionCell& cell) const override {
    return memory_of(cell.algorithm, *problem_);
  }
  int parts() const override {
    return relearning_ == Relearning::at_once ? 1 : std::max(1, swaps_);
  }
  bool follows(const SelectionCell& before, const SelectionCell& cell) const override {
    return relearning_ == Relearning::at_once
               ? all_but_C(before) == all_but_C(cell)
               : takes_over(before.algorithm, cell.algorithm, *problem_);
  }

  Result<void> begin(SelectionCell& cell) override {
    bound_.reset();
    if (!machine_) {
      auto machine = make_relearner(cell.algorithm, options_, problem_, workers_);
      if (!machine) return fail(machine.error());
      machine_ = std::move(*machine);
    } else if (auto done = machine_->set_settings(cell.algorithm.values); !done) {
      return fail(done.error());
    }
    auto bound = Bound::start(criterion_, *machine_, seed_);
    if (!bound) return fail(bound.error());
    bound_.emplace(std::move(*bound));
    return {};
  }

  Result<bool> advance(std::chrono::nanoseconds max_time, SelectionCell& cell) override {
    if (bound_->advance(max_time)) return false;
    cell.validation_error = bound_->validation_error();
    if (bound_->given()) cell.training_error = bound_->given()->training_error;
    cell.terms = bound_->terms();
    cell.unfinished = bound_->unfinished();
    cell.bound = bound_kinds()[static_cast<std::size_t>(bound_->applied())].id;
    if (bound_->refusal()) return fail(*bound_->refusal());
    cell.value = bound_->value();
    return true;
  }

  std::string plan(const SelectionCell& cell) const override {
    auto machine = make_relearner(cell.algorithm, options_, problem_);
    if (!machine) return sentence(machine.error().message, ".");
    auto bound = Bound::start(criterion_, **machine, seed_);
    return bound ? sentence("Each like this: ", bound->plan())
                 : sentence(bound.error().message, ".");
  }
  double fraction_done() const override { return bound_ ? bound_->fraction_done() : 0; }

 private:
  // One factorisation serves every C.
  static SpecValues all_but_C(const SelectionCell& cell) {
    SpecValues values = cell.algorithm.values;
    std::erase_if(values, [](const auto& value) { return value.first == "C"; });
    return values;
  }

  Spec criterion_;
  TrainerOptions options_;
  std::uint64_t seed_;
  Relearning relearning_;
  int swaps_;
  std::shared_ptr<const Problem> problem_;
  Workers workers_;
  std::unique_ptr<Relearner> machine_;
  std::optional<Bound> bound_;
};

// --- The criteria ---

using Judge = Result<std::unique_ptr<CellJudge>>;

Judge judge_by_validation(const CriterionKind& kind, const SelectionRequest& request,
                          const Algorithm&, std::shared_ptr<const Problem> problem) {
  if (!problem->has_validation()) {
    return fail(sentence("The criterion ", kind.id, " needs a validation part, and there is none"));
  }
  return std::make_unique<ValidationJudge>(WholeMachine(std::move(problem), request.training));
}

Judge judge_by_folds(const CriterionKind& kind, const SelectionRequest& request, const Algorithm&,
                     std::shared_ptr<const Problem> problem) {
  auto settings = settings_from<CriterionSettings>(kind.fields, kind.id, request.criterion.values);
  if (!settings) return fail(settings.error());
  const Eigen::Index patterns = problem->y.size();
  if (patterns < 2) {
    return fail(sentence(kind.name, " needs two training patterns, and there is one"));
  }
  // Where there are fewer patterns each is a fold of its own.
  const int folds = static_cast<int>(std::min<Eigen::Index>(settings->folds, patterns));
  return std::make_unique<CrossValidationJudge>(
      WholeMachine(std::move(problem), request.training),
      Folds(request.data, request.scaling, folds, request.seed), request.training, settings->folds,
      request.workers);
}

Judge judge_by_leaving_out(const CriterionKind&, const SelectionRequest& request,
                           const Algorithm& algorithm, std::shared_ptr<const Problem> problem) {
  constexpr auto in_closed_form = [](const Algorithm& one) {
    return publishes(one, Role::left_out_value);
  };
  if (!in_closed_form(algorithm)) {
    return fail(sentence(algorithm.id, " has no closed form of its leave-one-out error as ",
                         algorithms_that(in_closed_form),
                         " has; cross-validation is for every algorithm"));
  }
  return std::make_unique<LeaveOneOutJudge>(WholeMachine(std::move(problem), request.training));
}

constexpr CriterionKind kinds[] = {
    {.id = "validation",
     .name = "Validation error",
     .meaning = "The error on the validation part, which takes no part in the training.",
     .idea =
         "Patterns that a machine was not trained on are as new patterns to it. They are to every "
         "machine here, but the least of many such errors is smaller than the error to expect: "
         "some "
         "of it is luck.",
     .of_validation = true,
     .judge = judge_by_validation,
     .read = read_field},
    {.id = "cross-validation",
     .name = "Cross-validation",
     .meaning = "Each part of the training patterns is tried on a machine trained on the others.",
     .idea = "No pattern is tried on a machine that was trained on it, and none is lost to a "
             "validation "
             "part. What is judged is the settings, by machines with a few patterns fewer. The "
             "least of "
             "many such errors is smaller than the error to expect: some of it is luck.",
     .fields = folds_field,
     .preselected = true,
     .judge = judge_by_folds,
     .read = read_field},
    {.id = "leave-one-out",
     .name = "Leave-one-out",
     .meaning =
         "Each training pattern is tried on the machine trained on all others, where that has a "
         "closed form.",
     .idea =
         "Cross-validation with a part for every pattern; where one training tells what all the "
         "others would say, it costs no more than that.",
     .judge = judge_by_leaving_out,
     .read = read_field}};

}  // namespace

std::span<const CriterionKind> criterion_kinds() { return kinds; }

std::vector<std::string> criterion_ids() {
  std::vector<std::string> ids;
  for (const BoundKind& kind : bound_kinds()) ids.emplace_back(kind.id);
  for (const CriterionKind& kind : kinds) ids.emplace_back(kind.id);
  return ids;
}

Result<std::unique_ptr<CellJudge>> make_judge(const SelectionRequest& request) {
  const Spec& criterion = request.criterion;
  auto algorithm = find_algorithm(request.algorithm.name);
  if (!algorithm) return fail(algorithm.error());
  auto problem = training_of(request.data, request.scaling).problem;
  if (problem->y.size() == 0) {
    return fail("There is no training pattern to select a machine with");
  }
  if (auto bound = find_bound_kind(criterion.name)) {
    auto settings = settings_from<BoundSettings>((*bound)->fields, (*bound)->id, criterion.values);
    if (!settings) return fail(settings.error());
    if (auto good = check_relearnable(**algorithm, *problem); !good) return fail(good.error());
    return std::make_unique<BoundJudge>(
        criterion, request.training, request.seed, (*algorithm)->relearning,
        (*bound)->swaps_at_random ? settings->swaps : 0, std::move(problem), request.workers);
  }
  const auto kind = std::find_if(std::begin(kinds), std::end(kinds),
                                 [&](const CriterionKind& k) { return k.id == criterion.name; });
  if (kind == std::end(kinds)) {
    return fail(sentence("There is no criterion ", in_quotes(criterion.name), "; there are ",
                         alternatives(criterion_ids())));
  }
  if (auto good = settings_from<CriterionSettings>(kind->fields, kind->id, criterion.values);
      !good) {
    return fail(good.error());
  }
  return kind->judge(*kind, request, **algorithm, std::move(problem));
}

Result<void> check_criterion(const SelectionRequest& request) {
  auto judge = make_judge(request);
  if (!judge) return fail(judge.error());
  return {};
}

}  // namespace marginscope
