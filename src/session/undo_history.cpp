#include "session/undo_history.h"

#include <algorithm>
#include <utility>

namespace marginscope {
namespace {

constexpr std::ptrdiff_t most_steps = 200;
// What undo may hold, together with the scene that is open; the last edit can always be undone.
constexpr std::size_t most_bytes = std::size_t{64} << 20;

// What `scene` holds beside what it shares with `newer`, which was made of it.
std::size_t bytes_beside(const Scene& scene, const Scene* newer) {
  std::size_t bytes = sizeof(Scene) + scene.data.validation.size() / 8;
  if (!newer || !scene.data.X.same_as(newer->data.X)) bytes += scene.data.X.bytes();
  if (!newer || !scene.data.y.same_as(newer->data.y)) bytes += scene.data.y.bytes();
  // A list of numbers, one for each pattern, is a long text.
  for (const auto& [id, text] : scene.algorithm.values) bytes += text.size();
  return bytes;
}

Scene exchange(std::vector<Scene>& from, std::vector<Scene>& to, const Scene& present) {
  to.push_back(present);
  Scene scene = std::move(from.back());
  from.pop_back();
  return scene;
}

}  // namespace

void UndoHistory::remember(const Scene& present) {
  redo_.clear();
  undo_.push_back(present);
  std::size_t bytes = 0;
  std::ptrdiff_t kept = 0;
  const Scene* newer = nullptr;
  for (auto step = undo_.rbegin(); step != undo_.rend(); newer = &*step++, ++kept) {
    bytes += bytes_beside(*step, newer);
    if (kept > 0 && bytes > most_bytes) break;
  }
  undo_.erase(undo_.begin(), undo_.end() - std::min(kept, most_steps));
}

Scene UndoHistory::undo(const Scene& present) { return exchange(undo_, redo_, present); }

Scene UndoHistory::redo(const Scene& present) { return exchange(redo_, undo_, present); }

void UndoHistory::clear() {
  undo_.clear();
  redo_.clear();
}

}  // namespace marginscope
