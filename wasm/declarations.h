#pragma once

// The TypeScript declarations of what the bindings take and return.

#include <emscripten/bind.h>

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

}  // namespace marginscope
