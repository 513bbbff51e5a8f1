#pragma once  // for src/bounds only

// The labellings of the maximal discrepancy: half of the labels are turned round, ⌊n/2⌋ of an odd
// n.

#include <Eigen/Core>

#include "core/random.h"

namespace marginscope {

// y (±1) with ⌊n/2⌋ labels that `random` chooses turned round, every choice equally likely
// (Decherchi et al., section III). O(n).
Eigen::VectorXd half_swapped(const Eigen::Ref<const Eigen::VectorXd>& y, Random& random);

// y with its last ⌊n/2⌋ labels turned round, in the order of the data (Boni 2002, section 3).
Eigen::VectorXd second_half_flipped(const Eigen::Ref<const Eigen::VectorXd>& y);

}  // namespace marginscope
