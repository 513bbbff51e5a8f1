#include "solvers/reweighting/slack_criterion.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/extremes.h"
#include "core/tolerances.h"
#include "solvers/margins/factorisations.h"
#include "solvers/reweighting/biased_system.h"
#include "solvers/reweighting/hinge_line.h"

namespace marginscope {

MachinePoint on_the_way(const MachinePoint& from, MachinePoint to, double eta) {
  if (eta == 1) return to;
  to.beta = from.beta + eta * (to.beta - from.beta);
  to.sums = from.sums + eta * (to.sums - from.sums);
  to.b = from.b + eta * (to.b - from.b);
  return to;
}

SlackCriterion::SlackCriterion(std::shared_ptr<const KernelDesign> of,
                               std::shared_ptr<const Eigen::MatrixXd> kernel_matrix, double penalty,
                               double tube)
    : design(std::move(of)),
      K(std::move(kernel_matrix)),
      C(penalty),
      epsilon(tube),
      typical_kernel(middle_of_positive(Eigen::VectorXd(K->diagonal()))),
      lengths(K->diagonal().cwiseMax(typical_kernel).cwiseSqrt()),
      least_weights(tolerances::reweighting * lengths.cwiseAbs2()),
      scale(std::max(1e-300, design->y.cwiseAbs().maxCoeff())),
      margin(tolerances::on_margin * scale) {}

Eigen::VectorXd SlackCriterion::excess(const Eigen::VectorXd& f) const {
  return design->excess(f, epsilon);
}

double SlackCriterion::value(const MachinePoint& at) const {
  return 0.5 * at.beta.dot(at.sums) + C * excess(at.f()).cwiseMax(0).sum();
}

// A sum of terms |β_j k(x_j, x_i)| ≤ |β_j|√(K_jj K_ii).
Eigen::VectorXd SlackCriterion::decision_rounding(const MachinePoint& at) const {
  const double largest = at.beta.cwiseAbs().cwiseProduct(lengths).maxCoeff();
  return tolerances::objective_rounding * largest * lengths;
}

// N decision values, whose slacks C weighs, with β_j up to C for a typical pattern.
double SlackCriterion::rounding(const MachinePoint& at) const {
  const double typical = static_cast<double>(lengths.size()) * C * typical_kernel;
  return C * std::max(tolerances::objective_rounding * typical, decision_rounding(at).sum());
}

Places SlackCriterion::places_at(const MachinePoint& at) const {
  const Eigen::VectorXd f = at.f();
  return places_of(excess(f), design->regression() ? Eigen::VectorXd(design->y - f) : design->y,
                   margin);
}

double SlackCriterion::best_part(const MachinePoint& from, const MachinePoint& to,
                                 bool at_kink) const {
  const Eigen::VectorXd f = from.f(), d_beta = to.beta - from.beta, d_sums = to.sums - from.sums;
  const double d_b = to.b - from.b;
  HingeLine line(d_beta.dot(from.sums), d_beta.dot(d_sums));
  for (Eigen::Index i = 0; i < f.size(); ++i) {
    const double y = design->y[i], d_f = d_sums[i] + d_b;
    if (design->regression()) {
      line.add(C * (y - f[i] - epsilon), -C * d_f);
      line.add(C * (f[i] - y - epsilon), C * d_f);
    } else {
      line.add(C * (1 - y * f[i]), -C * y * d_f);
    }
  }
  return line.minimum(at_kink);
}

Gradual<MachinePoint> SlackCriterion::solve(const MachinePoint& from, const Places& places,
                                            const std::vector<Eigen::Index>& S,
                                            const Eigen::VectorXd& weights,
                                            const Eigen::VectorXd& fixed, bool exact) const {
  MachinePoint to{fixed, Eigen::VectorXd::Zero(fixed.size()), from.b};
  if (exact) to.sums = co_await product(*K, fixed);
  if (S.empty()) co_return to;
  const auto side = [&](Eigen::Index i) -> double {
    const double y = design->y[i];
    if (!design->regression()) return y;
    const int place = places.empty() ? 0 : places[static_cast<std::size_t>(i)];
    const bool above = place != 0 ? place > 0 : y > from.sums[i] + from.b;
    return above ? 1 : -1;
  };
  Eigen::VectorXd target(std::ssize(S));
  for (std::size_t k = 0; k < S.size(); ++k) {
    const Eigen::Index i = S[k];
    target[static_cast<Eigen::Index>(k)] = design->y[i] - epsilon * side(i) - to.sums[i];
  }
  const BiasedSolution solution =
      co_await solve_biased(*K, S, weights, target, fixed.sum(), exact ? typical_kernel : 0.0);
  to.b = solution.b;
  to.beta(S) = solution.beta;
  to.sums = co_await product(*K, to.beta);
  co_return to;
}

}  // namespace marginscope
