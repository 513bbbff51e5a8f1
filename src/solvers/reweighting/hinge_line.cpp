#include "solvers/reweighting/hinge_line.h"

#include <algorithm>
#include <cmath>

namespace marginscope {

void HingeLine::add(double p, double q) {
  if (p > 0 || (p == 0 && q > 0)) slope_ += q;
  if (q != 0 && p * q < 0 && -p / q < 1) kinks_.push_back({-p / q, std::abs(q)});
}

double HingeLine::minimum(bool at_kink) {
  std::sort(kinks_.begin(), kinks_.end(), [](const Kink& a, const Kink& b) { return a.at < b.at; });
  // The slope at the left end of each piece; the minimum lies where it turns positive.
  double slope = slope_, left = 0;
  const auto inside = [&] { return at_kink && left > 0 ? left : left - slope / curvature_; };
  for (const Kink& kink : kinks_) {
    if (slope >= 0) return left;
    const double slope_there = slope + curvature_ * (kink.at - left);
    if (slope_there >= 0) return inside();
    slope = slope_there + kink.slope;
    left = kink.at;
  }
  if (slope >= 0) return left;
  return slope + curvature_ * (1 - left) <= 0 ? 1 : inside();
}

}  // namespace marginscope
