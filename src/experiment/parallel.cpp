#include "experiment/parallel.h"

#include <algorithm>
#include <thread>
#include <vector>

namespace marginscope {

void parallel_for(int count, int jobs, const std::atomic<bool>* cancelled,
                  const std::function<void(int)>& work) {
  std::atomic<int> next{0};
  const auto take_pieces = [&] {
    while (!(cancelled && *cancelled)) {
      const int piece = next++;
      if (piece >= count) return;
      work(piece);
    }
  };
  std::vector<std::thread> helpers;
  for (int i = 1; i < std::min(jobs, count); ++i) helpers.emplace_back(take_pieces);
  take_pieces();
  for (std::thread& helper : helpers) helper.join();
}

}  // namespace marginscope
