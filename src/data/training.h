#pragma once  // for every room above

// From a data set to the problem that a solver is given.

#include <cstddef>
#include <memory>
#include <vector>

#include "core/problem.h"
#include "core/result.h"
#include "data/scaling.h"

namespace marginscope {

// A problem, and how its features were made from those of the data set.
struct Training {
  std::shared_ptr<const Problem> problem;
  Scaler scaler;
  std::vector<int> features = {};  // of the data set, from 0, in order; empty: all

  // What a vector for each feature of the data set has for those of the problem, by row.
  Eigen::MatrixXd on_features(const Eigen::Ref<const Eigen::MatrixXd>& X) const;
  // Patterns of the data set's features as the problem has them.
  Eigen::MatrixXd apply(const Eigen::Ref<const Eigen::MatrixXd>& X) const;
};

// How many of N patterns a fraction of them sets apart for validation: as many as fit into it. A decimal
// fraction such as 0.29 lies just below its value, and 0.29 · 100 is 28.999…: 1e-9 of a pattern makes up
// for that. Errors: a fraction that is not from 0 to below 1, and one above 0 into which none of them fits.
Result<std::size_t> count_set_apart(double fraction, std::size_t N);

// The parts of `data` in its order, scaled by the training part. What is neither parted nor scaled
// shares the patterns of `data`.
Training training_of(const Dataset& data, Scaling scaling);

// The same of the rows (from 0) that are listed for either part, repeats included.
Training training_of(const Dataset& data, Scaling scaling, const std::vector<int>& training,
                     const std::vector<int>& validation);

}  // namespace marginscope
