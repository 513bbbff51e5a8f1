#pragma once  // for every room above

#include <algorithm>
#include <functional>
#include <vector>

namespace marginscope {

// Puts numbers in ascending order, in O(n log n). By a heap, whose code is a quarter of that of
// std::sort: the page loads it before it shows anything.
template <class Number, class Less = std::ranges::less>
void put_in_order(std::vector<Number>& numbers, const Less& less = {}) {
  std::ranges::make_heap(numbers, less);
  std::ranges::sort_heap(numbers, less);
}

// The same, each number once.
template <class Number>
void ascending_once(std::vector<Number>& numbers) {
  put_in_order(numbers);
  const auto repeated = std::ranges::unique(numbers);
  numbers.erase(repeated.begin(), repeated.end());
}

}  // namespace marginscope
