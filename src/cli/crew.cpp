#include "cli/crew.h"

#include <algorithm>
#include <thread>

#include "experiment/native/threads.h"

namespace marginscope::cli {

Crew crew_of_threads() {
  // They would wait for the disk together, and lose no more than a second of work.
  constexpr std::chrono::seconds seldom{1};
  const int processors = static_cast<int>(std::thread::hardware_concurrency());
  return {std::max(1, processors), finish_on_threads, seldom};
}

}  // namespace marginscope::cli
