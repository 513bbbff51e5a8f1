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

double largest(const Eigen::Ref<const Eigen::VectorXd>& x) {
  return on_registers([&]<class Lanes>(Lanes) {
    Largest<Lanes> largest;
    for_each_group<Lanes>(x.size(), [&]<class L>(L, Eigen::Index i) {
      const typename L::Values some = L::at(x.data() + i);
      largest.show(some);
    });
    return largest.value();
  });
}

double least_size(const Eigen::Ref<const Eigen::VectorXd>& x) {
  return on_registers([&]<class Lanes>(Lanes) {
    Largest<Lanes> nearest;  // of −|x|
    for_each_group<Lanes>(x.size(), [&]<class L>(L, Eigen::Index i) {
      const typename L::Values some = L::at(x.data() + i);
      nearest.show(some < 0 ? some : -some);
    });
    return -nearest.of_numbers();
  });
}

}  // namespace marginscope
