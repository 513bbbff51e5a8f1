#pragma once

// Rectangles of the canvas, in CSS pixels.

#include <imgui.h>

namespace marginscope {

inline float f32(double value) { return static_cast<float>(value); }

struct Rect {
  ImVec2 min, max;
  float width() const { return max.x - min.x; }
  float height() const { return max.y - min.y; }
  ImVec2 center() const { return {(min.x + max.x) / 2, (min.y + max.y) / 2}; }
  bool contains(ImVec2 p) const {
    return p.x >= min.x && p.x < max.x && p.y >= min.y && p.y < max.y;
  }
  bool overlaps(const Rect& other) const {
    return min.x < other.max.x && other.min.x < max.x && min.y < other.max.y && other.min.y < max.y;
  }
};

}  // namespace marginscope
