#include "app/keys.h"

#include <imgui_internal.h>

#include <algorithm>
#include <string>

#include "app/ui.h"

namespace marginscope {
namespace {

bool escape(Ui& ui, std::string_view, bool) {
  if (GImGui->OpenPopupStack.Size > 0) {
    ui.close_popups = true;
  } else if (ui.session().busy()) {
    ui.send("cancel");
  } else if (ui.session().playing()) {
    ui.send("pause");
  } else {
    ui.send("select");
  }
  return true;
}

constexpr KeyBinding bindings[] = {
    {{" "},
     "Space",
     "play or pause",
     [](Ui& ui, std::string_view, bool) {
       ui.send("toggle-play");
       return true;
     }},
    {{"ArrowLeft", "ArrowRight"},
     "← →",
     "one iteration back or on",
     [](Ui& ui, std::string_view key, bool shift) {
       ui.send("step", {{"count", (key == "ArrowLeft" ? -1.0 : 1.0) * (shift ? 10 : 1)}});
       return true;
     }},
    {{"Home", "End"},
     "Home End",
     "to the start, to the next stop",
     [](Ui& ui, std::string_view key, bool) {
       if (key == "End") {
         ui.send("end");
       } else {
         ui.send("seek", {{"iteration", 0.0}});
       }
       return true;
     }},
    {{"k"},
     "K",
     "the iteration that is kept, and back",
     [](Ui& ui, std::string_view, bool) {
       ui.send("show-retained");
       return true;
     }},
    {{"1", "2", "3", "4", "5", "6", "7", "8"},
     "1 2 … 8",
     "class that a click places",
     [](Ui& ui, std::string_view key, bool) {
       ui.placing.label = key[0] == '2' ? -1 : key[0] - '0';
       return true;
     }},
    {{"v"},
     "V",
     "training or validation point",
     [](Ui& ui, std::string_view, bool) {
       ui.placing.validation = !ui.placing.validation;
       return true;
     }},
    {{"a", "m", "e"},
     "A M E",
     "add, move, erase",
     [](Ui& ui, std::string_view key, bool) {
       ui.placing.tool = key == "a" ? Tool::add : key == "m" ? Tool::move : Tool::erase;
       return true;
     }},
    {{"Delete", "Backspace"},
     "Delete",
     "remove the selected point",
     [](Ui& ui, std::string_view, bool) {
       const int selected = ui.session().selected();
       if (selected >= 0) ui.send("remove-point", {{"index", static_cast<double>(selected)}});
       return selected >= 0;
     }},
    {{"Ctrl-z", "Ctrl-y"},
     "Ctrl-Z Ctrl-Y",
     "undo, redo",
     [](Ui& ui, std::string_view key, bool) {
       const bool undo = key == "Ctrl-z";
       if (undo ? ui.session().can_undo() : ui.session().can_redo())
         ui.send(undo ? "undo" : "redo");
       return true;
     }},
    {{"f"},
     "F",
     "show all points",
     [](Ui& ui, std::string_view, bool) {
       fit_view(ui);
       return true;
     }},
    {{"t"},
     "T",
     "light or dark",
     [](Ui& ui, std::string_view, bool) {
       ui.set_dark(!ui.theme.dark);
       return true;
     }},
    {{"Escape"}, "Esc", "close or pause", escape},
    {{"?"}, "?", "this help", [](Ui& ui, std::string_view, bool) {
       ui.help = true;
       return true;
     }}};

}  // namespace

std::span<const KeyBinding> key_bindings() { return bindings; }

bool press_key(Ui& ui, std::string_view key, bool ctrl, bool shift) {
  if (ui.help && !ctrl) {
    ui.help = false;
    if (key == "Escape" || key == "?") return true;
  }
  // A letter is the same key with Shift and without; only Ctrl-Shift-Z is Ctrl-Y.
  std::string name(key);
  if (name.size() == 1 && name[0] >= 'A' && name[0] <= 'Z') name[0] += 'a' - 'A';
  if (ctrl && shift && name == "z") name = "y";
  if (ctrl) name.insert(0, "Ctrl-");
  for (const KeyBinding& binding : bindings) {
    const bool bound =
        std::find(binding.keys.begin(), binding.keys.end(), name) != binding.keys.end();
    if (bound) return binding.press(ui, name, shift);
  }
  return false;
}

}  // namespace marginscope
