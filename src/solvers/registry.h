#pragma once  // for every room above

// Every algorithm by its identifier.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/field.h"
#include "core/solver.h"
#include "core/text.h"

namespace marginscope {

// Which data an algorithm can be trained on; `several_classes` includes two.
enum class Takes { two_classes, several_classes, regression, two_classes_or_regression };

bool takes(Takes takes, Task task, int classes);

// Why an algorithm of this name that takes such data cannot be trained on these, in a sentence
// without its full stop that names those that can; nothing where it can.
std::optional<std::string> misfit(Takes takes, std::string_view name, Task task, int classes);

// By a run for each labelling, or all at once by one factorisation (solvers/relearning).
enum class Relearning { by_runs, at_once };

// How people look for an algorithm: lists show the groups in this order.
namespace group {
inline constexpr std::string_view least_squares = "Least squares and Ho-Kashyap",
                                  support_vectors = "Support vector machines", ridge = "Ridge",
                                  perceptron = "Perceptron", several_classes = "Several classes",
                                  regression = "Regression";
}  // namespace group
inline constexpr std::string_view algorithm_groups[] = {
    group::least_squares, group::support_vectors, group::ridge,
    group::perceptron,    group::several_classes, group::regression};

struct Algorithm {
  std::string_view id = {};       // "hk"; also for presets: "hkes"
  std::string_view preset = {};   // of a preset: the algorithm that it is ("hk"); otherwise empty
  std::string_view name = {};     // "Ho-Kashyap"
  std::string_view group = {};    // one of algorithm_groups
  std::string_view summary = {};  // one sentence: what it does to the picture
  std::string_view problem = {};  // "find W, B > 0 minimising ‖ZW − B‖²"
  std::string_view step = {};     // "W ← Z⁺B; E ← ZW − B; B ← B + μ(E + |E|)"
  std::string_view source = {};   // "Lauer & Bloch 2006, section 2.1"
  std::string_view default_rules = {};
  // Whom it belongs to: where data do not suit it, one of the same family comes in its place.
  std::string_view family = {};
  Takes takes = Takes::two_classes;
  FieldTable fields = {};

  // What else it can do, for those who would have to know it by name.
  // The weight of ‖f‖² beside C·(losses) in its criterion; 0 where the criterion is another one.
  // A smaller C then makes ‖f‖ smaller, so that a norm can be held.
  double norm_penalty = 0;
  // How it learns many labellings of the same patterns.
  Relearning relearning = Relearning::by_runs;
  // The field with a number for each training pattern: the margin that it is asked to have.
  const Field* margin_targets = nullptr;

  // A solver with the settings that `values` names and defaults for the others.
  Result<std::unique_ptr<Solver>> (*make)(const Algorithm& self, const SpecValues&) = nullptr;
  // The text of a field in the settings that `values` makes, default included.
  Result<std::string> (*read)(const Algorithm& self, const Field& field,
                              const SpecValues&) = nullptr;
};

std::span<const Algorithm> algorithms();

inline bool takes(const Algorithm& algorithm, Task task, int classes) {
  return takes(algorithm.takes, task, classes);
}

// The error lists the known identifiers.
Result<const Algorithm*> find_algorithm(std::string_view id);

// Whether the solvers of this algorithm, with the default settings, publish such a quantity.
bool publishes(const Algorithm& algorithm, Role role);

// The identifiers of those that can do something, for a sentence: "rls, smo or irwls".
std::string algorithms_that(bool (*can)(const Algorithm&));

// A setting as a person names it, "C" or "kernel:sigma" for one of the kernel that `present` has
// chosen: its field, and the text that the whole field then has. Errors: an unknown name, a value
// out of its range.
struct NamedSetting {
  const Field* field = nullptr;
  std::string text;
};
Result<NamedSetting> find_setting(const Algorithm& algorithm, const SpecValues& present,
                                  std::string_view name, std::string_view value);

// Sets one value; those that differ from their defaults are kept, in the order of the table, so
// that equal settings have equal texts.
void set_setting(const Algorithm& algorithm, SpecValues& values, std::string_view id,
                 std::string text);

// "hk:learning_rate=0.3" made into a solver.
Result<std::unique_ptr<Solver>> make_solver(const Spec& spec);

}  // namespace marginscope
