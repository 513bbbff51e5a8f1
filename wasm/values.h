#pragma once

// Values of the core as JavaScript values.

#include <emscripten/val.h>

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "core/field.h"

namespace marginscope {

EMSCRIPTEN_DECLARE_VAL_TYPE(CatalogueField)

inline constexpr char field_type[] = R"({
  id: string; symbol: string; name: string; meaning: string; formula: string; source: string;
  unit: string; range: string; type: 'real' | 'integer' | 'choice' | 'pattern-list';
  initial: string; tries: string;
  choices: { id: string; meaning: string; fields: { id: string; tries: string }[] }[];
})";

inline emscripten::val text(std::string_view value) { return emscripten::val(std::string(value)); }

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
template <class T>
emscripten::val numbers(const std::vector<T>& values) {
  return emscripten::val::global("Array").call<emscripten::val>(
      "from", emscripten::val(emscripten::typed_memory_view(values.size(), values.data())));
}

// `owner` is an algorithm, a kind of rule or a named problem: each can read its own fields.
template <class Owner>
emscripten::val fields_of(const Owner& owner) {
  return list(owner.fields, [&owner](const Field& field) {
    emscripten::val result = emscripten::val::object();
    result.set("id", text(field.id));
    result.set("symbol", text(field.symbol));
    result.set("name", text(field.name));
    result.set("meaning", text(field.meaning));
    result.set("formula", text(field.formula));
    result.set("source", text(field.source));
    result.set("unit", text(field.unit));
    result.set("range", range_text(field));
    result.set("type", text(field_type_id(field.type)));
    result.set("initial", owner.read(owner, field, {}).value_or(""));
    result.set("tries", text(field.tries));
    result.set("choices", list(field.choices, [](const Choice& choice) {
                 emscripten::val entry = emscripten::val::object();
                 entry.set("id", text(choice.id));
                 entry.set("meaning", text(choice.meaning));
                 entry.set("fields", list(choice.fields, [](const Field& own) {
                             emscripten::val inner = emscripten::val::object();
                             inner.set("id", text(own.id));
                             inner.set("tries", text(own.tries));
                             return inner;
                           }));
                 return entry;
               }));
    return result;
  });
}

}  // namespace marginscope
