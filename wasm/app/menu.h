#pragma once

// The lists that open over the canvas: choices, the gallery, the menu of a point. One is open at a
// time. Pointer, finger and keys take the same rows: arrows, Enter and Escape in every list, and in
// the long ones letters, which leave only the rows that have them.

#include <imgui.h>

#include <string>
#include <string_view>

#include "app/rect.h"

namespace marginscope {

struct Ui;

// Which list is open and where the keys are in it.
struct Menu {
  std::string wanted;   // the list that is to open (want_menu)
  bool due = false;     // in this layout or not at all: what has the list may be out of sight
  std::string find;     // what was typed
  std::string heading;  // of the rows that follow
  bool heading_drawn = false;
  int columns = 1, column = 0;
  int row = -1;            // the one that Enter takes, of those shown; −1: none so far
  int shown = 0, all = 0;  // rows of the last layout
  float width = 0;         // that the widest row asks for
  bool take = false;       // Enter was pressed
  bool taking = false;     // and this layout carries it out
  float height = 0;        // of all rows, at their most
  int unsettled = 0;       // layouts until the list has its size and has scrolled to the row
  bool seeking = false;    // the row that fits best what was typed
  bool stale = false;      // a key has changed it since the last layout
  bool laid_out = false;   // in this frame
};

// Between a true answer and end_menu() the rows are made. Opens beside `place` where `pressed`, or
// where it is wanted: below it if there is room, else above.
struct MenuLook {
  float least = 0, most = 400;  // its width
  int columns = 1;
};
bool begin_menu(Ui& ui, const char* id, const Rect& place, bool pressed, MenuLook look = {});
void end_menu();

// Stands above the next row that is shown; its words are found with those of the rows.
void menu_heading(Ui& ui, std::string_view text);

struct MenuRow {
  Rect rect;
  bool shown = false;
  bool chosen = false;  // then the list closes
};
// `words` is what it is found by; `current` is the present choice, where the keys begin.
MenuRow menu_row(Ui& ui, std::string_view words, ImVec2 size, bool enabled, bool current);

// Opens the list of this name in the next layout.
void want_menu(Ui& ui, std::string_view id);

bool menu_is_open();
// A key while a list is open; `key` as in KeyboardEvent.key. False where the list has no use for it.
bool press_menu_key(Ui& ui, std::string_view key);

// After each layout: a list that was open and is not there any more is closed. True while the list
// wants another layout.
bool settle_menu(Ui& ui);

}  // namespace marginscope
