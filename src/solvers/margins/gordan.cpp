#include "solvers/margins/gordan.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/tolerances.h"
#include "solvers/margins/factorisations.h"

namespace marginscope {
namespace {

using Matrix = Eigen::Ref<const Eigen::MatrixXd>;
using Vector = Eigen::Ref<const Eigen::VectorXd>;
using Indices = std::vector<Eigen::Index>;

// Those whose weight is not 0, nor close to it beside the largest.
Indices weighed(const Eigen::VectorXd& u) {
  Indices S(static_cast<std::size_t>(u.size()));
  std::iota(S.begin(), S.end(), 0);
  const double enough = tolerances::certificate * std::max(0.0, u.maxCoeff());
  std::erase_if(S, [&](Eigen::Index i) { return !(u[i] > enough); });
  return S;
}

// The largest |Σ s_i u_i| over the patterns at one place.
double largest_imbalance(const Matrix& X, const Vector& s, const Eigen::VectorXd& u) {
  Indices order(static_cast<std::size_t>(u.size()));
  std::iota(order.begin(), order.end(), 0);
  const auto first_difference = [&X](Eigen::Index a, Eigen::Index b) {
    Eigen::Index j = 0;
    while (j < X.cols() && X(a, j) == X(b, j)) ++j;
    return j;
  };
  std::sort(order.begin(), order.end(), [&](Eigen::Index a, Eigen::Index b) {
    const Eigen::Index j = first_difference(a, b);
    return j < X.cols() ? X(a, j) < X(b, j) : a < b;
  });
  double largest = 0;
  for (auto next = order.begin(); next != order.end();) {
    const Eigen::Index place = *next;
    double here = 0;
    for (; next != order.end() && first_difference(place, *next) == X.cols(); ++next) {
      here += s[*next] * u[*next];
    }
    largest = std::max(largest, std::abs(here));
  }
  return largest;
}

// s_i (x_i − c, 1) of the patterns S, c their mean; without features that are the same for all of
// them, which are part of the bias.
Eigen::MatrixXd signed_rows(const Matrix& X, const Vector& s, const Eigen::VectorXd& u,
                            const Indices& S) {
  const Eigen::VectorXd sides = s(S), weights = u(S) / u(S).sum();
  Eigen::MatrixXd rows(sides.size(), X.cols() + 1);
  Eigen::Index count = 0;
  for (Eigen::Index j = 0; j < X.cols(); ++j) {
    const Eigen::VectorXd x = X.col(j)(S);
    if ((x.array() == x[0]).all()) continue;
    rows.col(count++) = sides.array() * (x.array() - weights.dot(x));
  }
  rows.col(count++) = sides;
  rows.conservativeResize(Eigen::NoChange, count);
  return rows;
}

// Of weights that balance the sides but for rounding those that balance them, and how far from it
// they are; nothing where there are none.
std::optional<Certificate> balanced(const Matrix& X, const Vector& s, Eigen::VectorXd u) {
  Indices S = weighed(u);
  for (;;) {
    if (S.empty()) return std::nullopt;
    const Eigen::MatrixXd Z = signed_rows(X, s, u, S);
    const OrthogonalFactor factor = OrthogonalFactor::of(Z).finish();
    // A feature that is lost among these patterns may be what separates them.
    if (factor.rank() < Z.cols()) return std::nullopt;
    const Eigen::VectorXd v = factor.remainder(u(S));
    u.setZero();
    u(S) = v;
    const Indices left = weighed(u);
    if (left.size() == S.size()) {
      Eigen::VectorXd parts(Z.cols());
      for (Eigen::Index j = 0; j < Z.cols(); ++j) {
        parts[j] = std::abs(Z.col(j).dot(v)) / Z.col(j).cwiseAbs().dot(v);
      }
      return Certificate{u / u.sum(), parts.maxCoeff<Eigen::PropagateNaN>()};
    }
    S = left;
  }
}

}  // namespace

std::optional<Certificate> inseparable(const Matrix& X, const Vector& s, const Eigen::VectorXd& u,
                                       bool all_features) {
  const double sum = u.sum();
  if (!(sum > 0) || !std::isfinite(sum)) return std::nullopt;
  Certificate proof{u / sum, 0};
  proof.residual = largest_imbalance(X, s, proof.u);
  if (proof.residual <= tolerances::certificate) return proof;
  if (!all_features) return std::nullopt;
  auto found = balanced(X, s, std::move(proof.u));
  return found && found->residual <= tolerances::certificate ? std::move(found) : std::nullopt;
}

}  // namespace marginscope
