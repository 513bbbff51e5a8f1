#pragma once

// The TypeScript declarations of what the bindings take and return.

#include <emscripten/bind.h>

#include <string>
#include <string_view>

#include "core/text.h"

namespace marginscope {

// Binds a type of JavaScript values. Its declaration goes into the program that the declarations are
// made from; the page carries none.
template <class Type>
void declare_type([[maybe_unused]] const char* name, [[maybe_unused]] const char* definition) {
#ifdef MARGINSCOPE_DECLARATIONS
  emscripten::register_type<Type>(name, definition);
#else
  emscripten::register_type<Type>("");
#endif
}

// The same of a declaration that is made from the core's tables.
template <class Type>
void declare_type(const char* name, [[maybe_unused]] std::string (*make)()) {
#ifdef MARGINSCOPE_DECLARATIONS
  static const std::string definition = make();
  declare_type<Type>(name, definition.c_str());
#else
  declare_type<Type>(name, "");
#endif
}

// The literals that `word` has for each of the items: 'a' | 'b'.
template <class Items, class Word>
std::string literals(const Items& items, Word word) {
  std::string type;
  for (const auto& item : items) type += sentence(type.empty() ? "'" : " | '", word(item), "'");
  return type;
}

// The identifiers of a registry's rows.
template <class Rows>
std::string id_literals(const Rows& rows) {
  return literals(rows, [](const auto& row) { return row.id; });
}

}  // namespace marginscope
