#pragma once  // for src/solvers only

// Parts of sentences that several algorithms say.

#include <Eigen/Core>
#include <string>
#include <string_view>

namespace marginscope {

// "1 of 4 patterns is wrong", "every pattern is on its side".
std::string wrong_patterns_text(Eigen::Index wrong, Eigen::Index of);

// "3 of 40 patterns are support vectors".
std::string support_vectors_text(Eigen::Index support_vectors, Eigen::Index of);

// "J fell by 0.3 to 12.4."
std::string change_text(std::string_view symbol, double before, double after);

// A number as Unicode subscript digits: "₁₂".
std::string subscript(Eigen::Index number);

}  // namespace marginscope
