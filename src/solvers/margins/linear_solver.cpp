#include "solvers/margins/linear_solver.h"

#include <cmath>

#include "core/moments.h"
#include "core/text.h"
#include "solvers/problem_check.h"

namespace marginscope {

Gradual<Result<std::shared_ptr<const LinearDesign>>> linear_design(const Problem& problem,
                                                                   std::string_view name,
                                                                   const Kernel& kernel) {
  if (auto good = check_problem(problem, Takes::two_classes, name); !good) {
    co_return fail(good.error());
  }
  auto design = std::make_shared<LinearDesign>();
  if (kernel.type != KernelType::linear) {
    if (auto fits = check_gram_size(problem.X.rows(), name); !fits) co_return fail(fits.error());
    design->features =
        std::make_shared<const KernelFeatures>(co_await KernelFeatures::of(kernel, problem.X));
  }
  const Eigen::MatrixXd& X = design->features ? design->features->of_patterns() : problem.X;
  design->Z.resize(X.rows(), X.cols() + 1);
  design->Z.leftCols(X.cols()) = problem.y.asDiagonal() * X;
  co_await Pause{"the patterns", 1};
  design->Z.rightCols(1) = problem.y;
  design->y = problem.y;
  design->largest = design->Z.cwiseAbs().maxCoeff();
  co_return design;
}

void LinearSolver::measure(Parts parts, Record& record) const {
  if (parts & part::objective) record.objective = objective();
  if (parts & part::training_error) {
    record.training_error =
        static_cast<double>(wrong_patterns()) / static_cast<double>(design_->N());
  }
  if (parts & part::moments) {
    const Moments moments = moments_of(E_);
    record.mean = moments.mean;
    record.std = moments.std;
    record.skewness = moments.skewness;
    record.kurtosis = moments.kurtosis;
  }
  if (parts & part::largest_error) record.largest_error = E_.maxCoeff<Eigen::PropagateNaN>();
  if (parts & part::weight_norm) record.weight_norm = W_.head(design_->p()).norm();
}

void LinearSolver::decision_values(const Eigen::Ref<const Eigen::MatrixXd>& X,
                                   Eigen::MatrixXd& f) const {
  const Eigen::Index p = design_->p();
  f.resize(X.rows(), 1);
  if (design_->features) {
    f.col(0) = design_->features->products(X, W_.head(p));
  } else {
    f.col(0).noalias() = X * W_.head(p);
  }
  f.col(0).array() += W_[p];
}

Eigen::VectorXd LinearSolver::kernel_coefficients() const {
  return design_->features->coefficients(W_.head(design_->p()));
}

Eigen::VectorXd LinearSolver::outputs() const {
  return design_->y.cwiseProduct(margins_);  // y_i z_i·W = x_i·w + w0 for y_i = ±1
}

Eigen::Index LinearSolver::wrong_patterns() const {
  return design_->N() - (margins_.array() > 0).count();
}

std::size_t LinearSolver::vector_bytes() const {
  return static_cast<std::size_t>(W_.size() + margins_.size() + E_.size()) * sizeof(double);
}

std::string wrong_patterns_text(Eigen::Index wrong, Eigen::Index of) {
  if (wrong == 0) return "every pattern is on its side";
  return sentence(std::to_string(wrong), " of ", std::to_string(of),
                  of == 1 ? " pattern" : " patterns", wrong == 1 ? " is wrong" : " are wrong");
}

std::string subscript(Eigen::Index number) {
  std::string text;
  for (const char digit : std::to_string(number)) {
    text += "\xE2\x82";  // U+2080 … U+2089 are E2 82 80 … 89 in UTF-8
    text += static_cast<char>(0x80 + (digit - '0'));
  }
  return text;
}

}  // namespace marginscope
