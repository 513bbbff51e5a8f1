#pragma once

// The keys of the playground, as a table: what the canvas obeys, its help and the page tell the same.

#include <array>
#include <span>
#include <string_view>

namespace marginscope {

struct Ui;

struct KeyBinding {
  std::array<std::string_view, 8> keys;  // as in KeyboardEvent.key, small letters; "Ctrl-z"
  std::string_view shown, meaning;
  // False where there is nothing for the key to do.
  bool (*press)(Ui& ui, std::string_view key, bool shift);
};

std::span<const KeyBinding> key_bindings();

// `key` as in KeyboardEvent.key. True where it was of use.
bool press_key(Ui& ui, std::string_view key, bool ctrl, bool shift);

// Whether Escape ends something here that lies over all else, or waits for nothing but it: a list, what is dragged, work.
bool ends_by_escape(const Ui& ui);

}  // namespace marginscope
