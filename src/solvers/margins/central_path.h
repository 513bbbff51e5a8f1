#pragma once  // for src/solvers only

// What a step of an interior-point method does over the patterns of a support vector machine, on SIMD
// lanes. Every number here is positive at every point, and at the optimum one of each pair is 0:
// α·ζ = 0 and (C − α)·ξ = 0. On the central path both products are the same everywhere.

#include <Eigen/Core>

namespace marginscope {

// N each.
struct PathPoint {
  Eigen::VectorXd alpha;   // α, the weight of each pattern
  Eigen::VectorXd room;    // C − α
  Eigen::VectorXd excess;  // ζ, how far the margin lies beyond 1; ζ − ξ = z·W − 1
  Eigen::VectorXd slack;   // ξ, how far it falls short of it
};

// What the products of a point are to become, N each.
struct PathAim {
  Eigen::VectorXd of_excess, of_slack;  // τ, τ′
  Eigen::VectorXd margins;              // g = 1 + τ/α − τ′/(C − α)
};

// The way to a point where the linearised products are what was aimed at.
struct PathWay {
  Eigen::VectorXd alpha, excess, slack;
  double longest = 0;  // the part of it at which the first number is 0; infinite where none ever is
};

// d = 1/(ζ/α + ξ/(C − α)), the weights in the least-squares problem of a step.
void path_weights(const PathPoint& at, Eigen::VectorXd& d);

// The aim at products of `mean`, less what the steps of `way` along both factors would multiply to
// (Mehrotra 1992); and `right` = α + dg, which Zᵗ takes to the right-hand side.
void aim(const PathPoint& at, const Eigen::VectorXd& d, double mean, const PathWay& way,
         PathAim& aim, Eigen::VectorXd& right);

// The way, where `margins` are those of the solution.
void way_to(const PathAim& aim, const PathPoint& at, const Eigen::VectorXd& d,
            const Eigen::VectorXd& margins, PathWay& way);

// Σ αζ + (C − α)ξ, and what it is at a part t of the way.
double complementarity(const PathPoint& at);
double complementarity(const PathPoint& at, const PathWay& way, double t);

// Goes a part t of the way.
void go(const PathWay& way, double t, PathPoint& at);

}  // namespace marginscope
