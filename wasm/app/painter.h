#pragma once

// Paints the description of a picture (picture/drawing.h) on a draw list. Its pixels are the canvas'.

#include "app/ui.h"
#include "picture/drawing.h"

namespace marginscope {

ImU32 color_of(const Theme& theme, const picture::Paint& paint);

Stroke stroke_of(const Theme& theme, const picture::Stroke& stroke);

inline ImVec2 on_canvas(const picture::Point& at) { return {f32(at.x), f32(at.y)}; }

// Markers are stamped as pictures of their shapes (Sprites, prepared for their radius) where they are
// many.
enum class Markers { drawn, stamped };
void paint(const Ui& ui, ImDrawList& list, const picture::Drawing& drawing,
           Markers markers = Markers::drawn);

}  // namespace marginscope
