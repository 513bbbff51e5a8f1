#pragma once  // for every room above

// Every stopping rule by its identifier, and the text form of their combinations.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/field.h"
#include "core/problem.h"
#include "core/rule.h"
#include "core/text.h"

namespace marginscope {

struct RuleKind {
  std::string_view id = {};          // "moment-stationary"
  std::string_view name = {};        // "Moment stationary"
  std::string_view short_name = {};  // on the timeline: "ΔJ"
  std::string_view statistic = {};   // what is compared, in symbols: "|ΔZ|/|Z|"
  std::string_view meaning = {};     // one sentence: when it stops
  std::string_view source = {};
  FieldTable fields = {};

  std::string_view unit = {};  // of the statistic and of what it is compared with
  // What they are: training or validation errors (History::error_text), or fractions, which people
  // read as percent.
  enum class Compares { numbers, fractions, errors } compares = Compares::numbers;
  // The quantity whose chart shows the statistic against the threshold; `state`: none does.
  Role drawn_on = Role::state;

  Result<std::shared_ptr<Rule>> (*make)(const RuleKind& self, const SpecValues&) = nullptr;
  Result<std::string> (*read)(const RuleKind& self, const Field& field,
                              const SpecValues&) = nullptr;
};

std::span<const RuleKind> rule_kinds();
Result<const RuleKind*> find_rule_kind(std::string_view id);

// The choice whose symbol the short name is, so that each of its values is a rule of its own: the
// moment of "moment-stationary". Null where there is none.
const Field* variable_of(const RuleKind& kind);

// `name:key=value,key=value`; rules joined by '+' stop together, groups separated by blanks stop
// each on its own. An empty text has no rules. Each rule and group keeps its own text.
Result<RuleSet> parse_rules(std::string_view text);

// A training as a rule sees it.
struct Judged {
  Task task = Task::classification;
  bool validation = false;     // it has a validation part
  Parts measured = part::all;  // by its solver (Solver::measures)
};

// Why a rule has nothing to say of such a training, in a sentence; nothing where it fits. Of several
// the first reason.
std::optional<std::string> misfit(const Rule& rule, const Judged& training);
std::optional<std::string> misfit(const RuleSet& rules, const Judged& training);

}  // namespace marginscope
