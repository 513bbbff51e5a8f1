#pragma once  // for every room above

// The values of C that the search of Lauer & Bloch 2006, section 3.1, tries. C enters a criterion
// by a factor, so the values grow by factors. The text gives the second stage as nine values of
// [2^(p−1), 2^(p+1)] around the best value 2^p of the first; they are taken evenly spaced in the
// exponent, both ends included.

#include <array>
#include <cstddef>

namespace marginscope {

inline constexpr std::size_t coarse_values = 11, fine_values = 9;

// 2^−10, 2^−8, …, 2^10.
std::array<double, coarse_values> coarse_stage();

// best · 2^−1, best · 2^(−3/4), …, best · 2^1; `best` itself is the one in the middle.
std::array<double, fine_values> fine_stage(double best);

}  // namespace marginscope
