#include "solvers/margins/factorisations.h"

#include <Eigen/Householder>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "core/extremes.h"
#include "core/products.h"
#include "core/tolerances.h"
#include "solvers/margins/margin_updates.h"
#include "solvers/margins/weighted_products.h"

namespace marginscope {
namespace {

// [√D Z; √C Ĩ], whose plain least squares are the weighted and penalised ones.
Eigen::MatrixXd with_penalty_rows(Eigen::MatrixXd Z, double C) {
  if (C == 0) return Z;
  const Eigen::Index N = Z.rows(), p = Z.cols() - 1;
  Z.conservativeResize(N + p, Eigen::NoChange);
  Z.bottomRows(p).setZero();
  Z.block(N, 0, p, p).diagonal().setConstant(std::sqrt(C));
  return Z;
}

// The norm of what is left of a column once its first entry is taken away, updated where that does
// not cancel and computed anew where it does (LAPACK working note 176).
struct LeftNorm {
  double now = 0, computed = 0;
  double least = 0;  // what rounding may leave of a column that depends on those taken

  // Written so that what is not a number is taken, and shows in the solution.
  double to_take() const { return now <= least ? 0 : now; }

  void take_away(double entry, const Eigen::Ref<const Eigen::VectorXd>& rest) {
    if (now == 0) return;
    const double part = std::abs(entry) / now;
    const double left = std::max(0.0, (1 + part) * (1 - part)), shrunk = now / computed;
    if (left * shrunk * shrunk <= std::sqrt(std::numeric_limits<double>::epsilon())) {
      now = computed = rest.norm();
    } else {
      now *= std::sqrt(left);
    }
  }
};

// Rows or columns of so many entries that a pass over the matrix takes between two pauses: whole blocks
// of those that Eigen takes at a time.
Eigen::Index at_once(Eigen::Index entries) {
  constexpr Eigen::Index numbers = 1'000'000, block = 64;
  return std::max<Eigen::Index>(1, numbers / block / std::max<Eigen::Index>(1, entries)) * block;
}

// The part of a whole that is done, to a power: of what a factorisation costs, which grows faster than
// its columns.
double part_of(Eigen::Index done, Eigen::Index of, int power = 1) {
  const double part = static_cast<double>(done) / static_cast<double>(of);
  double product = part;
  for (int i = 1; i < power; ++i) product *= part;
  return product;
}

using Part = Eigen::Ref<Eigen::MatrixXd>;
using ConstPart = Eigen::Ref<const Eigen::MatrixXd>;

// How many of n columns a product frees from the others: about half of them, a multiple of what is divided
// at a time.
Eigen::Index freed_of(Eigen::Index n) {
  return std::max<Eigen::Index>(1, n / (2 * most_divided)) * most_divided;
}

// B ← BL⁻ᵗ and B ← BL⁻¹ for a lower triangle L, by halves: nearly all of it is a product.
void divide_by_transposed(const ConstPart& L, Part B) {
  const Eigen::Index n = L.rows();
  if (n <= most_divided) {
    divide_rows(view_of(L), B.data(), B.rows(), B.colStride());
    return;
  }
  const Eigen::Index freed = freed_of(n), first = n - freed;
  divide_by_transposed(L.topLeftCorner(first, first), B.leftCols(first));
  add_product(-1, B.leftCols(first), L.bottomLeftCorner(freed, first).transpose(),
              B.rightCols(freed));
  divide_by_transposed(L.bottomRightCorner(freed, freed), B.rightCols(freed));
}

void divide_by(const ConstPart& L, Part B) {
  const Eigen::Index n = L.rows();
  if (n <= most_divided) {
    // Lᵗ with its rows and columns reversed is a lower triangle.
    divide_rows({&L(n - 1, n - 1), n, n, -L.colStride(), -L.rowStride()}, B.col(n - 1).data(),
                B.rows(), -B.colStride());
    return;
  }
  const Eigen::Index freed = freed_of(n), rest = n - freed;
  divide_by(L.bottomRightCorner(rest, rest), B.rightCols(rest));
  add_product(-1, B.rightCols(rest), L.bottomLeftCorner(rest, freed), B.leftCols(freed));
  divide_by(L.topLeftCorner(freed, freed), B.leftCols(freed));
}

// b ← L⁻¹b and b ← L⁻ᵗb.
void solve_lower(const ConstPart& L, Eigen::Ref<Eigen::VectorXd> b) {
  for (Eigen::Index k = 0, below = L.rows(); below-- > 0; ++k) {
    b[k] /= L(k, k);
    add_multiple(-b[k], L.col(k).data() + k + 1, b.data() + k + 1, below);
  }
}

void solve_lower_transposed(const ConstPart& L, Eigen::Ref<Eigen::VectorXd> b) {
  for (Eigen::Index k = L.rows(), below = 0; k-- > 0; ++below) {
    b[k] = (b[k] - dot(L.col(k).data() + k + 1, b.data() + k + 1, below)) / L(k, k);
  }
}

// The columns of L from those of A, m×n with m ≥ n, in place; false where a pivot is not positive. Many
// columns by halves, so that nearly all of it is a product, fewer in blocks whose rows stay in registers.
bool factorise_columns(Part A) {
  constexpr Eigen::Index many = 64, block = most_divided;
  const Eigen::Index m = A.rows(), n = A.cols();
  if (n > many) {
    const Eigen::Index half = n / 2;
    if (!factorise_columns(A.leftCols(half))) return false;
    auto right = A.bottomRightCorner(m - half, n - half);
    add_lower_product(-1, A.bottomLeftCorner(m - half, half),
                      A.block(half, 0, n - half, half).transpose(), right);
    return factorise_columns(right);
  }
  for (Eigen::Index first = 0; first < n; first += block) {
    const Eigen::Index some = std::min(block, n - first);
    auto columns = A.block(first, first, m - first, some);
    add_lower_product(-1, A.block(first, 0, m - first, first),
                      A.block(first, 0, some, first).transpose(), columns);
    double divided[block];
    for (Eigen::Index j = 0; j < some; ++j) {
      double* const column = &columns(j, j);
      for (Eigen::Index k = 0; k < j; ++k) {
        add_multiple(-columns(j, k), &columns(j, k), column, some - j);
      }
      if (!(*column > 0)) return false;
      const double root = std::sqrt(*column);
      divided[j] = *column / root;
      *column = root;
      columns.col(j).segment(j + 1, some - j - 1) /= root;
    }
    divide_rows(view_of(columns.topRows(some)), &columns(0, 0) + some, m - first - some,
                A.colStride());
    // The diagonal, divided by the roots like what is below it.
    for (Eigen::Index j = 0; j < some; ++j) columns(j, j) = divided[j];
  }
  return true;
}

// Whether rows of these sizes differ so much that in another order than that of their sizes the shortest would
// keep less than ten digits.
bool differ_much(const Eigen::VectorXd& sizes) {
  const double much = 1e-6 * largest(sizes);
  for (const double size : sizes) {
    if (size > 0 && size < much) return true;
  }
  return false;
}

// The places of sizes from the largest to the least.
std::vector<Eigen::Index> falling_order(const Eigen::VectorXd& sizes) {
  std::vector<Eigen::Index> places(static_cast<std::size_t>(sizes.size()));
  std::iota(places.begin(), places.end(), Eigen::Index{0});
  std::ranges::stable_sort(places, std::greater<>(), [&](Eigen::Index i) { return sizes[i]; });
  return places;
}

Eigen::MatrixXd rows_in_order(const Eigen::MatrixXd& A, const std::vector<Eigen::Index>& order) {
  Eigen::MatrixXd ordered(A.rows(), A.cols());
  for (std::size_t k = 0; k < order.size(); ++k) {
    ordered.row(static_cast<Eigen::Index>(k)) = A.row(order[k]);
  }
  return ordered;
}

// Of Z, as many as ZᵗZ is computed of between two pauses.
Eigen::Index columns_at_once(const Eigen::MatrixXd& Z) {
  constexpr Eigen::Index multiplications = 100'000'000, fewest = 4, most = 64;
  return std::clamp(multiplications / std::max<Eigen::Index>(1, Z.size()), fewest, most);
}

}  // namespace

Gradual<OrthogonalFactor> OrthogonalFactor::of(Eigen::MatrixXd A, Units units) {
  const Eigen::Index m = A.rows(), n = A.cols(), most = std::min(m, n);
  OrthogonalFactor factor;
  Eigen::VectorXd sizes = A.rowwise().norm();
  if (differ_much(sizes)) {
    factor.rows_ = falling_order(sizes);
    A = rows_in_order(A, factor.rows_);
    sizes = rows_in_order(sizes, factor.rows_);
  }
  factor.q_.resize(most);
  factor.columns_.resize(static_cast<std::size_t>(n));
  std::iota(factor.columns_.begin(), factor.columns_.end(), 0);
  std::vector<LeftNorm> norms(static_cast<std::size_t>(n));
  const double tolerance = tolerances::rank * static_cast<double>(m + n);
  double longest = 0;
  for (Eigen::Index j = 0; j < n; ++j) {
    const double norm = A.col(j).norm();
    norms[static_cast<std::size_t>(j)] = {norm, norm, tolerance * norm};
    longest = std::max(longest, norm);
  }
  if (units == Units::shared) {
    for (LeftNorm& norm : norms) norm.least = tolerance * longest;
  }
  const bool falls = units == Units::shared && !factor.rows_.empty();
  Eigen::VectorXd scaled(m);
  Eigen::Index& rank = factor.rank_;
  for (; rank < most; ++rank) {
    const Eigen::Index k = rank;
    // What is left has rounding of the size of the rows that are left.
    for (Eigen::Index j = k; falls && j < n; ++j) {
      norms[static_cast<std::size_t>(j)].least = tolerance * sizes[k];
    }
    co_await Pause{"the factorisation", part_of(k, most)};
    const auto largest = std::max_element(
        norms.begin() + k, norms.end(),
        [](const LeftNorm& a, const LeftNorm& b) { return a.to_take() < b.to_take(); });
    if (largest->to_take() == 0) break;
    if (const Eigen::Index pivot = largest - norms.begin(); pivot != k) {
      A.col(k).swap(A.col(pivot));
      std::swap(factor.columns_[static_cast<std::size_t>(k)],
                factor.columns_[static_cast<std::size_t>(pivot)]);
      std::swap(norms[static_cast<std::size_t>(k)], *largest);
    }
    double diagonal = 0;
    A.col(k).tail(m - k).makeHouseholderInPlace(factor.q_[k], diagonal);
    A(k, k) = diagonal;
    // B ← (1 − qvvᵗ)B for what is right of it, with v = (1, below).
    const Eigen::Index below = m - k - 1;
    const double* const v = A.col(k).data() + k + 1;
    scaled.head(below) = factor.q_[k] * A.col(k).tail(below);
    for (Eigen::Index j = k + 1; j < n; ++j) {
      double* const b = A.col(j).data() + k;
      const double sum = b[0] + dot(v, b + 1, below);
      b[0] -= factor.q_[k] * sum;
      add_multiple(-sum, scaled.data(), b + 1, below);
    }
    for (Eigen::Index j = k + 1; j < n; ++j) {
      norms[static_cast<std::size_t>(j)].take_away(A(k, j), A.col(j).tail(m - k - 1));
    }
  }
  // What is right of the triangle is reflected into it, from its last row up.
  factor.z_ = Eigen::VectorXd::Zero(rank);
  for (Eigen::Index k = rank; rank < n && k-- > 0;) {
    co_await Pause{"the factorisation", 1};
    Eigen::VectorXd row(n - rank + 1);
    row[0] = A(k, k);
    row.tail(n - rank) = A.row(k).tail(n - rank);
    row.makeHouseholderInPlace(factor.z_[k], A(k, k));
    A.row(k).tail(n - rank) = row.tail(n - rank);
    auto beside = A.block(0, rank, k, n - rank);
    const Eigen::VectorXd sums = factor.z_[k] * (A.col(k).head(k) + beside * row.tail(n - rank));
    A.col(k).head(k) -= sums;
    beside.noalias() -= sums * row.tail(n - rank).transpose();
  }
  factor.A_ = std::move(A);
  co_return factor;
}

Eigen::VectorXd OrthogonalFactor::solve_in_basis(const Eigen::Ref<const Eigen::VectorXd>& c) const {
  const Eigen::Index n = A_.cols(), beside = n - rank_;
  Eigen::VectorXd u = Eigen::VectorXd::Zero(n);
  u.head(rank_) = c.head(rank_);
  for (Eigen::Index k = rank_; k-- > 0;) {
    u[k] /= A_(k, k);
    add_multiple(-u[k], A_.col(k).data(), u.data(), k);
  }
  for (Eigen::Index k = 0; beside > 0 && k < rank_; ++k) {
    const double by = z_[k] * (u[k] + A_.row(k).tail(beside).dot(u.tail(beside)));
    u[k] -= by;
    u.tail(beside) -= by * A_.row(k).tail(beside).transpose();
  }
  Eigen::VectorXd x(n);
  for (Eigen::Index j = 0; j < n; ++j) x[columns_[static_cast<std::size_t>(j)]] = u[j];
  return x;
}

void OrthogonalFactor::reflect(Eigen::Index k, Eigen::VectorXd& b) const {
  const Eigen::Index below = A_.rows() - k - 1;
  const double* const v = A_.col(k).data() + k + 1;
  double* const rest = b.data() + k + 1;
  const double by = q_[k] * (b[k] + dot(v, rest, below));
  b[k] -= by;
  add_multiple(-by, v, rest, below);
}

Eigen::VectorXd OrthogonalFactor::as_taken(Eigen::VectorXd b) const {
  return rows_.empty() ? b : Eigen::VectorXd(rows_in_order(b, rows_));
}

Eigen::VectorXd OrthogonalFactor::as_given(Eigen::VectorXd b) const {
  if (rows_.empty()) return b;
  Eigen::VectorXd given(b.size());
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    given[rows_[k]] = b[static_cast<Eigen::Index>(k)];
  }
  return given;
}

