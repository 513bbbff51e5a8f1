#pragma once

// Draws what Dear ImGui made with WebGL2. It owns the context, so it neither asks for nor keeps any
// other state: a question to the graphics card would wait until the frame before is finished.

#include <imgui.h>

namespace marginscope {

class Renderer {
 public:
  // Compiles the program and tells Dear ImGui what is supported; the context is current. False where
  // the program cannot be made.
  bool start();

  // The same on a context that was lost, with all that it held, and has come back.
  bool restart();

  // Clears the canvas of width × height device pixels and draws.
  void draw(ImDrawData& data, int width, int height, ImU32 ground);

 private:
  unsigned program_ = 0, vertices_ = 0, indices_ = 0;
  int transform_ = -1;
};

}  // namespace marginscope
