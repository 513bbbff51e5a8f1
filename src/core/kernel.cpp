#include "core/kernel.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/exponential.h"
#include "core/lanes.h"
#include "core/memory.h"
#include "core/products.h"

namespace marginscope {
namespace {

constexpr Field polynomial_fields[] = {
    bind<&Kernel::p>({.id = "p",
                      .symbol = "p",
                      .name = "Degree",
                      .meaning = "Degree of the polynomial: 1 is linear, more bends more often.",
                      .formula = "(1 + x·x′/r)^p",
                      .source = "Boni 2002, section 2",
                      .type = FieldType::integer,
                      .least = 1,
                      .most = 20,
                      .slider_from = 1,
                      .slider_to = 8,
                      .tries = "2,3,4,5"})};
constexpr Field gaussian_fields[] = {
    bind<&Kernel::sigma>({.id = "sigma",
                          .symbol = "σ",
                          .name = "Width",
                          .meaning = "How far a pattern's influence reaches: small is wiggly.",
                          .formula = "exp(−‖x − x′‖²/2σ²)",
                          .source = "Bandos et al. 2007, section 3; Decherchi et al., section V",
                          .least = 0,
                          .most = 1e12,
                          .above_least = true,
                          .slider_from = 0.05,
                          .slider_to = 20,
                          .scale = FieldScale::logarithmic,
                          .tries = "0.25,0.5,1,2,4"})};

// A power by repeated squaring: the same bits everywhere, which std::pow does not promise.
double power(double base, int exponent) {
  double result = 1;
  for (; exponent > 0; exponent >>= 1, base *= base) {
    if (exponent & 1) result *= base;
  }
  return result;
}

// −1/2σ². Divided twice, so that σ² does not underflow; and finite for the smallest σ, too, so that the
// distance 0 of equal patterns has the exponent 0.
double exponent_factor(const Kernel& kernel) {
  return std::max(-0.5 / kernel.sigma / kernel.sigma, std::numeric_limits<double>::lowest());
}

// From products x·x′ to the Gaussian's exponents ‖x − x′‖²·factor.
template <class Lanes>
inline void exponents_on(double factor, const double* squares, double square, double* column,
                         Eigen::Index n) {
  for_each_group<Lanes>(n, [=]<class L>(L, Eigen::Index i) {
    const typename L::Values distance = L::at(squares + i) + square - 2 * L::at(column + i);
    // Rounding may make the distance of near patterns negative.
    L::at(column + i) = (distance > 0 ? distance : 0) * factor;
  });
}

// K = ABᵗ.
void multiply(const Eigen::Ref<const Eigen::MatrixXd>& A,
              const Eigen::Ref<const Eigen::MatrixXd>& B, Eigen::MatrixXd& K) {
  K.setZero();
  add_product(1, A, B.transpose(), K);
}

constexpr KernelKind known_kernels[] = {
    KernelKind{.id = "linear",
               .name = "Linear",
               .formula = "k(x, x′) = x·x′",
               .meaning = "The decision value is a weighted sum of the features."},
    KernelKind{.id = "polynomial",
               .name = "Polynomial",
               .formula = "k(x, x′) = (1 + x·x′/r)^p with r features",
               .meaning = "The decision value is a polynomial of degree p in the features.",
               .fields = polynomial_fields},
    KernelKind{.id = "gaussian",
               .name = "Gaussian",
               .formula = "k(x, x′) = exp(−‖x − x′‖²/2σ²)",
               .meaning = "The decision value is a sum of bells, one on each pattern that counts.",
               .fields = gaussian_fields},
};

constexpr Choice choice_of(const KernelKind& kind) { return {kind.id, kind.meaning, kind.fields}; }

}  // namespace

std::span<const KernelKind> kernel_kinds() { return known_kernels; }

const Choice kernel_choices[3] = {choice_of(known_kernels[0]), choice_of(known_kernels[1]),
                                  choice_of(known_kernels[2])};

Eigen::RowVectorXd kernel_origin(const Kernel& kernel, const Eigen::Ref<const Eigen::MatrixXd>& X) {
  if (kernel.type != KernelType::gaussian || X.rows() == 0) {
    return Eigen::RowVectorXd::Zero(X.cols());
  }
  return X.colwise().mean();
}

void kernel_of_products(const Kernel& kernel, Eigen::Index features, const double* squares,
                        double square, double* column, Eigen::Index n) {
  if (kernel.type == KernelType::polynomial) {
    const double r = static_cast<double>(features);
    for (Eigen::Index i = 0; i < n; ++i) column[i] = power(1 + column[i] / r, kernel.p);
  } else if (kernel.type == KernelType::gaussian) {
    const double factor = exponent_factor(kernel);
    on_registers(
        [=]<class Lanes>(Lanes) { exponents_on<Lanes>(factor, squares, square, column, n); });
    exponentials(column, static_cast<std::size_t>(n));
  }
}

DistanceRounding distance_rounding(const Kernel& kernel, Eigen::Index features) {
  if (kernel.type != KernelType::gaussian) return {0, infinite, infinite};
  constexpr double kept = 1e-9, least_exponent = 750;
  const double part =
      std::numeric_limits<double>::epsilon() * (4 + static_cast<double>(features)) / 2;
  const double factor = -exponent_factor(kernel);
  return {part, kept / part / factor, least_exponent / factor};
}

void gaussian_of_distances(const Kernel& kernel, double* column, Eigen::Index n) {
  const double factor = exponent_factor(kernel);
  for (Eigen::Index i = 0; i < n; ++i) column[i] = (column[i] > 0 ? column[i] : 0) * factor;
  exponentials(column, static_cast<std::size_t>(n));
}

double squared_distance(const double* a, Eigen::Index along_a, const double* b,
                        Eigen::Index along_b, Eigen::Index features) {
  double sum = 0;
  for (Eigen::Index f = 0; f < features; ++f) {
    const double apart = a[f * along_a] - b[f * along_b];
    sum += apart * apart;
  }
  return sum;
}

void kernel_matrix(const Kernel& kernel, const Eigen::Ref<const Eigen::MatrixXd>& A,
                   const Eigen::Ref<const Eigen::MatrixXd>& B, Eigen::MatrixXd& K) {
  const Eigen::RowVectorXd origin = kernel_origin(kernel, B);
  const Eigen::MatrixXd A_moved = A.rowwise() - origin, B_moved = B.rowwise() - origin;
  const Eigen::VectorXd squares = A_moved.rowwise().squaredNorm();
  K.resize(A.rows(), B.rows());
  multiply(A_moved, B_moved, K);
  for (Eigen::Index j = 0; j < B.rows(); ++j) {
    kernel_of_products(kernel, A.cols(), squares.data(), B_moved.row(j).squaredNorm(),
                       K.col(j).data(), A.rows(), [&](Eigen::Index i) {
                         return squared_distance(&A(i, 0), A.outerStride(), &B(j, 0),
                                                 B.outerStride(), A.cols());
                       });
  }
}

Eigen::VectorXd kernel_diagonal(const Kernel& kernel, const Eigen::Ref<const Eigen::MatrixXd>& X) {
  if (kernel.type == KernelType::gaussian) return Eigen::VectorXd::Ones(X.rows());
  const Eigen::VectorXd squares = X.rowwise().squaredNorm();
  Eigen::VectorXd diagonal = squares;
  kernel_of_products(kernel, X.cols(), squares.data(), 0, diagonal.data(), X.rows());
  return diagonal;
}

void add_kernel_sums(const Kernel& kernel, const Eigen::Ref<const Eigen::MatrixXd>& A,
                     const Eigen::Ref<const Eigen::MatrixXd>& B, const Eigen::VectorXd& beta,
                     Eigen::Ref<Eigen::VectorXd> f) {
  constexpr Eigen::Index at_once = 256;  // rows: their kernels stay in the cache
  Eigen::MatrixXd K;
  for (Eigen::Index first = 0; first < A.rows() && B.rows() > 0; first += at_once) {
    const Eigen::Index rows = std::min(at_once, A.rows() - first);
    kernel_matrix(kernel, A.middleRows(first, rows), B, K);
    f.segment(first, rows).noalias() += K * beta;
  }
}

Gradual<Eigen::MatrixXd> gram_matrix(const Kernel& kernel, const Eigen::MatrixXd& X,
                                     Triangle wanted) {
  // Columns at a time, whole tiles of a product: what they come to stays in the cache.
  constexpr Eigen::Index width = 36;
  const Eigen::Index N = X.rows();
  const Eigen::MatrixXd A = X.rowwise() - kernel_origin(kernel, X);
  const Eigen::VectorXd squares = A.rowwise().squaredNorm();
  Eigen::MatrixXd K(N, N);
  ask_for_large_pages(K.data(), static_cast<std::size_t>(K.size()) * sizeof(double));
  Eigen::MatrixXd block;
  for (Eigen::Index first = 0; first < N; first += width) {
    const Eigen::Index columns = std::min(width, N - first), rows = N - first;
    const double left = static_cast<double>(rows) / static_cast<double>(N);
    co_await Pause{"the kernel matrix", 1 - left * left};
    block.resize(rows, columns);
    multiply(A.bottomRows(rows), A.middleRows(first, columns), block);
    for (Eigen::Index c = 0; c < columns; ++c) {
      // Column first + c from its diagonal entry down.
      const Eigen::Index j = first + c, n = rows - c;
      kernel_of_products(kernel, X.cols(), squares.data() + j, squares[j], &block(c, c), n,
                         [&](Eigen::Index i) {
                           return squared_distance(&X(j + i, 0), X.outerStride(), &X(j, 0),
                                                   X.outerStride(), X.cols());
                         });
      if (kernel.type == KernelType::gaussian) block(c, c) = 1;
      K.col(j).tail(n) = block.col(c).tail(n);
    }
    if (wanted == Triangle::lower) continue;
    K.block(first, first, columns, columns).triangularView<Eigen::StrictlyUpper>() =
        K.block(first, first, columns, columns).transpose();
    K.block(first, first + columns, columns, rows - columns) =
        K.block(first + columns, first, rows - columns, columns).transpose();
  }
  co_return K;
}

}  // namespace marginscope
