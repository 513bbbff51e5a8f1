#include "core/explanation.h"

#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "core/tolerances.h"

namespace marginscope {
namespace {

// Around a pattern: the name, what tells how the number is written, and the index. No text that is
// shown has control characters.
constexpr char begin = '\x01', plain = '\x02', below = '\x03', end = '\x04';

std::string marked(std::string_view name, char form, Eigen::Index pattern) {
  return begin + sentence(name, std::string_view(&form, 1), std::to_string(pattern)) + end;
}

}  // namespace

std::string pattern_text(std::string_view word, Eigen::Index pattern) {
  return marked(word, plain, pattern);
}

std::string pattern_symbol(std::string_view symbol, Eigen::Index pattern) {
  return marked(symbol, below, pattern);
}

void append(Explanation& explanation, std::string_view marked, const Problem& problem) {
  std::string& text = explanation.text;
  for (std::size_t at = 0; at < marked.size();) {
    const std::size_t name = std::min(marked.find(begin, at), marked.size());
    text += marked.substr(at, name - at);
    if (name == marked.size()) return;
    constexpr char forms[] = {plain, below};
    const std::size_t form = marked.find_first_of(std::string_view(forms, 2), name);
    at = marked.find(end, form) + 1;
    const auto pattern = static_cast<int>(*parse_integer(marked.substr(form + 1, at - form - 2)));
    const int number = problem.number_of(pattern);
    const std::size_t from = text.size();
    text += marked.substr(name + 1, form - name - 1);
    if (marked[form] == below) {
      text += subscript(number);
    } else {
      if (text.size() > from) text += ' ';
      text += std::to_string(number);
    }
    explanation.mentions.push_back({from, text.size(), pattern});
  }
}

int change_of(double before, double after) {
  const double change = after - before, size = std::max(std::abs(before), std::abs(after));
  if (!(std::abs(change) > tolerances::unchanged * size)) return 0;
  return change < 0 ? -1 : 1;
}

}  // namespace marginscope
