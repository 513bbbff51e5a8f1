#pragma once  // for every room above

// From a data set to the problem that a solver is given.

#include <memory>
#include <vector>

#include "core/problem.h"
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

// The parts of `data` in its order, scaled by the training part. What is neither parted nor scaled
// shares the patterns of `data`.
Training training_of(const Dataset& data, Scaling scaling);

// The same of the rows (from 0) that are listed for either part, repeats included.
Training training_of(const Dataset& data, Scaling scaling, const std::vector<int>& training,
                     const std::vector<int>& validation);

}  // namespace marginscope
