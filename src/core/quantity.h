#pragma once  // for every room above

// Solvers publish what they hold as quantities. Charts, tooltips, traces, bounds and the accessible
// mirror are generic over them: they ask for a role or a kind, and show a label; the identifier is
// for people, files and links.

#include <span>
#include <string_view>
#include <vector>

namespace marginscope {

class Solver;

// Axis of a quantity's shape. `pattern` runs over the training patterns, `weight` over the p
// features and the bias (last).
enum class Axis { pattern, weight, class_label, moment };

std::string_view axis_id(Axis axis);  // "pattern", "weight", "class", "moment"

// The shapes that there are: products of axes, row-major. A single number has none.
namespace shape {
inline constexpr Axis pattern[] = {Axis::pattern};
inline constexpr Axis pattern_class[] = {Axis::pattern, Axis::class_label};
inline constexpr Axis weight[] = {Axis::weight};
inline constexpr Axis weight_class[] = {Axis::weight, Axis::class_label};
inline constexpr Axis moment[] = {Axis::moment};
}  // namespace shape

enum class QuantityKind { real, integer, pattern_set };

std::string_view kind_id(QuantityKind kind);  // "real", "integer", "pattern-set"

// What a quantity is to those who draw, read or judge it. A solver publishes at most one of each,
// but for `state`.
enum class Role {
  weights,         // of the features, the bias last: the decision value is affine in them
  margin,          // y·f: positive where the pattern is on its own side
  margin_target,   // what the margin is asked to be
  margin_vector,   // b of the papers where that is not the target: 1 is added, or it has a sign
  error,           // margin or target against what was asked for
  dual_variable,   // the pattern's part in the decision value; 0 where it has none
  slack,           // how far the pattern is from costing nothing
  pattern_weight,  // what the pattern counted in the last solve
  certificate,     // of patterns that nothing separates
  decision_value,  // f
  left_out_value,  // f of the machine that was trained without the pattern
  objective,
  moments,
  state,  // whatever else it holds
};

std::string_view role_id(Role role);  // "dual-variable"

struct Quantity {
  std::string_view id = {};  // "margin_vector"
  Role role = Role::state;
  std::string_view symbol = {};  // "b"; of moments one for each: "mean, σ, sk, ks"
  std::string_view label = {};   // a heading: "Margin vector"
  std::string_view one = {};     // the name of one value: "margin to have"
  std::string_view meaning = {};
  std::string_view unit = {};  // "mistakes"; empty where there is none
  std::span<const Axis> shape = {};
  QuantityKind kind = QuantityKind::real;
  int bits = 0;  // of an integer in a register: its width in two's complement; otherwise 0
  bool logarithmic = false;  // positive, over many powers of ten

  // The most that a value can be, and what that means; null where nothing bounds it.
  double (*limit)(const Solver& solver) = nullptr;
  std::string_view at_limit = {};  // "|e| at its floor"

  // Appends the values now, row-major, to an empty list; nothing where the quantity means nothing
  // for the problem at hand.
  void (*read)(const Solver& solver, std::vector<double>& out) = nullptr;
};

// Whether it has numbers for each training pattern: one, or one for each class.
bool over_patterns(const Quantity& quantity);

}  // namespace marginscope
