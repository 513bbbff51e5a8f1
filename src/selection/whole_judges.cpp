#include "selection/whole_judges.h"

#include "core/errors.h"
#include "selection/whole_machine.h"

namespace marginscope {
namespace {

// What the trained machine of all training patterns, whose errors the cell has, is worth.
using Value = double (*)(const WholeMachine& machine, const SelectionCell& cell);

class WholeJudge final : public CellJudge {
 public:
  // `then`: what follows the training, as part of a sentence.
  WholeJudge(WholeMachine machine, Value value, std::string then)
      : machine_(std::move(machine)), value_(value), then_(std::move(then)) {}

  std::unique_ptr<CellJudge> another() const override {
    return std::make_unique<WholeJudge>(machine_.another(), value_, then_);
  }
  void forget() override { machine_.let_go(); }
  double memory_needed(const SelectionCell& cell) const override {
    return memory_of(cell.algorithm, machine_.problem());
  }
  int parts() const override { return 1; }
  bool follows(const SelectionCell& before, const SelectionCell& cell) const override {
    return takes_over(before.algorithm, cell.algorithm, machine_.problem());
  }
  Result<void> begin(SelectionCell& cell) override { return machine_.begin(cell.algorithm); }
  Result<bool> advance(std::chrono::nanoseconds max_time, SelectionCell& cell) override {
    if (auto done = machine_.advance(max_time, cell); !done) return fail(done.error());
    if (machine_.trained()) cell.value = value_(machine_, cell);
    return machine_.trained();
  }
  std::string plan(const SelectionCell&) const override {
    return sentence("Each is trained on ", machine_.patterns_text(), ", ", machine_.effort(), ", ",
                    then_, ".");
  }
  double fraction_done() const override { return 0; }

 private:
  WholeMachine machine_;
  Value value_;
  std::string then_;
};

double validation_error(const WholeMachine&, const SelectionCell& cell) {
  return cell.validation_error;
}

double left_out_error(const WholeMachine& machine, const SelectionCell&) {
  const std::vector<double> f = machine.solver().values(Role::left_out_value);
  const Problem& problem = machine.problem();
  return error_rate(problem, problem.y, Eigen::Map<const Eigen::VectorXd>(f.data(), std::ssize(f)));
}

}  // namespace

std::unique_ptr<CellJudge> validation_judge(std::shared_ptr<const Problem> problem,
                                            const TrainerOptions& options) {
  std::string then = sentence("and tried on the ", std::to_string(problem->X_validation.rows()),
                              " of the validation part");
  return std::make_unique<WholeJudge>(WholeMachine(std::move(problem), options), validation_error,
                                      std::move(then));
}

std::unique_ptr<CellJudge> leave_one_out_judge(std::shared_ptr<const Problem> problem,
                                               const TrainerOptions& options) {
  return std::make_unique<WholeJudge>(
      WholeMachine(std::move(problem), options), left_out_error,
      "which tells the errors of machines without each of them as well");
}

}  // namespace marginscope