Eigen::VectorXd OrthogonalFactor::solve(Eigen::VectorXd b) const {
  b = as_taken(std::move(b));
  for (Eigen::Index k = 0; k < rank_; ++k) reflect(k, b);
  return solve_in_basis(b);
}

Eigen::VectorXd OrthogonalFactor::remainder(Eigen::VectorXd b) const {
  b = as_taken(std::move(b));
  for (Eigen::Index k = 0; k < rank_; ++k) reflect(k, b);
  b.head(rank_).setZero();
  for (Eigen::Index k = rank_; k-- > 0;) reflect(k, b);
  return as_given(std::move(b));
}

Eigen::VectorXd OrthogonalFactor::in_basis(Eigen::VectorXd b) const {
  b = as_taken(std::move(b));
  for (Eigen::Index k = 0; k < rank_; ++k) reflect(k, b);
  return b.head(rank_);
}

Eigen::VectorXd OrthogonalFactor::from_basis(const Eigen::VectorXd& c) const {
  Eigen::VectorXd b = Eigen::VectorXd::Zero(A_.rows());
  b.head(rank_) = c;
  for (Eigen::Index k = rank_; k-- > 0;) reflect(k, b);
  return as_given(std::move(b));
}

Gradual<Eigen::MatrixXd> OrthogonalFactor::products_in_basis() const {
  const Eigen::MatrixXd T = A_.topLeftCorner(rank_, rank_).triangularView<Eigen::Upper>();
  const Eigen::MatrixXd transposed = T.transpose();
  co_return co_await inner_products(transposed);
}

