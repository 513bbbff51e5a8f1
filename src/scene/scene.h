#pragma once  // for every room above

// A scene is everything that a person made: points, the machines that learn them (algorithm,
// settings, rules), seed, iteration and view, as one value with a stable text form. The address bar,
// saved files, "copy as command", undo and the tests all use it.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/run.h"
#include "core/text.h"
#include "data/grid.h"
#include "data/training.h"
#include "stopping/registry.h"

namespace marginscope {

// Which two directions of the feature space the plane shows, and whether machines learn from more.
struct Projection {
  bool principal = false;             // the first two principal components instead of two features
  std::array<int, 2> features{0, 1};  // 0-based; the second is ignored where there is one feature
  bool alone = false;                 // machines learn from the two features that are shown alone
  bool operator==(const Projection&) const = default;
};

// One of those that learn the points of a scene.
struct MachineSetup {
  Spec algorithm{"hk", {}};  // identifier and the settings that differ from the defaults
  std::string rules;         // their text (parse_rules): "a:x=1+b c"
  std::string name = {};     // what a person calls it; may be empty
  bool operator==(const MachineSetup&) const = default;
};

inline constexpr int most_machines = 4;

// How machines keep together while they play: all at one iteration, or each as far as it has come in the
// time that its own steps take.
enum class Pace { iteration, time };

// As a scene's text names it: "iteration", "time". The error says which there are.
std::string_view pace_id(Pace pace);
Result<Pace> parse_pace(std::string_view text);

// A machine's letter by its place, from 0: "A" to "D".
std::string machine_letter(int place);

// "machine B", and its name where it has one: for sentences about one of several.
std::string machine_title(const MachineSetup& machine, int place);

struct Scene {
  std::string name;  // what the data are called: "Four points", "pima.csv"
  // The named problem, with its settings, that the seed drew the data from. Points may have been
  // edited since. Without a name where the data come from elsewhere.
  Spec problem;
  Dataset data;
  Grid grid;
  Projection projection;
  Scaling scaling = Scaling::none;
  std::vector<MachineSetup> machines = std::vector<MachineSetup>(1);  // 1 to most_machines
  int chosen = 0;  // which of them charts, rules, sentence and edits are about
  Pace pace = Pace::iteration;
  std::uint64_t seed = 1;  // of whatever is drawn at random
  int max_iterations = 100'000;
  int iteration = 0;

  // The chosen one.
  MachineSetup& machine() { return machines[static_cast<std::size_t>(chosen)]; }
  const MachineSetup& machine() const { return machines[static_cast<std::size_t>(chosen)]; }

  bool operator==(const Scene&) const = default;
};

// The scene that the page opens on: Ho-Kashyap on the four points, at iteration 0.
Scene default_scene();

// A compact text, safe in the fragment of an address: `v=1&name=…&algorithm=…&points=…`. Points on
// the grid take nine characters each, others are kept exactly at eleven characters a number. Where
// that is too long for a link and they are still those of the named problem, it alone is kept.
std::string scene_text(const Scene& scene);

// The parts of that form, in the order in which they are written.
struct ScenePart {
  std::string_view name, meaning;
};
std::vector<ScenePart> scene_parts();

// A seed as a text gives it: a whole number up to 2^64 − 1.
Result<std::uint64_t> parse_seed(std::string_view text);

// As a scene's text has it: "principal", "3,1", "3,1,alone".
Result<Projection> parse_projection(std::string_view text);

// Error: a projection onto features that data of p features do not have; machines that are to learn from
// two features alone where there are no more, or where none are shown.
Result<void> check_projection(const Projection& projection, Eigen::Index p);

// A scene whose text is longer is kept in a file rather than in a link.
// Mail programs and chats cut longer links.
inline constexpr std::size_t longest_link = 16'000;

// Why a link of so many characters, address and all, is none; empty where it is one.
std::string link_refusal(std::size_t length);

// Reads scene_text's form. The error says which part is wrong and what would be right; whatever the
// text, nothing crashes and nothing is guessed.
Result<Scene> parse_scene(std::string_view text);

// The features (from 0) that the scene's machines learn from; empty: all.
std::vector<int> trained_features(const Scene& scene);

// The scene's data with these features alone.
Dataset trained_data(const Scene& scene);

// Whether the machines learn from more features than the plane can show: it is a slice of their space.
bool shows_slice(const Scene& scene);

// The scene's training problem in the space where the solver works (of the features that are learned from,
// scaled).
Training training_of(const Scene& scene);

// The training of an algorithm (a text that can be read) on a problem, as a stopping rule sees it.
Judged judged(const Spec& algorithm, const Problem& problem);

// The rules of a text for that training. Errors: the text, or a rule that has nothing to say of such a
// training.
Result<RuleSet> rules_for(const Spec& algorithm, std::string_view rules, const Problem& problem);

// A run at iteration 0 of an algorithm under stopping rules, both made from their texts, in pieces.
// Errors in a sentence.
Gradual<Result<Run>> begin_run(Spec algorithm, std::string rules,
                               std::shared_ptr<const Problem> problem, RunOptions options = {});

}  // namespace marginscope
