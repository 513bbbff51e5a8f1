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

void LinearSolver::values(std::size_t index, std::vector<double>& out) const {
  const std::string_view id = quantities()[index].id;
  const auto copy = [&out](const auto& vector) { out.assign(vector.begin(), vector.end()); };
  if (id == "weights") {
    copy(W_);
  } else if (id == "dual_variables") {
    copy(design_->features->coefficients(W_.head(design_->p())));
  } else if (id == "margins") {
    copy(margins_);
  } else if (id == "error") {
    copy(E_);
  } else if (id == "decision_values") {
    copy(design_->y.cwiseProduct(margins_).eval());  // y_i z_i·W = x_i·w + w0 for y_i = ±1
  } else if (id == "objective") {
    out.assign(1, objective());
  } else if (id == "moments") {
    const Moments moments = moments_of(E_);
    out = {moments.mean, moments.std, moments.skewness, moments.kurtosis};
  } else if (const Eigen::VectorXd* vector = own_vector(id)) {
    copy(*vector);
  } else {
    out.clear();
  }
}

Eigen::Index LinearSolver::wrong_patterns() const {
  return design_->N() - (margins_.array() > 0).count();
}

std::size_t LinearSolver::vector_bytes() const {
  return static_cast<std::size_t>(W_.size() + margins_.size() + E_.size()) * sizeof(double);
}

Quantity weights_quantity() {
  return {"weights", "w", "weight of each feature, the bias last", {Axis::weight}};
}
Quantity kernel_coefficients_quantity() {
  return {"dual_variables",
          "α",
          "coefficient of each pattern's kernel; 0 where the others' span it",
          {Axis::pattern}};
}
Quantity margins_quantity() {
  return {"margins",
          "z·w",
          "present margin of each pattern: positive on its own side",
          {Axis::pattern}};
}
Quantity margin_vector_quantity(std::string_view meaning) {
  return {"margin_vector", "b", meaning, {Axis::pattern}};
}
Quantity error_quantity(std::string_view symbol, std::string_view meaning) {
  return {"error", symbol, meaning, {Axis::pattern}};
}
Quantity decision_values_quantity() {
  return {"decision_values", "f", "decision value x·w + w₀ at each pattern", {Axis::pattern}};
}
Quantity objective_quantity(std::string_view meaning) { return {"objective", "J", meaning, {}}; }
Quantity moments_quantity() {
  return {"moments",
          "μ, σ, sk, ks",
          "mean, standard deviation, skewness and kurtosis of the errors",
          {Axis::moment}};
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
