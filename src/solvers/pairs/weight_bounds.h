#pragma once  // for src/solvers only

// The bounds of the weights that pair methods move, and what moving a pair makes of its two.

namespace marginscope {

// What raising and lowering a weight gains and costs beside its residual.
struct Offsets {
  double up = 0, low = 0;
};

// Two weights after a move from j to i.
struct MovedPair {
  double beta_i, beta_j;
  Offsets of_i, of_j;
  double delta;  // β_i rose by it, and β_j fell
  bool cut;      // by a bound
};

// In classification β_i = y_i α_i with 0 ≤ α ≤ C. In regression β = α − α*, both in [0, C], at the price
// ε‖β‖₁, so a move ends where β is 0.
struct WeightBounds {
  double C = 1, epsilon = 0;
  bool regression = false;

  Offsets offsets(double y, double beta) const;

  // The weight; ±C where only rounding keeps it from there (tolerances::near_bound), or beyond.
  double settled(double beta) const;

  // Of a pair that gains `gain` > 0 by the first unit, and less by `curvature` ≥ 0 with each: to a bound
  // where it is 0.
  MovedPair move(double y_i, double beta_i, double y_j, double beta_j, double gain,
                 double curvature) const;
};

}  // namespace marginscope