Eigen::VectorXd OrthogonalFactor::basis_vector(Eigen::Index j) const {
  Eigen::VectorXd vector = Eigen::VectorXd::Unit(A_.rows(), j);
  for (Eigen::Index k = j + 1; k-- > 0;) reflect(k, vector);
  return as_given(std::move(vector));
}

Eigen::VectorXd OrthogonalFactor::solve_basis_vector(Eigen::Index j) const {
  return solve_in_basis(Eigen::VectorXd::Unit(rank_, j));
}

Gradual<LeastSquaresMap> LeastSquaresMap::of(const Eigen::MatrixXd& Z, double C, Units units) {
  const OrthogonalFactor factor = co_await OrthogonalFactor::of(with_penalty_rows(Z, C), units);
  // A = Q₁ (Q₁ᵗA), so A⁺t = (A⁺Q₁)(Q₁ᵗt); the penalty rows of t are zero.
  LeastSquaresMap map;
  map.basis_ = RowPanels(Z.rows(), factor.rank());
  map.back_.resize(Z.cols(), factor.rank());
  for (Eigen::Index j = 0; j < factor.rank(); ++j) {
    co_await Pause{"the pseudo-inverse", part_of(j, factor.rank())};
    map.basis_.set_column(j, factor.basis_vector(j).head(Z.rows()));
    map.back_.col(j) = factor.solve_basis_vector(j);
  }
  co_return map;
}

