#include "stopping/rule_names.h"

namespace marginscope {
namespace {

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) {
    text.replace(at, what.size(), by);
  }
  return text;
}

// The symbol of the value that a rule has of one of its choices.
std::string_view chosen_symbol(const RuleKind& kind, const Field& field, const Spec& spec) {
  const auto text = kind.read(kind, field, spec.values);
  return text ? field.choices[chosen_index(field, *text)].symbol : field.symbol;
}

}  // namespace

std::optional<ParsedRule> parsed_rule(std::string_view text) {
  auto spec = parse_spec(text);
  if (!spec) return std::nullopt;
  const auto kind = find_rule_kind(spec->name);
  if (!kind) return std::nullopt;
  return ParsedRule{std::move(*spec), *kind};
}

std::string rule_title(const ParsedRule& rule) {
  const auto& [spec, kind] = rule;
  for (const Field& field : kind->fields) {
    if (field.type != FieldType::choice || !kind->name.starts_with(field.name)) continue;
    const auto text = kind->read(*kind, field, spec.values);
    if (!text || text->empty()) continue;
    std::string chosen = *text;
    chosen[0] =
        static_cast<char>(chosen[0] >= 'a' && chosen[0] <= 'z' ? chosen[0] - 32 : chosen[0]);
    return chosen + std::string(kind->name.substr(field.name.size()));
  }
  return std::string(kind->name);
}

std::string short_rule_name(std::string_view rule_text) {
  std::string name;
  // A group's text holds its rules, joined.
  const auto rules = parse_rules(rule_text);
  if (!rules) return std::string(rule_text);
  for (const RuleGroup& group : rules->groups) {
    for (const auto& rule : group.rules) {
      const auto part = parsed_rule(rule->text());
      if (!part) continue;
      const Field* variable = variable_of(*part->kind);
      if (!name.empty()) name += '+';
      name += variable ? chosen_symbol(*part->kind, *variable, part->spec) : part->kind->short_name;
    }
  }
  return name;
}

std::string statistic_symbol(const RuleKind& kind, const Spec& spec, const Field* variable) {
  std::string symbol(kind.statistic);
  for (const Field& field : kind.fields) {
    if (field.type != FieldType::choice || &field == variable) continue;
    const std::string_view chosen = chosen_symbol(kind, field, spec);
    symbol = field.symbol.empty() ? std::string(chosen) : replaced(symbol, field.symbol, chosen);
  }
  return symbol;
}

}  // namespace marginscope
