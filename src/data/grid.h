#pragma once  // for every room above

// Positions in the plane that are exact numbers.

#include <Eigen/Core>

namespace marginscope {

// Where points that are placed by hand, or made by a generator, may lie: 2^24 positions an axis.
// Coordinates are corner + i · extent / 2^24 with a power of two for the extent, so that they are
// exact doubles and the integers are among them.
struct Grid {
  double x0 = -16, y0 = -16;  // bottom left
  double extent = 32;         // a power of two

  static constexpr int bits = 24;
  // Of two for the extent: steps of 2^-1014 are normal numbers, and corners reach ±2^1021.
  static constexpr int least_exponent = -990, most_exponent = 1022;
  double step() const;
  bool contains(double x, double y) const;  // whether (x, y) is one of the positions, exactly
  bool operator==(const Grid&) const = default;
  double snap_x(double x) const;  // to the nearest position, clamped into the grid
  double snap_y(double y) const;
};

// A grid for points whose coordinates are the first two columns of X (one column: on the x axis).
// The default grid where all lies within ±12 and the wider range is at least 1 (or 0: nothing to
// see apart); otherwise the smallest one with half of that range as room on every side, and fine
// enough for exact positions: its extent is at least 2^-26 of the distance from the origin. Entries
// beyond 2^1021 are not held.
Grid grid_for(const Eigen::Ref<const Eigen::MatrixXd>& X);

}  // namespace marginscope
