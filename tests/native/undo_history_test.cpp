#include "session/undo_history.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace marginscope;

namespace {

int steps_of(UndoHistory& history, const Scene& present) {
  int steps = 0;
  for (; history.can_undo(); ++steps) history.undo({present});
  return steps;
}

Names long_name() { return std::vector<std::string>{std::string(10U << 20, 'a')}; }

}  // namespace

TEST_CASE("steps of undo share names, and hold 64 MB of what they do not share") {
  Scene scene;
  scene.data.feature_names = long_name();
  UndoHistory history;
  for (int step = 0; step < 100; ++step) {
    scene.seed = static_cast<std::uint64_t>(step);
    history.remember({scene});
  }
  CHECK(steps_of(history, scene) == 100);
  for (int step = 0; step < 10; ++step) {
    scene.data.feature_names = long_name();
    history.remember({scene});
  }
  CHECK(steps_of(history, scene) == 6);
  for (const int part : {0, 1, 2}) {
    for (int step = 0; step < 10; ++step) {
      const std::string text(10U << 20, '1');
      Scene each;
      each.machines.resize(2);
      each.chosen = step % 2;
      if (part == 0) each.machine().rules = text;
      if (part == 1) each.machine().algorithm.values = {{"target_margins", text}};
      if (part == 2) each.problem.values = {{"n", text}};
      history.remember({each});
    }
    CHECK(steps_of(history, {}) == 6);
  }
  // The last edit can always be undone.
  scene.machine().rules = std::string(100U << 20, ' ');
  history.remember({scene});
  CHECK(steps_of(history, scene) == 1);
}
