#pragma once  // for src/solvers only

// Parts of sentences that several algorithms say.

#include <Eigen/Core>
#include <string>
#include <string_view>

#include "core/explanation.h"
#include "core/extremes.h"
#include "core/text.h"

namespace marginscope {

// "3 of 40 patterns are support vectors".
std::string support_vectors_text(Eigen::Index support_vectors, Eigen::Index of);

// "J fell by 0.3 to 12.4"; what changed by no more than rounding stayed. And the same as a sentence.
std::string moved_text(std::string_view symbol, double before, double after);
std::string change_text(std::string_view symbol, double before, double after);

// Why a violation stays where kernel values are too large for doubles, and what helps.
inline constexpr std::string_view large_kernel_values =
    "which is the rounding of the kernel's large values; scale the features, or choose a smaller C "
    "or a kernel that grows less.";

// ".", or that rounding leaves the optimality conditions violated, and what helps: the end of a sentence on
// an optimum.
std::string optimality_text(double violation);

// Numbers of an equation that is worked out (Solver::work_out): alone, "0.31"; behind other terms,
// " + 0.31" or " − 0.31"; and as a factor, "0.31" or "(−0.31)". With as many digits as show what the
// equation makes of it, such as a small `difference` from another one.
std::string number(double value, double difference = infinite);
std::string plus(double value, double difference = infinite);
std::string minus(double value, double difference = infinite);
std::string factor(double value);

// "b₃ ← 1.255 + 0.4·(0.157 + 0.157) = 1.381": eq. 8 of Lauer & Bloch 2006 on one margin b with the
// error e, by the rate μ.
std::string raised_margin(std::string_view symbol, double b, double rate, double e, double after);

// What proves that nothing separates the two `sides`, by a certificate that is exact to `residual`
// (gordan_residual).
std::string certificate_text(std::string_view sides, double residual);

}  // namespace marginscope
