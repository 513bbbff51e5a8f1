#include "solvers/margins/lagrangian_passes.h"

#include "core/lanes.h"
#include "solvers/margins/thin_pass.h"

namespace marginscope {
namespace {

template <class Lanes>
inline Inverted apply_inverse_on(const LagrangianPatterns& patterns, const double* right,
                                 const double* v, double* alpha, double* beta, PanelSums& sums) {
  Largest<Lanes> largest, change;
  pass_over<Lanes>(patterns.H, v, sums, [&](Eigen::Index first, Eigen::Index n, double* values) {
    for_each_group<Lanes>(n, [&]<class L>(L, Eigen::Index i) {
      const Eigen::Index at = first + i;
      const typename L::Values before = L::at(alpha + at);
      const typename L::Values now = patterns.C * (L::at(right + at) - L::at(values + i));
      L::at(alpha + at) = now;
      L::at(beta + at) = now * L::at(patterns.y.data() + at);
      L::at(values + i) = now;
      largest.show_size(now);
      change.show_size(now - before);
    });
  });
  return {largest.value(), change.value() == 0};
}

template <class Lanes>
inline void look_ahead_on(const LagrangianPatterns& patterns, const double* alpha, const double* v,
                          double* product, double* right, PanelSums& sums) {
  pass_over<Lanes>(patterns.H, v, sums, [&](Eigen::Index first, Eigen::Index n, double* values) {
    for_each_group<Lanes>(n, [&]<class L>(L, Eigen::Index i) {
      const Eigen::Index at = first + i;
      const typename L::Values a = L::at(alpha + at);
      const typename L::Values Qa = a / patterns.C + L::at(values + i);
      const typename L::Values excess = Qa - 1 - patterns.mu * a;
      // Written so that what is not a number stays.
      const typename L::Values next = 1 + (excess <= 0 ? 0 : excess);
      L::at(product + at) = Qa;
      L::at(right + at) = next;
      L::at(values + i) = next;
    });
  });
}

}  // namespace

Inverted apply_inverse(const LagrangianPatterns& patterns, const Eigen::VectorXd& right,
                       Eigen::VectorXd& v, Eigen::VectorXd& alpha, Eigen::VectorXd& beta,
                       PanelSums& sums) {
  const Inverted inverted = on_registers([&]<class Lanes>(Lanes) {
    return apply_inverse_on<Lanes>(patterns, right.data(), v.data(), alpha.data(), beta.data(),
                                   sums);
  });
  join(sums, v);
  return inverted;
}

void look_ahead(const LagrangianPatterns& patterns, const Eigen::VectorXd& alpha,
                Eigen::VectorXd& v, Eigen::VectorXd& product, Eigen::VectorXd& right,
                PanelSums& sums) {
  on_registers([&]<class Lanes>(Lanes) {
    look_ahead_on<Lanes>(patterns, alpha.data(), v.data(), product.data(), right.data(), sums);
  });
  join(sums, v);
}

}  // namespace marginscope
