#pragma once

// What was drawn last: a frame that draws the same again need not be drawn. Dear ImGui makes a few frames
// for whatever happens, until all has its place, and most of them have nothing new to show; to draw one
// costs more than to make it where graphics are drawn by software.

#include <imgui.h>

#include <cstddef>
#include <vector>

namespace marginscope {

class LastPicture {
 public:
  // Takes this in its place; false where it is the same to the bit, with textures as they were. Before
  // textures are brought up to date. Cost: a copy of vertices and indices.
  bool replace(const ImDrawData& data, ImU32 ground);

  // What was drawn is gone.
  void forget() { bytes_.clear(); }

 private:
  std::vector<std::byte> bytes_;
};

}  // namespace marginscope
