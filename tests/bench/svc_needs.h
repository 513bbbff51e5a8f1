#pragma once

// What fits of a C-SVC with a Gaussian kernel need at the least.

#include "ways.h"

namespace marginscope::bench {

// Of fits by pairs that come to so many support vectors, taken together, in so many steps.
Needs pair_needs(const Problem& problem, Eigen::Index support_vectors, double steps);

// Of the fit that came to this, by `algorithm`, which does not say the working set.
Needs needs_of(const Way& way, const Shared& problem, const std::string& algorithm);

}  // namespace marginscope::bench
