#pragma once  // for every room above

// Where numbers stand on an axis, and which of them are written beside it.

#include <span>
#include <string>
#include <vector>

namespace marginscope::picture {

struct Tick {
  double value = 0;
  std::string text;
};

struct Scale {
  double from = 0, to = 1;  // from < to; of a logarithmic scale both are positive
  bool logarithmic = false;
  std::vector<Tick> ticks = {};  // from the least to the most

  // 0 at `from`, 1 at `to`.
  double share(double value) const;
};

// The least number with the first digit 1, 2 or 5 and no other that is not less than this positive one.
double round_number_from(double number);

// Multiples of such a number in [from, to], about `count` of them; none where they are beyond all that
// a double can count.
std::vector<double> linear_ticks(double from, double to, int count);

// So many significant digits tell such ticks apart; 1 where there is no more than one.
int digits_between(std::span<const double> ticks);

// What the labels of ticks leave out that need more digits than that: a round number that all of them
// share, towards 0. 0 where they need no more.
double common_part(std::span<const double> ticks, int most_digits);

// "+ 10000", "− 0.5": behind what is labelled, or as what is left out of labels.
std::string with_sign(double number);

// Powers of ten in [from, to], thinned to about `count`; both positive.
std::vector<double> logarithmic_ticks(double from, double to, int count);

// A scale from the least number to the most, with about as many ticks as are wanted, at numbers
// whose first digit is 1, 2 or 5 (steps of such numbers where it is linear).
Scale scale_over(double least, double most, int wanted);

// The same, widened to the ticks next to both numbers.
Scale rounded_scale_over(double least, double most, int wanted);

// Both numbers must be positive.
Scale logarithmic_scale_over(double least, double most, int wanted);

}  // namespace marginscope::picture
