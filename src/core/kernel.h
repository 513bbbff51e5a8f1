#pragma once  // for every room above

// Kernels k(x, x′): dot products in a feature space that is never written out.

#include <Eigen/Core>
#include <span>
#include <string_view>

#include "core/extremes.h"
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

// k(x, x) for the rows of X, N.
Eigen::VectorXd kernel_diagonal(const Kernel& kernel, const Eigen::Ref<const Eigen::MatrixXd>& X);

// The two parts that all of these are made of. First what is taken away from every pattern: the
// mean of X for the Gaussian, which sees differences only, so that ‖a‖² + ‖b‖² − 2a·b does not
// cancel; 0 for the others.
Eigen::RowVectorXd kernel_origin(const Kernel& kernel, const Eigen::Ref<const Eigen::MatrixXd>& X);

// How a distance rounds that is made of products. No more than `part` of ‖a‖² + ‖b‖², which up to
// `most_squares` leaves the Gaussian nine digits; and where it is more than `farthest` the Gaussian is 0.
struct DistanceRounding {
  double part, most_squares, farthest;
};
DistanceRounding distance_rounding(const Kernel& kernel, Eigen::Index features);
void gaussian_of_distances(const Kernel& kernel, double* column, Eigen::Index n);

// Then, from the products b·a_i in `column` (n of them), k(a_i, b), in place. `features` is their
// number; `squares` (n) and `square` are the squared norms of the a_i and of b.
void kernel_of_products(const Kernel& kernel, Eigen::Index features, const double* squares,
                        double square, double* column, Eigen::Index n);

// The same where norms are so large beside σ, as one pattern far out makes all of them, that too little would
// be left of a distance ‖a‖² + ‖b‖² − 2a·b: exactly(i) is ‖a_i − b‖².
template <class Exactly>
void kernel_of_products(const Kernel& kernel, Eigen::Index features, const double* squares,
                        double square, double* column, Eigen::Index n, const Exactly& exactly) {
  const DistanceRounding rounding = distance_rounding(kernel, features);
  if (!(largest_size(squares, n) + square > rounding.most_squares)) {
    return kernel_of_products(kernel, features, squares, square, column, n);
  }
  for (Eigen::Index i = 0; i < n; ++i) {
    const double both = squares[i] + square, distance = both - 2 * column[i];
    const bool known =
        both <= rounding.most_squares || distance - rounding.part * both > rounding.farthest;
    column[i] = known ? distance : exactly(i);
  }
  gaussian_of_distances(kernel, column, n);
}

// ‖a − b‖² from the features, which are `along_a` and `along_b` apart, as they are given.
double squared_distance(const double* a, Eigen::Index along_a, const double* b,
                        Eigen::Index along_b, Eigen::Index features);

}  // namespace marginscope
