#include "core/rule.h"

#include <algorithm>

namespace marginscope {

bool RuleGroup::can_stop() const {
  return std::any_of(rules.begin(), rules.end(),
                     [](const auto& rule) { return !rule->retains_minimum(); });
}

Parts RuleSet::needs() const {
  Parts parts = part::none;
  for (const RuleGroup& group : groups) {
    for (const auto& rule : group.rules) parts |= rule->needs();
  }
  return parts;
}

int RuleSet::lookback() const {
  int most = 0;
  for (const RuleGroup& group : groups) {
    for (const auto& rule : group.rules) most = std::max(most, rule->lookback());
  }
  return most;
}

bool RuleSet::retains_minimum() const {
  for (const RuleGroup& group : groups) {
    for (const auto& rule : group.rules) {
      if (rule->retains_minimum()) return true;
    }
  }
  return false;
}

}  // namespace marginscope
