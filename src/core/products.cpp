#include "core/products.h"

#include <algorithm>
#include <vector>

#include "core/lanes.h"

namespace marginscope {
namespace {

// Terms of the sums at a time: those of a tile's rows stay in the first cache, those of its columns too.
constexpr Eigen::Index depth = 256;

// The columns of a tile. With the rows below its sums fill the registers that the processor has.
constexpr Eigen::Index width = 4;
constexpr Eigen::Index groups = 2;
template <class Lanes>
constexpr Eigen::Index height = groups* static_cast<Eigen::Index>(Lanes::count);

// `count` lines of a matrix next to each other, term by term and padded with zeros to `most` of them.
// A line is a row of A or a column of B: `beside` leads to the next one, `along` to its next term.
void pack(const double* from, Eigen::Index count, Eigen::Index most, Eigen::Index beside,
          Eigen::Index along, Eigen::Index terms, double* packed) {
  for (Eigen::Index t = 0; t < terms; ++t, from += along, packed += most) {
    for (Eigen::Index l = 0; l < count; ++l) packed[l] = from[l * beside];
    for (Eigen::Index l = count; l < most; ++l) packed[l] = 0;
  }
}

// The products of `height` packed rows with `width` packed columns into `tile`, column by column.
template <class Lanes>
inline void multiply_tile(const double* rows, const double* columns, Eigen::Index terms,
                          double* tile) {
  constexpr Eigen::Index high = height<Lanes>, step = static_cast<Eigen::Index>(Lanes::count);
  typename Lanes::Values sums[width][groups] = {};
  for (Eigen::Index t = 0; t < terms; ++t, rows += high, columns += width) {
    for (Eigen::Index g = 0; g < groups; ++g) {
      const typename Lanes::Values some = Lanes::at(rows + step * g);
      for (Eigen::Index c = 0; c < width; ++c) sums[c][g] += some * columns[c];
    }
  }
  for (Eigen::Index c = 0; c < width; ++c) {
    for (Eigen::Index g = 0; g < groups; ++g) Lanes::at(tile + high * c + step * g) = sums[c][g];
  }
}

template <class Lanes>
inline void add_product_on(double s, const MatrixView& A, const MatrixView& B, double* C,
                           Eigen::Index stride) {
  constexpr Eigen::Index high = height<Lanes>;
  const Eigen::Index m = A.rows, n = B.columns, deepest = std::min(depth, A.columns);
  const Eigen::Index tiles = (n + width - 1) / width;
  std::vector<double> columns(static_cast<std::size_t>(tiles * width * deepest));
  std::vector<double> rows(static_cast<std::size_t>(high * deepest));
  double tile[high * width];
  for (Eigen::Index first = 0; first < A.columns; first += depth) {
    const Eigen::Index terms = std::min(depth, A.columns - first);
    for (Eigen::Index j = 0; j < n; j += width) {
      pack(B.first + first * B.down + j * B.across, std::min(width, n - j), width, B.across, B.down,
           terms, columns.data() + j * terms);
    }
    for (Eigen::Index i = 0; i < m; i += high) {
      const Eigen::Index tall = std::min(high, m - i);
      pack(A.first + i * A.down + first * A.across, tall, high, A.down, A.across, terms,
           rows.data());
      for (Eigen::Index j = 0; j < n; j += width) {
        multiply_tile<Lanes>(rows.data(), columns.data() + j * terms, terms, tile);
        for (Eigen::Index c = 0; c < std::min(width, n - j); ++c) {
          double* const sum = C + i + (j + c) * stride;
          for (Eigen::Index r = 0; r < tall; ++r) sum[r] += s * tile[high * c + r];
        }
      }
    }
  }
}

template <class Lanes>
inline void add_multiple_on(double s, const double* x, double* y, Eigen::Index n) {
  for_each_group<Lanes>(n, [=]<class L>(L, Eigen::Index i) { L::at(y + i) += s * L::at(x + i); });
}

// Eight sums, so that none waits for the one before, whatever the processor's lanes make of them.
template <class Lanes>
inline double dot_on(const double* x, const double* y, Eigen::Index n) {
  constexpr Eigen::Index sums = 8, step = static_cast<Eigen::Index>(Lanes::count);
  typename Lanes::Values parts[sums / step] = {};
  Eigen::Index i = 0;
  for (; i + sums <= n; i += sums) {
    for (Eigen::Index g = 0; g < sums / step; ++g) {
      parts[g] += Lanes::at(x + i + g * step) * Lanes::at(y + i + g * step);
    }
  }
  double sum = 0;
  for (const auto& part : parts) {
    for (std::size_t lane = 0; lane < Lanes::count; ++lane) sum += part[lane];
  }
  for (; i < n; ++i) sum += x[i] * y[i];
  return sum;
}

}  // namespace

void add_product(double s, const MatrixView& A, const MatrixView& B, double* C,
                 Eigen::Index stride) {
  on_registers([&]<class Lanes>(Lanes) { add_product_on<Lanes>(s, A, B, C, stride); });
}

void add_multiple(double s, const double* x, double* y, Eigen::Index n) {
  on_registers([=]<class Lanes>(Lanes) { add_multiple_on<Lanes>(s, x, y, n); });
}

double dot(const double* x, const double* y, Eigen::Index n) {
  return on_registers([=]<class Lanes>(Lanes) { return dot_on<Lanes>(x, y, n); });
}

}  // namespace marginscope
