#include "cli/crew.h"

#include "core/native/threads.h"
#include "experiment/native/threads.h"

namespace marginscope::cli {

Crew crew_of_threads() {
  // They would wait for the disk together, and lose no more than a second of work.
  constexpr std::chrono::seconds seldom{1};
  return {processors(), finish_on_threads, seldom};
}

}  // namespace marginscope::cli
