#pragma once

// The page's canvas: draws what Dear ImGui made with WebGL2. It owns the context, so it neither asks
// for nor keeps any other state: a question to the graphics card would wait until the frame before is
// finished.

#include "app/screen.h"

namespace marginscope {

class Canvas final : public Screen {
 public:
  // `place` is the canvas' CSS selector. False where WebGL2 cannot be had.
  bool start(const std::string& place, int width, int height) override;
  bool restart() override;
  void resize(int width, int height) override;
  void draw(ImDrawData& data, ImU32 ground) override;

 private:
  bool prepare();

  std::string place_;
  int width_ = 0, height_ = 0;
  unsigned program_ = 0, vertices_ = 0, indices_ = 0;
  int transform_ = -1, white_ = -1;
};

}  // namespace marginscope
