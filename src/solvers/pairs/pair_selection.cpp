#include "solvers/pairs/pair_selection.h"

#include "core/lanes.h"
#include "solvers/pairs/pair_passes.h"

namespace marginscope {

using namespace pair_passes;

void update_residuals(double* r, const double* up, const double* low, const double* row_a, double a,
                      const double* row_b, double b, Eigen::Index n, Extremes& extremes) {
  on_lanes([=, &extremes]<class Lanes>(Lanes) {
    update_residuals_on<Lanes>(r, up, low, row_a, a, row_b, b, n, extremes);
  });
}

Eigen::Index first_of_least_low(const double* r, const double* low, double least) {
  return on_registers(
      [=]<class Lanes>(Lanes) { return first_of_least_low_on<Lanes>(r, low, least); });
}

Eigen::Index second_of_pair(const double* r, const double* low, const double* row_i,
                            const double* diagonal, double k_ii, double largest_up, double flat,
                            Eigen::Index n) {
  return on_lanes([=]<class Lanes>(Lanes) {
    return second_of_pair_on<Lanes>(r, low, row_i, diagonal, k_ii, largest_up, flat, n);
  });
}

}  // namespace marginscope
