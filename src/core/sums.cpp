#include "core/sums.h"

#include "core/lanes.h"

namespace marginscope {

double sum(const Eigen::Ref<const Eigen::VectorXd>& x) {
  return on_registers([&]<class Lanes>(Lanes) {
    const auto entries = [&]<class L>(L, Eigen::Index i, auto& terms) {
      terms[0] = L::at(x.data() + i);
    };
    return add_up<Lanes, 1>(x.size(), entries)[0];
  });
}

double sum_of_sizes(const Eigen::Ref<const Eigen::VectorXd>& x) {
  return on_registers([&]<class Lanes>(Lanes) {
    const auto sizes = [&]<class L>(L, Eigen::Index i, auto& terms) {
      const typename L::Values value = L::at(x.data() + i);
      terms[0] = value < 0 ? -value : value;
    };
    return add_up<Lanes, 1>(x.size(), sizes)[0];
  });
}

Eigen::Index count_nonzero(const Eigen::Ref<const Eigen::VectorXd>& x) {
  return on_registers([&]<class Lanes>(Lanes) {
    Count<Lanes> count;
    for_each_group<Lanes>(x.size(), [&]<class L>(L, Eigen::Index i) {
      const typename L::Values some = L::at(x.data() + i);
      count.add(some != 0);
    });
    return count.value();
  });
}

PowerSums power_sums(const Eigen::Ref<const Eigen::VectorXd>& x, double mean, double s) {
  return on_registers([&]<class Lanes>(Lanes) {
    Largest<Lanes> largest;
    const auto powers = [&]<class L>(L, Eigen::Index i, auto& terms) {
      const typename L::Values value = L::at(x.data() + i), d = s * (value - mean), square = d * d;
      terms[0] = square;
      terms[1] = square * d;
      terms[2] = square * square;
      largest.show_size(value);
    };
    const auto sums = add_up<Lanes, 3>(x.size(), powers);
    return PowerSums{sums[0], sums[1], sums[2], largest.of_numbers()};
  });
}

}  // namespace marginscope
