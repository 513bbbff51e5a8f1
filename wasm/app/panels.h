#pragma once

// The panels, one file each.

#include "app/rect.h"

namespace marginscope {

struct Ui;

void transport_panel(Ui& ui, const Rect& rect);
void algorithm_panel(Ui& ui);
void rules_panel(Ui& ui);
void data_panel(Ui& ui);
void plane_panel(Ui& ui, const Rect& rect);
void charts_panel(Ui& ui, float height);  // 0: as high as its content likes
void sentence_bar(Ui& ui, const Rect& rect);
void help_overlay(Ui& ui, const Rect& rect);

}  // namespace marginscope
