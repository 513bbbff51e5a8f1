#pragma once

#include <vector>

namespace marginscope::bench {

// The sizes in bytes of this machine's caches that hold data, from the first on.
std::vector<double> cache_sizes();

}  // namespace marginscope::bench
