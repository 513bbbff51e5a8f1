// marginscope list: what there is, with every setting.

#include <cstdio>

#include "bounds/bound.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/json.h"
#include "core/kernel.h"
#include "core/run.h"
#include "core/text.h"
#include "data/catalogue.h"
#include "experiment/experiment.h"
#include "scene/scene.h"
#include "session/commands.h"
#include "solvers/registry.h"
#include "stopping/registry.h"

namespace marginscope::cli {
namespace {

using enum Table::Align;

// The default of a field of a registry's row, as text.
template <class Row>
std::string default_text(const Row& row, const Field& field) {
  return row.read(row, field, {}).value_or("");
}

template <class Row>
Json json_settings(const Row& row) {
  Json list = Json::array();
  for (const Field& field : row.fields) list.push_back(json_field(field, default_text(row, field)));
  return list;
}

// A row of a registry with its settings.
template <class Columns, class Row>
Json json_described(const Columns& columns, const Row& row) {
  Json json = json_row(columns, row);
  json["settings"] = json_settings(row);
  return json;
}

std::string choices_text(const Field& field) {
  std::vector<std::string> ids;
  for (const Choice& choice : field.choices) ids.emplace_back(choice.id);
  return alternatives(ids);
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += text.empty() ? name : ", " + name;
  return text;
}

std::string indented(std::string_view text) {
  Table block({left});
  block.add({std::string(text)});
  return block.text(4);
}

// Identifier and name; below, indented, what it does and the lines that say more.
template <class Row>
void print_about(const Row& row, std::string_view meaning,
                 const std::vector<std::pair<std::string_view, std::string>>& lines) {
  print(sentence(row.id, " – ", row.name, "\n", indented(meaning)));
  Table about({left, left});
  for (const auto& [what, text] : lines) {
    if (!text.empty()) about.add({std::string(what), text});
  }
  print(about.text(4));
}

template <class Row>
void print_settings(const Row& row) {
  if (row.fields.empty()) return;
  Table table({left, left, left, left, left});
  table.add({"setting", "symbol", "range", "default", "meaning"});
  for (const Field& field : row.fields) {
    std::string value = default_text(row, field);
    if (value.empty()) value = sentence("all ", short_text(field.filler));
    std::string meaning(field.meaning);
    if (!field.source.empty()) meaning += sentence(" (", field.source, ")");
    table.add({std::string(field.id), std::string(field.symbol),
               field.type == FieldType::choice ? choices_text(field) : range_text(field), value,
               meaning});
  }
  print("\n" + table.text(4));
}

void list_algorithms(bool as_json) {
  Json json = Json::array();
  for (const Algorithm& algorithm : algorithms()) {
    // With the default settings.
    const std::unique_ptr<Solver> solver = std::move(*algorithm.make(algorithm, {}));
    Json published = Json::object();
    std::vector<std::string> names;
    for (const Quantity& quantity : solver->quantities()) {
      published[std::string(quantity.id)] = json_quantity(quantity);
      names.emplace_back(quantity.id);
    }
    if (as_json) {
      json.push_back(json_row(algorithm_columns, algorithm));
      json.back()["publishes"] = std::move(published);
      json.back()["settings"] = json_settings(algorithm);
      continue;
    }
    const bool preset = !algorithm.preset.empty();
    print_about(algorithm, algorithm.summary,
                {{"preset of", preset ? sentence(algorithm.preset, ", with its settings") : ""},
                 {"problem", preset ? "" : std::string(algorithm.problem)},
                 {"step", preset ? "" : std::string(algorithm.step)},
                 {"stops by", std::string(algorithm.default_rules)},
                 {"publishes", preset ? "" : joined(names)},
                 {"source", std::string(algorithm.source)}});
    if (!preset) print_settings(algorithm);
    print("\n");
  }
  if (as_json) print(json_text(json));
}

void list_rules(bool as_json) {
  Json json = Json::array();
  for (const RuleKind& rule : rule_kinds()) {
    if (as_json) {
      json.push_back(json_described(rule_columns, rule));
      continue;
    }
    print_about(rule, rule.meaning,
                {{"statistic", std::string(rule.statistic)}, {"source", std::string(rule.source)}});
    print_settings(rule);
    print("\n");
  }
  if (as_json) return print(json_text(json));
  print(
      "Write a rule as name:key=value,key=value; join rules with + to ask for all of them, with\n"
      "blanks to ask for any.\n");
}

void list_kernels(bool as_json) {
  Json json = Json::array();
  Table table({left, left, left});
  table.add({"kernel", "formula", "meaning"});
  const Kernel defaults;
  for (const KernelKind& kernel : kernel_kinds()) {
    Spec form{std::string(kernel.id), {}};
    Json settings = Json::array();
    for (const Field& field : kernel.fields) {
      const std::string value = field_text(field, &defaults);
      form.values.emplace_back(field.id, value);
      settings.push_back(json_field(field, value));
    }
    json.push_back({{"id", kernel.id},
                    {"name", kernel.name},
                    {"formula", kernel.formula},
                    {"meaning", kernel.meaning},
                    {"settings", std::move(settings)}});
    table.add({spec_text(form), std::string(kernel.formula), std::string(kernel.meaning)});
  }
  print(as_json ? json_text(json) : table.text());
}

void list_problems(bool as_json) {
  Json json = Json::array();
  for (const NamedProblem& problem : named_problems()) {
    if (as_json) {
      json.push_back(json_described(problem_columns, problem));
      continue;
    }
    print_about(problem, problem.meaning,
                {{"points", problem.random ? "drawn anew for every --seed" : "fixed"},
                 {"suggests", std::string(problem.suggests)},
                 {"source", std::string(problem.source)}});
    print_settings(problem);
    print("\n");
  }
  if (as_json) print(json_text(json));
}

void list_bounds(bool as_json) {
  Json json = Json::array();
  for (const BoundKind& bound : bound_kinds()) {
    if (as_json) {
      json.push_back(json_described(bound_columns, bound));
      continue;
    }
    print_about(bound, bound.meaning,
                {{"bound", std::string(bound.formula)},
                 {"idea", std::string(bound.idea)},
                 {"source", std::string(bound.source)}});
    print_settings(bound);
    print("\n");
  }
  if (as_json) print(json_text(json));
}

void list_experiments(bool as_json) {
  Json json = Json::array();
  for (const Experiment& experiment : experiments()) {
    if (as_json) {
      json.push_back(json_experiment(experiment));
      continue;
    }
    Table table({left, left, left});
    table.add({"method", "name", "meaning"});
    for (const Method& method : experiment.methods) {
      table.add({std::string(method.id), std::string(method.name), std::string(method.meaning)});
    }
    print_about(experiment, experiment.meaning,
                {{"unit", std::string(experiment.unit)},
                 {"data", experiment.needs_data ? "the sets of --data-dir" : "carried along"}});
    print("\n" + table.text(4) + "\n");
  }
  if (as_json) print(json_text(json));
}

// Rows that have an identifier and a meaning.
struct Entry {
  std::string_view id, meaning;
};

void list_entries(bool as_json, std::string_view head, const std::vector<Entry>& entries) {
  Json json = Json::array();
  Table table({left, left});
  table.add({std::string(head), "meaning"});
  for (const auto& [id, meaning] : entries) {
    json.push_back({{"id", id}, {"meaning", meaning}});
    table.add({std::string(id), std::string(meaning)});
  }
  print(as_json ? json_text(json) : table.text());
}

void list_outcomes(bool as_json) {
  Json json = Json::array();
  Table table({left, left, left});
  table.add({"outcome", "name", "meaning"});
  for (const auto& [called, meaning] : outcome_kinds()) {
    json.push_back({{"id", called.id}, {"name", called.name}, {"meaning", meaning}});
    table.add({std::string(called.id), std::string(called.name), std::string(meaning)});
  }
  print(as_json ? json_text(json) : table.text());
}

void list_scene_parts(bool as_json) {
  std::vector<Entry> entries;
  for (const auto& [name, meaning] : scene_parts()) entries.push_back({name, meaning});
  list_entries(as_json, "part", entries);
}

void list_columns(bool as_json) {
  std::vector<Entry> entries;
  for (const RecordColumn& column : record_columns())
    entries.push_back({column.name, column.label});
  list_entries(as_json, "column", entries);
}

void list_commands(bool as_json) {
  Json json = Json::array();
  for (const CommandKind& command : command_kinds()) {
    Json fields = Json::array();
    Table table({left, left, left});
    for (const CommandField& field : command.fields) {
      if (field.name.empty()) break;
      fields.push_back({{"id", field.name},
                        {"type", script_type(field.kind)},
                        {"meaning", demand_of(field.kind)},
                        {"optional", field.optional}});
      table.add({std::string(field.name), field.optional ? "optional" : "", demand_of(field.kind)});
    }
    if (as_json) {
      json.push_back({{"id", command.type},
                      {"meaning", command_meaning(command)},
                      {"fields", std::move(fields)}});
      continue;
    }
    print(sentence(command.type, "\n", indented(command_meaning(command))));
    if (!fields.empty()) print("\n" + table.text(4));
    print("\n");
  }
  if (as_json) print(json_text(json));
}

}  // namespace

void add_list(CLI::App& app, int& status) {
  CLI::App* list = app.add_subcommand("list", "What there is, with every setting");
  list->require_subcommand(1);
  const auto add = [&](const char* what, const char* meaning, void (*show)(bool)) {
    CLI::App* command = list->add_subcommand(what, meaning);
    CLI::Option* json = command->add_flag("--json", "As JSON");
    command->callback([show, json, &status] {
      show(json->count() > 0);
      status = done;
    });
  };
  add("algorithms", "Algorithms and presets with their settings", list_algorithms);
  add("rules", "Stopping rules", list_rules);
  add("kernels", "Kernels", list_kernels);
  add("problems", "Named problems", list_problems);
  add("bounds", "Generalisation bounds with their settings", list_bounds);
  add("experiments", "Experiments of the papers", list_experiments);
  add("outcomes", "How a run can end whatever its rules", list_outcomes);
  add("commands", "What the page can be told, by window.marginscope.apply", list_commands);
  add("scene-parts", "What the text of a scene is made of, in a link and in a file",
      list_scene_parts);
  add("columns", "The columns of a trace", list_columns);
}

}  // namespace marginscope::cli
