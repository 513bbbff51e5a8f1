#pragma once  // for src/solvers only

// Both products with a tall matrix in one pass over its panels: Av, and what is made of it under Aᵗ. A block
// of them is fetched once, for a matrix that no cache holds half of the time.

#include <Eigen/Core>
#include <algorithm>
#include <cstddef>
#include <type_traits>

#include "core/lanes.h"
#include "solvers/margins/row_panels.h"

namespace marginscope {
namespace thin_pass {

template <class Lanes>
inline constexpr Eigen::Index step = static_cast<Eigen::Index>(Lanes::count);
template <class Lanes>
inline constexpr Eigen::Index groups = panel_rows / step<Lanes>;

// Panels at a time: sums that need not wait for each other, as many as there are registers for. Of two lanes four
// panels take all that an engine of wasm has, and three to four times as long.
template <class Lanes>
inline constexpr Eigen::Index at_once = Lanes::count == 2 ? 2 : 4;

// values ← Av for some panels of r columns.
template <class Lanes, Eigen::Index panels>
inline void multiply(const double* A, const double* v, Eigen::Index r, double* values) {
  typename Lanes::Values sums[panels][groups<Lanes>] = {};
  for (Eigen::Index j = 0; j < r; ++j) {
    each<panels>([&](auto p) {
      each<groups<Lanes>>([&](auto g) {
        sums[p][g] += v[j] * Lanes::at(A + (p * r + j) * panel_rows + g * step<Lanes>);
      });
    });
  }
  each<panels>([&](auto p) {
    each<groups<Lanes>>(
        [&](auto g) { Lanes::at(values + p * panel_rows + g * step<Lanes>) = sums[p][g]; });
  });
}

// What some panels of r columns add to the sums, for these values of their rows. Where `ahead` is set,
// memory is meanwhile asked for what lies at this distance from them.
template <class Lanes, Eigen::Index panels, bool ahead>
inline void collect(const double* A, const double* values, Eigen::Index r, PanelColumn* sums,
                    Eigen::Index distance) {
  typename Lanes::Values all[panels][groups<Lanes>];
  each<panels>([&](auto p) {
    each<groups<Lanes>>(
        [&](auto g) { all[p][g] = Lanes::at(values + p * panel_rows + g * step<Lanes>); });
  });
  for (Eigen::Index j = 0; j < r; ++j) {
    each<groups<Lanes>>([&](auto g) {
      double* const sum = sums[j].values + g * step<Lanes>;
      typename Lanes::Values some = Lanes::at(sum);
      each<panels>([&](auto p) {
        const double* const column = A + (p * r + j) * panel_rows;
        if constexpr (ahead && g == 0) __builtin_prefetch(column + distance);
        some += all[p][g] * Lanes::at(column + g * step<Lanes>);
      });
      Lanes::at(sum) = some;
    });
  }
}

// work(first, number) for so many panels, some at a time and then one by one; the number is known to the
// compiler.
template <class Lanes, class Work>
inline void by_panels(Eigen::Index panels, const Work& work) {
  Eigen::Index k = 0;
  for (; k + at_once<Lanes> <= panels; k += at_once<Lanes>) {
    work(k, std::integral_constant<Eigen::Index, at_once<Lanes>>{});
  }
  for (; k < panels; ++k) work(k, std::integral_constant<Eigen::Index, 1>{});
}

// values ← Av for some panels of r columns.
template <class Lanes>
inline void multiply_panels(const double* A, const double* v, Eigen::Index r, double* values,
                            Eigen::Index panels) {
  by_panels<Lanes>(
      panels, [&]<Eigen::Index some>(Eigen::Index k, std::integral_constant<Eigen::Index, some>) {
        multiply<Lanes, some>(A + k * r * panel_rows, v, r, values + k * panel_rows);
      });
}
template <class Lanes, bool ahead>
inline void collect_panels(const double* A, const double* values, Eigen::Index r, PanelColumn* sums,
                           Eigen::Index panels) {
  by_panels<Lanes>(
      panels, [&]<Eigen::Index some>(Eigen::Index k, std::integral_constant<Eigen::Index, some>) {
        collect<Lanes, some, ahead>(A + k * r * panel_rows, values + k * panel_rows, r, sums,
                                    panels * r * panel_rows);
      });
}

// Rows at a time: those of a block fill a quarter of the first cache, or there are few of them.
inline constexpr Eigen::Index most_rows = 256, block_numbers = 1536;
inline Eigen::Index block_rows(Eigen::Index r) {
  constexpr Eigen::Index fewest = 32;
  return std::clamp(block_numbers / std::max<Eigen::Index>(1, r) / fewest * fewest, fewest,
                    most_rows);
}

// The pass over so few columns, known to the compiler, that what is added up for them stays in registers. The sums
// are the same.
template <class Lanes, Eigen::Index r, class Visit>
inline void pass_over_few(const RowPanels& A, const double* v, PanelSums& sums,
                          const Visit& visit) {
  constexpr Eigen::Index most = at_once<Lanes> * panel_rows;
  typename Lanes::Values added[r][groups<Lanes>] = {};
  alignas(64) double values[most];
  const auto go_over = [&]<Eigen::Index panels>(std::integral_constant<Eigen::Index, panels>,
                                                Eigen::Index first, Eigen::Index count) {
    const double* const block = A.from(first);
    each<panels>([&](auto p) {
      each<groups<Lanes>>([&](auto g) {
        typename Lanes::Values sum = {};
        each<r>([&](auto j) {
          sum += v[j] * Lanes::at(block + (p * r + j) * panel_rows + g * step<Lanes>);
        });
        Lanes::at(values + p * panel_rows + g * step<Lanes>) = sum;
      });
    });
    visit(first, count, values);
    std::fill(values + count, values + panels * panel_rows, 0.0);
    each<panels>([&](auto p) {
      each<r>([&](auto j) {
        each<groups<Lanes>>([&](auto g) {
          added[j][g] += Lanes::at(values + p * panel_rows + g * step<Lanes>) *
                         Lanes::at(block + (p * r + j) * panel_rows + g * step<Lanes>);
        });
      });
    });
  };
  const Eigen::Index N = A.rows();
  Eigen::Index first = 0;
  for (; first + most <= N; first += most) {
    go_over(std::integral_constant<Eigen::Index, at_once<Lanes>>{}, first, most);
  }
  for (; first < N; first += panel_rows) {
    go_over(std::integral_constant<Eigen::Index, 1>{}, first, std::min(panel_rows, N - first));
  }
  each<r>([&](auto j) {
    each<groups<Lanes>>([&](auto g) {
      Lanes::at(sums[static_cast<std::size_t>(j)].values + g * step<Lanes>) = added[j][g];
    });
  });
}

}  // namespace thin_pass

// For A: N×r and v: r, visit(first, count, values) gets Av of some rows at a time and puts there what Aᵗ
// is to be applied to; what comes out of that is added up in `sums`. Cost: 2Nr multiplications, one pass.
template <class Lanes, class Visit>
inline void pass_over(const RowPanels& A, const double* v, PanelSums& sums, const Visit& visit) {
  const Eigen::Index N = A.rows(), r = A.cols(), rows = thin_pass::block_rows(r);
  sums.assign(static_cast<std::size_t>(r), {});
  // Two features and the bias: what a plane shows.
  if (r == 3) return thin_pass::pass_over_few<Lanes, 3>(A, v, sums, visit);
  // Of larger blocks the next one would drive this one out of the first cache.
  const bool has_room = rows * r <= 2 * thin_pass::block_numbers;
  alignas(64) double values[thin_pass::most_rows];
  for (Eigen::Index first = 0; first < N; first += rows) {
    const Eigen::Index count = std::min(rows, N - first),
                       panels = (count + panel_rows - 1) / panel_rows;
    const double* const block = A.from(first);
    thin_pass::multiply_panels<Lanes>(block, v, r, values, panels);
    visit(first, count, values);
    std::fill(values + count, values + panels * panel_rows, 0.0);
    if (has_room && first + 2 * rows <= N) {
      thin_pass::collect_panels<Lanes, true>(block, values, r, sums.data(), panels);
    } else {
      thin_pass::collect_panels<Lanes, false>(block, values, r, sums.data(), panels);
    }
  }
}

}  // namespace marginscope
