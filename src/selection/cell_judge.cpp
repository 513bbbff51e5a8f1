#include "selection/cell_judge.h"

#include <algorithm>
#include <iterator>

#include "core/errors.h"
#include "core/random.h"
#include "core/trainer.h"
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

// The machine of all training patterns.
class WholeMachine {
 public:
  WholeMachine(std::shared_ptr<const Problem> problem, TrainerOptions options)
      : problem_(std::move(problem)), effort_(effort_text(options)), trainer_(std::move(options)) {}

  const Problem& problem() const { return *problem_; }
  const Solver& solver() const { return trainer_.solver(); }
  // What is trained on, and how long that may take, as parts of a sentence.
  std::string patterns_text() const {
    return counted(problem_->y.size(), "training pattern", "training patterns");
  }
  const std::string& effort() const { return effort_; }
  Trainer& trainer() { return trainer_; }
  bool trained() const { return trained_; }

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
  std::string effort_;
  Trainer trainer_;
  std::optional<Gradual<double>> trying_;  // the trained machine on the validation part
  bool trained_ = false;
};

class ValidationJudge final : public CellJudge {
 public:
  explicit ValidationJudge(WholeMachine machine) : machine_(std::move(machine)) {}

  Result<void> begin(SelectionCell& cell) override { return machine_.begin(cell.algorithm); }
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
  double fraction_done() const override { return 0; }

 private:
  WholeMachine machine_;
};

class LeaveOneOutJudge final : public CellJudge {
 public:
  explicit LeaveOneOutJudge(WholeMachine machine) : machine_(std::move(machine)) {}

  Result<void> begin(SelectionCell& cell) override { return machine_.begin(cell.algorithm); }
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
  double fraction_done() const override { return 0; }

 private:
  WholeMachine machine_;
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

class CrossValidationJudge final : public CellJudge {
 public:
  CrossValidationJudge(std::shared_ptr<const Problem> problem, Folds folds, TrainerOptions options,
                       int asked)
      : machine_(std::move(problem), options),
        folds_(std::move(folds)),
        options_(std::move(options)),
        asked_(asked) {}

  Result<void> begin(SelectionCell& cell) override {
    done_ = 0;
    sum_ = 0;
    trying_.reset();
    auto solver = make_solver(cell.algorithm);
    if (!solver) return fail(solver.error());
    const double machine = (*solver)->memory_needed(size_of(machine_.problem()));
    const auto folds = static_cast<double>(folds_.size());
    has_room_ = machine + folds * (machine + folds_.bytes()) <= options_.memory;
    if (!has_room_) kept_.clear();
    return machine_.begin(cell.algorithm);
  }

  Result<bool> advance(std::chrono::nanoseconds max_time, SelectionCell& cell) override {
    if (!machine_.trained()) {
      if (auto done = machine_.advance(max_time, cell); !done) return fail(done.error());
      if (!machine_.trained()) return false;
      // Each part keeps what it has computed for the next cell where that shares it, and where there
      // is memory for all of them.
      keeps_ = has_room_ && machine_.solver().shares_with(machine_.solver(), machine_.problem());
      if (auto begun = begin_fold(cell); !begun) return fail(begun.error());
      return false;
    }
    if (!trying_) {
      auto stopped = trainer().advance(max_time);
      if (!stopped) return fail(stopped.error());
      if (!*stopped) return false;
      cell.unfinished += trainer().unfinished();
      trying_ = error_of(trainer().solver(), *fold().problem, fold().X_tried, fold().y_tried);
      return false;
    }
    if (!trying_->advance(max_time)) return false;
    sum_ += trying_->take() * static_cast<double>(fold().y_tried.size());
    trying_.reset();
    if (++done_ < folds_.size()) {
      if (auto begun = begin_fold(cell); !begun) return fail(begun.error());
      return false;
    }
    cell.value = sum_ / static_cast<double>(machine_.problem().y.size());
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
    const std::size_t done = machine_.trained() ? 1 + done_ : 0;
    return static_cast<double>(done) / static_cast<double>(folds_.size() + 1);
  }

 private:
  struct Kept {
    Fold fold;
    Trainer trainer;
  };

  const Fold& fold() const { return keeps_ ? kept_[done_].fold : at_hand_; }
  Trainer& trainer() { return keeps_ ? kept_[done_].trainer : machine_.trainer(); }

  Result<void> begin_fold(const SelectionCell& cell) {
    auto solver = make_solver(cell.algorithm);
    if (!solver) return fail(solver.error());
    if (!keeps_) {
      at_hand_ = folds_.fold(done_);
    } else if (done_ == kept_.size()) {
      kept_.push_back({folds_.fold(done_), Trainer(options_)});
    }
    trainer().begin(fold().problem, std::move(*solver));
    return {};
  }

  WholeMachine machine_;
  Folds folds_;
  TrainerOptions options_;
  bool has_room_ = false, keeps_ = false;
  std::vector<Kept> kept_;  // the first folds; empty where all take the trainer of the machine
  Fold at_hand_;            // then the present one
  std::size_t done_ = 0;    // folds
  std::optional<Gradual<double>> trying_;  // the present fold's machine
  double sum_ = 0;                         // of errors over the patterns that were tried
  int asked_;                              // folds
};

class BoundJudge final : public CellJudge {
 public:
  BoundJudge(const SelectionRequest& request, std::shared_ptr<const Problem> problem)
      : criterion_(request.criterion),
        options_(request.training),
        seed_(request.seed),
        problem_(std::move(problem)) {}

  Result<void> begin(SelectionCell& cell) override {
    bound_.reset();
    if (!machine_) {
      auto machine = make_relearner(cell.algorithm, options_, problem_);
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
  Spec criterion_;
  TrainerOptions options_;
  std::uint64_t seed_;
  std::shared_ptr<const Problem> problem_;
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
      std::move(problem), Folds(request.data, request.scaling, folds, request.seed),
      request.training, settings->folds);
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
    return std::make_unique<BoundJudge>(request, std::move(problem));
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
