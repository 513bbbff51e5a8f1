#pragma once

// The ways in which we come to the optimum of a C-SVC: smo moves a pair a step, or pairs of a block, and
// an interior-point method all weights at once.

#include <string>
#include <vector>

#include "row.h"

namespace marginscope::bench {

struct Way {
  const char* name;       // "blocks"
  std::string algorithm;  // "smo:C=1,working_set=block"
  // What the first fit needs at the least; null where that is not counted.
  Needs (*needs)(const Way&, const Shared&) = nullptr;
  std::vector<double> seconds = {};
  // Of the first fit.
  std::shared_ptr<const Solver> machine = {};
  int steps = 0;
};

// Those of `smo`, a text that does not say the working set.
Way by_pairs(const std::string& smo, Needs (*needs)(const Way&, const Shared&) = nullptr);
Way by_blocks(const std::string& smo, Needs (*needs)(const Way&, const Shared&) = nullptr);

class Ways {
 public:
  explicit Ways(std::vector<Way> ways) : ways_(std::move(ways)) {}

  // Fits in each way.
  void fit(const Shared& problem);

  // Its times, steps and needs, as those that count.
  const Way& take_fastest(const Shared& problem, Measured& measured) const;

 private:
  std::vector<Way> ways_;
};

}  // namespace marginscope::bench
