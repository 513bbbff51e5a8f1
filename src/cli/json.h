#pragma once  // for src/cli only

// The project's values as JSON. A number that does not exist is null.

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/field.h"
#include "core/quantity.h"
#include "experiment/experiment.h"
#include "scene/registry_columns.h"

namespace marginscope::cli {

using Json = nlohmann::ordered_json;

// Bytes that are not UTF-8 become U+FFFD. With two blanks of indentation and a line break at the end;
// or in one line, without any blanks.
std::string json_text(const Json& json);
std::string compact_text(const Json& json);

Json json_number(double value);
Json json_numbers(const std::vector<double>& values);

template <class T>
Json json_or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

// A row of a registry by its columns, a Column<Row> each.
template <class Columns, class Row>
Json json_row(const Columns& columns, const Row& row) {
  Json json = Json::object();
  for (const Column<Row>& column : columns) {
    if (column.flag) {
      json[column.name] = row.*column.flag;
      continue;
    }
    const std::string_view text = text_of(column, row);
    json[column.name] = column.optional && text.empty() ? Json() : Json(text);
  }
  return json;
}

// The value of a setting: a number, the name of a choice, or a list of numbers.
Json json_setting(const Field& field, std::string_view text);

// A row of a field table; `value` is the text of its default.
Json json_field(const Field& field, std::string_view value);

// What a solver publishes: {role, symbol, label, meaning, unit, kind, shape}; `bits` where it is a
// register.
Json json_quantity(const Quantity& quantity);

// What there is to know of an experiment: {id, name, meaning, unit, needs_data, draws, methods}.
Json json_experiment(const Experiment& experiment);

// `text`, `published_text` and `verdict` are what tables show (reading.h).
Json json_cell(const Cell& cell);

// What json_cell wrote, as far as it was measured: data set, method, quantity, mean, deviation and
// n. Nothing where the JSON is not such a cell.
std::optional<Cell> cell_from(const Json& json);

}  // namespace marginscope::cli
