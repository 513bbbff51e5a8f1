#pragma once

// The colours of the canvas, light and dark, each also with more contrast, and the few measures that
// everything keeps to.

#include <imgui.h>

#include "picture/colours.h"

namespace marginscope {

// 0xrrggbb as an opaque colour.
constexpr ImU32 rgb(unsigned hex) {
  return IM_COL32((hex >> 16) & 255U, (hex >> 8) & 255U, hex & 255U, 255U);
}

// (1 − t) · a + t · b in each channel, alpha included.
ImU32 mix(ImU32 a, ImU32 b, float t);

// The colour with its alpha scaled by `factor` in [0, 1].
ImU32 faded(ImU32 color, float factor);

// A way to draw a line: colour and dash together tell the series of a chart apart.
struct Stroke {
  ImU32 color = 0;
  float dash = 0, gap = 0;  // pixels; a solid line has no gap
  float width = 1.5F;
};

struct Theme {
  bool dark = false, contrast = false;
  const picture::Colours* colours = nullptr;  // of paints (app/painter.h); below are the same
  ImU32 ground, card, hairline;  // page, panels, one-pixel borders and grid lines
  ImU32 ink, soft, faint;        // text and the present moment; secondary; disabled
  ImU32 field, hover;            // resting and hovered controls
  ImU32 stop;                    // thresholds, would-have-stopped ticks and the stop, nothing else
  ImU32 shadow;
  float line_width = 1;  // times what is usual

  static constexpr int class_count = 8;
  ImU32 classes[class_count];  // +1, −1, then the third to eighth class

  static constexpr int stroke_count = 6;
  Stroke strokes[stroke_count];  // of the series in charts

  ImU32 class_color(int index) const { return classes[index % class_count]; }
  const Stroke& stroke(int series) const { return strokes[series % stroke_count]; }
};

Theme theme_of(bool dark, bool contrast);

// Colours, roundings and spacings of what Dear ImGui draws by itself: windows, popups, scroll bars.
void apply_style(const Theme& theme);

namespace measure {
inline constexpr float gap = 12;      // between cards
inline constexpr float padding = 14;  // inside cards
inline constexpr float radius = 10;   // corners of cards
inline constexpr float control_radius = 7;
inline constexpr float control_height = 28;
inline constexpr float least_target = 24;  // of whatever can be pressed (WCAG 2.5.8)
}  // namespace measure

}  // namespace marginscope
