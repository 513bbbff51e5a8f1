#pragma once  // for src/experiment only

// What the papers' tables say of a sample of results, and whether ours agrees with what they print.

#include <span>
#include <string_view>

namespace marginscope {

// Not a number where a statistic is not defined: the mean of nothing, the deviation of one value.
struct Summary {
  int n = 0;
  double mean = 0;
  double sd = 0;              // standard deviation with divisor n − 1
  double standard_error = 0;  // sd / √n
};

// Cost O(n). The result depends on the order of the values alone, so equal lists give equal bits.
Summary summary_of(std::span<const double> values);
Summary summary_of(int n, double mean, double sd);

// A number as a paper prints it.
struct Printed {
  double value = 0;
  int decimals = 0;
  bool cut = false;    // what follows the decimals was left out, not rounded
  bool exact = false;  // nothing follows them: it is a count

  bool operator==(const Printed&) const = default;
};

// "13.2" is 13.2 with one decimal. `text` must be a plain decimal number.
Printed printed(std::string_view text);

// How far `value` lies from the numbers that are printed as `number`: those that round (or are cut) to
// it; of an exact one it is the only one.
double distance_to_printed(double value, const Printed& number);

// True where `value` is printed as `number`. A value that lies half way between two printed numbers
// (or on one that it might be cut to), to rounding (1e-9 of the last printed digit), agrees with
// both.
bool equal_as_printed(double value, const Printed& number);

}  // namespace marginscope
