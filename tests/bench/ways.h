#pragma once

// The ways in which smo comes to the optimum of a C-SVC: it moves a pair a step, or pairs of a block.

#include <array>
#include <string>
#include <vector>

#include "row.h"

namespace marginscope::bench {

struct Way {
  const char* name;         // "blocks"
  const char* working_set;  // of smo
  std::vector<double> seconds = {};
  // Of the first fit.
  Eigen::VectorXd alpha = {}, decision_values = {};
  int steps = 0;
};

inline constexpr const char* of_blocks = "block";

class Ways {
 public:
  // Fits in each way, by `algorithm`, which does not say the working set.
  void fit(const Shared& problem, const std::string& algorithm);

  // Its times and steps, as those that count.
  const Way& take_fastest(Measured& measured) const;

 private:
  std::array<Way, 2> ways_ = {Way{"pairs", "second-order"}, Way{"blocks", of_blocks}};
};

// The machine that fits this way.
std::string text_of(const Way& way, const std::string& algorithm);

}  // namespace marginscope::bench
