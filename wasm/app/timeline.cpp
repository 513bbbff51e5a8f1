#include "app/timeline.h"

#include <algorithm>

#include "app/ui.h"

namespace marginscope {

void toggle_play(Ui& ui) {
  const Session& session = ui.session();
  if (session.busy()) {
    ui.send("cancel");
  } else if (session.playing()) {
    ui.send("pause");
  } else {
    const Run* run = session.machine().run();
    if (run && run->end() && session.iteration() == session.last_iteration()) {
      ui.send("seek", {{"iteration", 0.0}});
    }
    ui.send("play");
  }
}

int iteration_extent(const Ui& ui) {
  const int last = ui.session().last_iteration();
  // 10, 15, 20, 30, 40, 50, 60, 80, 100, 150 …: long enough to hold what comes next for a while.
  static constexpr int steps[] = {10, 15, 20, 30, 40, 50, 60, 80};
  for (long long scale = 1;; scale *= 10) {
    for (const int step : steps) {
      if (step * scale > last)
        return static_cast<int>(std::min<long long>(step * scale, 2'000'000'000));
    }
  }
}

}  // namespace marginscope
