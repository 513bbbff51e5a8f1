#pragma once

// Lasso, spray and curve on the plane of points, and what is done with several points at once.

#include <string>
#include <vector>

#include "app/ui.h"

namespace marginscope {

// Points as an argument of a command: "3,7,20".
std::string index_text(const std::vector<int>& points);

bool is_selected(const Session& session, int point);

// --- A sweep (Ui::Press::sweep), from the press to the release. ---

// Which one a press of the left button begins; `point` is the one that it is on, −1: none.
Sweep sweep_of_press(const Ui& ui, int point);
void begin_sweep(Ui& ui);
void go_on_with_sweep(Ui& ui, ImVec2 mouse);
void end_sweep(Ui& ui);
// That of a lasso or a curve goes wherever the pointer was, also between two frames.
bool draws_path(const Ui& ui);
void lengthen_path(Ui& ui, ImVec2 mouse);

// --- What is seen of it. ---

// Whether there is something to draw that goes beyond points and machine.
bool shows_tools(const Ui& ui);
// Rings around selected points, the curve, the sweep, and what to do with the tool.
void draw_tools(Ui& ui, ImDrawList& list);

// What can be done with the selected points, at the foot of the plane, where there are several.
Rect selection_bar_place(const Ui& ui, const Rect& plane);
void selection_bar(Ui& ui, const Rect& plane);

// --- What keys and buttons have in common. ---

void select_all(Ui& ui);
// By steps of a tenth of what a label of the scales stands for, or so.
void nudge_selected(Ui& ui, int right, int up);

// What the button and the key of the noise do with the present points.
struct NoiseOffer {
  std::string label, meaning;
  Call call;
};
NoiseOffer noise_offer(const Ui& ui);

}  // namespace marginscope
