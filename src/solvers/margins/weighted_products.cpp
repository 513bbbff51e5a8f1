#include "solvers/margins/weighted_products.h"

#include <algorithm>

#include "core/lanes.h"

namespace marginscope {
namespace {

// Each entry adds up its terms in so many sums, whatever the processor's lanes make of them.
constexpr Eigen::Index at_once = 8;

// Patterns at a time: the columns of a tile stay in the first cache.
constexpr Eigen::Index depth = 256;

// Columns on either side of a tile, whose sums the processor's registers hold.
template <class Lanes>
constexpr Eigen::Index side = Lanes::count == 8 ? 4 : 3;

// What the patterns first … first + n − 1 add to the products of `side` columns with as many.
template <class Lanes>
inline void add_tile(const double* const* left, const double* const* right, const double* d,
                     Eigen::Index first, Eigen::Index n, double* sums) {
  constexpr Eigen::Index side = marginscope::side<Lanes>, step = Lanes::count;
  const Eigen::Index whole = first + n / at_once * at_once;
  double parts[side * side][at_once];
  for (Eigen::Index g = 0; g < at_once / step; ++g) {
    typename Lanes::Values part[side][side] = {};
    for (Eigen::Index i = first + g * step; i < whole; i += at_once) {
      typename Lanes::Values weighted[side];
      each<side>([&](auto a) { weighted[a] = Lanes::at(left[a] + i) * Lanes::at(d + i); });
      each<side>([&](auto b) {
        const typename Lanes::Values column = Lanes::at(right[b] + i);
        each<side>([&](auto a) { part[a][b] += weighted[a] * column; });
      });
    }
    each<side>([&](auto a) {
      each<side>([&](auto b) { Lanes::at(parts[a * side + b] + g * step) = part[a][b]; });
    });
  }
  for (Eigen::Index a = 0; a < side; ++a) {
    for (Eigen::Index b = 0; b < side; ++b) {
      const double* const p = parts[a * side + b];
      double sum = ((p[0] + p[4]) + (p[2] + p[6])) + ((p[1] + p[5]) + (p[3] + p[7]));
      for (Eigen::Index i = whole; i < first + n; ++i) sum += left[a][i] * d[i] * right[b][i];
      sums[a * side + b] += sum;
    }
  }
}

template <class Lanes>
inline void weighted_products_on(const Eigen::MatrixXd& Z, const double* d, Eigen::Index first,
                                 Eigen::Index count, Eigen::MatrixXd& A) {
  constexpr Eigen::Index side = marginscope::side<Lanes>;
  const Eigen::Index N = Z.rows(), end = first + count;
  // Beyond the last column that one again, whose sums are not kept.
  const auto columns = [&](Eigen::Index at, Eigen::Index limit, const double** pointers) {
    for (Eigen::Index c = 0; c < side; ++c) pointers[c] = Z.col(std::min(at + c, limit - 1)).data();
  };
  for (Eigen::Index i = first; i < end; i += side) {
    const double *left[side], *right[side];
    columns(i, end, left);
    const Eigen::Index until = std::min(i + side, end);
    for (Eigen::Index j = 0; j < until; j += side) {
      columns(j, until, right);
      double sums[side * side] = {};
      for (Eigen::Index at = 0; at < N; at += depth) {
        add_tile<Lanes>(left, right, d, at, std::min(depth, N - at), sums);
      }
      for (Eigen::Index a = 0; a < until - i; ++a) {
        for (Eigen::Index b = 0; b < std::min(side, until - j); ++b) {
          A(i + a, j + b) = sums[a * side + b];
        }
      }
    }
  }
}

}  // namespace

void weighted_products(const Eigen::MatrixXd& Z, const Eigen::VectorXd& d, Eigen::Index first,
                       Eigen::Index count, Eigen::MatrixXd& A) {
  on_registers(
      [&]<class Lanes>(Lanes) { weighted_products_on<Lanes>(Z, d.data(), first, count, A); });
}

}  // namespace marginscope
