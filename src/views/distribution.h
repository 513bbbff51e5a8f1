#pragma once  // for every room above

// How the errors are distributed at one iteration, beside the normal distribution that the moment
// rules have in mind.

#include <vector>

#include "core/moments.h"
#include "session/machine.h"

namespace marginscope {

struct Distribution {
  // Bin i holds the errors from `from` + i · `width` up to the next bin's first. Both counts have a
  // number for each bin.
  double from = 0, width = 1;
  // Of the quantity `error`, every entry once; and of the validation part, empty where there is none.
  // A validation pattern's margin is never raised: it is asked for the one that is drawn.
  std::vector<int> training, validation;

  int errors = 0;             // of the training part
  Moments moments;            // of them
  NormalityReport normality;  // what their shape says

  double to() const { return from + width * static_cast<double>(training.size()); }

  // How many errors a bin around this one would hold if they were normal with this mean and
  // deviation: a density of the counts' area. Not a number where the deviation is none or 0.
  double normal_count(double error) const;
};

// The errors of the machine's present iteration. Errors in a sentence: there is none to count, or one
// is not finite.
//
// The bins are those of least mean squared error against a normal density (Scott 1979), 3.49 σ N^(−1/3)
// wide, which is what the counts are held against. Their width is rounded to 1, 2 or 5 of a power of
// ten and their edges are its multiples; and it stays through the iterations until the best one has left
// it by more than a factor of 2.5. So from step to step the counts change and the bins rest. Where that
// makes more bins than a chart can show they are wider. Cost: O(N), and O(k) at iteration k.
Result<Distribution> distribution_of(const Machine& machine);

}  // namespace marginscope
