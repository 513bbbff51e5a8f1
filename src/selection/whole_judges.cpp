#include "selection/whole_judges.h"

#include "core/errors.h"
#include "selection/whole_machine.h"

namespace marginscope {
namespace {

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

}  // namespace

std::unique_ptr<CellJudge> validation_judge(std::shared_ptr<const Problem> problem,
                                            const TrainerOptions& options) {
  return std::make_unique<ValidationJudge>(WholeMachine(std::move(problem), options));
}

std::unique_ptr<CellJudge> leave_one_out_judge(std::shared_ptr<const Problem> problem,
                                               const TrainerOptions& options) {
  return std::make_unique<LeaveOneOutJudge>(WholeMachine(std::move(problem), options));
}

}  // namespace marginscope
