#pragma once  // for every room above

// Kernels k(x, x′): dot products in a feature space that is never written out.

#include <Eigen/Core>
#include <span>
#include <string_view>

#include "core/field.h"
#include "core/gradual.h"

namespace marginscope {

enum class KernelType { linear, polynomial, gaussian };

// Which kernel, and the parameters of those that have any. Text form: `gaussian:sigma=3`.
struct Kernel {
  KernelType type = KernelType::linear;
  int p = 3;         // degree of the polynomial
  double sigma = 1;  // width of the Gaussian, in units of the features
  bool operator==(const Kernel&) const = default;
};

struct KernelKind {
  std::string_view id = {};
  std::string_view name = {};
  std::string_view formula = {};
  std::string_view meaning = {};
  FieldTable fields = {};
};

// In the order of KernelType.
std::span<const KernelKind> kernel_kinds();

extern const Choice kernel_choices[3];

// The row of a settings struct's table for its member of type Kernel, to be bound.
constexpr Field kernel_field() {
  return {.id = "kernel",
          .symbol = "k",
          .name = "Kernel",
          .meaning = "How alike two patterns are; the decision value is a sum of it over patterns.",
          .formula = "f(x) = Σβ k(xᵢ, x) + w₀",
          .type = FieldType::variant,
          .in_criterion = true,
          .choices = kernel_choices};
}

// K (N×M) with K_ij = k(a_i, b_j) for the rows of A: N×r and B: M×r, r the number of features:
//   linear      a·b
//   polynomial  (1 + a·b/r)^p            (Boni 2002, section 2)
//   gaussian    exp(−‖a − b‖²/(2σ²))
// Cost: one matrix product, O(NMr), and NM exponentials for the Gaussian.
void kernel_matrix(const Kernel& kernel, const Eigen::Ref<const Eigen::MatrixXd>& A,
                   const Eigen::Ref<const Eigen::MatrixXd>& B, Eigen::MatrixXd& K);

// f_i ← f_i + Σ_j β_j k(a_i, b_j) for the same A and B, without their matrix: a block of rows at a time.
void add_kernel_sums(const Kernel& kernel, const Eigen::Ref<const Eigen::MatrixXd>& A,
                     const Eigen::Ref<const Eigen::MatrixXd>& B, const Eigen::VectorXd& beta,
                     Eigen::Ref<Eigen::VectorXd> f);

// The N×N matrix of the rows of X with themselves: every pair is computed once, so that it is
// symmetric to the last bit, and the Gaussian's diagonal is 1 exactly. Half the cost. Of the lower
// triangle alone what is above the diagonal is not set to anything.
enum class Triangle { lower, both };
Gradual<Eigen::MatrixXd> gram_matrix(const Kernel& kernel, const Eigen::MatrixXd& X,
                                     Triangle wanted = Triangle::both);

// The two parts that all of these are made of. First what is taken away from every pattern: the
// mean of X for the Gaussian, which sees differences only, so that ‖a‖² + ‖b‖² − 2a·b does not
// cancel; 0 for the others.
Eigen::RowVectorXd kernel_origin(const Kernel& kernel, const Eigen::Ref<const Eigen::MatrixXd>& X);

// Then, from the products b·a_i in `column` (n of them), k(a_i, b), in place. `features` is their
// number; `squares` (n) and `square` are the squared norms of the a_i and of b.
void kernel_of_products(const Kernel& kernel, Eigen::Index features, const double* squares,
                        double square, double* column, Eigen::Index n);

}  // namespace marginscope
