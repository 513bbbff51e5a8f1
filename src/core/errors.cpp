#include "core/errors.h"

#include "core/lanes.h"

namespace marginscope {
namespace {

// Of n margins, each of which is one of those at `first`, times that at `second` where there is one.
template <bool of_products>
Eigen::Index count_wrong_of(const double* first, const double* second, Eigen::Index n) {
  const double right = on_registers([=]<class Lanes>(Lanes) {
    const auto is_right = [=]<class L>(L, Eigen::Index i, auto& terms) {
      typename L::Values margin = L::at(first + i), one;
      if constexpr (of_products) margin *= L::at(second + i);
      fill(one, 1);
      terms[0] = margin > 0 ? one : 0;
    };
    return add_up<Lanes, 1>(n, is_right)[0];
  });
  return n - static_cast<Eigen::Index>(right);
}

}  // namespace

Eigen::Index count_wrong(const Eigen::Ref<const Eigen::VectorXd>& margins) {
  return count_wrong_of<false>(margins.data(), nullptr, margins.size());
}

Eigen::Index count_wrong(const Eigen::Ref<const Eigen::VectorXd>& y,
                         const Eigen::Ref<const Eigen::VectorXd>& f) {
  return count_wrong_of<true>(y.data(), f.data(), y.size());
}

}  // namespace marginscope
