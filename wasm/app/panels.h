#pragma once

// The panels, one file each.

#include <string_view>

#include "app/rect.h"

namespace marginscope {

struct Scene;
struct Ui;

void transport_panel(Ui& ui, const Rect& rect);
// Of several machines, in the place and of the width of a card.
void comparison_panel(Ui& ui);
// The same at the foot of a rectangle, which keeps what is left of it.
void comparison_below(Ui& ui, Rect& rect);
// The same of the sentence of the proof.
void proof_below(Ui& ui, Rect& rect);
void algorithm_panel(Ui& ui);
void rules_panel(Ui& ui);
void data_panel(Ui& ui);
// In the card of the points: settings of spray and curve while they are used, and the noise.
void tool_settings(Ui& ui);
void noise_row(Ui& ui);
void plane_panel(Ui& ui, const Rect& rect);
void weights_panel(Ui& ui, const Rect& rect);  // in the plane's place
void charts_panel(Ui& ui, float height);       // 0: as high as its content likes
void sentence_bar(Ui& ui, const Rect& rect);
void first_steps_panel(Ui& ui);

// A button with the scene's name that opens the gallery of data; its icon alone where `width` has no
// room for a name.
void gallery_button(Ui& ui, float width);
// What the scene's data are called.
std::string_view scene_title(const Scene& scene);

}  // namespace marginscope
