#include "data/grid.h"

#include <algorithm>
#include <cmath>

namespace marginscope {
namespace {

constexpr double positions = 1 << Grid::bits;

double snapped(double value, double corner, double step) {
  const double index = std::round((value - corner) / step);
  // Written so that what is not a number goes to the corner.
  const double inside = index > 0 ? std::min(index, positions - 1) : 0;
  return corner + inside * step;
}

}  // namespace

double Grid::step() const { return extent / positions; }

double Grid::snap_x(double x) const { return snapped(x, x0, step()); }

double Grid::snap_y(double y) const { return snapped(y, y0, step()); }

bool Grid::contains(double x, double y) const { return snap_x(x) == x && snap_y(y) == y; }

Grid grid_for(const Eigen::Ref<const Eigen::MatrixXd>& X) {
  constexpr double default_reach = 12;
  constexpr int offset_bits = 26;

  const Eigen::Index columns = std::min<Eigen::Index>(X.cols(), 2);
  if (X.rows() == 0 || columns == 0) return Grid{};

  // Halves, since the difference of two huge numbers may overflow.
  double centre[2] = {0, 0};
  double half_range = 0, furthest = 0;
  for (Eigen::Index j = 0; j < columns; ++j) {
    const double least = X.col(j).minCoeff(), most = X.col(j).maxCoeff();
    centre[j] = least / 2 + most / 2;
    half_range = std::max(half_range, most / 2 - least / 2);
    furthest = std::max({furthest, std::abs(least), std::abs(most)});
  }
  if (furthest <= default_reach && (half_range >= 0.5 || half_range == 0)) return Grid{};
  if (half_range == 0) half_range = Grid{}.extent / 8;

  // The least power of two that is twice the range and a step of rounding at either corner; and
  // far from the origin so large that corner + i · step is exact in 53 bits.
  int exponent = std::ilogb(half_range) + 2;
  while (exponent <= Grid::most_exponent &&
         std::scalbn(1 - 4 / positions, exponent - 2) < half_range) {
    ++exponent;
  }
  if (furthest > 0) exponent = std::max(exponent, std::ilogb(furthest) + 1 - offset_bits);
  exponent = std::clamp(exponent, Grid::least_exponent, Grid::most_exponent);

  Grid grid;
  grid.extent = std::scalbn(1.0, exponent);
  const double limit = std::scalbn(1.0, Grid::most_exponent - 1);
  const auto corner = [&](double middle) {
    const double wanted = std::clamp(middle, -limit, limit) - grid.extent / 2;
    return std::round(wanted / grid.step()) * grid.step();
  };
  grid.x0 = corner(centre[0]);
  grid.y0 = corner(centre[1]);
  return grid;
}

}  // namespace marginscope
