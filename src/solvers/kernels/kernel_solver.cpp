#include "solvers/kernels/kernel_solver.h"

#include <cmath>
#include <limits>

#include "core/errors.h"
#include "core/extremes.h"
#include "core/moments.h"
#include "core/products.h"
#include "core/sums.h"
#include "core/tolerances.h"
#include "solvers/margins/factorisations.h"
#include "solvers/margins/margin_updates.h"
#include "solvers/problem_check.h"

namespace marginscope {
Result<std::shared_ptr<const KernelDesign>> kernel_design(const Problem& problem, Takes takes,
                                                          const Kernel& kernel,
                                                          std::string_view name,
                                                          const Solver& solver, double memory,
                                                          Bias bias) {
  if (auto good = check_problem(problem, takes, name, solver, memory); !good) {
    return fail(good.error());
  }
  Patterns seen = problem.X;
  Eigen::RowVectorXd origin;
  if (bias == Bias::free && kernel.type == KernelType::linear) origin = far_origin(*problem.X);
  if (origin.size() > 0) seen = problem.X->rowwise() - origin;
  return std::make_shared<const KernelDesign>(
      KernelDesign{kernel, problem.task, problem.X, problem.y, std::move(seen), std::move(origin)});
}

Gradual<Result<Eigen::MatrixXd>> gram_of(const KernelDesign& design, Triangle wanted) {
  Eigen::MatrixXd K = co_await gram_matrix(design.kernel, design.seen, wanted);
  // By Cauchy and Schwarz no other entry is larger than those of the diagonal.
  if (!K.diagonal().allFinite()) co_return fail(kernel_overflow);
  co_return K;
}

Gradual<Eigen::MatrixXd> kernel_product(const KernelDesign& design, const Eigen::MatrixXd& B) {
  constexpr Eigen::Index at_once = 64;
  const Eigen::Index N = design.N();
  Eigen::MatrixXd K, sums = Eigen::MatrixXd::Zero(N, B.cols());
  for (Eigen::Index first = 0; first < N; first += at_once) {
    co_await Pause{"the product", static_cast<double>(first) / static_cast<double>(N)};
    const Eigen::Index rows = std::min(at_once, N - first);
    kernel_matrix(design.kernel, design.X->middleRows(first, rows), *design.X, K);
    add_product(1, K, B, sums.middleRows(first, rows));
  }
  co_return sums;
}

Gradual<Result<Eigen::MatrixXd>> feature_products(const KernelDesign& design) {
  Eigen::MatrixXd products = co_await inner_products(design.X);
  if (!products.diagonal().allFinite()) co_return fail(kernel_overflow);
  co_return products;
}

void KernelSolver::measure(Parts parts, Record& record) const {
  if (parts & part::support_vectors) record.support_vectors = support_vectors();
  if (parts & part::kkt_violation) record.kkt_violation = kkt_violation();
  constexpr Parts of_criteria = part::objective | part::duality_gap;
  const double norm = parts & (part::weight_norm | of_criteria) ? squared_norm() : Record::none;
  if (parts & part::weight_norm) record.weight_norm = norm < 0 ? 0 : std::sqrt(norm + 0.0);
  if (!(parts & (of_criteria | part::training_error | part::moments | part::largest_error))) return;
  const Eigen::VectorXd f = outputs();
  if (parts & of_criteria) {
    const double J = objective(f, norm);
    if (parts & part::objective) record.objective = J;
    if (parts & part::duality_gap) record.duality_gap = duality_gap(J, norm);
  }
  const Eigen::VectorXd error = design_->y - f;
  if (parts & part::training_error) {
    const auto N = static_cast<double>(design_->N());
    record.training_error = design_->regression() ? marginscope::squared_norm(error) / N
                                                  : static_cast<double>(wrong_patterns(f)) / N;
  }
  if (parts & part::moments) record.moments = moments_of(error);
  if (parts & part::largest_error) record.largest_error = largest(error);
}

Eigen::VectorXd KernelSolver::margins() const {
  if (design_->regression()) return {};
  return design_->margins(outputs());
}

Eigen::VectorXd KernelSolver::weights() const {
  Eigen::VectorXd w(design_->X.cols() + 1);
  w.head(design_->X.cols()).noalias() = design_->seen->transpose() * coefficients();
  w[design_->X.cols()] = bias();
  if (design_->origin.size() > 0) {
    w[design_->X.cols()] -= design_->origin * w.head(design_->X.cols());
  }
  return w;
}

void KernelSolver::decision_values(const Eigen::Ref<const Eigen::MatrixXd>& X,
                                   Eigen::MatrixXd& f) const {
  f.resize(X.rows(), 1);
  const Eigen::VectorXd& beta = coefficients();
  if (design_->kernel.type == KernelType::linear) {
    const Eigen::VectorXd w = weights();
    multiply(X, w.head(X.cols()), f.col(0));
    f.col(0).array() += w[X.cols()];
    return;
  }
  const Eigen::Index count = count_nonzero(beta);
  Eigen::MatrixXd patterns(count, X.cols());
  Eigen::VectorXd of_patterns(count);
  Eigen::Index next = 0;
  for (Eigen::Index i = 0; i < beta.size(); ++i) {
    if (beta[i] == 0) continue;
    patterns.row(next) = design_->X.row(i);
    of_patterns[next++] = beta[i];
  }
  f.setConstant(bias());
  add_kernel_sums(design_->kernel, X, patterns, of_patterns, f.col(0));
}

double KernelSolver::rounding() const {
  const Eigen::VectorXd lengths = kernel_diagonal(design_->kernel, *design_->seen).cwiseSqrt();
  const double off = std::numeric_limits<double>::epsilon() * lengths.maxCoeff() *
                     coefficients().cwiseAbs().dot(lengths);
  return off > tolerances::seen_rounding * largest_size(outputs()) ? off : 0;
}

int KernelSolver::support_vectors() const {
  return static_cast<int>(count_nonzero(coefficients()));
}

Eigen::Index KernelSolver::wrong_patterns(const Eigen::VectorXd& f) const {
  return count_wrong(design_->y, f);
}

double KernelSolver::squared_norm() const {
  return dot(coefficients().data(), kernel_sums().data(), design_->N());
}

QuantityList KernelSolver::list_of(const Kernel& kernel, const KernelList& its) {
  static constexpr Quantity weights = weights_row<&KernelSolver::weights>();
  static constexpr Quantity margins = margins_row<&KernelSolver::margins>("y·f");
  static constexpr Quantity slack =
      slack_row<&KernelSolver::slacks>("how far each pattern lies short of the margin 1");
  static constexpr Quantity objective = objective_row<&KernelSolver::criterion>({});
  static constexpr Quantity others[] = {
      error_row<&KernelSolver::errors>("e = y − f", "target or label minus decision value"),
      decision_values_row<&KernelSolver::outputs>("decision value at each pattern"),
      moments_row<&KernelSolver::errors>()};
  std::vector<Quantity> list;
  if (its.affine && kernel.type == KernelType::linear) list.push_back(weights);
  if (!its.regression) list.push_back(margins);
  list.push_back(its.dual);
  list.insert(list.end(), its.own.begin(), its.own.end());
  if (its.slack) {
    list.push_back(slack);
    if (its.regression) list.back().meaning = "how far each pattern lies outside the tube";
  }
  if (!its.objective.empty()) {
    list.push_back(objective);
    list.back().meaning = its.objective;
  }
  list.insert(list.end(), std::begin(others), std::end(others));
  return std::make_shared<const std::vector<Quantity>>(std::move(list));
}

}  // namespace marginscope
