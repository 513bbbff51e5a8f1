#pragma once

namespace marginscope {

// Support vector machines and Ho-Kashyap against scikit-learn and NumPy, a line for each: seconds
// of both, the ratio, and how far the two results are apart.
void compare_with_peers();

}  // namespace marginscope
