#pragma once

// What several tests build their cases from.

#include <doctest/doctest.h>

#include <memory>
#include <string_view>

#include "core/random.h"
#include "core/run.h"
#include "data/catalogue.h"
#include "data/training.h"
#include "solvers/registry.h"
#include "stopping/registry.h"

namespace marginscope::testing {

// Fails with the error's sentence. (A message of an expectation is made even where it holds.)
template <class T>
void require(const Result<T>& result) {
  if (!result) FAIL(result.error().message);
}

// Columns whose labels are classes as they are drawn.
inline Dataset settled(Columns columns) {
  auto data = settle(std::move(columns), LabelForm::classes);
  if (!data) FAIL(data.error().message);
  return std::move(*data);
}

inline std::shared_ptr<const Problem> named(std::string_view text, std::uint64_t seed = 1) {
  return training_of(*make_named_problem(*parse_spec(text), seed), Scaling::none).problem;
}

// Training patterns only.
inline std::shared_ptr<const Problem> problem(const Eigen::MatrixXd& X, const Eigen::VectorXd& y) {
  Problem made;
  made.X = X;
  made.y = y;
  return std::make_shared<const Problem>(std::move(made));
}

// The same of a regression.
inline std::shared_ptr<const Problem> problem_of_targets(const Eigen::MatrixXd& X,
                                                         const Eigen::VectorXd& y) {
  Problem made;
  made.X = X;
  made.y = y;
  made.task = Task::regression;
  return std::make_shared<const Problem>(std::move(made));
}

// N patterns of p features that the hyperplane x·w = bias separates by at least `margin` on either
// side, where ‖w‖ = 1.
inline std::shared_ptr<const Problem> separable(Random& random, Eigen::Index N, Eigen::Index p,
                                                double margin) {
  Eigen::VectorXd w(p);
  for (double& value : w) value = random.normal();
  w.normalize();
  const double bias = random.uniform(-0.3, 0.3);
  Eigen::MatrixXd X(N, p);
  Eigen::VectorXd y(N);
  for (Eigen::Index i = 0; i < N; ++i) {
    for (Eigen::Index j = 0; j < p; ++j) X(i, j) = random.uniform(-1, 1);
    const double side = X.row(i).dot(w) - bias;
    y[i] = i == 0 ? 1 : i == 1 ? -1 : side >= 0 ? 1 : -1;
    // Moves the pattern along w so that it lies on its side, at least `margin` away.
    if (y[i] * side < margin)
      X.row(i) += (y[i] * margin * (1 + random.uniform()) - side) * w.transpose();
  }
  return problem(X, y);
}

inline Run start(std::shared_ptr<const Problem> of, std::string_view algorithm,
                 std::string_view rules = "", RunOptions options = {.watched = part::all}) {
  auto solver = make_solver(*parse_spec(algorithm));
  require(solver);
  auto set = parse_rules(rules);
  require(set);
  auto run = Run::start(std::move(of), std::move(*solver), std::move(*set), options);
  require(run);
  return std::move(*run);
}

inline Run trained(std::shared_ptr<const Problem> of, std::string_view algorithm,
                   std::string_view rules = "", RunOptions options = {.watched = part::all}) {
  Run run = start(std::move(of), algorithm, rules, options);
  run.advance(options.max_iterations);
  return run;
}

inline std::vector<double> values(const Solver& solver, std::string_view id) {
  std::vector<double> out;
  const auto list = solver.quantities();
  for (std::size_t q = 0; q < list.size(); ++q) {
    if (list[q].id == id) {
      solver.values(q, out);
      return out;
    }
  }
  FAIL("no quantity " << id);
  return out;
}

inline Eigen::VectorXd vector(const Solver& solver, std::string_view id) {
  const std::vector<double> out = values(solver, id);
  return Eigen::Map<const Eigen::VectorXd>(out.data(), static_cast<Eigen::Index>(out.size()));
}

// Z with rows y_i (x_i, 1), made independently of the solvers.
inline Eigen::MatrixXd augmented(const Problem& of) {
  Eigen::MatrixXd Z(of.X.rows(), of.X.cols() + 1);
  for (Eigen::Index i = 0; i < Z.rows(); ++i) {
    for (Eigen::Index j = 0; j < of.X.cols(); ++j) Z(i, j) = of.y[i] * of.X(i, j);
    Z(i, of.X.cols()) = of.y[i];
  }
  return Z;
}

}  // namespace marginscope::testing