void LeastSquaresMap::apply(const Eigen::VectorXd& t, Eigen::VectorXd& v,
                            Eigen::VectorXd& W) const {
  basis_.transposed_times(t, v);
  apply_back(v, W);
}

void LeastSquaresMap::apply_back(const Eigen::VectorXd& v, Eigen::VectorXd& W) const {
  W.resize(back_.rows());
  multiply(back_, v, W);
}

Gradual<Eigen::VectorXd> weighted_least_squares(const Eigen::MatrixXd& Z, const Eigen::VectorXd& d,
                                                const Eigen::VectorXd& t, double C, Units units) {
  const Eigen::ArrayXd root = d.array().sqrt();
  const OrthogonalFactor factor =
      co_await OrthogonalFactor::of(with_penalty_rows(Z.array().colwise() * root, C), units);
  Eigen::VectorXd right = Eigen::VectorXd::Zero(Z.rows() + (C == 0 ? 0 : Z.cols() - 1));
  right.head(Z.rows()) = t.array() * root;
  co_return factor.solve(std::move(right));
}

Gradual<Eigen::MatrixXd> inner_products(const Eigen::MatrixXd& Z) {
  const Eigen::Index q = Z.cols(), width = columns_at_once(Z);
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(q, q);
  for (Eigen::Index first = 0; first < q; first += width) {
    co_await Pause{"the inner products", 1 - std::pow(part_of(q - first, q), 2)};
    const Eigen::Index columns = std::min(width, q - first), rows = q - first;
    add_product(1, Z.rightCols(rows).transpose(), Z.middleCols(first, columns),
                A.block(first, first, rows, columns));
  }
  co_return A;
}

