#pragma once  // for src/solvers only

// Both products with a tall matrix in one pass over it: Av, and what is made of it under Aᵗ. A block of
// rows is fetched once, for a matrix that no cache holds half of the time.

#include <Eigen/Core>
#include <algorithm>
#include <cstddef>
#include <type_traits>

#include "core/lanes.h"

namespace marginscope {

// Rows at a time; with those of twenty columns a block fills most of the first cache.
inline constexpr Eigen::Index pass_rows = 128;

// A row of the sums for each of so many partial sums, so that the bits are those of every processor.
inline constexpr Eigen::Index partial_sums = 8;

namespace thin_pass {

template <class Lanes>
inline constexpr Eigen::Index groups = partial_sums / static_cast<Eigen::Index>(Lanes::count);

// Columns at a time, whose partial sums stay in registers.
template <class Lanes>
inline constexpr int collected = groups<Lanes> > 2 ? 2 : 4;

// values ← values + Σ_j v_j a_j over `count` rows of so many columns a_j, which are `stride` apart; from
// 0 where `anew` is set.
template <class Lanes, int columns, bool anew>
inline void combine(const double* A, Eigen::Index stride, const double* v, double* values,
                    Eigen::Index count) {
  for_each_group<Lanes>(count, [=]<class L>(L, Eigen::Index i) {
    typename L::Values sum = v[0] * L::at(A + i);
    if constexpr (!anew) sum += L::at(values + i);
    each<columns - 1>([&](auto c) { sum += v[c + 1] * L::at(A + (c + 1) * stride + i); });
    L::at(values + i) = sum;
  });
}

// The products of `columns` of them, with the values, added to their partial sums.
template <class Lanes, int columns>
inline void collect(const double* A, Eigen::Index stride, const double* values, Eigen::Index count,
                    double* sums) {
  constexpr Eigen::Index step = static_cast<Eigen::Index>(Lanes::count);
  typename Lanes::Values all[columns][groups<Lanes>];
  each<columns>([&](auto c) {
    each<groups<Lanes>>([&](auto g) { all[c][g] = Lanes::at(sums + c * partial_sums + g * step); });
  });
  Eigen::Index i = 0;
  for (; i + partial_sums <= count; i += partial_sums) {
    each<groups<Lanes>>([&](auto g) {
      const typename Lanes::Values some = Lanes::at(values + i + g * step);
      each<columns>([&](auto c) { all[c][g] += some * Lanes::at(A + c * stride + i + g * step); });
    });
  }
  each<columns>([&](auto c) {
    each<groups<Lanes>>([&](auto g) { Lanes::at(sums + c * partial_sums + g * step) = all[c][g]; });
    for (Eigen::Index k = i; k < count; ++k) {
      sums[c * partial_sums + k - i] += values[k] * A[c * stride + k];
    }
  });
}

// work(first, number) for all columns, so many at a time and then the rest at once; the number is known to
// the compiler.
template <int at_once, class Work>
inline void by_columns(Eigen::Index columns, const Work& work) {
  Eigen::Index j = 0;
  for (; j + at_once <= columns; j += at_once) work(j, std::integral_constant<int, at_once>{});
  each<at_once - 1>([&](auto c) {
    if (columns - j == c + 1) work(j, std::integral_constant<int, int{c} + 1>{});
  });
}

// values ← Av for `count` rows of A, whose columns are `stride` apart.
template <class Lanes>
inline void multiply(const double* A, Eigen::Index stride, const double* v, Eigen::Index columns,
                     double* values, Eigen::Index count) {
  by_columns<4>(columns, [&]<int some>(Eigen::Index j, std::integral_constant<int, some>) {
    if (j == 0) {
      combine<Lanes, some, true>(A, stride, v, values, count);
    } else {
      combine<Lanes, some, false>(A + j * stride, stride, v + j, values, count);
    }
  });
}

}  // namespace thin_pass

// product ← Av for A: N×r, r > 0.
template <class Lanes>
inline void multiply_over(const Eigen::MatrixXd& A, const double* v, double* product) {
  for (Eigen::Index first = 0; first < A.rows(); first += pass_rows) {
    thin_pass::multiply<Lanes>(A.data() + first, A.rows(), v, A.cols(), product + first,
                               std::min(pass_rows, A.rows() - first));
  }
}

// For A: N×r and v: r, visit(first, count, values) gets Av of some rows at a time and puts there what Aᵗ
// is to be applied to; what comes out of that is added up in the columns of `sums`, which becomes
// partial_sums×r. Cost: 2Nr multiplications, one pass.
template <class Lanes, class Visit>
inline void pass_over(const Eigen::MatrixXd& A, const double* v, Eigen::MatrixXd& sums,
                      const Visit& visit) {
  const Eigen::Index N = A.rows(), r = A.cols();
  sums.setZero(partial_sums, r);
  double values[pass_rows] = {};
  for (Eigen::Index first = 0; first < N; first += pass_rows) {
    const Eigen::Index count = std::min(pass_rows, N - first);
    const double* const rows = A.data() + first;
    thin_pass::multiply<Lanes>(rows, N, v, r, values, count);
    visit(first, count, values);
    thin_pass::by_columns<thin_pass::collected<Lanes>>(
        r, [&]<int columns>(Eigen::Index j, std::integral_constant<int, columns>) {
          thin_pass::collect<Lanes, columns>(rows + j * N, N, values, count,
                                             sums.data() + j * partial_sums);
        });
  }
}

}  // namespace marginscope
