// A page of Dear ImGui and nothing else, beside which the playground's first frame is timed: the same library and flags, the
// playground's own canvas and its face for text, and one window with a text, a slider and a button.

#include <emscripten/bind.h>
#include <fonts.h>
#include <imgui.h>

#include "canvas.h"

namespace marginscope {
namespace {

constexpr ImU32 ground = IM_COL32(244, 245, 247, 255);

Canvas& canvas() {
  static Canvas only;
  return only;
}

int pixels(int length, float density) {
  return static_cast<int>(static_cast<float>(length) * density);
}

// On a canvas of this many CSS pixels, with so many device pixels to each.
bool start(const std::string& place, int width, int height, float density) {
  if (!canvas().start(place, pixels(width, density), pixels(height, density))) return false;
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  ImGui::GetIO().Fonts->AddFontFromMemoryTTF(const_cast<unsigned char*>(text_font),
                                             sizeof(text_font), 16, &config);
  return true;
}

// One frame, on one of this size.
void frame(int width, int height, float density) {
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
  io.DisplayFramebufferScale = {density, density};
  canvas().resize(pixels(width, density), pixels(height, density));
  ImGui::NewFrame();
  // A window that looks for its own size is not seen in its first frame.
  ImGui::SetNextWindowSize({300, 150});
  ImGui::Begin("A window");
  ImGui::TextUnformatted("Some text");
  static float value = 0.4F;
  ImGui::SliderFloat("Value", &value, 0, 1);
  ImGui::Button("Press");
  ImGui::End();
  ImGui::Render();
  canvas().draw(*ImGui::GetDrawData(), ground);
}

}  // namespace

EMSCRIPTEN_BINDINGS(bare) {
  emscripten::function("start", &start);
  emscripten::function("frame", &frame);
}

}  // namespace marginscope
