#include "library/catalogue.h"

#include "core/kernel.h"
#include "core/text.h"
#include "data/catalogue.h"
#include "data/scaling.h"
#include "solvers/registry.h"
#include "stopping/registry.h"

namespace marginscope {
namespace {

using emscripten::val;

std::string quoted(std::string_view id) { return sentence("'", id, "'"); }

std::string fields_type(FieldTable fields, const std::vector<std::string>& initial);

// A default, and what it stands for where that is something else.
std::string default_text(const Field& field, const std::string& initial) {
  if (initial.empty()) return sentence("all ", short_text(field.filler));
  const bool special = field.choices.empty() && parse_number(initial) == field.special;
  return special ? sentence(initial, " (", field.special_text, ")") : initial;
}

// A row by its identifier, with settings of its own or without.
std::string named_type(std::string_view id, FieldTable fields,
                       const std::vector<std::string>& initial) {
  std::string type = sentence("\n  | ", quoted(id));
  if (!fields.empty()) type += sentence(" | `", id, ":${string}`");
  return sentence(type, " | { id: ", quoted(id), fields_type(fields, initial), " }");
}

// The defaults of a kernel's settings are those of the struct.
std::vector<std::string> kernel_defaults(FieldTable fields) {
  static const Kernel defaults;
  std::vector<std::string> texts;
  for (const Field& field : fields) texts.push_back(field_text(field, &defaults));
  return texts;
}

std::string choice_type(const Field& field) {
  std::string type;
  for (const Choice& choice : field.choices) {
    type += sentence(type.empty() ? "" : " | ", quoted(choice.id));
    if (parse_number(choice.id)) type += sentence(" | ", choice.id);
  }
  return type;
}

std::string value_type(const Field& field) {
  switch (field.type) {
    case FieldType::real:
    case FieldType::integer:
      return "number";
    case FieldType::choice:
      return choice_type(field);
    case FieldType::variant:
      return "Kernel";  // the only variant that there is
    case FieldType::pattern_list:
      return "readonly number[]";
  }
  return "";
}

// What an editor shows of a setting.
std::string comment_of(const Field& field, const std::string& initial) {
  std::string text = sentence(field.name, field.symbol.empty() ? "" : sentence(" ", field.symbol),
                              ": ", field.meaning);
  if (field.type == FieldType::choice) {
    for (const Choice& choice : field.choices) {
      if (!choice.meaning.empty()) text += sentence(" ", choice.id, ": ", choice.meaning, ";");
    }
  } else if (field.type != FieldType::variant) {
    text += sentence(" Range: ", range_text(field), ".");
  }
  text += sentence(" Default: ", default_text(field, initial), ".");
  if (!field.source.empty()) text += sentence(" (", field.source, ")");
  return text;
}

std::string fields_type(FieldTable fields, const std::vector<std::string>& initial) {
  std::string type;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    type += sentence(";\n    /** ", comment_of(fields[i], initial[i]), " */\n    ", fields[i].id,
                     "?: ", value_type(fields[i]));
  }
  return type;
}

// Of the rows of a registry, which can read their own fields.
template <class Rows>
std::string registry_type(const Rows& rows) {
  std::string type;
  for (const auto& row : rows) {
    std::vector<std::string> initial;
    for (const Field& field : row.fields) initial.push_back(row.read(row, field, {}).value_or(""));
    type += named_type(row.id, row.fields, initial);
  }
  return type;
}

}  // namespace

LibraryCatalogue library_catalogue() {
  val result = val::object();
  result.set("algorithms", registry_of(algorithm_columns, algorithms()));
  result.set("rules", registry_of(rule_columns, rule_kinds()));
  result.set("bounds", registry_of(bound_columns, bound_kinds()));
  result.set("criteria", registry_of(criterion_columns, criterion_kinds()));
  result.set("problems", registry_of(problem_columns, named_problems()));
  result.set("scalings", list(scalings(), [](const ScalingKind& kind) {
               val entry = val::object();
               set_text(entry, "id", kind.id);
               set_text(entry, "meaning", kind.meaning);
               return entry;
             }));
  return LibraryCatalogue(result);
}

std::string kernel_type() {
  std::string type;
  for (const KernelKind& kind : kernel_kinds()) {
    type += named_type(kind.id, kind.fields, kernel_defaults(kind.fields));
  }
  return type;
}

std::string algorithm_type() { return registry_type(algorithms()); }
std::string rule_type() { return registry_type(rule_kinds()); }
std::string bound_type() { return registry_type(bound_kinds()); }
std::string criterion_type() { return registry_type(criterion_kinds()); }
std::string problem_type() { return registry_type(named_problems()); }

std::string scaling_type() {
  std::string type;
  for (const ScalingKind& kind : scalings()) type += sentence("\n  | ", quoted(kind.id));
  return type;
}

}  // namespace marginscope
