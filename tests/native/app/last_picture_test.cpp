// Frames that show nothing new are not drawn.

#include "app/last_picture.h"

#include <doctest/doctest.h>
#include <imgui_internal.h>

#include "app/person.h"

using namespace marginscope;
using testing::Person;

namespace {

// Two triangles in two lists, the first of them in two commands, and a texture.
struct Sample {
  ImDrawListSharedData shared;
  ImDrawList first{&shared}, second{&shared};
  ImTextureData texture;
  ImVector<ImTextureData*> textures;
  ImDrawData data;

  Sample() {
    ImDrawCmd command;
    command.ClipRect = {0, 0, 40, 30};
    command.TexRef = ImTextureRef(ImTextureID{1});
    command.ElemCount = 3;
    for (ImDrawList* list : {&first, &second}) {
      for (ImDrawIdx index = 0; index < 3; ++index) {
        list->VtxBuffer.push_back({{10.0F * static_cast<float>(index), 5}, {0, 0}, IM_COL32_BLACK});
        list->IdxBuffer.push_back(index);
      }
      list->CmdBuffer.push_back(command);
      data.CmdLists.push_back(list);
    }
    first.CmdBuffer.push_back(command);
    texture.Status = ImTextureStatus_OK;
    textures.push_back(&texture);
    data.Textures = &textures;
    data.DisplaySize = {40, 30};
    data.FramebufferScale = {1, 1};
  }
};

}  // namespace

TEST_CASE("a picture is the last one again where every part of it is, and only there") {
  Sample sample;
  LastPicture last;
  ImU32 ground = IM_COL32_WHITE;
  const auto is_new = [&] { return last.replace(sample.data, ground); };
  CHECK(is_new());
  CHECK(!is_new());
  const auto is_new_with = [&](auto& part, auto other) {
    const auto before = part;
    part = other;
    CHECK(is_new());
    CHECK(!is_new());
    part = before;
    CHECK(is_new());
    CHECK(!is_new());
  };
  is_new_with(ground, IM_COL32_BLACK);
  is_new_with(sample.data.DisplaySize.x, 41.0F);
  is_new_with(sample.data.DisplayPos.y, 1.0F);
  is_new_with(sample.data.FramebufferScale.x, 2.0F);
  for (ImDrawList* list : sample.data.CmdLists) {
    is_new_with(list->VtxBuffer[2].pos.x, 7.0F);
    is_new_with(list->VtxBuffer[0].uv.y, 0.5F);
    is_new_with(list->VtxBuffer[1].col, IM_COL32_WHITE);
    is_new_with(list->IdxBuffer[2], static_cast<ImDrawIdx>(1));
    is_new_with(list->CmdBuffer[0].ClipRect.w, 20.0F);
    is_new_with(list->CmdBuffer[0].TexRef, ImTextureRef(ImTextureID{2}));
    is_new_with(list->CmdBuffer[0].ElemCount, 0U);
    is_new_with(list->CmdBuffer[0].IdxOffset, 1U);
  }
  // The beginning of what was there, and more of it.
  sample.data.CmdLists.pop_back();
  CHECK(is_new());
  CHECK(!is_new());
  sample.data.CmdLists.push_back(&sample.second);
  CHECK(is_new());
  for (const ImTextureStatus status : {ImTextureStatus_WantCreate, ImTextureStatus_WantUpdates}) {
    sample.texture.Status = status;
    CHECK(is_new());
    CHECK(is_new());
    sample.texture.Status = ImTextureStatus_OK;
    CHECK(!is_new());
  }
  last.forget();
  CHECK(is_new());
}

TEST_CASE("of the frames that are made for one change each that has something new is drawn once") {
  for (const auto& [width, height] : {std::pair{1440.0F, 900.0F}, {390.0F, 844.0F}}) {
    CAPTURE(width);
    Person person(width, height);
    person.point_at({width / 2, 2});
    person.rest();
    const auto frames_and_pictures = [&](auto act) {
      const int frames = person.drawn(), pictures = person.pictures();
      act();
      person.rest();
      return std::pair{person.drawn() - frames, person.pictures() - pictures};
    };
    const auto [frames, pictures] = frames_and_pictures([&] { person.key("ArrowRight"); });
    CHECK(frames > 1);
    CHECK(pictures == 1);
    // Where there is nothing to light up.
    const auto [more_frames, no_pictures] = frames_and_pictures([&] { person.point_at({width / 2 + 1, 2}); });
    CHECK(more_frames > 1);
    CHECK(no_pictures == 0);
  }
}
