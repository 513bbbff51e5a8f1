#pragma once  // for every room above

// Sums over numbers on SIMD lanes: into eight sums, so that none waits for the one before, whatever the processor's
// lanes make of them.

#include <Eigen/Core>

namespace marginscope {

double sum(const Eigen::Ref<const Eigen::VectorXd>& x);
double sum_of_sizes(const Eigen::Ref<const Eigen::VectorXd>& x);  // Σ|x|

// How many are not 0.
Eigen::Index count_nonzero(const Eigen::Ref<const Eigen::VectorXd>& x);

// Σd², Σd³ and Σd⁴ of the deviations d = s(x − mean), and the largest |x| of those that are numbers.
struct PowerSums {
  double second = 0, third = 0, fourth = 0, largest = 0;
};
PowerSums power_sums(const Eigen::Ref<const Eigen::VectorXd>& x, double mean, double s);

}  // namespace marginscope
