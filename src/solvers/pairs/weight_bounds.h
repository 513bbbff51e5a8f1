#pragma once  // for src/solvers only

// The bounds of the weights that pair methods move, and what moving a pair makes of its two.

#include <algorithm>
#include <limits>

namespace marginscope {

// What raising and lowering a weight gains and costs beside its residual.
struct Offsets {
  double up = 0, low = 0;
};

// Two weights after a move from j to i.
struct MovedPair {
  double beta_i, beta_j;
  double delta;  // β_i rose by it, and β_j fell
  bool cut;      // by a bound
};

// In classification β_i = y_i α_i with 0 ≤ α ≤ C. In regression β = α − α*, both in [0, C], at the price
// ε‖β‖₁, so a move ends where β is 0.
struct WeightBounds {
  double C = 1, epsilon = 0;
  bool regression = false;

  // How far a weight may go up and down in one step.
  double ceiling(double y, double beta) const {
    if (regression) return beta < 0 ? 0 : C;
    return y > 0 ? C : 0;
  }
  double floor(double y, double beta) const {
    if (regression) return beta > 0 ? 0 : -C;
    return y > 0 ? 0 : -C;
  }

  Offsets offsets(double y, double beta) const {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    const bool positive = regression || y > 0, negative = regression || y < 0;
    return {beta < (positive ? C : 0) ? (beta >= 0 ? -epsilon : epsilon) : -infinite,
            beta > (negative ? -C : 0) ? (beta > 0 ? -epsilon : epsilon) : infinite};
  }

  // Of a pair that gains `gain` by the first unit, and less by `curvature` with each.
  MovedPair move(double y_i, double beta_i, double y_j, double beta_j, double gain,
                 double curvature) const {
    const double top = ceiling(y_i, beta_i), bottom = floor(y_j, beta_j);
    const double room = std::min(top - beta_i, beta_j - bottom), whole = gain / curvature;
    const bool cut = whole >= room;
    const double delta = cut ? room : whole;
    // What is cut at a bound lies on it exactly.
    return {delta == top - beta_i ? top : beta_i + delta,
            delta == beta_j - bottom ? bottom : beta_j - delta, delta, cut};
  }
};

}  // namespace marginscope
