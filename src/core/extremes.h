#pragma once  // for every room above

#include <Eigen/Core>
#include <limits>

namespace marginscope {

inline constexpr double infinite = std::numeric_limits<double>::infinity();

// On SIMD lanes: the largest |x| of n numbers; not a number where one is not finite, 0 for n = 0.
double largest_size(const double* x, Eigen::Index n);
// The largest x; not a number where one is not finite, −∞ where there is none.
double largest(const Eigen::Ref<const Eigen::VectorXd>& x);
// The middle of the positive ones, not of vanishing size: 1 where there is none. O(n log n).
double middle_of_positive(const Eigen::Ref<const Eigen::VectorXd>& x);
// The least |x| of those that are numbers, or ∞.
double least_size(const Eigen::Ref<const Eigen::VectorXd>& x);

template <class Plain>
double largest_size(const Eigen::PlainObjectBase<Plain>& x) {
  return largest_size(x.data(), x.size());
}

}  // namespace marginscope
