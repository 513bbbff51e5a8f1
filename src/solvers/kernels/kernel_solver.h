#pragma once  // for src/solvers only

// What the kernel machines share: f(x) = Σ_j β_j k(x_j, x) + b over the training patterns, and how
// that is measured and published.

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "core/kernel.h"
#include "solvers/origin.h"
#include "solvers/quantity_rows.h"
#include "solvers/registry.h"

namespace marginscope {

// Whether the N×N matrix of the kernel is XXᵗ for fewer features than patterns, so that the r×r
// matrix XᵗX serves as well (Sherman, Morrison & Woodbury).
inline bool few_features(const Kernel& kernel, double N, double r) {
  return kernel.type == KernelType::linear && r > 0 && r < N;
}

// The data of a problem as the kernel machines see them; shared by all copies of a solver.
struct KernelDesign {
  Kernel kernel;
  Task task = Task::classification;
  Patterns X;                          // N×r
  Labels labels;                       // N, ±1 or targets
  Patterns seen = X;                   // N×r, what kernels are made of: X less the origin
  Eigen::RowVectorXd origin = {};      // r, or empty where it is 0
  const Eigen::VectorXd& y = *labels;  // to be read

  Eigen::Index N() const { return X.rows(); }
  bool regression() const { return task == Task::regression; }
  bool by_features() const {
    return few_features(kernel, static_cast<double>(X.rows()), static_cast<double>(X.cols()));
  }

  // For decision values f, N: the margins, and how far each pattern is beyond costing nothing, short of
  // the margin 1 or outside of the tube. Below 0 where it is not.
  Eigen::VectorXd margins(const Eigen::VectorXd& f) const { return y.cwiseProduct(f); }
  Eigen::VectorXd excess(const Eigen::VectorXd& f, double epsilon = 0) const {
    if (regression()) return (y - f).array().abs() - epsilon;
    return 1 - y.array() * f.array();
  }

  // Whether the kernel matrix is that of these patterns.
  bool has_matrix_of(const Kernel& other, const Patterns& patterns) const {
    return kernel == other && X.same_as(patterns);
  }
};

// With a bias that nothing holds Σβ = 0, and the linear kernel's features are seen from another origin where
// they lie far from theirs. Errors: those of check_problem.
Result<std::shared_ptr<const KernelDesign>> kernel_design(const Problem& problem, Takes takes,
                                                          const Kernel& kernel,
                                                          std::string_view name,
                                                          const Solver& solver, double memory,
                                                          Bias bias = Bias::held);

// The N×N kernel matrix of the design, or its lower triangle. Error: it overflows.
Gradual<Result<Eigen::MatrixXd>> gram_of(const KernelDesign& design,
                                         Triangle wanted = Triangle::both);
// Its product with B, N×M, without keeping it: a block of rows at a time. O(N²(r + M)).
Gradual<Eigen::MatrixXd> kernel_product(const KernelDesign& design, const Eigen::MatrixXd& B);
// XᵗX of the design where it has few features, r×r, of which the lower triangle counts. Error: it
// overflows.
Gradual<Result<Eigen::MatrixXd>> feature_products(const KernelDesign& design);
inline constexpr char kernel_overflow[] =
    "The kernel overflows the range of numbers on these features; scale them, or choose a smaller "
    "degree";

// What differs in the lists that the kernel machines publish.
struct KernelList {
  bool affine = true;               // in the features with the linear kernel: weights then
  bool regression = false;          // no margins then
  std::string_view objective = {};  // its formula; empty: none
  bool slack = false;
  Quantity dual = {};                  // dual_variables_quantity
  std::span<const Quantity> own = {};  // that no other machine has
};

class KernelSolver : public Solver {
 public:
  void measure(Parts parts, Record& record) const override;
  Parts measures() const override { return part::common | part::support_vectors; }
  void decision_values(const Eigen::Ref<const Eigen::MatrixXd>& X,
                       Eigen::MatrixXd& f) const override;
  bool untrained() const override { return (coefficients().array() == 0).all(); }
  // ε max‖φ(x_i)‖ Σ|β_j|‖φ(x_j)‖, as the terms are no larger; 0 where it is little of the largest |f|. O(Nr).
  double rounding() const override;

 protected:
  virtual const Eigen::VectorXd& coefficients() const = 0;  // β, N
  virtual double bias() const = 0;                          // b
  virtual Eigen::VectorXd kernel_sums() const = 0;          // Kβ, N: f without the bias

  // The primal criterion as the algorithm's paper writes it, for decision values f and `norm` = ‖f‖².
  virtual double objective(const Eigen::VectorXd& f, double norm) const = 0;
  // How far each pattern is from costing nothing, N; empty where the algorithm has no slack.
  virtual Eigen::VectorXd slack(const Eigen::VectorXd&) const { return {}; }
  // The published dual variables; α_i = y_i β_i or what the paper calls so.
  virtual Eigen::VectorXd dual_variables() const { return coefficients(); }
  virtual int support_vectors() const;
  virtual double kkt_violation() const { return Record::none; }
  // How far the primal criterion lies above the dual one.
  virtual double duality_gap(double /*objective*/, double /*norm*/) const { return Record::none; }
  virtual Eigen::VectorXd outputs() const { return kernel_sums().array() + bias(); }
  Eigen::Index wrong_patterns(const Eigen::VectorXd& f) const;  // y·f ≤ 0 or not a number
  virtual Eigen::VectorXd weights() const;  // r + 1, the bias last; of the linear kernel
  Eigen::VectorXd margins() const;          // y·f; none in regression
  Eigen::VectorXd errors() const { return design_->y - outputs(); }
  Eigen::VectorXd slacks() const { return slack(outputs()); }
  double criterion() const { return objective(outputs(), squared_norm()); }
  // ‖f‖² = βᵗKβ, without the bias; not a number where it is not known.
  virtual double squared_norm() const;

  static constexpr Quantity dual_variables_quantity(std::string_view symbol,
                                                    std::string_view meaning) {
    return dual_variables_row<&KernelSolver::dual_variables>(symbol, meaning);
  }
  // Weights for the linear kernel, margins for classes, dual variables, what is its own, then the
  // rest.
  static QuantityList list_of(const Kernel& kernel, const KernelList& its);

  std::shared_ptr<const KernelDesign> design_;
};

}  // namespace marginscope
