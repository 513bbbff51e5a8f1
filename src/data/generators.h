#pragma once  // for src/data only

// Seeded generators of the random named problems: a settings struct with its defaults each, and the
// function that draws the points. All of them are in the plane (or on a line), with N points, no
// validation part, labels ±1 (1 … K where there are several classes), both classes present (or real
// targets), and every coordinate and target on the default Grid; what would lie beyond the grid is
// put on its edge. The points depend on settings and seed alone.

#include <cstdint>

#include "core/dataset.h"

namespace marginscope {

// Two normal clouds of equal spread, centred at ± distance/2 along the direction (4, 3)/5.
struct TwoGaussians {
  int n = 40;
  double distance = 5;
  double spread = 0.8;
  double balance = 0.5;  // the share of +1
};
Dataset two_gaussians(const TwoGaussians& settings, std::uint64_t seed);

// Two normal clouds like those of TwoGaussians, so close that no line separates them as a rule.
struct Overlap {
  int n = 40;
  double distance = 2;
  double spread = 1.2;
  double balance = 0.5;
};
Dataset overlap(const Overlap& settings, std::uint64_t seed);

// Two discs of radius `spread` at x = ± distance/2, and `outliers` points of class +1 far out to
// the right, where a line has nothing to decide. Separable where 2·spread < distance.
struct Outlier {
  int n = 24;  // outliers included
  int outliers = 4;
  double reach = 12;
  double distance = 3;
  double spread = 1;
};
Dataset outlier(const Outlier& settings, std::uint64_t seed);

// The same discs, where the last points of class +1 lie among those of class −1.
struct Mislabelled {
  int n = 24;  // the mislabelled ones included
  int mislabelled = 3;
  double depth = 2;
  double distance = 3;
  double spread = 1;
};
Dataset mislabelled(const Mislabelled& settings, std::uint64_t seed);

// Two half circles of radius 3 facing one another, the lower one shifted by a radius.
struct Moons {
  int n = 50;
  double depth = 0.5;  // in radii
  double noise = 0.25;
};
Dataset moons(const Moons& settings, std::uint64_t seed);

// Class +1 on a circle around the origin, class −1 on a wider one.
struct Circles {
  int n = 50;
  double inner_radius = 1.5;
  double outer_radius = 4;
  double noise = 0.3;
};
Dataset circles(const Circles& settings, std::uint64_t seed);

// Two arms r = 0.5 + 5s, φ = 2π·turns·s with 0 ≤ s ≤ 1, the second turned by half a turn.
struct Spirals {
  int n = 60;
  double turns = 1.25;
  double noise = 0.1;
};
Dataset spirals(const Spirals& settings, std::uint64_t seed);

// All points exactly on the line x₂ = x₁/2 + 1, one class on each side of (0, 1).
struct Collinear {
  int n = 20;
  double distance = 1;  // between the classes, in x₁
  double spread = 2;
};
Dataset collinear(const Collinear& settings, std::uint64_t seed);

// One feature only: two normal clouds on the axis, at ± distance/2.
struct OneDimensional {
  int n = 24;
  double distance = 4;
  double spread = 0.9;
  double balance = 0.5;
};
Dataset one_dimensional(const OneDimensional& settings, std::uint64_t seed);

// `spots` places, alternately of class +1 (right of the axis) and −1 (left), each taken `copies`
// times; at round(disputed · spots) of them every other copy has the other label.
struct Repeated {
  int spots = 8;
  int copies = 3;
  double disputed = 0.125;
};
Dataset repeated(const Repeated& settings, std::uint64_t seed);

// Three normal clouds around the corners of an equilateral triangle, labels 1, 2, 3.
struct ThreeClasses {
  int n = 45;
  double distance = 3;  // of the corners from the origin
  double spread = 0.9;
};
Dataset three_classes(const ThreeClasses& settings, std::uint64_t seed);

// Regression on one feature: sin(x)/x (1 at 0) at n equally spaced x from −10 to 10, with normal
// noise (Bandos et al. 2007, section 3.1). The paper's "49 points drawn uniformly" is read as
// equally spaced.
struct Sinc {
  int n = 49;
  double noise = 0.1;  // standard deviation
};
Dataset sinc(const Sinc& settings, std::uint64_t seed);

}  // namespace marginscope
