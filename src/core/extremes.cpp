#include "core/extremes.h"

#include "core/lanes.h"

namespace marginscope {

double largest_size(const double* x, Eigen::Index n) {
  if (n == 0) return 0;
  return on_registers([=]<class Lanes>(Lanes) {
    Largest<Lanes> largest;
    for_each_group<Lanes>(n, [&]<class L>(L, Eigen::Index i) {
      const typename L::Values some = L::at(x + i);
      largest.show_size(some);
    });
    return largest.value();
  });
}

}  // namespace marginscope
