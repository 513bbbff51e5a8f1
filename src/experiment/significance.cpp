#include "experiment/significance.h"

#include <cmath>
#include <limits>

namespace marginscope {
namespace {

// The continued fraction 1/(1 + d₁/(1 + d₂/(1 + …))) of DLMF 8.17.22 by the modified Lentz method
// (Thompson & Barnett 1986). Denominators that vanish are moved to `tiny`, as the method says.
double beta_fraction(double a, double b, double x) {
  constexpr double tiny = 1e-300;
  // A factor this close to 1 changes nothing in the last digit any more.
  constexpr double settled = 2 * std::numeric_limits<double>::epsilon();
  constexpr int most_terms = 100'000;

  double fraction = 1, c = 1, d = 0;  // `fraction` is 1 + d₁/(1 + d₂/(1 + …))
  for (int i = 1; i <= most_terms; ++i) {
    const double m = i / 2;
    const double term = i % 2 == 0 ? m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
                                   : -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 + term * d;
    if (std::abs(d) < tiny) d = tiny;
    d = 1 / d;
    c = 1 + term / c;
    if (std::abs(c) < tiny) c = tiny;
    fraction *= c * d;
    if (std::abs(c * d - 1) < settled) break;
  }
  return 1 / fraction;
}

}  // namespace

double incomplete_beta(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // Beyond the mean the fraction of the mirrored function converges faster (DLMF 8.17.4).
  if (x > (a + 1) / (a + b + 2)) return 1 - incomplete_beta(b, a, 1 - x);
  const double log_factor = a * std::log(x) + b * std::log1p(-x) + std::lgamma(a + b) -
                            std::lgamma(a) - std::lgamma(b) - std::log(a);
  return std::exp(log_factor) * beta_fraction(a, b, x);
}

double student_two_sided(double t, double degrees) {
  if (std::isinf(t)) return 0;
  return incomplete_beta(degrees / 2, 0.5, degrees / (degrees + t * t));
}

TTest t_test(const Summary& a, const Summary& b) {
  const double n_a = a.n, n_b = b.n;
  TTest test;
  test.degrees = n_a + n_b - 2;
  const double variance = ((n_a - 1) * a.sd * a.sd + (n_b - 1) * b.sd * b.sd) / test.degrees;
  const double difference = a.mean - b.mean;
  if (difference == 0) return test;
  test.t = difference / std::sqrt(variance * (1 / n_a + 1 / n_b));
  test.p = student_two_sided(test.t, test.degrees);
  return test;
}

}  // namespace marginscope
