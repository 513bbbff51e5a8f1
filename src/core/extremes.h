#pragma once  // for every room above

#include <Eigen/Core>
#include <limits>

namespace marginscope {

inline constexpr double infinite = std::numeric_limits<double>::infinity();

// The largest |x| of n numbers, on SIMD lanes; not a number where one is not finite, 0 for n = 0.
double largest_size(const double* x, Eigen::Index n);

template <class Plain>
double largest_size(const Eigen::PlainObjectBase<Plain>& x) {
  return largest_size(x.data(), x.size());
}

}  // namespace marginscope
