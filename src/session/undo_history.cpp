#include "session/undo_history.h"

#include <algorithm>
#include <utility>

namespace marginscope {
namespace {

constexpr std::ptrdiff_t most_steps = 200;
// What the steps of undo may hold; the last edit can always be undone.
constexpr std::size_t most_bytes = std::size_t{64} << 20;

std::size_t bytes_of(const Names& names) {
  std::size_t bytes = 0;
  for (const std::string& name : names) bytes += sizeof(name) + name.size();
  return bytes;
}

// A list of numbers, one for each pattern, is a long text.
std::size_t bytes_of(const Spec& spec) {
  std::size_t bytes = 0;
  for (const auto& [id, text] : spec.values) bytes += id.size() + text.size();
  return bytes;
}

// What `step` holds beside what it shares with `newer`, the scene that follows it; the last step is
// counted whole.
std::size_t bytes_beside(const UndoHistory::Step& step, const Scene* newer) {
  const Scene& scene = step.scene;
  const Dataset& data = scene.data;
  std::size_t bytes =
      sizeof(step) + data.validation.size() / 8 + step.selection.size() * sizeof(int);
  if (!newer || !data.X.same_as(newer->data.X)) bytes += data.X.bytes();
  if (!newer || !data.y.same_as(newer->data.y)) bytes += data.y.bytes();
  if (!newer || !data.feature_names.same_as(newer->data.feature_names)) {
    bytes += bytes_of(data.feature_names);
  }
  bytes += bytes_of(scene.problem);
  for (const MachineSetup& machine : scene.machines) {
    bytes += sizeof(machine) + bytes_of(machine.algorithm) + machine.rules.size();
  }
  return bytes;
}

UndoHistory::Step exchange(std::vector<UndoHistory::Step>& from, std::vector<UndoHistory::Step>& to,
                           UndoHistory::Step present) {
  to.push_back(std::move(present));
  UndoHistory::Step step = std::move(from.back());
  from.pop_back();
  return step;
}

}  // namespace

void UndoHistory::remember(Step present) {
  redo_.clear();
  undo_.push_back(std::move(present));
  std::size_t bytes = 0;
  std::ptrdiff_t kept = 0;
  const Scene* newer = nullptr;
  for (auto step = undo_.rbegin(); step != undo_.rend(); newer = &(step++)->scene, ++kept) {
    bytes += bytes_beside(*step, newer);
    if (kept > 0 && bytes > most_bytes) break;
  }
  undo_.erase(undo_.begin(), undo_.end() - std::min(kept, most_steps));
}

UndoHistory::Step UndoHistory::undo(Step present) {
  return exchange(undo_, redo_, std::move(present));
}

UndoHistory::Step UndoHistory::redo(Step present) {
  return exchange(redo_, undo_, std::move(present));
}

void UndoHistory::clear() {
  undo_.clear();
  redo_.clear();
}

}  // namespace marginscope
