#pragma once  // for src/experiment only

// Whether two means differ by more than chance.

#include "experiment/metrics.h"

namespace marginscope {

// The regularised incomplete beta function I_x(a, b) for a, b > 0 and 0 ≤ x ≤ 1, by the continued
// fraction 8.17.22 of the NIST Digital Library of Mathematical Functions, on the side of the mean
// where it converges in O(√max(a, b)) terms. Relative error of the smaller of I and 1 − I: about
// 1e-13 for a and b up to 100, growing to 1e-10 at 1e4 (the difference of logarithms of Γ).
double incomplete_beta(double a, double b, double x);

// P(|T| ≥ |t|) for Student's t with `degrees` > 0 degrees of freedom: I_{ν/(ν + t²)}(ν/2, 1/2).
double student_two_sided(double t, double degrees);

// The unpaired two-sample t-test with a common variance.
struct TTest {
  double t = 0;
  double degrees = 0;
  double p = 1;  // two-sided
};

// Both samples have two values or more. Where neither varies, equal means give t = 0 and p = 1,
// different ones an infinite t and p = 0.
TTest t_test(const Summary& a, const Summary& b);

}  // namespace marginscope
