#pragma once  // for src/cli only

// The project's values as JSON. A number that does not exist is null.

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/field.h"
#include "core/quantity.h"
#include "experiment/cell.h"

namespace marginscope::cli {

using Json = nlohmann::ordered_json;

// Two blanks of indentation; bytes that are not UTF-8 become U+FFFD.
std::string json_text(const Json& json);

Json json_number(double value);
Json json_numbers(const std::vector<double>& values);

template <class T>
Json json_or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

// The value of a setting: a number, the name of a choice, or a list of numbers.
Json json_setting(const Field& field, std::string_view text);

// A row of a field table; `value` is the text of its default.
Json json_field(const Field& field, std::string_view value);

// What a solver publishes: {role, symbol, label, meaning, unit, kind, shape}; `bits` where it is a
// register.
Json json_quantity(const Quantity& quantity);

Json json_cell(const Cell& cell);

// What json_cell wrote, as far as it was measured: data set, method, quantity, mean, deviation and
// n. Nothing where the JSON is not such a cell.
std::optional<Cell> cell_from(const Json& json);

}  // namespace marginscope::cli
