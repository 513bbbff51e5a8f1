#pragma once

// What the linear algorithms share: Z with rows y_i (x_i, 1), the weights W (bias last), the
// margins ZW and the errors, and how they are measured and published.

#include <Eigen/Core>
#include <memory>

#include "core/solver.h"
#include "solvers/margins/kernel_features.h"

namespace marginscope {

// The data of a two-class problem as the algorithms see them; shared by all copies of a solver.
struct LinearDesign {
  Eigen::MatrixXd Z;   // N×(p+1), row i is y_i (x_i, 1) (Lauer & Bloch 2006, eq. 3)
  Eigen::VectorXd y;   // N
  double largest = 0;  // max |Z|
  std::shared_ptr<const KernelFeatures> features;  // with a kernel: x is φ(x); otherwise null

  Eigen::Index N() const { return Z.rows(); }
  Eigen::Index p() const { return Z.cols() - 1; }
};

// With a kernel that is not linear the features are those of the kernel (KernelFeatures). Errors:
// those of check_problem for two classes, and too many patterns for a kernel; `name` is the
// algorithm's.
Gradual<Result<std::shared_ptr<const LinearDesign>>> linear_design(const Problem& problem,
                                                                   std::string_view name,
                                                                   const Kernel& kernel);

class LinearSolver : public Solver {
 public:
  void measure(Parts parts, Record& record) const override;
  void decision_values(const Eigen::Ref<const Eigen::MatrixXd>& X,
                       Eigen::MatrixXd& f) const override;
  void values(std::size_t index, std::vector<double>& out) const override;

 protected:
  // The primal criterion as the algorithm's paper writes it.
  virtual double objective() const = 0;

  // The values of a published vector that this class does not know: B, D …
  virtual const Eigen::VectorXd* own_vector(std::string_view id) const = 0;

  // Margins ZW from W.
  void update_margins() { margins_.noalias() = design_->Z * W_; }

  Eigen::Index wrong_patterns() const;  // z·W ≤ 0 or not a number
  std::size_t vector_bytes() const;     // of W, margins and error

  std::shared_ptr<const LinearDesign> design_;
  Eigen::VectorXd W_;        // p+1, bias last
  Eigen::VectorXd margins_;  // N, ZW
  Eigen::VectorXd E_;        // N
};

// Rows of quantity tables.
Quantity weights_quantity();
Quantity kernel_coefficients_quantity();
Quantity margins_quantity();
Quantity margin_vector_quantity(std::string_view meaning);
Quantity error_quantity(std::string_view symbol, std::string_view meaning);
Quantity decision_values_quantity();
Quantity objective_quantity(std::string_view meaning);
Quantity moments_quantity();

// "1 of 4 patterns is wrong", "every pattern is on its side".
std::string wrong_patterns_text(Eigen::Index wrong, Eigen::Index of);

// A number as Unicode subscript digits: "₁₂".
std::string subscript(Eigen::Index number);

}  // namespace marginscope
