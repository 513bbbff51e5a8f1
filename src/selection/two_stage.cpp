#include "selection/two_stage.h"

#include <cmath>

namespace marginscope {

std::array<double, coarse_values> coarse_stage() {
  std::array<double, coarse_values> values;
  int p = -10;
  for (double& C : values) {
    C = std::ldexp(1.0, p);
    p += 2;
  }
  return values;
}

std::array<double, fine_values> fine_stage(double best) {
  std::array<double, fine_values> values;
  int quarters = -4;
  for (double& C : values) {
    // A fourth root by square roots, which are rounded alike everywhere.
    C = best * std::sqrt(std::sqrt(std::ldexp(1.0, quarters)));
    ++quarters;
  }
  return values;
}

}  // namespace marginscope
