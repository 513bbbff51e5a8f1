#pragma once  // for src/solvers only

// Parts of sentences that several algorithms say.

#include <Eigen/Core>
#include <string>
#include <string_view>

#include "core/explanation.h"
#include "core/text.h"

namespace marginscope {

// "3 of 40 patterns are support vectors".
std::string support_vectors_text(Eigen::Index support_vectors, Eigen::Index of);

// "J fell by 0.3 to 12.4"; what changed by no more than rounding stayed. And the same as a sentence.
std::string moved_text(std::string_view symbol, double before, double after);
std::string change_text(std::string_view symbol, double before, double after);

// What proves that nothing separates the two `sides`, by a certificate that is exact to `residual`
// (gordan_residual).
std::string certificate_text(std::string_view sides, double residual);

}  // namespace marginscope
