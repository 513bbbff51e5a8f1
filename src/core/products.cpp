#include "core/products.h"

#include <algorithm>
#include <cstring>
#include <memory>

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

// Rows that so many tiles beside each other need, at most, are read where they lie: packing them would take longer.
constexpr Eigen::Index few_tiles = 8;

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

// A term of `height` rows, next to each other, and how far it is from there to their next one.
struct Rows {
  const double* first;
  Eigen::Index along;
};

// C ← C + s times the products of `height` rows with `width` packed columns.
template <class Lanes>
inline void add_tile(double s, Rows A, const double* columns, Eigen::Index terms, double* C,
                     Eigen::Index stride) {
  constexpr Eigen::Index step = static_cast<Eigen::Index>(Lanes::count);
  typename Lanes::Values sums[width<Lanes>][groups] = {};
  const double* rows = A.first;
  for (Eigen::Index t = 0; t < terms; ++t, rows += A.along, columns += width<Lanes>) {
    // By columns: the rows stay in their registers, and one more serves every column.
    each<width<Lanes>>([&](auto c) {
      each<groups>([&](auto g) { sums[c][g] += Lanes::at(rows + step * g) * columns[c]; });
    });
  }
  each<width<Lanes>>([&](auto c) {
    each<groups>([&](auto g) { Lanes::at(C + stride * c + step * g) += s * sums[c][g]; });
  });
}

// The same for a tile of which C has `tall` rows and `wide` columns, and of column c those from `above` + c on.
template <class Lanes>
inline void add_part_of_tile(double s, Rows A, const double* columns, Eigen::Index terms,
                             Eigen::Index tall, Eigen::Index wide, Eigen::Index above, double* C,
                             Eigen::Index stride) {
  constexpr Eigen::Index high = height<Lanes>;
  double tile[high * width<Lanes>];
  std::fill(std::begin(tile), std::end(tile), -0.0);  // what changes no number that is added to it
  add_tile<Lanes>(s, A, columns, terms, tile, high);
  for (Eigen::Index c = 0; c < wide; ++c) {
    for (Eigen::Index r = std::max<Eigen::Index>(0, above + c); r < tall; ++r) {
      C[r + stride * c] += tile[high * c + r];
    }
  }
}

enum class Entries { all, lower };

template <class Lanes>
inline void add_product_on(Entries entries, double s, const MatrixView& A, const MatrixView& B,
                           double* C, Eigen::Index stride) {
  constexpr Eigen::Index high = height<Lanes>;
  const Eigen::Index m = A.rows, n = B.columns, deepest = std::min(depth, A.columns);
  const Eigen::Index tiles = (n + width<Lanes> - 1) / width<Lanes>;
  const bool in_place = A.down == 1 && tiles <= few_tiles;
  const auto room_for = [](Eigen::Index lines) {
    return std::make_unique_for_overwrite<double[]>(static_cast<std::size_t>(lines));
  };
  const auto columns = room_for(tiles * width<Lanes> * deepest),
             packed_rows = room_for(high * deepest);
  for (Eigen::Index first = 0; first < A.columns; first += depth) {
    const Eigen::Index terms = std::min(depth, A.columns - first);
    for (Eigen::Index j = 0; j < n; j += width<Lanes>) {
      pack<width<Lanes>>(B.first + first * B.down + j * B.across, std::min(width<Lanes>, n - j),
                         B.across, B.down, terms, columns.get() + j * terms);
    }
    for (Eigen::Index i = 0; i < m; i += high) {
      const Eigen::Index tall = std::min(high, m - i);
      Rows rows{A.first + i * A.down + first * A.across, A.across};
      if (!in_place || tall < high) {
        pack<high>(rows.first, tall, A.down, A.across, terms, packed_rows.get());
        rows = {packed_rows.get(), high};
      }
      const Eigen::Index end = entries == Entries::all ? n : std::min(n, i + tall);
      for (Eigen::Index j = 0; j < end; j += width<Lanes>) {
        const Eigen::Index wide = std::min(width<Lanes>, n - j);
        const double* const packed = columns.get() + j * terms;
        double* const sum = C + i + j * stride;
        if (tall == high && wide == width<Lanes> &&
            (entries == Entries::all || j + width<Lanes> <= i + 1)) {
          add_tile<Lanes>(s, rows, packed, terms, sum, stride);
        } else {
          const Eigen::Index above = entries == Entries::all ? -width<Lanes> : j - i;
          add_part_of_tile<Lanes>(s, rows, packed, terms, tall, wide, above, sum, stride);
        }
      }
    }
  }
}

// A group of rows at a time, which stay in registers: n is at most most_divided.
template <class Lanes>
inline void divide_rows_on(const MatrixView& L, double* B, Eigen::Index m, Eigen::Index stride) {
  const Eigen::Index n = L.rows;
  double triangle[most_divided][most_divided];
  for (Eigen::Index j = 0; j < n; ++j) {
    for (Eigen::Index k = 0; k <= j; ++k) triangle[j][k] = L.first[j * L.down + k * L.across];
  }
  for_each_group<Lanes>(m, [&]<class Some>(Some, Eigen::Index i) {
    typename Some::Values rows[most_divided];
    each<most_divided>([&](auto j) {
      if (j >= n) return;
      rows[j] = Some::at(B + i + j * stride);
      each<j>([&](auto k) { rows[j] -= rows[k] * triangle[j][k]; });
      rows[j] /= triangle[j][j];
      Some::at(B + i + j * stride) = rows[j];
    });
  });
}

template <class Lanes>
inline void add_multiple_on(double s, const double* x, double* y, Eigen::Index n) {
  for_each_group<Lanes>(n, [=]<class L>(L, Eigen::Index i) { L::at(y + i) += s * L::at(x + i); });
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
  return on_registers([=]<class Lanes>(Lanes) {
    const auto products = [=]<class L>(L, Eigen::Index i, auto& terms) {
      terms[0] = L::at(x + i) * L::at(y + i);
    };
    return add_up<Lanes, 1>(n, products)[0];
  });
}

}  // namespace marginscope
