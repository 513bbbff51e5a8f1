#include "core/extremes.h"

#include <vector>

#include "core/ascending.h"
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

double middle_of_positive(const Eigen::Ref<const Eigen::VectorXd>& x) {
  std::vector<double> positive(x.data(), x.data() + x.size());
  std::erase_if(positive, [](double entry) { return !(entry > 1e-300); });
  if (positive.empty()) return 1;
  put_in_order(positive);
  return positive[positive.size() / 2];
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
