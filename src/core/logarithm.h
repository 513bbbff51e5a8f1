#pragma once  // for every room above

// The natural logarithm with the same bits in every build, which the libraries' do not promise.

namespace marginscope {

// Of any number: −∞ of 0, and no number of one below 0. The error is at most 2⁻⁵² of the result
// (tested).
double logarithm(double x);

}  // namespace marginscope
