#pragma once

// Values of the core as JavaScript values.

#include <emscripten/val.h>

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "core/field.h"
#include "core/run.h"
#include "scene/registry_columns.h"

namespace marginscope {

// Null, or the sentence that says why not.
EMSCRIPTEN_DECLARE_VAL_TYPE(Refusal)
EMSCRIPTEN_DECLARE_VAL_TYPE(TextList)
EMSCRIPTEN_DECLARE_VAL_TYPE(CatalogueField)

inline constexpr char refusal_type[] = "string | null";
inline constexpr char text_list_type[] = "string[]";

inline constexpr char field_type[] = R"({
  id: string; symbol: string; name: string; meaning: string; formula: string; source: string;
  unit: string; range: string;
  /** A variant is a choice with settings of its own, a pattern list has a number for each training pattern. */
  type: 'real' | 'integer' | 'choice' | 'variant' | 'pattern-list';
  /** The default, empty of a list, and the values that a selection usually tries, with commas between them: as texts. */
  initial: string; tries: string;
  /** Of a choice or a variant. */
  choices: { id: string; meaning: string; fields: CatalogueField[] }[];
})";

inline emscripten::val text(std::string_view value) { return emscripten::val(std::string(value)); }

inline void set_text(emscripten::val& object, const char* name, std::string_view value) {
  object.set(name, text(value));
}

inline emscripten::val text_or_null(const std::string& value) {
  return value.empty() ? emscripten::val::null() : emscripten::val(value);
}

inline Refusal refused(const Result<void>& result) {
  return Refusal(result ? emscripten::val::null() : emscripten::val(result.error().message));
}

inline emscripten::val number_or_null(double value) {
  return std::isfinite(value) ? emscripten::val(value) : emscripten::val::null();
}

template <class Container, class Make>
emscripten::val list(const Container& items, Make make) {
  emscripten::val result = emscripten::val::array();
  int index = 0;
  for (const auto& item : items) result.set(index++, make(item));
  return result;
}

// Copies the numbers at once; an element at a time would cross into JavaScript for each.
inline emscripten::val numbers(const std::vector<double>& values) {
  return emscripten::val::global("Array").call<emscripten::val>(
      "from", emscripten::val(emscripten::typed_memory_view(values.size(), values.data())));
}

// A row of a registry by those of its columns (Column<Row> each) that a page has use for.
template <class Columns, class Row>
emscripten::val row_of(const Columns& columns, const Row& row) {
  emscripten::val result = emscripten::val::object();
  for (const Column<Row>& column : columns) {
    if (column.in_lists) continue;
    if (column.flag) {
      result.set(column.name, row.*column.flag);
    } else {
      set_text(result, column.name, text_of(column, row));
    }
  }
  return result;
}

// `initial` is the text of its default.
inline emscripten::val field_of(const Field& field, const std::string& initial) {
  emscripten::val result = row_of(field_columns, field);
  set_text(result, "unit", field.unit);
  set_text(result, "range", range_text(field));
  set_text(result, "initial", initial);
  set_text(result, "tries", field.tries);
  result.set("choices", list(field.choices, [](const Choice& choice) {
               emscripten::val entry = row_of(choice_columns, choice);
               entry.set("fields",
                         list(choice.fields, [](const Field& own) { return field_of(own, ""); }));
               return entry;
             }));
  return result;
}

// `owner` is a row of a registry, which can read its own fields.
template <class Owner>
emscripten::val fields_of(const Owner& owner) {
  return list(owner.fields, [&owner](const Field& field) {
    return field_of(field, owner.read(owner, field, {}).value_or(""));
  });
}

// All rows of a registry, with their fields.
template <class Columns, class Rows>
emscripten::val registry_of(const Columns& columns, const Rows& rows) {
  return list(rows, [&columns](const auto& row) {
    emscripten::val entry = row_of(columns, row);
    entry.set("fields", fields_of(row));
    return entry;
  });
}

// Without its values.
inline emscripten::val quantity_of(const Quantity& quantity) {
  emscripten::val entry = row_of(quantity_columns, quantity);
  set_text(entry, "id", quantity.id);
  entry.set("bits", quantity.bits);
  entry.set("shape", list(quantity.shape, [](Axis axis) { return text(axis_id(axis)); }));
  return entry;
}

// `record` is null where there is none.
inline emscripten::val record_of(const Record* record) {
  emscripten::val result = emscripten::val::object();
  for (const RecordColumn& column : record_columns()) {
    result.set(column.name,
               record ? number_or_null(column.value(*record)) : emscripten::val::null());
  }
  return result;
}

inline emscripten::val stop_of(const Run* run) {
  if (!run || !run->stop()) return emscripten::val::null();
  emscripten::val result = emscripten::val::object();
  result.set("reason", run->stop()->reason);
  result.set("name", run->stop()->name);
  result.set("iteration", run->stop()->iteration);
  result.set("retained_iteration", run->stop()->retained_iteration);
  result.set("message", run->stop()->message);
  return result;
}

inline emscripten::val would_stop_of(const Run* run) {
  emscripten::val result = emscripten::val::object();
  if (!run) return result;
  for (const WouldStop& rule : run->would_stop()) {
    result.set(rule.text,
               rule.iteration ? emscripten::val(*rule.iteration) : emscripten::val::null());
  }
  return result;
}

}  // namespace marginscope
