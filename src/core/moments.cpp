#include "core/moments.h"

#include <cmath>
#include <limits>

#include "core/tolerances.h"

namespace marginscope {

Moments moments_of(const Eigen::Ref<const Eigen::VectorXd>& error) {
  constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
  const auto n = static_cast<double>(error.size());
  Moments moments{undefined, undefined, undefined, undefined};
  if (error.size() == 0) return moments;
  moments.mean = error.mean();
  if (error.size() < 2) return moments;

  double second = 0, third = 0, fourth = 0, largest = 0;
  for (Eigen::Index i = 0; i < error.size(); ++i) {
    const double d = error[i] - moments.mean;
    const double square = d * d;
    second += square;
    third += square * d;
    fourth += square * square;
    largest = std::max(largest, std::abs(error[i]));
  }
  const double std = std::sqrt(second / (n - 1));
  if (std <= tolerances::constant_error * largest || std == 0) {
    moments.std = 0;
    return moments;
  }
  moments.std = std;
  moments.skewness = third / ((n - 1) * std * std * std);
  moments.kurtosis = fourth / ((n - 1) * std * std * std * std);
  return moments;
}

double standardised_skewness(double skewness, Eigen::Index n) {
  return skewness * std::sqrt(static_cast<double>(n) / 6);
}

double standardised_kurtosis(double kurtosis, Eigen::Index n) {
  return (kurtosis - 3) * std::sqrt(static_cast<double>(n) / 24);
}

}  // namespace marginscope