Gradual<Eigen::MatrixXd> weighted_inner_products(const Eigen::MatrixXd& Z,
                                                 const Eigen::VectorXd& d) {
  const Eigen::Index q = Z.cols(), width = columns_at_once(Z);
  Eigen::MatrixXd A(q, q);
  for (Eigen::Index first = 0; first < q; first += width) {
    co_await Pause{"the inner products", part_of(first, q, 2)};
    weighted_products(Z, d, first, std::min(width, q - first), A);
  }
  co_return A;
}

Gradual<CholeskyFactor> CholeskyFactor::of(Eigen::MatrixXd A) {
  // Columns at a time, how many of the earlier ones they are freed from at a time, and rows between two
  // pauses.
  constexpr Eigen::Index width = 192, depth = 256, height = 1024;
  const Eigen::Index N = A.rows();
  CholeskyFactor factor;
  for (Eigen::Index first = 0; first < N && factor.good_; first += width) {
    const Eigen::Index columns = std::min(width, N - first);
    for (Eigen::Index k = 0; k < first; k += depth) {
      const Eigen::Index deep = std::min(depth, first - k);
      const auto beside = A.block(first, k, columns, deep).transpose();
      for (Eigen::Index row = first; row < N; row += height) {
        co_await Pause{"the factorisation", part_of(first, N, 2)};
        const Eigen::Index rows = std::min(height, N - row);
        const auto earlier = A.block(row, k, rows, deep);
        if (row == first) {
          add_lower_product(-1, earlier, beside, A.block(row, first, rows, columns));
        } else {
          add_product(-1, earlier, beside, A.block(row, first, rows, columns));
        }
      }
    }
    co_await Pause{"the factorisation", part_of(first, N, 2)};
    factor.good_ = factorise_columns(A.block(first, first, N - first, columns));
  }
  factor.L_ = std::move(A);
  co_return factor;
}

