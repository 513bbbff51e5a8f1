#pragma once

// Kernels k(x, x′): dot products in a feature space that is never written out.

#include <Eigen/Core>
#include <span>
#include <string_view>

#include "core/field.h"

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
          .choices = kernel_choices};
}

// K (N×M) with K_ij = k(a_i, b_j) for the rows of A: N×r and B: M×r, r the number of features:
//   linear      a·b
//   polynomial  (1 + a·b/r)^p            (Boni 2002, section 2)
//   gaussian    exp(−‖a − b‖²/(2σ²))
// Cost: one matrix product, O(NMr), and NM exponentials for the Gaussian.
void kernel_matrix(const Kernel& kernel, const Eigen::Ref<const Eigen::MatrixXd>& A,
                   const Eigen::Ref<const Eigen::MatrixXd>& B, Eigen::MatrixXd& K);

// The N×N matrix of the rows of X with themselves: every pair is computed once, so that it is
// symmetric to the last bit, and the Gaussian's diagonal is 1 exactly. With `rows` > N each column
// is padded with zeros to that length.
Eigen::MatrixXd gram_matrix(const Kernel& kernel, const Eigen::Ref<const Eigen::MatrixXd>& X,
                            Eigen::Index rows = 0);

// The same in single precision, each entry rounded once.
Eigen::MatrixXf gram_matrix_single(const Kernel& kernel, const Eigen::Ref<const Eigen::MatrixXd>& X,
                                   Eigen::Index rows = 0);

}  // namespace marginscope
