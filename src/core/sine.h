#pragma once  // for every room above

// Sine and cosine with the same bits in every build, which the libraries' do not promise, and
// without their tables for huge angles, which would weigh 6 KB of a first visit (gzip).

namespace marginscope {

// Of an angle in radians, at most 10⁵ in size. The absolute error is at most 2⁻⁵² (tested).
double sine(double angle);
double cosine(double angle);

}  // namespace marginscope
