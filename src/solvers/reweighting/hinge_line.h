#pragma once  // for src/solvers only

#include <vector>

namespace marginscope {

// A sum of hinges and a parabola along a line, ½ curvature η² + slope η + Σ max(0, p + qη) for η in
// [0, 1]: convex, and piecewise quadratic with a kink where a hinge passes 0.
class HingeLine {
 public:
  // The parabola; the curvature is not negative.
  HingeLine(double slope, double curvature) : slope_(slope), curvature_(curvature) {}

  void add(double p, double q);

  // The η of the least value. With `at_kink` the last kink before that instead, if there is one.
  // Sorts the n kinks: O(n log n).
  double minimum(bool at_kink);

 private:
  struct Kink {
    double at, slope;  // the slope grows by so much at η = at
  };
  double slope_;  // of the sum right behind η = 0
  double curvature_;
  std::vector<Kink> kinks_;
};

}  // namespace marginscope
