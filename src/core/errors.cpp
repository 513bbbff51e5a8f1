#include "core/errors.h"

#include "core/lanes.h"

namespace marginscope {

Eigen::Index count_wrong(const Eigen::Ref<const Eigen::VectorXd>& y,
                         const Eigen::Ref<const Eigen::VectorXd>& f) {
  const Eigen::Index n = y.size();
  return n - on_registers([=, y = y.data(), f = f.data()]<class Lanes>(Lanes) {
           Count<Lanes> right;
           for_each_group<Lanes>(
               n, [&]<class L>(L, Eigen::Index i) { right.add(L::at(y + i) * L::at(f + i) > 0); });
           return right.value();
         });
}

}  // namespace marginscope