void CholeskyFactor::solve_in_place(Eigen::Ref<Eigen::MatrixXd> B) const {
  constexpr Eigen::Index many = 4;  // columns, which as rows are worth their lanes
  if (B.cols() >= many && B.rows() > 0) {
    Eigen::MatrixXd across = B.transpose();
    divide_by_transposed(L_, across);
    divide_by(L_, across);
    B = across.transpose();
    return;
  }
  for (auto b : B.colwise()) {
    solve_lower(L_, b);
    solve_lower_transposed(L_, b);
  }
}

Gradual<Eigen::VectorXd> CholeskyFactor::inverse_diagonal() const {
  // A⁻¹ = L⁻ᵗL⁻¹: its diagonal holds the squared norms of the rows of L⁻ᵗ, which is upper triangular.
  constexpr Eigen::Index width = 64;
  const Eigen::Index N = L_.rows();
  Eigen::VectorXd diagonal(N);
  Eigen::MatrixXd inverse;
  for (Eigen::Index first = 0; first < N; first += width) {
    const Eigen::Index columns = std::min(width, N - first);
    inverse = Eigen::MatrixXd::Identity(columns, N - first);
    for (Eigen::Index i = 0; i < N - first; i += width) {
      co_await Pause{"leave-one-out", 1 - part_of(N - first, N, 2)};
      const Eigen::Index rows = std::min(width, N - first - i);
      auto here = inverse.middleCols(i, rows);
      add_product(-1, inverse.leftCols(i), L_.block(first + i, first, rows, i).transpose(), here);
      divide_by_transposed(L_.block(first + i, first + i, rows, rows), here);
    }
    diagonal.segment(first, columns) = inverse.rowwise().squaredNorm();
  }
  co_return diagonal;
}

Gradual<TridiagonalFactor> TridiagonalFactor::of(Eigen::MatrixXd A) {
  const Eigen::Index N = A.rows();
  TridiagonalFactor factor;
  factor.q_.resize(std::max(N, Eigen::Index{1}) - 1);
  factor.beside_.resize(factor.q_.size());
  for (Eigen::Index j = 0; j + 1 < N; ++j) {
    co_await Pause{"the factorisation", 1 - part_of(N - j, N, 3)};
    const Eigen::Index below = N - j - 1;
    auto v = A.col(j).tail(below);
    double h = 0;
    v.makeHouseholderInPlace(h, factor.beside_[j]);
    // (1 − hvvᵗ)B(1 − hvvᵗ) = B − vwᵗ − wvᵗ with w = h(Bv − ½h(vᵗBv)v).
    v[0] = 1;
    auto B = A.bottomRightCorner(below, below).selfadjointView<Eigen::Lower>();
    Eigen::VectorXd w = h * (B * v);
    w -= (0.5 * h * w.dot(v)) * v;
    co_await Pause{"the factorisation", 1 - part_of(N - j, N, 3)};
    B.rankUpdate(v, w, -1);
    factor.q_[j] = h;
  }
  factor.diagonal_ = A.diagonal();
  factor.A_ = std::move(A);
  co_return factor;
}

// The product of `count` of the reflections, from `first` on.
auto TridiagonalFactor::reflections(Eigen::Index first, Eigen::Index count) const {
  const Eigen::Index rows = A_.rows() - first;
  return Eigen::householderSequence(A_.bottomRightCorner(rows, rows), q_.segment(first, count))
      .setLength(count)
      .setShift(1);
}

// Reflections are applied in blocks of 48 (Eigen), from the last of them, or transposed from the first;
// as pieces of whole blocks they come to the same bits as all at once.
Gradual<Eigen::MatrixXd> TridiagonalFactor::times_Q(Eigen::MatrixXd B) const {
  for (Eigen::Index left = q_.size(); left > 0;) {
    co_await Pause{"the reflections", 1 - part_of(left, q_.size(), 2)};
    const Eigen::Index first = left < 2 * piece ? 0 : left - piece;
    auto rows = B.bottomRows(B.rows() - first);
    reflections(first, left - first).applyThisOnTheLeft(rows);
    left = first;
  }
  co_return B;
}

