#pragma once  // for every room above

// What stopping rules and their statistics are called.

#include <optional>
#include <string>
#include <string_view>

#include "core/text.h"
#include "stopping/registry.h"

namespace marginscope {

// A rule by its text.
struct ParsedRule {
  Spec spec;
  const RuleKind* kind;
};
std::optional<ParsedRule> parsed_rule(std::string_view text);

// "Moment stationary" with the choice that makes it what it is: "Kurtosis stationary".
std::string rule_title(const ParsedRule& rule);

// "val", "σ", "ΔJ": what a rule is called on the timeline, or several that stop together.
std::string short_rule_name(std::string_view rule_text);

// The statistic of a rule in symbols with its own choices put in: "|Δ²σ|/|σ|"; that of `variable`
// is left open.
std::string statistic_symbol(const RuleKind& kind, const Spec& spec, const Field* variable);

}  // namespace marginscope
