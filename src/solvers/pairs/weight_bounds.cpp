#include "solvers/pairs/weight_bounds.h"

#include <algorithm>

#include "core/extremes.h"
#include "core/lanes.h"
#include "core/tolerances.h"

namespace marginscope {
namespace {

// Both weights of a pair are lanes of one vector, by which nothing of a move is a branch: nobody foresees where
// weights come to lie, and a wrong guess takes as long as dozens of patterns in a pass.
using Both = Lanes<2>::Values;

Both both(double i, double j) { return Both{i, j}; }

Both highest(const WeightBounds& bounds, const Both& y) {
  const Both all = both(bounds.C, bounds.C), none = {};
  if (bounds.regression) return all;
  return y > 0 ? all : none;
}
Both lowest(const WeightBounds& bounds, const Both& y) {
  const Both all = both(-bounds.C, -bounds.C), none = {};
  if (bounds.regression) return all;
  return y < 0 ? all : none;
}

struct BothOffsets {
  Both up, low;
};
BothOffsets offsets_of(const WeightBounds& bounds, const Both& y, const Both& beta) {
  const Both price = both(bounds.epsilon, bounds.epsilon), never = both(infinite, infinite);
  const Both up = beta >= 0 ? -price : price, low = beta > 0 ? -price : price;
  return {beta < highest(bounds, y) ? up : -never, beta > lowest(bounds, y) ? low : never};
}

Both size_of(const Both& beta) { return beta < 0 ? -beta : beta; }

// On the bound C, or −C, which only rounding keeps them from, or which it takes them beyond.
Both settled_on(const WeightBounds& bounds, const Both& beta) {
  const Both C = both(bounds.C, bounds.C), end = beta < 0 ? -C : C;
  return size_of(beta) >= (1 - tolerances::near_bound) * C ? end : beta;
}

}  // namespace

double WeightBounds::settled(double beta) const { return settled_on(*this, both(beta, beta))[0]; }

Offsets WeightBounds::offsets(double y, double beta) const {
  const auto [up, low] = offsets_of(*this, both(y, y), both(beta, beta));
  return {up[0], low[0]};
}

MovedPair WeightBounds::move(double y_i, double beta_i, double y_j, double beta_j, double gain,
                             double curvature) const {
  const Both y = both(y_i, y_j), beta = both(beta_i, beta_j), zero = {};
  Both most = highest(*this, y), least = lowest(*this, y);
  if (regression) {
    most = beta < 0 ? zero : most;
    least = beta > 0 ? zero : least;
  }
  const Both ends = both(most[0], least[1]), room = both(most[0] - beta_i, beta_j - least[1]);
  const double shorter = std::min(room[0], room[1]), whole = gain / curvature,
               delta = std::min(whole, shorter);
  // What is cut at a bound lies on it exactly.
  Both moved = settled_on(*this, both(beta_i + delta, beta_j - delta));
  // What a weight leaves of itself when it goes to 0 is rounding of what it was.
  moved = size_of(moved) <= tolerances::near_bound * size_of(beta) ? zero : moved;
  const Both now = room == both(delta, delta) ? ends : moved;
  const auto [up, low] = offsets_of(*this, y, now);
  return {now[0], now[1], {up[0], low[0]}, {up[1], low[1]}, delta, whole >= shorter};
}

}  // namespace marginscope
