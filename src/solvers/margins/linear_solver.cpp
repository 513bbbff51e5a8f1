#include "solvers/margins/linear_solver.h"

#include <cmath>
#include <optional>

#include "core/errors.h"
#include "core/extremes.h"
#include "core/moments.h"
#include "core/products.h"
#include "core/tolerances.h"
#include "solvers/margins/margin_updates.h"
#include "solvers/problem_check.h"

namespace marginscope {
namespace {

// Orthonormal columns that span the rows of X: p×r.
Gradual<Eigen::MatrixXd> span_of_rows(const Eigen::MatrixXd& X) {
  const OrthogonalFactor factor = co_await OrthogonalFactor::of(X.transpose());
  Eigen::MatrixXd span(X.cols(), factor.rank());
  for (Eigen::Index j = 0; j < span.cols(); ++j) {
    co_await Pause{"the span of the patterns",
                   static_cast<double>(j) / static_cast<double>(span.cols())};
    span.col(j) = factor.basis_vector(j);
  }
  co_return span;
}

// The features as the design says that they are seen: from another origin, and as coordinates, of which there may
// be none; nothing where that is as they are.
Gradual<std::optional<Eigen::MatrixXd>> seen_features(const Eigen::MatrixXd& X, Bias bias,
                                                      LinearDesign& design) {
  std::optional<Eigen::MatrixXd> seen;
  if (bias == Bias::free) design.origin = far_origin(X);
  if (design.origin.size() > 0) seen = X.rowwise() - design.origin;
  if (X.cols() > X.rows()) {
    const Eigen::MatrixXd& all = seen ? *seen : X;
    design.span = co_await span_of_rows(all);
    seen = Eigen::MatrixXd(all * design.span);
  }
  co_return seen;
}

// Weights W of the features as they are seen, of those that are given. By itself: pages fetch it later.
[[gnu::noinline]] Eigen::VectorXd as_given(const LinearDesign& design, const Eigen::VectorXd& W) {
  const Eigen::Index p = design.X.cols();
  Eigen::VectorXd w(p + 1);
  if (design.span.rows() > 0) {
    w.head(p) = design.span * W.head(design.p());
  } else {
    w.head(p) = W.head(p);
  }
  w[p] = W[design.p()];
  if (design.origin.size() > 0) w[p] -= design.origin * w.head(p);
  return w;
}

}  // namespace

Gradual<Result<std::shared_ptr<const LinearDesign>>> linear_design(
    const Problem& problem, std::string_view name, const Kernel& kernel, const Solver& solver,
    double memory, bool penalised, Bias bias) {
  if (auto good = check_problem(problem, Takes::two_classes, name, solver, memory); !good) {
    co_return fail(good.error());
  }
  auto design = std::make_shared<LinearDesign>();
  if (kernel.type != KernelType::linear) {
    design->features =
        std::make_shared<const KernelFeatures>(co_await KernelFeatures::of(kernel, problem.X));
  }
  std::optional<Eigen::MatrixXd> seen;
  if (penalised && !design->features) seen = co_await seen_features(problem.X, bias, *design);
  const Eigen::MatrixXd& X = design->features ? design->features->of_patterns()
                             : seen           ? *seen
                                              : *problem.X;
  design->Z.resize(X.rows(), X.cols() + 1);
  design->Z.leftCols(X.cols()) = problem.y->asDiagonal() * X;
  co_await Pause{"the patterns", 1};
  design->Z.rightCols(1) = *problem.y;
  design->largest.resize(design->Z.cols());
  for (Eigen::Index j = 0; j < design->Z.cols(); ++j) {
    design->largest[j] = largest_size(design->Z.col(j).data(), X.rows());
  }
  design->y = problem.y;
  design->X = problem.X;
  co_return design;
}

DesignNeeds design_needs(const Kernel& kernel, const ProblemSize& size, bool penalised) {
  const bool linear = kernel.type == KernelType::linear;
  const bool in_span = linear && penalised && size.p > size.N;
  return {in_span || !linear ? size.N : size.p, matrix_bytes(size.N, linear ? 0 : 2 * size.N) +
                                                    matrix_bytes(size.p, in_span ? 3 * size.N : 0)};
}

void LinearSolver::measure(Parts parts, Record& record) const {
  if (parts & part::objective) record.objective = objective();
  if (parts & part::training_error) {
    record.training_error =
        static_cast<double>(wrong_patterns()) / static_cast<double>(design_->N());
  }
  if (parts & part::moments) record.moments = moments_of(E_);
  if (parts & part::largest_error) record.largest_error = largest(E_);
  if (parts & part::weight_norm) {
    record.weight_norm = std::sqrt(squared_norm(W_.head(design_->p())));
  }
}

void LinearSolver::decision_values(const Eigen::Ref<const Eigen::MatrixXd>& X,
                                   Eigen::MatrixXd& f) const {
  const Eigen::Index p = design_->p();
  f.resize(X.rows(), 1);
  if (design_->features) {
    f.col(0) = design_->features->products(X, W_.head(p));
    f.col(0).array() += W_[p];
  } else {
    const Eigen::VectorXd w = weights();
    multiply(X, w.head(X.cols()), f.col(0));
    f.col(0).array() += w[X.cols()];
  }
}

double LinearSolver::rounding() const {
  return design_->features ? design_->features->rounding(W_.head(design_->p())) : 0;
}

Eigen::VectorXd LinearSolver::weights() const {
  return design_->origin.size() > 0 || design_->span.rows() > 0 ? as_given(*design_, W_) : W_;
}

Eigen::VectorXd LinearSolver::kernel_coefficients() const {
  return design_->features->coefficients(W_.head(design_->p()));
}

Eigen::VectorXd LinearSolver::outputs() const {
  // y_i z_i·W = x_i·w + w0 for y_i = ±1
  return with_signs(design_->y->cwiseProduct(margins_), margin_rounding(), *design_->X,
                    [this](const auto& X, Eigen::MatrixXd& f) { decision_values(X, f); });
}

Eigen::Index LinearSolver::wrong_patterns() const { return count_wrong(design_->y, outputs()); }

// A factorisation makes its basis of patterns that are moved by this part of the largest ones, and margins
// are sums in that basis.
double LinearSolver::margin_rounding() const {
  return tolerances::rank * static_cast<double>(design_->Z.rows() + design_->Z.cols()) *
         design_->largest.dot(W_.cwiseAbs());
}

std::size_t LinearSolver::vector_bytes() const {
  return static_cast<std::size_t>(W_.size() + margins_.size() + E_.size()) * sizeof(double);
}

}  // namespace marginscope
