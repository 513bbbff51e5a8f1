#pragma once

// What the panels draw on a draw list: icons, the shapes of the classes, dashed lines.

#include <imgui.h>

#include <span>
#include <vector>

#include "app/rect.h"
#include "app/theme.h"

namespace marginscope {

enum class Icon {
  to_start,
  step_back,
  play,
  pause,
  step_forward,
  to_end,
  undo,
  redo,
  close,
  dice,
  fit,
  sun,
  moon,
  chevron_down,
  chevron_right,
  check,
  trash,
  menu,
  gallery
};

// All icons fill a square of 16 px around `center` with one stroke weight.
void draw_icon(ImDrawList& list, Icon icon, ImVec2 center, ImU32 color, float scale = 1);

// The shape of a class: circle, square, triangle, diamond …, of the area of a circle of `radius`.
// A colour of 0 leaves fill or outline out.
void draw_marker(ImDrawList& list, int class_index, ImVec2 center, float radius, ImU32 fill,
                 ImU32 outline, float outline_width);

// A circle whose line has its middle at the radius: Dear ImGui's is half a pixel further in.
void draw_ring(ImDrawList& list, ImVec2 center, float radius, ImU32 color, float width);

// The same shapes, and rings, as pictures in the fonts' texture: two triangles each, where corners
// and smooth edges take two hundred. For points that are many.
class Sprites {
 public:
  // For markers of about this radius on a screen of `density` device pixels per pixel. To be called
  // in each frame before the others: the pictures may have moved.
  void prepare(float radius, float density);

  void marker(ImDrawList& list, int class_index, ImVec2 center, float radius, ImU32 fill,
              ImU32 outline, float outline_width) const;
  // Around a marker, `width` from 1 to 3 rounded to the half pixel; and whether that is a ring of this
  // radius.
  void ring(ImDrawList& list, ImVec2 center, float width, ImU32 color) const;
  bool has_ring(float radius, float width) const;

 private:
  void paint() const;
  void stamp(ImDrawList& list, int cell, ImVec2 center, float half, float used, ImU32 color) const;

  float radius_ = 0, density_ = 0;
  float scale_ = 1;  // texels per pixel
  int side_ = 0;     // of a cell, in texels
  ImFontAtlasRectId id_ = ImFontAtlasRectId_Invalid;
  ImFontAtlasRect place_;
};

// The dashes of a line through these points; they go on over its corners, so that a line has the same
// ones however finely it is divided; without those that lie outside of what is seen, of which there may
// be more than can be counted. The whole line where the stroke has no gap.
std::vector<std::vector<ImVec2>> dashes(std::span<const ImVec2> points, const Stroke& stroke,
                                        const Rect& seen);

void draw_stroke(ImDrawList& list, std::span<const ImVec2> points, const Stroke& stroke);
void draw_dashed(ImDrawList& list, ImVec2 from, ImVec2 to, const Stroke& stroke);

}  // namespace marginscope
