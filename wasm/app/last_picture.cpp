#include "app/last_picture.h"

#include <algorithm>
#include <cstring>
#include <ranges>

namespace marginscope {
namespace {

// What a command draws, without bytes that mean nothing.
struct Drawn {
  ImVec4 clip;
  ImTextureID texture;
  unsigned count, offset;
};
static_assert(sizeof(Drawn) == 32);

bool has_new_pixels(const ImTextureData* texture) {
  return texture->Status == ImTextureStatus_WantCreate ||
         texture->Status == ImTextureStatus_WantUpdates;
}

}  // namespace

bool LastPicture::replace(const ImDrawData& data, ImU32 ground) {
  bool same = true;
  std::size_t size = 0;
  const auto take = [&](const void* bytes, std::size_t count) {
    if (count == 0) return;
    const std::size_t end = size + count;
    if (!same || end > bytes_.size() || std::memcmp(&bytes_[size], bytes, count) != 0) {
      same = false;
      bytes_.resize(std::max(end, bytes_.size()));
      std::memcpy(&bytes_[size], bytes, count);
    }
    size = end;
  };
  take(&data.DisplayPos, sizeof data.DisplayPos);
  take(&data.DisplaySize, sizeof data.DisplaySize);
  take(&data.FramebufferScale, sizeof data.FramebufferScale);
  take(&ground, sizeof ground);
  for (const ImDrawList* list : data.CmdLists) {
    take(list->VtxBuffer.Data, static_cast<std::size_t>(list->VtxBuffer.size_in_bytes()));
    take(list->IdxBuffer.Data, static_cast<std::size_t>(list->IdxBuffer.size_in_bytes()));
    for (const ImDrawCmd& each : list->CmdBuffer) {
      const Drawn drawn = {each.ClipRect, each.GetTexID(), each.ElemCount, each.IdxOffset};
      take(&drawn, sizeof drawn);
    }
  }
  same = same && size == bytes_.size();
  bytes_.resize(size);
  return !same || (data.Textures && std::ranges::any_of(*data.Textures, has_new_pixels));
}

}  // namespace marginscope
