#pragma once

// The controls of the canvas, drawn on the draw list and placed at ImGui's cursor. Each takes the
// full width that is given and moves the cursor down by its height.

#include <imgui.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/drawing.h"
#include "app/menu.h"
#include "app/ui.h"
#include "core/field.h"

namespace marginscope {

// --- Containers. ---

// A panel with a border and rounded corners, as high as its content or, without a title, of a height
// that is known beforehand, with so much room above and below.
void begin_card(Ui& ui, const char* id, std::string_view title, float padding = 12,
                float height = 0);
void end_card(Ui& ui);

void vertical_space(float height);

// --- Controls. `id` is unique inside its card. ---

// An area of this size that can be pressed, without a look.
bool press(Ui& ui, const char* id, ImVec2 size, bool enabled);

struct ButtonLook {
  bool filled = false;  // the one that matters most
  bool framed = true;
  bool enabled = true;
  bool pale = false;  // can be pressed, but only to be told why nothing happens
  bool on = false;    // of a switch
};
bool text_button(Ui& ui, const char* id, std::string_view label, float width, ButtonLook look = {});
bool icon_button(Ui& ui, const char* id, Icon icon, std::string_view hint, ButtonLook look = {},
                 float size = measure::control_height);

struct Segment {
  std::string_view label;
  int marker = -1;  // class index of a shape before the label
  std::string_view hint = {};
  bool pale = false;  // can be pressed, but only to be told why nothing happens
};
// A row of buttons of which one is on. Returns the index of one that was clicked.
std::optional<int> segmented(Ui& ui, const char* id, std::span<const Segment> segments, int current,
                             float width);

// A button that opens a list; without a label it shows the icon.
struct ComboLook {
  bool strong = false, framed = true;
  Icon icon = Icon::menu;
};
bool combo_button(Ui& ui, const char* id, std::string_view label, float width, ComboLook look = {});
// The button with its list. Between a true answer and end_combo() the items are made.
bool begin_combo(Ui& ui, const char* id, std::string_view label, float width, float list_width = 0,
                 bool strong = false, bool framed = true);
void end_combo();
// Returns true when chosen; the list closes. `detail` is a second, softer line, by which it is found as
// by its label; `also` are words that it is found by and that it does not show. With a `misfit`, the
// sentence that says why, it is shown and cannot be chosen.
bool combo_item(Ui& ui, std::string_view label, std::string_view detail, bool current,
                std::string_view also = {}, std::string_view misfit = {});

// What a press on the last item says. A finger may come down to scroll: it means the item once it
// moves along its axis (`upright`: up and down), or where it lifts without having moved.
struct Hold {
  bool began = false, held = false, ended = false;
};
Hold hold_of_last_item(Ui& ui, bool upright = false);

struct SliderEvent {
  bool changed = false, began = false, ended = false;
};
// A thin track with a knob; `position` in [0, 1].
SliderEvent slider_track(Ui& ui, const char* id, float& position, float width);

// One row for a field of any type: symbol, name and value, and what changes it. `call` has a "field",
// and takes the new text as its "value". A change by dragging is one step of undo.
void field_row(Ui& ui, const Field& field, const std::string& text, const Call& call);

// A label on the left and what follows on the same line, right-aligned, of `control_width`.
void labelled(Ui& ui, std::string_view label, float control_width);

// Text in the small face, broken to the width.
void note(Ui& ui, std::string_view text, ImU32 color);

// Scrolls the current window by a finger's drag; call before end of the window.
void scroll_by_touch(Ui& ui);

}  // namespace marginscope
