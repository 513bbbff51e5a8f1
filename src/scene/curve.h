#pragma once  // for every room above

// A curve across the plane, drawn by hand or by a formula, that tells the points above it from those
// below; and a loop drawn around some points.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "data/grid.h"

namespace marginscope {

// The places that it goes through, straight from each to the next, in the plane's units.
using Curve = std::vector<std::array<double, 2>>;

// Whether (u, v) lies above the curve, which goes on level to both sides from its left and its right
// end: whether a way straight down crosses it an odd number of times. So a curve may turn back, and
// loop; of y = f(x) it is v > f(u). O(places).
bool is_above(const Curve& curve, double u, double v);

// Whether (u, v) lies inside the loop that the curve makes when its ends are joined. O(places).
bool is_inside(const Curve& loop, double u, double v);

// As few of its places as leave the others no further from it than so much across and up the plane,
// both above 0.
Curve simplified(const Curve& curve, double across, double up);

// "x1,y1,x2,y2…". The error says what is wrong with it: a curve has from 2 to 2,000 places.
Result<Curve> parse_curve(std::string_view text);
std::string curve_text(const Curve& curve);

// What stands behind "y >" or "y =", which a formula may begin with.
std::string_view right_side(std::string_view formula);

// y = f(x) over the grid, for a formula such as "sin(2x) + 0.1x^2". Where f has no value the curve goes
// straight from one that it has to the next. The error says what is wrong with the formula, and where.
Result<Curve> formula_curve(std::string_view formula, const Grid& grid);

}  // namespace marginscope
