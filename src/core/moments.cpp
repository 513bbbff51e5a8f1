#include "core/moments.h"

#include <algorithm>
#include <cmath>

#include "core/sums.h"
#include "core/text.h"
#include "core/tolerances.h"

namespace marginscope {
namespace {

// Fourth powers of errors below 1e-70 or beyond 1e70 leave the range of numbers, or lose digits on its edge.
// Their sum tells, and they are added up again in a power of two near the largest error, by which
// nothing rounds.
constexpr double least_fourth = 1e-290;

}  // namespace

Moments moments_of(const Eigen::Ref<const Eigen::VectorXd>& error) {
  const auto n = static_cast<double>(error.size());
  Moments moments;
  if (error.size() == 0) return moments;
  moments.mean = sum(error) / n;
  if (error.size() < 2) return moments;

  PowerSums sums = power_sums(error, moments.mean, 1);
  int exponent = 0;
  if (!(sums.fourth > least_fourth && std::isfinite(sums.fourth)) && sums.largest > 0) {
    exponent = std::clamp(std::ilogb(sums.largest), -1000, 1000);
    sums = power_sums(error, moments.mean, std::ldexp(1, -exponent));
  }
  const double std = std::sqrt(sums.second / (n - 1)), in_units = std::ldexp(std, exponent);
  if (in_units <= tolerances::constant_error * sums.largest || std == 0) {
    moments.std = 0;
    return moments;
  }
  moments.std = in_units;
  moments.skewness = sums.third / ((n - 1) * std * std * std);
  moments.kurtosis = sums.fourth / ((n - 1) * std * std * std * std);
  return moments;
}

double standardised_skewness(double skewness, Eigen::Index n) {
  return skewness * std::sqrt(static_cast<double>(n) / 6);
}

double standardised_kurtosis(double kurtosis, Eigen::Index n) {
  return (kurtosis - 3) * std::sqrt(static_cast<double>(n) / 24);
}

NormalityReport normality_of(double skewness, double kurtosis, Eigen::Index n) {
  NormalityReport report{
      standardised_skewness(skewness, n),
      standardised_kurtosis(kurtosis, n),
      {},
      "The errors have no skewness and kurtosis, so nothing can be said of their "
      "normality."};
  if (std::isnan(report.skewness) || std::isnan(report.kurtosis)) return report;
  const auto within = [](double z) { return std::abs(z) <= normal_bound; };
  report.normal = within(report.skewness) && within(report.kurtosis);
  const std::string both = sentence("Skewness Z = ", short_text(report.skewness, 4),
                                    " and kurtosis Z = ", short_text(report.kurtosis, 4));
  const std::string bound = "±" + short_text(normal_bound);
  if (*report.normal) {
    report.sentence =
        sentence(both, " lie within ", bound, ": the errors may be normal at the 1 % level.");
  } else {
    const std::string which = within(report.kurtosis)   ? "the skewness lies"
                              : within(report.skewness) ? "the kurtosis lies"
                                                        : "both lie";
    report.sentence =
        sentence(both, ": ", which, " beyond ", bound, ", which contradicts normality at 1 %.");
  }
  return report;
}

}  // namespace marginscope
