#include "core/field.h"

#include <cmath>

namespace marginscope {
namespace detail {

std::string list_text(std::span<const double> values) {
  std::string text;
  for (const double value : values) {
    if (!text.empty()) text += ',';
    text += exact_text(value);
  }
  return text;
}

}  // namespace detail

namespace {

bool is_allowed(const Field& field, double value) {
  const bool in_range = (field.above_least ? value > field.least : value >= field.least) &&
                        (field.below_most ? value < field.most : value <= field.most);
  return in_range || value == field.special;
}

Result<double> checked_number(const Field& field, std::string_view text) {
  const auto refusal = [&](std::string_view wanted) {
    return fail(sentence(field.id, " is ",
                         trimmed(text).empty() ? "empty" : shortened(trimmed(text), longest_quote),
                         "; it must be ", wanted, " with ", range_text(field)));
  };
  const bool whole = field.type == FieldType::integer;
  const auto value = parse_number(text);
  if (!value || !std::isfinite(*value) || !is_allowed(field, *value) ||
      (whole && *value != std::floor(*value))) {
    return refusal(whole ? "a whole number" : "a number");
  }
  return *value;
}

Result<std::size_t> choice_index(const Field& field, std::string_view text) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < field.choices.size(); ++i) {
    if (field.choices[i].id == text) return i;
    names.emplace_back(field.choices[i].id);
  }
  return fail(sentence(field.id, " is ", in_quotes(text), "; it must be ", alternatives(names)));
}

}  // namespace

std::string_view field_type_id(FieldType type) {
  switch (type) {
    case FieldType::real:
      return "real";
    case FieldType::integer:
      return "integer";
    case FieldType::choice:
      return "choice";
    case FieldType::variant:
      return "variant";
    case FieldType::pattern_list:
      return "pattern-list";
  }
  return "";
}

const Field* find_field(FieldTable table, std::string_view id) {
  for (const Field& field : table) {
    if (field.id == id) return &field;
  }
  return nullptr;
}

std::string field_text(const Field& field, const void* settings) {
  const std::string text = field.read(settings);
  if (field.choices.empty()) return text;
  const Choice& choice = field.choices[static_cast<std::size_t>(*parse_integer(text))];
  Spec spec{std::string(choice.id), {}};
  for (const Field& own : choice.fields) {
    spec.values.emplace_back(own.id, field_text(own, field.inside(settings)));
  }
  return spec_text(spec);
}

std::string shown_text(const Field& field, std::string_view text, int digits) {
  const auto number = field.choices.empty() ? parse_number(text) : std::nullopt;
  if (!number) return std::string(text);
  if (*number == field.special) return std::string(field.special_text);
  return sentence(short_text(*number, digits), field.unit.empty() ? "" : " ", field.unit);
}

Result<void> set_field(const Field& field, void* settings, std::string_view text) {
  if (field.type == FieldType::variant) {
    auto spec = parse_spec(text);
    if (!spec) return fail(spec.error());
    auto index = choice_index(field, spec->name);
    if (!index) return fail(index.error());
    return field.choose(field, settings, *index, spec->values);
  }
  std::vector<double> values;
  if (field.type == FieldType::choice) {
    auto index = choice_index(field, trimmed(text));
    if (!index) return fail(index.error());
    values.push_back(static_cast<double>(*index));
  } else if (field.type == FieldType::pattern_list) {
    if (!trimmed(text).empty()) {
      for (const std::string_view piece : split(text, ',')) {
        auto value = checked_number(field, piece);
        if (!value) return fail(value.error());
        values.push_back(*value);
      }
    }
  } else {
    auto value = checked_number(field, text);
    if (!value) return fail(value.error());
    values.push_back(*value);
  }
  field.write(settings, values);
  return {};
}

Result<void> set_fields(FieldTable table, void* settings, std::string_view owner,
                        const SpecValues& values) {
  for (auto value = values.begin(); value != values.end(); ++value) {
    const auto& [id, text] = *value;
    const Field* field = find_field(table, id);
    if (!field) {
      const std::string name = shortened(id, longest_quote);
      std::vector<std::string> names;
      for (const Field& known : table) names.emplace_back(known.id);
      return fail(names.empty()
                      ? sentence(owner, " has no setting, so ", name, " cannot be set")
                      : sentence(owner, " has no setting ", name, "; it has ", together(names)));
    }
    const auto named_so = [&](const auto& other) { return other.first == value->first; };
    if (std::any_of(values.begin(), value, named_so)) {
      return fail(sentence(owner, " is given ", id, " twice; it may be given once"));
    }
    if (auto done = set_field(*field, settings, text); !done) return done;
  }
  return {};
}

std::string variant_text_with(std::string_view text, std::string_view setting,
                              std::string_view value) {
  auto spec = parse_spec(text);
  if (!spec) return std::string(text);
  set_value(spec->values, setting, value);
  return spec_text(*spec);
}

std::size_t chosen_index(const Field& field, std::string_view text) {
  const std::string_view name = trimmed(text.substr(0, text.find(':')));
  for (std::size_t i = 0; i < field.choices.size(); ++i) {
    if (field.choices[i].id == name) return i;
  }
  return 0;
}

std::string range_text(const Field& field) {
  if (!field.choices.empty()) {
    std::vector<std::string> forms;
    for (const Choice& choice : field.choices) {
      Spec form{std::string(choice.id), {}};
      for (const Field& own : choice.fields) form.values.emplace_back(own.id, "…");
      forms.push_back(spec_text(form));
    }
    return alternatives(forms);
  }
  const std::string_view symbol = field.symbol.empty() ? field.id : field.symbol;
  const bool bounded_below = std::isfinite(field.least);
  const bool bounded_above = std::isfinite(field.most);
  std::string text;
  if (bounded_below && bounded_above) {
    text += short_text(field.least, 6) + (field.above_least ? " < " : " ≤ ");
  }
  text += symbol;
  if (bounded_above) {
    text += (field.below_most ? " < " : " ≤ ") + short_text(field.most, 6);
  } else if (bounded_below) {
    text += (field.above_least ? " > " : " ≥ ") + short_text(field.least, 6);
  }
  if (!bounded_below && !bounded_above) text += " finite";
  if (!std::isnan(field.special)) {
    text += sentence(", or ", short_text(field.special, 6), " (", field.special_text, ")");
  }
  return text;
}

double offered(const Field& field, double value) {
  return value < field.least ? field.special : value;
}

}  // namespace marginscope
