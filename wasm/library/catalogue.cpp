#include "library/catalogue.h"

#include <cmath>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "core/kernel.h"
#include "core/quantity.h"
#include "core/run.h"
#include "core/solver.h"
#include "core/text.h"
#include "data/catalogue.h"
#include "data/scaling.h"
#include "declarations.h"
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

// The words of an enumeration, whose last value is given.
template <class Enum>
std::string words_type(std::string_view (*word)(Enum), Enum last) {
  std::vector<Enum> values;
  for (int i = 0; i <= static_cast<int>(last); ++i) values.push_back(static_cast<Enum>(i));
  return literals(values, word);
}

// The values of a setting on which it may depend what a solver publishes and measures: all that can be
// chosen, and beside a value with another meaning one that is a number.
std::vector<std::string> forms_of(const Field& field) {
  std::vector<std::string> values;
  for (const Choice& choice : field.choices) values.emplace_back(choice.id);
  if (!std::isnan(field.special)) values.push_back(exact_text(field.slider_to));
  return values;
}

// A solver with the default settings, and one with each of such values that suits the others.
std::vector<std::unique_ptr<Solver>> solvers_of(const Algorithm& algorithm) {
  std::vector<std::unique_ptr<Solver>> solvers;
  solvers.push_back(*algorithm.make(algorithm, {}));
  for (const Field& field : algorithm.fields) {
    for (const std::string& value : forms_of(field)) {
      auto solver = algorithm.make(algorithm, {{std::string(field.id), value}});
      if (solver) solvers.push_back(std::move(*solver));
    }
  }
  return solvers;
}

// For each algorithm a type of what its solvers have.
std::string by_algorithm(
    std::string (*type_of)(const std::vector<std::unique_ptr<Solver>>& solvers)) {
  std::string type = "{";
  for (const Algorithm& algorithm : algorithms()) {
    type += sentence("\n  ", quoted(algorithm.id), ": ", type_of(solvers_of(algorithm)), ";");
  }
  return type + "\n}";
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

std::string scaling_type() { return id_literals(scalings()); }

std::string algorithm_id_type() { return id_literals(algorithms()); }
std::string rule_id_type() { return id_literals(rule_kinds()); }
std::string problem_id_type() { return id_literals(named_problems()); }

std::string stop_reason_type() {
  return sentence("RuleId | `${RuleId}+${string}` | ",
                  literals(outcome_kinds(), [](const auto& kind) { return kind.called.id; }));
}

std::string record_type() {
  std::string type = "{";
  for (const RecordColumn& column : record_columns()) {
    type += sentence(
        "\n  /** ", column.label,
        column.fraction ? ": a fraction of the patterns, in regression a mean square. */" : ". */",
        "\n  ", column.name, ": number", column.part == part::none ? ";" : " | null;");
  }
  return type + "\n}";
}

std::string algorithm_quantities_type() {
  return by_algorithm([](const std::vector<std::unique_ptr<Solver>>& solvers) {
    std::set<std::string_view> ids;
    for (const auto& solver : solvers) {
      for (const Quantity& quantity : solver->quantities()) ids.insert(quantity.id);
    }
    return literals(ids, [](std::string_view id) { return id; });
  });
}

std::string algorithm_records_type() {
  return by_algorithm([](const std::vector<std::unique_ptr<Solver>>& solvers) {
    Parts parts = part::none;
    for (const auto& solver : solvers) parts |= solver->measures();
    std::string type = "IterationRecord";
    for (const RecordColumn& column : record_columns()) {
      if ((column.part & ~parts) != 0) type += sentence(" & { ", column.name, ": null }");
    }
    return type;
  });
}

std::string quantity_role_type() { return words_type(role_id, Role::state); }
std::string quantity_kind_type() { return words_type(kind_id, QuantityKind::pattern_set); }
std::string quantity_axis_type() { return words_type(axis_id, Axis::moment); }

}  // namespace marginscope
