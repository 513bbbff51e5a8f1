#include "solvers/phrases.h"

#include <cmath>

#include "core/text.h"

namespace marginscope {

std::string wrong_patterns_text(Eigen::Index wrong, Eigen::Index of) {
  if (wrong == 0) return "every pattern is on its side";
  return sentence(std::to_string(wrong), " of ", std::to_string(of),
                  of == 1 ? " pattern" : " patterns", wrong == 1 ? " is wrong" : " are wrong");
}

std::string support_vectors_text(Eigen::Index support_vectors, Eigen::Index of) {
  return sentence(std::to_string(support_vectors), " of ", std::to_string(of),
                  of == 1 ? " pattern" : " patterns",
                  support_vectors == 1 ? " is a support vector" : " are support vectors");
}

std::string change_text(std::string_view symbol, double before, double after) {
  const double change = after - before;
  if (change == 0) return sentence(symbol, " stayed at ", short_text(after, 4), ".");
  return sentence(symbol, change < 0 ? " fell by " : " rose by ", short_text(std::abs(change)),
                  " to ", short_text(after, 4), ".");
}

std::string subscript(Eigen::Index number) {
  std::string text;
  for (const char digit : std::to_string(number)) {
    text += "\xE2\x82";  // U+2080 … U+2089 are E2 82 80 … 89 in UTF-8
    text += static_cast<char>(0x80 + (digit - '0'));
  }
  return text;
}

}  // namespace marginscope
