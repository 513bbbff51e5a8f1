#pragma once  // for src/session only

// The scenes that undo and redo lead to, each with the points that were selected in it. Patterns,
// labels and names that two scenes have in common they share, so a step costs what the edit changed of
// them, a bit for the part of each point and the texts; the oldest steps are forgotten where they are
// too many or too large.

#include <vector>

#include "scene/scene.h"

namespace marginscope {

class UndoHistory {
 public:
  struct Step {
    Scene scene;
    std::vector<int> selection = {};
  };

  // `present` is about to be edited.
  void remember(Step present);

  bool can_undo() const { return !undo_.empty(); }
  bool can_redo() const { return !redo_.empty(); }

  // The scene before the last edit, or after the one that was undone last; there is one. `present`
  // is what the other leads back to.
  Step undo(Step present);
  Step redo(Step present);

  void clear();

 private:
  std::vector<Step> undo_, redo_;
};

}  // namespace marginscope
