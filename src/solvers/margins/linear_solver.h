#pragma once  // for src/solvers only

// What the linear algorithms share: Z with rows y_i (x_i, 1), the weights W (bias last), the
// margins ZW and the errors, and how they are measured and published.

#include <Eigen/Core>
#include <memory>

#include "solvers/margins/factorisations.h"
#include "solvers/margins/kernel_features.h"
#include "solvers/margins/margin_updates.h"
#include "solvers/origin.h"
#include "solvers/quantity_rows.h"

namespace marginscope {

// The data of a two-class problem as the algorithms see them; shared by all copies of a solver.
struct LinearDesign {
  Eigen::MatrixXd Z;  // N×(p+1), row i is y_i (x_i, 1) (Lauer & Bloch 2006, eq. 3)
  Labels y;           // N
  Patterns X;         // as they are given, N rows
  std::shared_ptr<const KernelFeatures> features;  // with a kernel: x is φ(x); otherwise null
  Eigen::VectorXd largest;                         // p+1, the largest size in each column of Z
  Eigen::RowVectorXd origin;                       // p: where not empty, x is x − origin
  Eigen::MatrixXd span;  // p×r, orthonormal: where not empty, x is its r coordinates xᵗ·span

  // Features of a kernel are computed together, to the rounding of the largest.
  Units units() const { return features ? Units::shared : Units::own; }
  Eigen::Index N() const { return Z.rows(); }
  Eigen::Index p() const { return Z.cols() - 1; }  // features, φ's or coordinates
};

// With a kernel that is not linear the features are those of the kernel (KernelFeatures). Where ‖w‖²
// is `penalised` w lies in the span of the patterns, and of more features than patterns coordinates
// in it are enough: O(pN²) once, and p counts no more. If nothing holds the bias then, features that lie far
// from their origin are seen from another one. Errors: those of check_problem for two
// classes; `name` is the algorithm's, and `memory` bytes are there for it.
Gradual<Result<std::shared_ptr<const LinearDesign>>> linear_design(
    const Problem& problem, std::string_view name, const Kernel& kernel, const Solver& solver,
    double memory, bool penalised = false, Bias bias = Bias::held);

// What a design of that size has at the most: features of its own, and the bytes that making them takes beside Z.
struct DesignNeeds {
  double features, bytes;
};
DesignNeeds design_needs(const Kernel& kernel, const ProblemSize& size, bool penalised);

class LinearSolver : public Solver {
 public:
  void measure(Parts parts, Record& record) const override;
  Parts measures() const override { return part::common; }
  void decision_values(const Eigen::Ref<const Eigen::MatrixXd>& X,
                       Eigen::MatrixXd& f) const override;
  double rounding() const override;

 protected:
  // The primal criterion as the algorithm's paper writes it.
  virtual double objective() const = 0;

  // Margins ZW from W.
  void update_margins() {
    margins_.resize(design_->N());
    multiply(design_->Z, W_, margins_);
  }

  // The errors y − f, from the margins: f = y z·W as labels are ±1.
  void set_label_errors() {
    E_.resize(margins_.size());
    marginscope::errors(design_->y->data(), margins_.data(), E_.data(), E_.size());
  }

  Eigen::VectorXd weights() const;              // of the features, the bias last
  Eigen::VectorXd kernel_coefficients() const;  // N, α of w = Σα_j φ(x_j); with a kernel only
  // N, f at the patterns: y z·W. Where that is 0 to rounding it is computed as at new patterns, so that it
  // is one number at one place.
  Eigen::VectorXd outputs() const;
  Eigen::Index wrong_patterns() const;  // y f ≤ 0 or not a number. O(N)
  // Every margin is beyond what rounding may make of 0.
  bool separates() const { return margins_.minCoeff() > margin_rounding(); }
  std::size_t vector_bytes() const;  // of W, margins and error

  // Rows of the lists that the linear algorithms publish.
  static constexpr Quantity weights_quantity() { return weights_row<&LinearSolver::weights>(); }
  static constexpr Quantity kernel_coefficients_quantity() {
    return dual_variables_row<&LinearSolver::kernel_coefficients>(
        "α", "coefficient of each pattern's kernel; 0 where the others' span it");
  }
  static constexpr Quantity margins_quantity() {
    return margins_row<&LinearSolver::margins_>("z·w");
  }
  static constexpr Quantity error_quantity(std::string_view symbol, std::string_view meaning) {
    return error_row<&LinearSolver::E_>(symbol, meaning);
  }
  static constexpr Quantity decision_values_quantity() {
    return decision_values_row<&LinearSolver::outputs>("decision value x·w + w₀ at each pattern");
  }
  static constexpr Quantity objective_quantity(std::string_view meaning) {
    return objective_row<&LinearSolver::objective>(meaning);
  }
  static constexpr Quantity moments_quantity() { return moments_row<&LinearSolver::E_>(); }

  std::shared_ptr<const LinearDesign> design_;
  Eigen::VectorXd W_;        // p+1, bias last
  Eigen::VectorXd margins_;  // N, ZW
  Eigen::VectorXd E_;        // N

 private:
  double margin_rounding() const;
};

}  // namespace marginscope
