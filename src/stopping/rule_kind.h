#pragma once  // for src/stopping only

// What the file of one rule needs to enter the registry: a class `R` with its settings struct
// `R::Settings`, constructible from it.

#include "stopping/registry.h"

namespace marginscope {

template <class R>
Result<std::shared_ptr<Rule>> make_rule(const RuleKind& self, const SpecValues& values) {
  auto settings = settings_from<typename R::Settings>(self.fields, self.id, values);
  if (!settings) return fail(settings.error());
  return std::make_shared<R>(*settings);
}

template <class R>
Result<std::string> read_rule(const RuleKind& self, const Field& field, const SpecValues& values) {
  return field_text_from<typename R::Settings>(self.fields, self.id, field, values);
}

// A row of the registry for the rule R.
template <class R>
constexpr RuleKind rule_kind(RuleKind kind) {
  kind.make = make_rule<R>;
  kind.read = read_rule<R>;
  return kind;
}

#define RULE(row) RuleKind row();
#include "stopping/every_rule.def"
#undef RULE

}  // namespace marginscope
