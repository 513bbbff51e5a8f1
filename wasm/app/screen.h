#pragma once

// What the app needs of the place where it runs: somewhere to draw. Input and the clock are fed to
// it, requests and the cursor are asked of it, so there is nothing else. On the page this is the
// canvas (canvas.h), in the tests there is nothing to see.

#include <imgui.h>

#include <string>

namespace marginscope {

class Screen {
 public:
  // Makes ready to draw at `place`, on so many device pixels, and a context of Dear ImGui, which becomes the
  // current one. False where there is no drawing.
  virtual bool start(const std::string& place, int width, int height) = 0;

  // Makes everything again that was drawn with and was lost. False where that is of no use.
  virtual bool restart() = 0;

  virtual void resize(int width, int height) = 0;  // device pixels

  // Clears the screen and draws. Textures are brought to the state that Dear ImGui asks for.
  virtual void draw(ImDrawData& data, ImU32 ground) = 0;

 protected:
  ~Screen() = default;
};

}  // namespace marginscope
