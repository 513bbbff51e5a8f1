#include "core/rule.h"

#include <algorithm>

#include "core/text.h"

namespace marginscope {

std::string comparison_text(const Verdict& verdict, std::string_view holds, std::string_view fails,
                            std::string_view unit) {
  const auto [does, statistic, threshold] = verdict;
  const int digits = digits_apart(statistic, threshold);
  return sentence(short_text(statistic, digits), unit, does ? holds : fails,
                  short_text(threshold, digits));
}

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

bool RuleSet::ends_at_optimum() const {
  const auto asks = [](const auto& rule) { return rule->asks_for_optimum(); };
  return !retains_minimum() && std::ranges::all_of(groups, [&](const RuleGroup& group) {
    return std::ranges::any_of(group.rules, asks);
  });
}

}  // namespace marginscope
