#include "stopping/registry.h"

#include "stopping/rule_kind.h"
#include "stopping/rule_names.h"

namespace marginscope {
namespace {

// Splits "a:x=1e+6+b" at each '+' but those that a digit follows: they belong to an exponent.
std::vector<std::string_view> rule_texts(std::string_view group) {
  std::vector<std::string_view> texts;
  std::size_t from = 0;
  for (std::size_t i = 0; i < group.size(); ++i) {
    const bool last = i + 1 == group.size();
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (group[i] != '+' || (!last && is_digit(group[i + 1]))) continue;
    texts.push_back(group.substr(from, i - from));
    from = i + 1;
  }
  texts.push_back(group.substr(from));
  return texts;
}

}  // namespace

std::span<const RuleKind> rule_kinds() {
  static const RuleKind kinds[] = {
#define RULE(row) row(),
#include "stopping/every_rule.def"
#undef RULE
  };
  return kinds;
}

Result<const RuleKind*> find_rule_kind(std::string_view id) {
  std::vector<std::string> names;
  for (const RuleKind& kind : rule_kinds()) {
    if (kind.id == id) return &kind;
    names.emplace_back(kind.id);
  }
  return fail(sentence("There is no stopping rule ", in_quotes(id), "; ", there_are(names)));
}

const Field* variable_of(const RuleKind& kind) {
  for (const Field& field : kind.fields) {
    if (field.type == FieldType::choice && field.symbol == kind.short_name) return &field;
  }
  return nullptr;
}

Result<RuleSet> parse_rules(std::string_view text) {
  RuleSet set;
  for (const std::string_view group_text : split(text, ' ')) {
    if (trimmed(group_text).empty()) continue;
    RuleGroup group;
    group.text = std::string(trimmed(group_text));
    for (const std::string_view piece : rule_texts(group.text)) {
      auto spec = parse_spec(piece);
      if (!spec) return fail(spec.error());
      auto kind = find_rule_kind(spec->name);
      if (!kind) return fail(kind.error());
      auto rule = (*kind)->make(**kind, spec->values);
      if (!rule) return fail(rule.error());
      (*rule)->set_text(std::string(piece), rule_title({*spec, *kind}));
      group.name += group.name.empty() ? (*rule)->name() : sentence(" and ", (*rule)->name());
      group.rules.push_back(std::move(*rule));
    }
    set.groups.push_back(std::move(group));
  }
  return set;
}

std::optional<std::string> misfit(const Rule& rule, const Judged& training) {
  const std::string name = in_quotes((*find_rule_kind(rule.id()))->name);
  if (rule.needs_validation() && !training.validation) {
    return sentence("The rule ", name,
                    " needs a validation part and there is none; set some patterns apart for "
                    "validation, or leave the rule out.");
  }
  if (rule.needs_classes() && training.task == Task::regression) {
    return sentence("The rule ", name,
                    " looks at the sides of patterns, which regression does not have; one on the "
                    "objective or on the moments of the error fits there.");
  }
  if (rule.needs() & ~training.measured) {
    return sentence("The rule ", name,
                    " watches what this algorithm does not have; leave the rule out.");
  }
  return std::nullopt;
}

std::optional<std::string> misfit(const RuleSet& rules, const Judged& training) {
  for (const RuleGroup& group : rules.groups) {
    for (const auto& rule : group.rules) {
      if (auto reason = misfit(*rule, training)) return reason;
    }
  }
  return std::nullopt;
}

}  // namespace marginscope
