#include "bounds/labellings.h"

#include <numeric>

namespace marginscope {

Eigen::VectorXd half_swapped(const Eigen::Ref<const Eigen::VectorXd>& y, Random& random) {
  std::vector<Eigen::Index> order(static_cast<std::size_t>(y.size()));
  std::iota(order.begin(), order.end(), 0);
  random.shuffle(order);
  Eigen::VectorXd swapped = y;
  for (std::size_t i = 0; i < order.size() / 2; ++i) swapped[order[i]] = -swapped[order[i]];
  return swapped;
}

Eigen::VectorXd second_half_flipped(const Eigen::Ref<const Eigen::VectorXd>& y) {
  Eigen::VectorXd flipped = y;
  flipped.tail(y.size() / 2) *= -1;
  return flipped;
}

}  // namespace marginscope
