#pragma once  // for every room above

// Moments of an error signal as Bandos et al. (2007, section 2) define them: the mean with
// 1/n, all others with 1/(n − 1); normally distributed errors have kurtosis 3.

#include <Eigen/Core>
#include <limits>
#include <optional>
#include <string>

namespace marginscope {

// Not a number where they are not defined.
struct Moments {
  static constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
  double mean = undefined, std = undefined, skewness = undefined, kurtosis = undefined;
};

// Cost O(n). For n < 2 all but the mean are undefined; for σ = 0 (to rounding, see
// tolerances::constant_error) the standard deviation is 0 and skewness and kurtosis are undefined.
Moments moments_of(const Eigen::Ref<const Eigen::VectorXd>& error);

// Standardised skewness and kurtosis of n errors; beyond ±2.57 they contradict normality at 1 %.
// The kurtosis needs ks − 3, which the formula in the paper omits although its text and confidence
// figures use it.
double standardised_skewness(double skewness, Eigen::Index n);
double standardised_kurtosis(double kurtosis, Eigen::Index n);
inline constexpr double normal_bound = 2.57;

// What skewness and kurtosis of n errors say of their normality. It reports and stops nothing: in
// the paper training ends "whether the error distribution is normal or not".
struct NormalityReport {
  double skewness, kurtosis;   // standardised; not a number where they are not defined
  std::optional<bool> normal;  // whether both lie within ±2.57; nothing where one is not defined
  std::string sentence;
};
NormalityReport normality_of(double skewness, double kurtosis, Eigen::Index n);

}  // namespace marginscope
