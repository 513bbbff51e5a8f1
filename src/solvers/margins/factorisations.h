#pragma once  // for src/solvers only

// The least-squares problems that the solvers meet, each factorised as often as it needs and no
// more. All work of more than O(N²) is gradual, but for the solution of
// many columns by Cholesky's factor; Eigen's own factorisations cannot be put down.

#include <Eigen/Core>
#include <vector>

#include "core/gradual.h"
#include "solvers/margins/row_panels.h"

namespace marginscope {

// What the columns of a matrix are measured in, and with it what rounding leaves of a column that
// depends on others: a part of its own norm, or of the largest (of the largest of the rows that are left,
// where they are taken by their sizes).
enum class Units { own, shared };

// The complete orthogonal factorisation AP = Q [T 0; 0 0] Z of A: m×n, P a permutation, T upper
// triangular of the rank of A, by Householder reflections with column pivoting (Golub & Van Loan
// 2013, sections 5.4.2 and 5.4.7). O(mn·rank) once. Rows of very different sizes are taken in the order of
// these, the largest first, so that each has rounding of its own size (Cox & Higham 1998).
class OrthogonalFactor {
 public:
  static Gradual<OrthogonalFactor> of(Eigen::MatrixXd A, Units units = Units::own);

  Eigen::Index rank() const { return rank_; }

  // x of least ‖Ax − b‖, of minimum norm where that is not unique; b: m. O((m + n)·rank).
  Eigen::VectorXd solve(Eigen::VectorXd b) const;

  // b less its projection onto the columns of A, m: what Aᵗ takes to 0. O(m·rank).
  Eigen::VectorXd remainder(Eigen::VectorXd b) const;

  // In the basis of the first `rank` columns of Q: what b, m, has along these, and back, O(m·rank); and AAᵗ,
  // rank×rank, of which the lower triangle is computed, O(rank³/3).
  Eigen::VectorXd in_basis(Eigen::VectorXd b) const;
  Eigen::VectorXd from_basis(const Eigen::VectorXd& c) const;
  Gradual<Eigen::MatrixXd> products_in_basis() const;

  // Column j < rank of Q, m. O(mj).
  Eigen::VectorXd basis_vector(Eigen::Index j) const;

  // x of minimum norm with Ax = the basis vector j, n. O(n·rank).
  Eigen::VectorXd solve_basis_vector(Eigen::Index j) const;

 private:
  // The reflection k < rank of Q, applied to b.
  void reflect(Eigen::Index k, Eigen::VectorXd& b) const;

  // b in the order of the rows as they were taken, and back, m.
  Eigen::VectorXd as_taken(Eigen::VectorXd b) const;
  Eigen::VectorXd as_given(Eigen::VectorXd b) const;

  // x from the first `rank` entries of Qᵗb.
  Eigen::VectorXd solve_in_basis(const Eigen::Ref<const Eigen::VectorXd>& c) const;

  // T on and above the diagonal of its first `rank` columns; below it the reflections of Q, and
  // right of it those of Z.
  Eigen::MatrixXd A_;
  Eigen::VectorXd q_, z_;              // factors of the reflections, rank
  std::vector<Eigen::Index> columns_;  // columns of A in the order in which they were taken, n
  std::vector<Eigen::Index> rows_;     // the same of the rows, m; empty where it is that of A
  Eigen::Index rank_ = 0;
};

// The linear map t ↦ argmin_W ‖ZW − t‖² + C‖w‖², the bias (last weight) not penalised, of minimum
// norm where the minimiser is not unique. Factorised once, O(N q²) for Z: N×q; applying it is two
// thin products, O(N q).
class LeastSquaresMap {
 public:
  static Gradual<LeastSquaresMap> of(const Eigen::MatrixXd& Z, double C = 0,
                                     Units units = Units::own);

  Eigen::Index rank() const { return basis_.cols(); }

  // W (q) from t (N), by way of its coefficients v in the basis.
  void apply(const Eigen::VectorXd& t, Eigen::VectorXd& v, Eigen::VectorXd& W) const;
  void apply_back(const Eigen::VectorXd& v, Eigen::VectorXd& W) const;

