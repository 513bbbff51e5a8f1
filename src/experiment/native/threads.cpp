#include "experiment/native/threads.h"

#include <algorithm>

#include "core/native/threads.h"

namespace marginscope {

void finish_on_threads(ExperimentRun& run) {
  const int useful = std::min(run.request().jobs, run.pieces_left());
  on_threads(std::max(1, useful), [&run](int) {
    while (run.advance()) {
    }
  });
}

}  // namespace marginscope
