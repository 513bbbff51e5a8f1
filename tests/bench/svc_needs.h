#pragma once

// What fits of a C-SVC with a Gaussian kernel need at the least.

#include "ways.h"

namespace marginscope::bench {

// Of fits by pairs that come to so many support vectors, taken together, in so many steps.
Needs pair_needs(const Problem& problem, Eigen::Index support_vectors, double steps);

// Of the fit that came to this, by pairs and by blocks.
Needs needs_of_pairs(const Way& way, const Shared& problem);
Needs needs_of_blocks(const Way& way, const Shared& problem);

}  // namespace marginscope::bench
