#pragma once

#include <string>

namespace marginscope {

// The protocol of Lauer & Bloch's Table 2 on the split sets of a folder, of the first so many
// realisations of each: HKES against libsvm's linear machine over the twenty values of C of the search,
// on the same parts. A line for each set and one for all: seconds of both, the ratio, and the test
// errors that both end up with.
void compare_lauer_path(const std::string& data_dir, int realisations);

}  // namespace marginscope
