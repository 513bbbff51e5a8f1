#include "core/products.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "core/lanes.h"

namespace marginscope {
namespace {

// Terms of the sums at a time: those of a tile's rows stay in the first cache, those of its columns too.
constexpr Eigen::Index depth = 256;

// The columns of a tile. With the rows below its sums fill the registers that the processor has; on two lanes four
// columns, since an engine of wasm keeps no more of them there.
template <class Lanes>
constexpr Eigen::Index width = Lanes::count == 2 ? 4 : 6;
constexpr Eigen::Index groups = 2;
template <class Lanes>
constexpr Eigen::Index height = groups* static_cast<Eigen::Index>(Lanes::count);

// `count` lines of a matrix next to each other, term by term and padded with zeros to `most` of them.
// A line is a row of A or a column of B: `beside` leads to the next one, `along` to its next term.
template <Eigen::Index most>
inline void pack(const double* from, Eigen::Index count, Eigen::Index beside, Eigen::Index along,
                 Eigen::Index terms, double* packed) {
  if (count == most && beside == 1) {
    for (Eigen::Index t = 0; t < terms; ++t, from += along, packed += most) {
      std::memcpy(packed, from, most * sizeof(double));
    }
    return;
  }
  for (Eigen::Index t = 0; t < terms; ++t, from += along, packed += most) {
    for (Eigen::Index l = 0; l < count; ++l) packed[l] = from[l * beside];
    for (Eigen::Index l = count; l < most; ++l) packed[l] = 0;
  }
}

// C ← C + s times the products of `height` packed rows with `width` packed columns.
template <class Lanes>
inline void add_tile(double s, const double* rows, const double* columns, Eigen::Index terms,
                     double* C, Eigen::Index stride) {
  constexpr Eigen::Index step = static_cast<Eigen::Index>(Lanes::count);
  typename Lanes::Values sums[width<Lanes>][groups] = {};
  for (Eigen::Index t = 0; t < terms; ++t, rows += height<Lanes>, columns += width<Lanes>) {
    // By columns: the rows stay in their registers, and one more serves every column.
    each<width<Lanes>>([&](auto c) {
      each<groups>([&](auto g) { sums[c][g] += Lanes::at(rows + step * g) * columns[c]; });
    });
  }
  each<width<Lanes>>([&](auto c) {
    each<groups>([&](auto g) { Lanes::at(C + stride * c + step * g) += s * sums[c][g]; });
  });
}

// The same for a tile that only `keeps` some of C: the others may be no numbers of C at all.
template <class Lanes, class Keeps>
inline void add_part_of_tile(double s, const double* rows, const double* columns,
                             Eigen::Index terms, double* C, Eigen::Index stride,
                             const Keeps& keeps) {
  constexpr Eigen::Index high = height<Lanes>;
  double tile[high * width<Lanes>] = {};
  const auto for_each_kept = [&](const auto& visit) {
    for (Eigen::Index c = 0; c < width<Lanes>; ++c) {
      for (Eigen::Index r = 0; r < high; ++r) {
        if (keeps(r, c)) visit(tile[high * c + r], C[r + stride * c]);
      }
    }
  };
  for_each_kept([](double& copy, const double& sum) { copy = sum; });
  add_tile<Lanes>(s, rows, columns, terms, tile, high);
  for_each_kept([](const double& copy, double& sum) { sum = copy; });
}

enum class Entries { all, lower };

template <class Lanes>
inline void add_product_on(Entries entries, double s, const MatrixView& A, const MatrixView& B,
                           double* C, Eigen::Index stride) {
  constexpr Eigen::Index high = height<Lanes>;
  const Eigen::Index m = A.rows, n = B.columns, deepest = std::min(depth, A.columns);
  const Eigen::Index tiles = (n + width<Lanes> - 1) / width<Lanes>;
  std::vector<double> columns(static_cast<std::size_t>(tiles * width<Lanes> * deepest));
  std::vector<double> rows(static_cast<std::size_t>(high * deepest));
  for (Eigen::Index first = 0; first < A.columns; first += depth) {
    const Eigen::Index terms = std::min(depth, A.columns - first);
    for (Eigen::Index j = 0; j < n; j += width<Lanes>) {
      pack<width<Lanes>>(B.first + first * B.down + j * B.across, std::min(width<Lanes>, n - j),
                         B.across, B.down, terms, columns.data() + j * terms);
    }
    for (Eigen::Index i = 0; i < m; i += high) {
      const Eigen::Index tall = std::min(high, m - i);
      pack<high>(A.first + i * A.down + first * A.across, tall, A.down, A.across, terms,
                 rows.data());
      const Eigen::Index end = entries == Entries::all ? n : std::min(n, i + tall);
      for (Eigen::Index j = 0; j < end; j += width<Lanes>) {
        const Eigen::Index wide = std::min(width<Lanes>, n - j);
        const double* const packed = columns.data() + j * terms;
        double* const sum = C + i + j * stride;
        if (tall == high && wide == width<Lanes> &&
            (entries == Entries::all || j + width<Lanes> <= i + 1)) {
          add_tile<Lanes>(s, rows.data(), packed, terms, sum, stride);
        } else {
          add_part_of_tile<Lanes>(
              s, rows.data(), packed, terms, sum, stride, [=](Eigen::Index r, Eigen::Index c) {
                return r < tall && c < wide && (entries == Entries::all || j + c <= i + r);
              });
        }
      }
    }
  }
}

// A group of rows at a time, which stay in registers.
template <class Lanes>
inline void divide_rows_on(const MatrixView& L, double* B, Eigen::Index m, Eigen::Index stride) {
  const Eigen::Index n = L.rows;
  double triangle[most_divided][most_divided];
  for (Eigen::Index j = 0; j < n; ++j) {
    for (Eigen::Index k = 0; k <= j; ++k) triangle[j][k] = L.first[j * L.down + k * L.across];
  }
  for_each_group<Lanes>(m, [&]<class Some>(Some, Eigen::Index i) {
    typename Some::Values rows[most_divided];
    for (Eigen::Index j = 0; j < n; ++j) {
      rows[j] = Some::at(B + i + j * stride);
      for (Eigen::Index k = 0; k < j; ++k) rows[j] -= rows[k] * triangle[j][k];
      rows[j] /= triangle[j][j];
      Some::at(B + i + j * stride) = rows[j];
    }
  });
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
  on_registers(
      [&]<class Lanes>(Lanes) { add_product_on<Lanes>(Entries::all, s, A, B, C, stride); });
}

void add_lower_product(double s, const MatrixView& A, const MatrixView& B, double* C,
                       Eigen::Index stride) {
  on_registers(
      [&]<class Lanes>(Lanes) { add_product_on<Lanes>(Entries::lower, s, A, B, C, stride); });
}

void divide_rows(const MatrixView& L, double* B, Eigen::Index rows, Eigen::Index stride) {
  on_registers([&]<class Lanes>(Lanes) { divide_rows_on<Lanes>(L, B, rows, stride); });
}

void add_multiple(double s, const double* x, double* y, Eigen::Index n) {
  on_registers([=]<class Lanes>(Lanes) { add_multiple_on<Lanes>(s, x, y, n); });
}

double dot(const double* x, const double* y, Eigen::Index n) {
  return on_registers([=]<class Lanes>(Lanes) { return dot_on<Lanes>(x, y, n); });
}

}  // namespace marginscope
