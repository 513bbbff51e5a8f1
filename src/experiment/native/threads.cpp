#include "experiment/native/threads.h"

#include <algorithm>
#include <thread>
#include <vector>

namespace marginscope {

void finish_on_threads(ExperimentRun& run) {
  const auto take_pieces = [&run] {
    while (run.advance()) {
    }
  };
  std::vector<std::jthread> helpers;
  const int useful = std::min(run.request().jobs, run.pieces_left());
  for (int i = 1; i < useful; ++i) helpers.emplace_back(take_pieces);
  take_pieces();
}

}  // namespace marginscope