Gradual<Eigen::MatrixXd> TridiagonalFactor::times_Q_transposed(Eigen::MatrixXd B) const {
  for (Eigen::Index first = 0; first < q_.size();) {
    co_await Pause{"the reflections", 1 - part_of(q_.size() - first, q_.size(), 2)};
    const Eigen::Index left = q_.size() - first, count = left < 2 * piece ? left : piece;
    auto rows = B.bottomRows(B.rows() - first);
    reflections(first, count).transpose().applyThisOnTheLeft(rows);
    first += count;
  }
  co_return B;
}

Gradual<Eigen::MatrixXd> copy_of(const Eigen::MatrixXd& A) {
  Eigen::MatrixXd copy(A.rows(), A.cols());
  const Eigen::Index width = at_once(A.rows());
  for (Eigen::Index first = 0; first < A.cols(); first += width) {
    co_await Pause{"a copy of the matrix", part_of(first, A.cols())};
    const Eigen::Index columns = std::min(width, A.cols() - first);
    copy.middleCols(first, columns) = A.middleCols(first, columns);
  }
  co_return copy;
}

Gradual<Eigen::MatrixXd> with_lower_from_upper(Eigen::MatrixXd A) {
  constexpr Eigen::Index width = 32;
  const Eigen::Index N = A.rows();
  for (Eigen::Index first = 0; first < N; first += width) {
    co_await Pause{"a copy of the matrix", part_of(first, N)};
    const Eigen::Index columns = std::min(width, N - first), rest = N - first - columns;
    auto square = A.block(first, first, columns, columns);
    square.triangularView<Eigen::StrictlyLower>() = square.transpose();
    A.block(first + columns, first, rest, columns) =
        A.block(first, first + columns, columns, rest).transpose();
  }
  co_return A;
}

Gradual<Eigen::VectorXd> product(const Eigen::MatrixXd& A, const Eigen::VectorXd& v) {
  Eigen::VectorXd sums(A.rows());
  const Eigen::Index height = at_once(A.cols());
  for (Eigen::Index first = 0; first < A.rows();) {
    co_await Pause{"the product", part_of(first, A.rows())};
    // No last row by itself, whose sum would be added up in another order.
    const Eigen::Index left = A.rows() - first, rows = left < 2 * height ? left : height;
    sums.segment(first, rows).noalias() = A.middleRows(first, rows) * v;
    first += rows;
  }
  co_return sums;
}

Gradual<Eigen::VectorXd> solve_by_inverse(const Eigen::MatrixXd& Z, const Eigen::VectorXd& d,
                                          const Eigen::VectorXd& t, double C) {
  const Eigen::Index q = Z.cols(), width = columns_at_once(Z);
  Eigen::MatrixXd A(q, q);
  for (Eigen::Index first = 0; first < q; first += width) {
    co_await Pause{"the normal equations", part_of(first, q)};
    const Eigen::Index columns = std::min(width, q - first);
    const Eigen::MatrixXd weighted = d.asDiagonal() * Z.middleCols(first, columns);
    A.middleCols(first, columns).noalias() = Z.transpose() * weighted;
  }
  A.diagonal().head(q - 1).array() += C;
  // PA = LU with partial pivoting, in place.
  Eigen::MatrixXd inverse = Eigen::MatrixXd::Identity(q, q);
  for (Eigen::Index k = 0; k < q; ++k) {
    co_await Pause{"the inverse", part_of(k, 2 * q)};
    const Eigen::Index below = q - k - 1;
    Eigen::Index pivot = 0;
    A.col(k).tail(below + 1).cwiseAbs().maxCoeff(&pivot);
    A.row(k).swap(A.row(k + pivot));
    inverse.row(k).swap(inverse.row(k + pivot));
    A.col(k).tail(below) /= A(k, k);
    A.bottomRightCorner(below, below).noalias() -= A.col(k).tail(below) * A.row(k).tail(below);
  }
  for (Eigen::Index first = 0; first < q; first += width) {
    co_await Pause{"the inverse", part_of(q + first, 2 * q)};
    auto columns = inverse.middleCols(first, std::min(width, q - first));
    A.triangularView<Eigen::UnitLower>().solveInPlace(columns);
    A.triangularView<Eigen::Upper>().solveInPlace(columns);
  }
  co_return Eigen::VectorXd(inverse * (Z.transpose() * d.cwiseProduct(t)));
}

}  // namespace marginscope
