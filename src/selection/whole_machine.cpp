#include "selection/whole_machine.h"

#include <algorithm>

#include "core/errors.h"
#include "solvers/registry.h"

namespace marginscope {

Gradual<double> error_of(const Solver& solver, const Problem& problem, const Eigen::MatrixXd& X,
                         const Eigen::VectorXd& y) {
  return tried_error(problem, X, y,
                     [&solver](const Eigen::Ref<const Eigen::MatrixXd>& rows, Eigen::MatrixXd& f) {
                       solver.decision_values(rows, f);
                     });
}

double memory_of(const Spec& algorithm, const Problem& problem) {
  auto solver = make_solver(algorithm);
  return solver ? (*solver)->memory_needed(size_of(problem)) : 0;
}

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

std::string WholeMachine::patterns_text() const {
  return counted(problem_->y.size(), "training pattern", "training patterns");
}

void WholeMachine::let_go() {
  trying_.reset();
  trainer_.let_go();
}

Result<void> WholeMachine::begin(const Spec& algorithm) {
  trained_ = false;
  trying_.reset();
  auto solver = make_solver(algorithm);
  if (!solver) return fail(solver.error());
  trainer_.begin(problem_, std::move(*solver));
  return {};
}

Result<void> WholeMachine::advance(std::chrono::nanoseconds max_time, SelectionCell& cell) {
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

}  // namespace marginscope