  // N×rank, orthonormal but for the rows of a penalty, with ZW = basis·v.
  const RowPanels& basis() const { return basis_; }

 private:
  // N×r: orthonormal columns that span the range of Z (its part of [Z; √C Ĩ])
  RowPanels basis_;
  Eigen::MatrixXd back_;  // q×r: Z⁺ applied to those columns
};

// argmin_W Σ d_i (z_i·W − t_i)² + C‖w‖² by an orthogonal factorisation of [√D Z; √C Ĩ], O(N q²), of
// minimum norm where the minimiser is not unique.
Gradual<Eigen::VectorXd> weighted_least_squares(const Eigen::MatrixXd& Z, const Eigen::VectorXd& d,
                                                const Eigen::VectorXd& t, double C,
                                                Units units = Units::own);

// ZᵗZ, q×q for Z: N×q, of which only the lower triangle is computed. O(Nq²/2).
Gradual<Eigen::MatrixXd> inner_products(const Eigen::MatrixXd& Z);

// ZᵗDZ for the diagonal matrix of d, N, likewise.
Gradual<Eigen::MatrixXd> weighted_inner_products(const Eigen::MatrixXd& Z,
                                                 const Eigen::VectorXd& d);

// Passes over a large matrix: a copy of A, and Av.
Gradual<Eigen::MatrixXd> copy_of(const Eigen::MatrixXd& A);
Gradual<Eigen::VectorXd> product(const Eigen::MatrixXd& A, const Eigen::VectorXd& v);

// A, N×N, with its upper triangle below the diagonal too. O(N²).
Gradual<Eigen::MatrixXd> with_lower_from_upper(Eigen::MatrixXd A);

// The Cholesky factorisation A = LLᵗ of a symmetric positive definite matrix, O(N³/3), in place: L takes
// the lower triangle of A, and what is above the diagonal is neither read nor written.
class CholeskyFactor {
 public:
  static Gradual<CholeskyFactor> of(Eigen::MatrixXd A);

  // False where A is not positive definite to rounding.
  bool good() const { return good_; }

  // B ← A⁻¹B, column by column. O(N²) each.
  void solve_in_place(Eigen::Ref<Eigen::MatrixXd> B) const;

  // The diagonal of A⁻¹. O(N³/3).
  Gradual<Eigen::VectorXd> inverse_diagonal() const;

  // The memory of A, with what was above its diagonal.
  Eigen::MatrixXd release() && { return std::move(L_); }

 private:
  Eigen::MatrixXd L_;  // above the diagonal that of A
  bool good_ = true;
};

// The factorisation A = QTQᵗ of a symmetric matrix, N×N, T tridiagonal, by Householder reflections
// (Golub & Van Loan 2013, section 8.3.1). 4N³/3 once; the lower triangle of A is read.
class TridiagonalFactor {
 public:
  static Gradual<TridiagonalFactor> of(Eigen::MatrixXd A);

  const Eigen::VectorXd& diagonal() const { return diagonal_; }  // of T, N
  const Eigen::VectorXd& beside() const { return beside_; }      // of T, N − 1

  // QB and QᵗB, N×k, for B: N×k. Q, the product of the reflections, is never formed. O(N²k).
  Gradual<Eigen::MatrixXd> times_Q(Eigen::MatrixXd B) const;
  Gradual<Eigen::MatrixXd> times_Q_transposed(Eigen::MatrixXd B) const;

 private:
  static constexpr Eigen::Index piece = 96;  // reflections between two pauses
  auto reflections(Eigen::Index first, Eigen::Index count) const;

  Eigen::MatrixXd A_;  // the reflections below the line beside the diagonal
  Eigen::VectorXd q_;  // their factors, N − 1
  Eigen::VectorXd diagonal_, beside_;
};

// The same minimiser as (ZᵗDZ + CĨ)⁻¹ ZᵗDt with the inverse formed by an LU factorisation, as the
// papers write it, O(N q² + q³), in two q×q matrices. Not a number where the matrix is exactly singular.
Gradual<Eigen::VectorXd> solve_by_inverse(const Eigen::MatrixXd& Z, const Eigen::VectorXd& d,
                                          const Eigen::VectorXd& t, double C);

}  // namespace marginscope
