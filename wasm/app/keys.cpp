#include "app/keys.h"

#include <algorithm>
#include <string>

#include "app/plane_tools.h"
#include "app/ui.h"

namespace marginscope {
namespace {

bool is_dragging(const Ui& ui) { return ui.press.sweep != Sweep::none || ui.session().gesture(); }

bool escape(Ui& ui, std::string_view, bool) {
  if (is_dragging(ui)) {
    ui.press = {};
    // What has been sprayed stays.
    if (ui.gesture("spray")) {
      ui.end_gesture();
    } else {
      ui.give_up_gesture();
    }
  } else if (ui.session().busy()) {
    ui.send("cancel");
  } else if (ui.session().playing()) {
    ui.send("pause");
  } else {
    ui.send("select");
  }
  return true;
}

bool several(const Ui& ui) { return ui.session().machines().size() > 1; }

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
     "one iteration back or on; with Shift ten",
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
     "class of the selected points, otherwise of the next",
     [](Ui& ui, std::string_view key, bool) {
       const double label = key[0] == '2' ? -1 : key[0] - '0';
       const std::vector<int>& selected = ui.session().selection();
       if (selected.empty()) {
         ui.placing.label = label;
       } else if (ui.session().scene().data.task == Task::classification) {
         ui.send("label", {{"index", index_text(selected)}, {"label", label}});
       }
       return true;
     }},
    {{"v"},
     "V",
     "training or validation, likewise",
     [](Ui& ui, std::string_view, bool) {
       const std::vector<int>& selected = ui.session().selection();
       if (selected.empty()) {
         ui.placing.validation = !ui.placing.validation;
       } else {
         const bool validation =
             ui.session().scene().data.validation[static_cast<std::size_t>(selected[0])];
         ui.send("part", {{"index", index_text(selected)},
                          {"part", validation ? "training" : "validation"}});
       }
       return true;
     }},
    {{"Enter"},
     "Enter",
     "menu of the selected points",
     [](Ui& ui, std::string_view, bool) {
       const bool any = !ui.session().selection().empty();
       if (any) want_menu(ui, "point");
       return any;
     }},
    {{"a", "m", "e", "n", "s", "u"},
     "A M E N S U",
     "add, move, erase; lasso, spray, curve",
     [](Ui& ui, std::string_view key, bool) {
       ui.placing.tool = static_cast<Tool>(std::string_view("amensu").find(key));
       return true;
     }},
    {{"Ctrl-a"},
     "Ctrl-A",
     "select all points",
     [](Ui& ui, std::string_view, bool) {
       select_all(ui);
       return true;
     }},
    {{"Ctrl-ArrowLeft", "Ctrl-ArrowRight", "Ctrl-ArrowUp", "Ctrl-ArrowDown"},
     "Ctrl ← →",
     "nudge the selected points, also up and down; with Shift further",
     [](Ui& ui, std::string_view key, bool shift) {
       const int by = shift ? 10 : 1;
       if (ui.session().selection().empty()) return false;
       nudge_selected(ui,
                      key == "Ctrl-ArrowRight"  ? by
                      : key == "Ctrl-ArrowLeft" ? -by
                                                : 0,
                      key == "Ctrl-ArrowUp"     ? by
                      : key == "Ctrl-ArrowDown" ? -by
                                                : 0);
       return true;
     }},
    {{"i", "Ctrl-d"},
     "I Ctrl-D",
     "flip the labels of the selected points, duplicate them",
     [](Ui& ui, std::string_view key, bool) {
       const bool any = !ui.session().selection().empty();
       if (any) ui.send(key == "i" ? "flip-labels" : "duplicate-points");
       return any;
     }},
    {{"j", "y"},
     "J Y",
     "flip some labels; label all points by the curve",
     [](Ui& ui, std::string_view key, bool) {
       if (key == "j") {
         ui.send(noise_offer(ui).call);
       } else {
         ui.send("label-by-curve");
       }
       return true;
     }},
    {{"Delete", "Backspace"},
     "Delete",
     "remove the selected points",
     [](Ui& ui, std::string_view, bool) {
       const std::vector<int>& selected = ui.session().selection();
       if (!selected.empty()) ui.send("remove-point", {{"index", index_text(selected)}});
       return !selected.empty();
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
    {{"g", "l"},
     "G L",
     "gallery of data, list of algorithms",
     [](Ui& ui, std::string_view key, bool) {
       if (key == "l") ui.tab = Tab::algorithm;
       want_menu(ui, key == "g" ? "gallery" : "algorithms");
       return true;
     }},
    {{"c", "x"},
     "C X",
     "compare a copy of the machine, remove the machine",
     [](Ui& ui, std::string_view key, bool) {
       if (key == "c") {
         ui.send("compare");
         return true;
       }
       const bool any = several(ui);
       if (any) ui.send("remove-machine", {{"index", 1.0 * ui.session().scene().chosen}});
       return any;
     }},
    {{"ArrowUp", "ArrowDown"},
     "Up Down",
     "the machine above or below; with Shift it moves there",
     [](Ui& ui, std::string_view key, bool shift) {
       const int count = static_cast<int>(ui.session().machines().size());
       const int chosen = ui.session().scene().chosen, to = chosen + (key == "ArrowUp" ? -1 : 1);
       if (!several(ui) || to < 0 || to >= count) return false;
       if (shift) {
         ui.send("move-machine", {{"index", 1.0 * chosen}, {"to", 1.0 * to}});
       } else {
         ui.send("choose-machine", {{"index", 1.0 * to}});
       }
       return true;
     }},
    {{"r", "b"},
     "R B",
     "rename the machine; by iteration or by time",
     [](Ui& ui, std::string_view key, bool) {
       if (!several(ui)) return false;
       if (key == "r") {
         ui.tab = Tab::machines;
         ui.rename_machine = true;
       } else {
         const bool by_time = ui.session().pace() == Pace::time;
         ui.send("pace", {{"pace", by_time ? "iteration" : "time"}});
       }
       return true;
     }},
    {{"d"},
     "D",
     "shade where the machines differ",
     [](Ui& ui, std::string_view, bool) {
       want_differences(ui, !ui.differences);
       return true;
     }},
    {{"q"},
     "Q",
     "the step's equations with numbers",
     [](Ui& ui, std::string_view, bool) {
       ui.request(Ask::equations);
       return true;
     }},
    {{"f"},
     "F",
     "show all points",
     [](Ui& ui, std::string_view, bool) {
       fit_shown(ui);
       return true;
     }},
    {{"w", "p"},
     "W P",
     "space of weights, proof; again: points",
     [](Ui& ui, std::string_view key, bool) {
       want_plane(ui, key == "w" ? PlaneShows::weights : PlaneShows::proof, true);
       return true;
     }},
    {{"o"},
     "O",
     "other pair of weights",
     [](Ui& ui, std::string_view, bool) {
       const bool shown = plane_shows(ui) == PlaneShows::weights;
       if (shown) want_next_pair(ui);
       return shown;
     }},
    {{"z"},
     "Z",
     "large, for a class; again: as it was",
     [](Ui& ui, std::string_view, bool) {
       ui.present(!ui.presenting);
       return true;
     }},
    {{"t"},
     "T",
     "light or dark",
     [](Ui& ui, std::string_view, bool) {
       ui.set_theme(!ui.theme.dark, ui.theme.contrast);
       return true;
     }},
    {{"+", "=", "-"},
     "+ −",
     "larger or smaller text",
     [](Ui& ui, std::string_view key, bool) {
       const float wanted = ui.text_size + (key == "-" ? -0.1F : 0.1F);
       ui.text_size = std::clamp(wanted, Ui::least_text_size, Ui::largest_text_size);
       return true;
     }},
    {{"Escape"}, "Esc", "close, give up, pause, or select nothing", escape},
    {{"?"}, "?", "this help", [](Ui& ui, std::string_view, bool) {
       ui.request(Ask::help);
       return true;
     }}};

}  // namespace

std::span<const KeyBinding> key_bindings() { return bindings; }

bool ends_by_escape(const Ui& ui) {
  return menu_is_open() || is_dragging(ui) || ui.session().busy();
}

bool press_key(Ui& ui, std::string_view key, bool ctrl, bool shift) {
  if (menu_is_open()) {
    // Whatever the key does, the list is there for the next only if it still is then.
    ui.menu.stale = true;
    if (!ctrl && press_menu_key(ui, key)) return true;
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
