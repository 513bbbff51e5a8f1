#include "solvers/kernels/kernel_rows.h"

#include <algorithm>

#include "core/extremes.h"
#include "core/lanes.h"

namespace marginscope {
namespace {

// The products of `count` patterns, whose features lie one pattern after the other in `own`, with n patterns (padded)
// that lie as in KernelRows.
template <class Lanes, std::size_t count>
inline void products_on(const double* own, Eigen::Index features, const double* patterns,
                        double* const* products, Eigen::Index n) {
  constexpr std::ptrdiff_t registers = KernelRows::lanes / Lanes::count;
  for (Eigen::Index k = 0; k < n; k += KernelRows::lanes) {
    typename Lanes::Values sums[count * registers] = {};
    for (Eigen::Index f = 0; f < features; ++f) {
      each<count>([&](auto row) {
        const double feature = own[row * features + f];
        each<registers>([&](auto u) {
          sums[row * registers + u] += feature * Lanes::at(patterns + Lanes::count * u);
        });
      });
      patterns += KernelRows::lanes;
    }
    each<count>([&](auto row) {
      each<registers>([&](auto u) {
        Lanes::at(products[row] + k + Lanes::count * u) = sums[row * registers + u];
      });
    });
  }
}

template <class Lanes, std::size_t count>
inline void add_on(const double* const (&rows)[count], const double (&factors)[count], double* sum,
                   Eigen::Index n) {
  for (Eigen::Index k = 0; k < n; k += Lanes::count) {
    typename Lanes::Values here = Lanes::at(sum + k);
    each<count>([&](auto u) { here += factors[u] * Lanes::at(rows[u] + k); });
    Lanes::at(sum + k) = here;
  }
}

}  // namespace

KernelRows::KernelRows(const Kernel& kernel, const Eigen::MatrixXd& X, std::size_t most_bytes)
    : kernel_(kernel),
      features_(X.cols()),
      origin_(kernel_origin(kernel, X)),
      memory_(static_cast<std::size_t>(X.rows()),
              static_cast<std::size_t>((X.rows() + lanes - 1) / lanes * lanes), most_bytes) {
  const Eigen::Index N = X.rows(), n = (N + lanes - 1) / lanes * lanes;
  patterns_.features.resize(static_cast<std::size_t>(n * features_));
  patterns_.squares.resize(static_cast<std::size_t>(n));
  for (Eigen::Index f = 0; f < features_; ++f) {
    for (Eigen::Index i = 0; i < N; ++i) {
      const double x = X(i, f) - origin_[f];
      patterns_.features[place(i, f)] = x;
      // Added up in the order of a row's products, so that equal patterns are at distance 0.
      patterns_.squares[static_cast<std::size_t>(i)] += x * x;
    }
  }
  diagonal_ = Eigen::Map<const Eigen::VectorXd>(patterns_.squares.data(), n);
  if (2 * largest_size(diagonal_) > distance_rounding(kernel, features_).most_squares) {
    patterns_.given.resize(patterns_.features.size());
    Eigen::Map<Eigen::MatrixXd>(patterns_.given.data(), features_, n).leftCols(N) = X.transpose();
  }
  if (kernel.type == KernelType::gaussian) {
    diagonal_.setOnes();
  } else {
    kernel_of_products(kernel, features_, patterns_.squares.data(), 0, diagonal_.data(), n);
  }
}

std::size_t KernelRows::place(Eigen::Index i, Eigen::Index feature) const {
  return static_cast<std::size_t>((i / lanes * features_ + feature) * lanes + i % lanes);
}

const double* KernelRows::row(Eigen::Index i) {
  if (const double* const row = row_in_memory(i)) return row;
  double* const space[] = {memory_.space_for(static_cast<std::size_t>(i))};
  compute<1>({i}, patterns_, space);
  return space[0];
}

template <class Take>
void KernelRows::in_batches(std::size_t number, std::size_t most, const Take& take) {
  const auto take_all = [&]<std::size_t count>(std::integral_constant<std::size_t, count> batch) {
    for (; most >= count && number >= count; number -= count) take(batch);
  };
  take_all(std::integral_constant<std::size_t, rows_at_once>{});
  take_all(std::integral_constant<std::size_t, rows_at_once / 2>{});
  take_all(std::integral_constant<std::size_t, 1>{});
}

void KernelRows::add(std::span<const RowShare> shares, double* sum) {
  // Otherwise they would make room for each other.
  if (shares.size() <= memory_.most_kept()) compute_missing(shares);
  // Among themselves first: large rows that cancel take nothing from a small sum.
  shared_.assign(static_cast<std::size_t>(length()), 0);
  const RowShare* next = shares.data();
  in_batches(
      shares.size(), memory_.most_kept(),
      [&]<std::size_t count>(std::integral_constant<std::size_t, count>) {
        const double* rows[count];
        double factors[count];
        for (std::size_t u = 0; u < count; ++u, ++next) {
          rows[u] = row(next->row);
          factors[u] = next->factor;
        }
        on_lanes([&]<class Lanes>(Lanes) {
          add_on<Lanes, count>(rows, factors, shared_.data(), length());
        });
      });
  const double* const own = shared_.data();
  on_lanes([=, n = length()]<class Lanes>(Lanes) { add_on<Lanes, 1>({own}, {1}, sum, n); });
}

void KernelRows::compute_missing(std::span<const RowShare> shares) {
  std::vector<Eigen::Index> missing;
  for (const RowShare& share : shares) {
    if (!row_in_memory(share.row)) missing.push_back(share.row);
  }
  const Eigen::Index* next = missing.data();
  in_batches(missing.size(), missing.size(),
             [&]<std::size_t count>(std::integral_constant<std::size_t, count>) {
               std::array<Eigen::Index, count> patterns;
               double* spaces[count];
               for (std::size_t u = 0; u < count; ++u, ++next) {
                 patterns[u] = *next;
                 spaces[u] = memory_.space_for(static_cast<std::size_t>(*next));
               }
               compute<count>(patterns, patterns_, spaces);
             });
}

PatternGroups KernelRows::groups_of(std::span<const Eigen::Index> patterns) const {
  const auto padded = (patterns.size() + lanes - 1) / lanes * lanes;
  PatternGroups some{std::vector<double>(padded * static_cast<std::size_t>(features_)),
                     std::vector<double>(padded),
                     {}};
  for (std::size_t k = 0; k < patterns.size(); ++k) {
    for (Eigen::Index f = 0; f < features_; ++f) {
      some.features[place(static_cast<Eigen::Index>(k), f)] =
          patterns_.features[place(patterns[k], f)];
    }
    some.squares[k] = patterns_.squares[static_cast<std::size_t>(patterns[k])];
    if (patterns_.given.empty()) continue;
    some.given.resize(some.features.size());
    std::copy_n(given(patterns[k]), features_,
                some.given.begin() + static_cast<Eigen::Index>(k) * features_);
  }
  return some;
}

void KernelRows::values_with(const PatternGroups& some, Eigen::Index i, double* values) const {
  double* const rows[] = {values};
  compute<1>({i}, some, rows);
}

template <std::size_t count>
void KernelRows::compute(const std::array<Eigen::Index, count>& patterns, const PatternGroups& with,
                         double* const (&rows)[count]) const {
  std::vector<double> own;
  own.reserve(count * static_cast<std::size_t>(features_));
  for (const Eigen::Index i : patterns) {
    for (Eigen::Index f = 0; f < features_; ++f) own.push_back(patterns_.features[place(i, f)]);
  }
  fill<count>(own.data(), with, rows);
  for (std::size_t u = 0; u < count; ++u) {
    finish(with, given(patterns[u]), patterns_.squares[static_cast<std::size_t>(patterns[u])],
           rows[u]);
  }
}

void KernelRows::values_at(const Eigen::RowVectorXd& x, double* values) const {
  const Eigen::RowVectorXd own = x - origin_;
  double square = 0;
  for (const double feature : own) square += feature * feature;
  double* const rows[] = {values};
  fill<1>(own.data(), patterns_, rows);
  finish(patterns_, x.data(), square, values);
}

template <std::size_t count>
void KernelRows::fill(const double* own, const PatternGroups& with,
                      double* const (&rows)[count]) const {
  on_lanes([&]<class Lanes>(Lanes) {
    // As many as have room for their sums in registers.
    constexpr std::size_t together = std::min<std::size_t>(count, Lanes::count >= 8 ? 8 : 4);
    for (std::size_t first = 0; first < count; first += together) {
      products_on<Lanes, together>(own + static_cast<Eigen::Index>(first) * features_, features_,
                                   with.features.data(), rows + first,
                                   static_cast<Eigen::Index>(with.squares.size()));
    }
  });
}

// From products, kernels.
void KernelRows::finish(const PatternGroups& with, const double* point, double square,
                        double* row) const {
  const auto n = static_cast<Eigen::Index>(with.squares.size());
  if (with.given.empty()) {
    return kernel_of_products(kernel_, features_, with.squares.data(), square, row, n);
  }
  kernel_of_products(kernel_, features_, with.squares.data(), square, row, n, [&](Eigen::Index i) {
    return squared_distance(with.given.data() + i * features_, 1, point, 1, features_);
  });
}

}  // namespace marginscope
