#include "core/errors.h"

#include "core/lanes.h"

namespace marginscope {
namespace {

// Of n margins, each of which is one of those at `first`, times that at `second` where there is one.
template <bool of_products>
Eigen::Index count_wrong_of(const double* first, const double* second, Eigen::Index n) {
  return n - on_registers([=]<class Lanes>(Lanes) {
           Count<Lanes> right;
           for_each_group<Lanes>(n, [&]<class L>(L, Eigen::Index i) {
             typename L::Values margin = L::at(first + i);
             if constexpr (of_products) margin *= L::at(second + i);
             right.add(margin > 0);
           });
           return right.value();
         });
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
