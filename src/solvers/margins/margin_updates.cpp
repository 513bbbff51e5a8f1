#include "solvers/margins/margin_updates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "core/lanes.h"
#include "solvers/margins/thin_pass.h"

namespace marginscope {
namespace {

// b ← b + μ(e + |e|), of lanes.
template <class Values>
inline void raise(Values& b, double rate, const Values& e) {
  b += rate * (e + (e < 0 ? -e : e));
}

// values ← values + Σ_j v_j a_j over n rows of so many columns a_j, which are `stride` apart; from 0 where
// `anew` is set.
template <class Lanes, int columns, bool anew>
inline void combine(const double* A, Eigen::Index stride, const double* v, double* values,
                    Eigen::Index n) {
  for_each_group<Lanes>(n, [=]<class L>(L, Eigen::Index i) {
    typename L::Values sum = v[0] * L::at(A + i);
    if constexpr (!anew) sum += L::at(values + i);
    each<columns - 1>([&](auto c) { sum += v[c + 1] * L::at(A + (c + 1) * stride + i); });
    L::at(values + i) = sum;
  });
}

// product ← Av for A: N×r, r > 0: four columns at a time over rows that stay in the first cache.
template <class Lanes>
inline void multiply_on(const Eigen::Ref<const Eigen::MatrixXd>& A, const double* v,
                        double* product) {
  constexpr Eigen::Index rows = 128;
  constexpr int at_once = 4;
  const Eigen::Index N = A.rows(), r = A.cols(), stride = A.outerStride();
  for (Eigen::Index first = 0; first < N; first += rows) {
    const Eigen::Index n = std::min(rows, N - first);
    const double* const block = A.data() + first;
    double* const values = product + first;
    Eigen::Index j = std::min<Eigen::Index>(r, at_once);
    each<at_once>([&](auto c) {
      if (j == c + 1) combine<Lanes, c + 1, true>(block, stride, v, values, n);
    });
    for (; j + at_once <= r; j += at_once) {
      combine<Lanes, at_once, false>(block + j * stride, stride, v + j, values, n);
    }
    each<at_once - 1>([&](auto c) {
      if (r - j == c + 1) {
        combine<Lanes, c + 1, false>(block + j * stride, stride, v + j, values, n);
      }
    });
  }
}

// The products of so many columns, which are `stride` apart, with v.
template <class Lanes, int columns>
inline void collect_columns(const double* A, Eigen::Index stride, const double* v, Eigen::Index n,
                            double* products) {
  const auto terms = [=]<class L>(L, Eigen::Index i, auto& t) {
    const typename L::Values some = L::at(v + i);
    each<columns>([&](auto c) { t[c] = L::at(A + c * stride + i) * some; });
  };
  const std::array<double, columns> sums = add_up<Lanes, columns>(n, terms);
  std::ranges::copy(sums, products);
}

// Some columns at a time: v is read once for them, and their sums need not wait for each other.
template <class Lanes>
inline void multiply_transposed_on(const Eigen::Ref<const Eigen::MatrixXd>& A, const double* v,
                                   double* products) {
  constexpr int at_once = Lanes::count == 2 ? 2 : 4;
  const Eigen::Index N = A.rows(), r = A.cols(), stride = A.outerStride();
  Eigen::Index j = 0;
  for (; j + at_once <= r; j += at_once) {
    collect_columns<Lanes, at_once>(A.data() + j * stride, stride, v, N, products + j);
  }
  for (; j < r; ++j) collect_columns<Lanes, 1>(A.data() + j * stride, stride, v, N, products + j);
}

template <class Lanes>
inline void add_positive_errors_on(double rate, const double* E, double* B, Eigen::Index n) {
  for_each_group<Lanes>(n, [=]<class L>(L, Eigen::Index i) {
    const typename L::Values e = L::at(E + i);
    typename L::Values b = L::at(B + i);
    raise(b, rate, e);
    L::at(B + i) = b;
  });
}

template <class Lanes>
inline double subtract_on(const double* margins, const double* target, double* E, Eigen::Index n) {
  Largest<Lanes> largest;
  for_each_group<Lanes>(n, [&]<class L>(L, Eigen::Index i) {
    const typename L::Values e = L::at(margins + i) - L::at(target + i);
    L::at(E + i) = e;
    largest.show(e);
  });
  return largest.value();
}

template <class Lanes>
inline double project_on(const RowPanels& Q, const double* B, double asked, double rate,
                         const double* v, double* margins, double* E, double* next,
                         PanelSums& sums) {
  Largest<Lanes> largest;
  pass_over<Lanes>(Q, v, sums, [&](Eigen::Index first, Eigen::Index n, double* values) {
    for_each_group<Lanes>(n, [&]<class L>(L, Eigen::Index i) {
      const typename L::Values margin = L::at(values + i);
      typename L::Values b = L::at(B + first + i);
      const typename L::Values e = margin - (b + asked);
      raise(b, rate, e);
      L::at(margins + first + i) = margin;
      L::at(E + first + i) = e;
      L::at(next + first + i) = b;
      L::at(values + i) = b + asked;
      largest.show(e);
    });
  });
  return largest.value();
}

}  // namespace

void multiply(const Eigen::Ref<const Eigen::MatrixXd>& A,
              const Eigen::Ref<const Eigen::VectorXd>& v, Eigen::Ref<Eigen::VectorXd> product) {
  if (v.size() == 0) {
    product.setZero();
    return;
  }
  on_registers([&]<class Lanes>(Lanes) { multiply_on<Lanes>(A, v.data(), product.data()); });
}

Eigen::VectorXd multiply_transposed(const Eigen::Ref<const Eigen::MatrixXd>& A,
                                    const Eigen::Ref<const Eigen::VectorXd>& v) {
  Eigen::VectorXd products(A.cols());
  on_registers(
      [&]<class Lanes>(Lanes) { multiply_transposed_on<Lanes>(A, v.data(), products.data()); });
  return products;
}

void add_positive_errors(double rate, const double* E, double* B, Eigen::Index n) {
  on_registers([=]<class Lanes>(Lanes) { add_positive_errors_on<Lanes>(rate, E, B, n); });
}

double subtract(const double* margins, const double* target, double* E, Eigen::Index n) {
  return on_registers(
      [=]<class Lanes>(Lanes) { return subtract_on<Lanes>(margins, target, E, n); });
}

void errors(const double* y, const double* margins, double* E, Eigen::Index n) {
  on_registers([=]<class Lanes>(Lanes) {
    for_each_group<Lanes>(n, [=]<class L>(L, Eigen::Index i) {
      L::at(E + i) = L::at(y + i) * (1 - L::at(margins + i)) + 0.0;
    });
  });
}

double squared_hinges(const double* margins, const double* whole, double t, Eigen::Index n) {
  return on_registers([=]<class Lanes>(Lanes) {
    const auto squares = [=]<class L>(L, Eigen::Index i, auto& terms) {
      const typename L::Values before = L::at(margins + i);
      typename L::Values slack = 1 - (before + t * (L::at(whole + i) - before));
      slack = slack > 0 ? slack : 0;
      terms[0] = slack * slack;
    };
    return add_up<Lanes, 1>(n, squares)[0];
  });
}

double project(const RowPanels& Q, const Eigen::VectorXd& B, double asked, double rate,
               Eigen::VectorXd& v, Eigen::VectorXd& margins, Eigen::VectorXd& E,
               Eigen::VectorXd& next, PanelSums& sums) {
  for (Eigen::VectorXd* of_patterns : {&margins, &E, &next}) of_patterns->resize(B.size());
  const double largest = on_registers([&]<class Lanes>(Lanes) {
    return project_on<Lanes>(Q, B.data(), asked, rate, v.data(), margins.data(), E.data(),
                             next.data(), sums);
  });
  join(sums, v);
  return largest;
}

}  // namespace marginscope
