#include "solvers/margins/margin_updates.h"

#include <algorithm>
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

// As many sums as partial_sums, whatever the processor's lanes make of them.
template <class Lanes>
inline double squared_hinges_on(const double* margins, const double* whole, double t,
                                Eigen::Index n) {
  constexpr Eigen::Index step = static_cast<Eigen::Index>(Lanes::count);
  const auto add_square = [=]<class L>(L, typename L::Values& sum, Eigen::Index i) {
    const typename L::Values before = L::at(margins + i);
    typename L::Values slack = 1 - (before + t * (L::at(whole + i) - before));
    slack = slack > 0 ? slack : 0;
    sum += slack * slack;
  };
  typename Lanes::Values sums[partial_sums / step] = {};
  Eigen::Index i = 0;
  for (; i + partial_sums <= n; i += partial_sums) {
    each<partial_sums / step>([&](auto g) { add_square(Lanes{}, sums[g], i + g * step); });
  }
  marginscope::Lanes<1>::Values sum = {};
  for (const auto& some : sums) {
    for (std::size_t lane = 0; lane < Lanes::count; ++lane) sum += some[lane];
  }
  for (; i < n; ++i) add_square(marginscope::Lanes<1>{}, sum, i);
  return sum[0];
}

template <class Lanes>
inline double project_on(const Eigen::MatrixXd& Q, const double* B, double asked, double rate,
                         const double* v, double* margins, double* E, double* next,
                         Eigen::MatrixXd& sums) {
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

void margins_of(const Eigen::MatrixXd& Z, const Eigen::VectorXd& W, Eigen::VectorXd& margins) {
  margins.resize(Z.rows());
  on_registers([&]<class Lanes>(Lanes) { multiply_over<Lanes>(Z, W.data(), margins.data()); });
}

void add_positive_errors(double rate, const double* E, double* B, Eigen::Index n) {
  on_registers([=]<class Lanes>(Lanes) { add_positive_errors_on<Lanes>(rate, E, B, n); });
}

double subtract(const double* margins, const double* target, double* E, Eigen::Index n) {
  return on_registers(
      [=]<class Lanes>(Lanes) { return subtract_on<Lanes>(margins, target, E, n); });
}

double squared_hinges(const double* margins, const double* whole, double t, Eigen::Index n) {
  return on_registers(
      [=]<class Lanes>(Lanes) { return squared_hinges_on<Lanes>(margins, whole, t, n); });
}

double project(const Eigen::MatrixXd& Q, const Eigen::VectorXd& B, double asked, double rate,
               Eigen::VectorXd& v, Eigen::VectorXd& margins, Eigen::VectorXd& E,
               Eigen::VectorXd& next, Eigen::MatrixXd& sums) {
  for (Eigen::VectorXd* of_patterns : {&margins, &E, &next}) of_patterns->resize(B.size());
  const double largest = on_registers([&]<class Lanes>(Lanes) {
    return project_on<Lanes>(Q, B.data(), asked, rate, v.data(), margins.data(), E.data(),
                             next.data(), sums);
  });
  v = sums.colwise().sum();
  return largest;
}

}  // namespace marginscope
