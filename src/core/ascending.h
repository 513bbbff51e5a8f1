#pragma once  // for every room above

#include <algorithm>
#include <vector>

namespace marginscope {

// Puts numbers in ascending order, each once, in O(n log n). By a heap, whose code is a quarter of
// that of std::sort: the page loads it before it shows anything.
template <class Number>
void ascending_once(std::vector<Number>& numbers) {
  std::ranges::make_heap(numbers);
  std::ranges::sort_heap(numbers);
  const auto repeated = std::ranges::unique(numbers);
  numbers.erase(repeated.begin(), repeated.end());
}

}  // namespace marginscope
