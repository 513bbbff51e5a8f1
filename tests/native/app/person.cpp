#include "app/person.h"

#include <doctest/doctest.h>
#include <imgui_internal.h>

#include <cmath>

namespace marginscope::testing {

// --- NoScreen ---

NoScreen::~NoScreen() {
  if (!started_) return;
  for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
    texture->SetTexID(ImTextureID_Invalid);
    texture->SetStatus(ImTextureStatus_Destroyed);
  }
  ImGui::DestroyContext();
}

bool NoScreen::start(const std::string&, int, int) {
  ImGui::CreateContext();
  ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
  started_ = true;
  return true;
}

void NoScreen::draw(ImDrawData& data, ImU32) {
  ++drawn_;
  for (ImTextureData* texture : *data.Textures) {
    if (texture->Status == ImTextureStatus_WantDestroy) {
      if (texture->UnusedFrames == 0) continue;
      texture->SetTexID(ImTextureID_Invalid);
      texture->SetStatus(ImTextureStatus_Destroyed);
    } else if (texture->Status != ImTextureStatus_Destroyed) {
      texture->SetTexID(1);
      texture->SetStatus(ImTextureStatus_OK);
    }
  }
  int wrong = 0;
  for (const ImDrawList* list : data.CmdLists) {
    for (const ImDrawVert& vertex : list->VtxBuffer) {
      wrong += !std::isfinite(vertex.pos.x) || !std::isfinite(vertex.pos.y);
    }
    for (const ImDrawIdx index : list->IdxBuffer) {
      wrong += index >= static_cast<unsigned>(list->VtxBuffer.Size);
    }
  }
  CHECK(wrong == 0);
}

// --- Person ---

Person::Person(float width, float height, bool dark) : app_(screen_) {
  session().set_patience(no_time_limit);
  app_.resize(width, height, 1, width, height);
  REQUIRE(app_.start("nowhere", dark, false));
  rest();
}

void Person::pass(double seconds) {
  now_ += seconds;
  app_.pass_time(now_);
}

bool Person::frame() {
  pass(1.0 / 60);
  return app_.frame(now_);
}

void Person::rest(int most) {
  for (int i = 0; i < most && frame(); ++i) {
  }
}

void Person::point_at(ImVec2 place) {
  app_.pointer(place.x, place.y, false);
  frame();
}

void Person::press(int button) {
  app_.button(button, true);
  frame();
}

void Person::release(int button) {
  app_.button(button, false);
  frame();
}

void Person::click(ImVec2 place, int button) {
  point_at(place);
  press(button);
  release(button);
}

void Person::begin_drag(ImVec2 from, ImVec2 to) {
  constexpr int steps = 4;
  point_at(from);
  press();
  for (int i = 1; i <= steps; ++i) {
    const float part = static_cast<float>(i) / steps;
    point_at({from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)});
  }
}

void Person::key(const std::string& key, bool ctrl) {
  app_.key(key, ctrl, false, false);
  frame();
}

ImVec2 Person::place_of(int point) const {
  const auto [x0, y0, x1, y1, left, top, width, height] = app_.plane();
  const auto [x, y] =
      app_.session().plane().place(app_.session().scene().data, static_cast<Eigen::Index>(point));
  return {static_cast<float>(left + (x - x0) / (x1 - x0) * width),
          static_cast<float>(top + (y1 - y) / (y1 - y0) * height)};
}

ImVec2 Person::right_edge_of(std::string_view chart) const {
  const std::string name = "/" + std::string(chart);
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
    if (!std::string_view(window->Name).contains(name)) continue;
    return {window->Pos.x + window->Size.x - window->WindowPadding.x - 4,
            window->Pos.y + window->Size.y / 2};
  }
  return {-1, -1};
}

ImVec2 Person::bar_of(std::string_view quantity, int pattern) {
  const std::string name = "/" + std::string(quantity) + "_";
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
    if (!std::string_view(window->Name).contains(name)) continue;
    const ImVec2 from = window->Pos, size = window->Size;
    for (float x = from.x + 20; x < from.x + size.x; x += 8) {
      const ImVec2 place = {x, from.y + size.y / 2};
      session().select(-1);
      click(place);
      const int point = session().selected();
      if (point >= 0 && session().pattern_of_point(point) == pattern) return place;
    }
  }
  return {-1, -1};
}

}  // namespace marginscope::testing
