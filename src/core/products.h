#pragma once  // for every room above

// Products of matrices on SIMD lanes, with the same bits whatever the processor: each entry adds up its
// terms in their order, 256 at a time.

#include <Eigen/Core>

namespace marginscope {

// A matrix in memory, transposed or a part of a larger one, to be read.
struct MatrixView {
  const double* first;
  Eigen::Index rows, columns;
  Eigen::Index down, across;  // from an entry to the next one below, and to the right
};

template <class Matrix>
MatrixView view_of(const Matrix& matrix) {
  static_assert((Matrix::Flags & Eigen::DirectAccessBit) != 0, "its entries must be in memory");
  return {matrix.data(), matrix.rows(), matrix.cols(), matrix.rowStride(), matrix.colStride()};
}

// C ← C + s·AB, A: m×k, B: k×n, C: m×n with its columns `stride` apart; C is none of the others.
void add_product(double s, const MatrixView& A, const MatrixView& B, double* C,
                 Eigen::Index stride);

// The same on and below the diagonal of C, m ≥ n; what is above it is not looked at. Half the cost of a
// square.
void add_lower_product(double s, const MatrixView& A, const MatrixView& B, double* C,
                       Eigen::Index stride);

template <class Left, class Right, class Sum>
void add_product(double s, const Left& A, const Right& B, Sum&& C) {
  static_assert(!std::decay_t<Sum>::IsRowMajor);
  add_product(s, view_of(A), view_of(B), C.data(), C.colStride());
}

template <class Left, class Right, class Sum>
void add_lower_product(double s, const Left& A, const Right& B, Sum&& C) {
  static_assert(!std::decay_t<Sum>::IsRowMajor);
  add_lower_product(s, view_of(A), view_of(B), C.data(), C.colStride());
}

// B ← BL⁻ᵗ for a lower triangle L: n×n, and B: rows×n with its columns `stride` apart, at most so many.
inline constexpr Eigen::Index most_divided = 12;
void divide_rows(const MatrixView& L, double* B, Eigen::Index rows, Eigen::Index stride);

// y ← y + s·x, and the sum of their products, of n numbers each.
void add_multiple(double s, const double* x, double* y, Eigen::Index n);
double dot(const double* x, const double* y, Eigen::Index n);

// Of all entries.
template <class Matrix>
double squared_norm(const Matrix& x) {
  return dot(x.data(), x.data(), x.size());
}

}  // namespace marginscope
