#pragma once  // for every room above

// Every edit of a scene is one of these commands. Applied to a scene it gives the next one, or a
// sentence that says why not and leaves the scene as it was.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "scene/curve.h"
#include "scene/plane.h"
#include "scene/scene.h"

namespace marginscope {

// Labels are taken as LabelForm::classes: in a scene of two classes 2 is −1 (the second class), and
// 3 or more makes it one of several.

// Of a scene that is edited: an edit of so many is followed within about a second. What would make
// more is refused.
inline constexpr Eigen::Index most_points = 200'000;

struct AddPoint {
  double x = 0, y = 0;  // in the plane's units; snapped to the grid
  double label = 1;     // a class label, or the target in regression; ignored where y is the target
  bool validation = false;
};
struct MovePoint {  // where y is the target, it moves too
  int index = 0;
  double x = 0, y = 0;
};
// --- Several points, by their indices in any order; one that is there twice counts once. ---
struct MovePoints {  // together, as far as none of them leaves the plane; targets as of MovePoint
  std::vector<int> indices;
  double dx = 0, dy = 0;  // in the plane's units
};
struct DuplicatePoints {  // copies behind all others, in their order, moved as by MovePoints
  std::vector<int> indices;
  double dx = 0, dy = 0;
};
struct RemovePoints {
  std::vector<int> indices;
};
struct SetLabel {
  std::vector<int> indices;
  double label = 1;
};
struct
    FlipLabels {  // of two classes to the other one, of several to the next, of the last to the first
  std::vector<int> indices;
};
struct LabelByCurve {  // those above the curve get one class, the others the other
  std::vector<int> indices;
  Curve curve;
  double above = 1, below = -1;
};
struct SetPart {
  std::vector<int> indices;
  bool validation = false;
};
// What draws at random does so by the seed that is given, or else by the scene's and the labels that
// there are, so that the next draw is another one.
struct AddNoise {
  // The share of the labels, from 0 to 1, that become another class, rounded to whole points; in
  // regression the deviation of normal noise that is added to each target.
  double amount = 0;
  std::optional<std::vector<int>> indices = {};  // none: the training points
  std::optional<std::uint64_t> seed = {};
};
struct Spray {  // so many points, spread evenly over an ellipse inside the plane
  double x = 0, y = 0;
  double radius = 1;  // across
  double radius_up = 1;
  int count = 1;
  // As of AddPoint, or 1 above the curve and −1 below.
  std::variant<double, Curve> label = 1.0;
  bool validation = false;
  std::optional<std::uint64_t> seed = {};
};
struct SplitValidation {  // a seeded fraction of the points becomes the validation part
  double fraction = 1.0 / 3;
};
struct SetAlgorithm {
  std::string id;  // brings its default rules; settings that it knows stay as they are
};
struct SetField {
  // A setting of the algorithm, or "kernel:sigma" for one of the chosen kernel.
  std::string field, value;
};
struct SetPatternField {
  // One entry of a setting that has a number for each training pattern: that of a training point.
  std::string field;
  int index = 0;  // of the point
  double value = 0;
};
struct SetRules {
  std::string text;
};
// The rules as groups: any of the groups stops a run, where all rules of the group hold. Both are
// counted from 0.
struct AddRule {  // as a group of its own
  std::string text;
};
struct RemoveRule {  // the whole group
  int group = 0;
};
struct SetRuleField {
  int group = 0, rule = 0;
  std::string field, value;
};
// --- Machines, by their places from 0. What stands above is an edit of the chosen one. ---
struct CopyMachine {
};  // a copy of the chosen one, nameless, behind it, which becomes the chosen one
struct RemoveMachine {  // not the only one; of the chosen one the next becomes it, else the last
  int index = 0;
};
struct RenameMachine {  // an empty name takes it away
  int index = 0;
  std::string name;
};
struct MoveMachine {
  int index = 0, to = 0;
};
struct SetScaling {
  std::string id;
};
struct SetProjection {
  Projection projection;
};
struct SetLimit {  // on the iterations
  int iterations = 0;
};
struct SetSeed {
  std::uint64_t seed = 1;
};
// New data that a machine's algorithm cannot be trained on bring one that can be in its place, with
// its default rules: what the named problem suggests, else one of the same family, hk, or the first
// of the registry that suits.
struct SetProblem {  // a named problem: "two-gaussians:n=60"
  std::string text;
  std::optional<std::uint64_t> seed = {};  // which becomes the scene's; none: the scene's own
};
// Of the named problem that the data were drawn from, which draws them anew.
struct SetProblemField {
  std::string field, value;
};
struct DrawAgain {  // the seed, and by it other points where the named problem draws at random
  std::uint64_t seed = 1;
};
struct SetData {  // a data set from a file
  Dataset data;
  std::string name;
};
struct ClearPoints {};
struct SetScene {
  std::string text;
};

// The first three are all that the page's opening scene needs: the page fetches what carries out the
// others later (wasm/toolchain/deferred_functions.txt).
using Command =
    std::variant<AddPoint, MovePoint, RemovePoints, MovePoints, DuplicatePoints, SetLabel,
                 FlipLabels, LabelByCurve, SetPart, AddNoise, Spray, SplitValidation, SetAlgorithm,
                 SetField, SetPatternField, SetRules, AddRule, RemoveRule, SetRuleField,
                 CopyMachine, RemoveMachine, RenameMachine, MoveMachine, SetScaling, SetProjection,
                 SetLimit, SetSeed, SetProblem, SetProblemField, DrawAgain, SetData, ClearPoints,
                 SetScene>;

// `plane` is asked for that of `scene` and of what becomes of it.
Result<Scene> apply(const Scene& scene, const Command& command, LastPlane& plane);
inline Result<Scene> apply(const Scene& scene, const Command& command) {
  LastPlane plane;
  return apply(scene, command, plane);
}

// True of a command that brought other points in the place of all that there were: it made `after`
// of `before`.
bool replaced_data(const Scene& before, const Command& command, const Scene& after);

// Whether a machine that was trained in `before` is, with the same algorithm and settings, trained in
// `after`: the same data, scaled alike, and a limit that is not lower. O(Np) where the data are in
// other blocks.
bool keeps_training(const Scene& before, const Scene& after);

// What a change asks of the runs: that a machine is trained from iteration 0, whose algorithm or
// settings none had before; to judge the history again, which a higher limit lets go on; or nothing.
enum class Change { nothing, rules, training };
Change change_between(const Scene& before, const Scene& after);

// An error if there is no machine of that place; `index` is counted from 0.
Result<void> check_machine(const Scene& scene, int index);

}  // namespace marginscope
