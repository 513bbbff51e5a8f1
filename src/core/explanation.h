#pragma once  // for every room above

// What is said of an iteration. Its sentences name patterns by their numbers in the data set, as
// tables and the plane do. Whoever writes a sentence knows a pattern by its index among the training
// patterns only, and marks where its number belongs.

#include <Eigen/Core>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"

namespace marginscope {

// A pattern in a marked text: "Pattern 3", "b₃".
std::string pattern_text(std::string_view word, Eigen::Index pattern);
std::string pattern_symbol(std::string_view symbol, Eigen::Index pattern);

// Sentences, the outcome first, and where they name a pattern.
struct Explanation {
  struct Mention {
    std::size_t from, to;  // bytes of the text
    int pattern;           // index among the training patterns
    bool operator==(const Mention&) const = default;
  };

  std::string text = {};
  std::size_t headline = 0;  // so many bytes of the text say how things stand
  std::vector<Mention> mentions = {};

  bool operator==(const Explanation&) const = default;
};

// Appends a marked text with the numbers that the problem's patterns have.
void append(Explanation& explanation, std::string_view marked, const Problem& problem);

// The way a number went, −1 or 1; 0 where it did not change by more than rounding, or is known at
// one end only.
int change_of(double before, double after);

}  // namespace marginscope
