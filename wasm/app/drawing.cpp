#include "app/drawing.h"

#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "app/rect.h"
#include "core/sine.h"
#include "picture/drawing.h"

namespace marginscope {
namespace {

constexpr float icon_stroke = 1.6F;
constexpr float pi = 3.14159265F;

using picture::marker_shape;
using picture::MarkerShape;
using picture::ring_gap;

// Of the corners from the middle of the sides, as a factor; of a circle 1.
float reach_of(const MarkerShape& shape) {
  return shape.corners > 0 ? 1 / f32(cosine(pi / f32(shape.corners))) : 1;
}

constexpr int shape_count = static_cast<int>(std::size(picture::marker_shapes));
static_assert(shape_count == Theme::class_count);
constexpr int ring_count = 5;  // 1, 1.5, … 3 pixels wide

// How far (x, y) lies outside the shape with corners at `radius`; negative inside.
float outside(const MarkerShape& shape, float radius, float x, float y) {
  if (shape.corners == 0) return std::hypot(x, y) - radius;
  float most = -INFINITY;
  for (int i = 0; i < shape.corners; ++i) {
    const float angle = pi * (shape.angle + (2 * f32(i) + 1) / f32(shape.corners));
    most = std::max(most, x * f32(cosine(angle)) + y * f32(sine(angle)));
  }
  return most - radius / reach_of(shape);
}

}  // namespace

void draw_icon(ImDrawList& list, Icon icon, ImVec2 center, ImU32 color, float scale) {
  const auto at = [&](float x, float y) {
    return ImVec2(center.x + x * scale, center.y + y * scale);
  };
  const float width = icon_stroke * scale;
  const auto path = [&](std::initializer_list<ImVec2> points) {
    for (const ImVec2& p : points) list.PathLineTo(at(p.x, p.y));
    list.PathStroke(color, 0, width);
  };
  const auto arrow = [&](float tip, float base) {
    list.AddTriangleFilled(at(tip, 0), at(base, -5.2F), at(base, 5.2F), color);
  };
  const auto bar = [&](float x) { list.AddRectFilled(at(x - 1, -5.2F), at(x + 1, 5.2F), color); };
  switch (icon) {
    case Icon::to_start:
      bar(-5);
      arrow(-3.2F, 5.5F);
      break;
    case Icon::to_end:
      bar(5);
      arrow(3.2F, -5.5F);
      break;
    case Icon::step_back:
      arrow(-4.5F, 4);
      break;
    case Icon::step_forward:
      arrow(4.5F, -4);
      break;
    case Icon::play:
      arrow(6, -4);
      break;
    case Icon::pause:
      list.AddRectFilled(at(-4.5F, -5.5F), at(-1.5F, 5.5F), color, 1);
      list.AddRectFilled(at(1.5F, -5.5F), at(4.5F, 5.5F), color, 1);
      break;
    case Icon::undo:
    case Icon::redo: {
      const float side = icon == Icon::undo ? 1.0F : -1.0F;
      path({{-2 * side, -6}, {-5.5F * side, -2.5F}, {-2 * side, 1}});
      list.PathLineTo(at(-5.5F * side, -2.5F));
      list.PathLineTo(at(2 * side, -2.5F));
      list.PathBezierCubicCurveTo(at(7 * side, -2.5F), at(7 * side, 5), at(2 * side, 5));
      list.PathLineTo(at(-2 * side, 5));
      list.PathStroke(color, 0, width);
      break;
    }
    case Icon::close:
      path({{-4, -4}, {4, 4}});
      path({{4, -4}, {-4, 4}});
      break;
    case Icon::dice:
      list.AddRect(at(-6, -6), at(6, 6), color, 3 * scale, 0, width);
      for (const ImVec2 dot : {ImVec2(-2.7F, -2.7F), ImVec2(2.7F, 2.7F), ImVec2(0, 0),
                               ImVec2(2.7F, -2.7F), ImVec2(-2.7F, 2.7F)}) {
        list.AddCircleFilled(at(dot.x, dot.y), 1.15F * scale, color);
      }
      break;
    case Icon::fit:
      for (const float x : {-1.0F, 1.0F}) {
        for (const float y : {-1.0F, 1.0F})
          path({{x * 6, y * 2.5F}, {x * 6, y * 6}, {x * 2.5F, y * 6}});
      }
      break;
    case Icon::sun:
      list.AddCircle(center, 3.2F * scale, color, 0, width);
      for (int i = 0; i < 8; ++i) {
        const float x = f32(cosine(f32(i) * pi / 4)), y = f32(sine(f32(i) * pi / 4));
        path({{x * 5.4F, y * 5.4F}, {x * 7, y * 7}});
      }
      break;
    case Icon::moon:
      // Two arcs that meet in the horns.
      list.PathArcTo(at(-0.5F, 0.5F), 6 * scale, 0.048F * pi, 1.452F * pi);
      list.PathArcTo(at(2.6F, -2.6F), 4.9F * scale, 1.196F * pi, 0.304F * pi);
      list.PathStroke(color, ImDrawFlags_Closed, width);
      break;
    case Icon::chevron_down:
      path({{-3.5F, -1.75F}, {0, 1.75F}, {3.5F, -1.75F}});
      break;
    case Icon::chevron_right:
      path({{-1.75F, -3.5F}, {1.75F, 0}, {-1.75F, 3.5F}});
      break;
    case Icon::check:
      path({{-4.5F, 0.5F}, {-1.5F, 3.5F}, {4.5F, -3.5F}});
      break;
    case Icon::trash:
      path({{-5.5F, -4}, {5.5F, -4}});
      path({{-2, -4}, {-2, -6}, {2, -6}, {2, -4}});
      path({{-4, -4}, {-3.4F, 6}, {3.4F, 6}, {4, -4}});
      break;
    case Icon::menu:
      for (const float y : {-4.0F, 0.0F, 4.0F}) path({{-5.5F, y}, {5.5F, y}});
      break;
    case Icon::gallery:
      for (const float x : {-6.0F, 1.0F}) {
        for (const float y : {-6.0F, 1.0F}) {
          list.AddRect(at(x, y), at(x + 5, y + 5), color, scale, 0, width);
        }
      }
      break;
  }
}

void draw_marker(ImDrawList& list, int class_index, ImVec2 center, float radius, ImU32 fill,
                 ImU32 outline, float outline_width) {
  if (marker_shape(class_index).corners == 0) {
    if (fill) list.AddCircleFilled(center, radius, fill);
    if (outline) draw_ring(list, center, radius, outline, outline_width);
    return;
  }
  const std::vector<picture::Point> corners = corners_of(
      picture::Marker{.at = {center.x, center.y}, .shape = class_index, .radius = radius});
  const auto path = [&] {
    for (const picture::Point& corner : corners) list.PathLineTo({f32(corner.x), f32(corner.y)});
  };
  path();
  if (fill) list.PathFillConvex(fill);
  list.PathClear();
  if (outline) {
    path();
    list.PathStroke(outline, ImDrawFlags_Closed, outline_width);
  }
}

void draw_ring(ImDrawList& list, ImVec2 center, float radius, ImU32 color, float width) {
  list.AddCircle(center, radius + 0.5F, color, 0, width);
}

void Sprites::prepare(float radius, float density) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  if (id_ != ImFontAtlasRectId_Invalid && radius == radius_ && density == density_) {
    atlas.GetCustomRect(id_, &place_);
    return;
  }
  if (id_ != ImFontAtlasRectId_Invalid) atlas.RemoveCustomRect(id_);
  radius_ = radius;
  density_ = density;
  // Where there are few device pixels the pictures are finer, because points lie between them.
  scale_ = std::max(density, 1.5F);
  side_ = 2 * static_cast<int>(std::ceil((radius + ring_gap + 4) * scale_));
  id_ = atlas.AddCustomRect(side_ * (shape_count + ring_count), side_, &place_);
  if (id_ != ImFontAtlasRectId_Invalid) paint();
}

void Sprites::paint() const {
  ImTextureData& texture = *ImGui::GetIO().Fonts->TexData;
  const float soft = scale_ / density_;  // an edge is one device pixel wide
  for (int cell = 0; cell < shape_count + ring_count; ++cell) {
    for (int y = 0; y < side_; ++y) {
      for (int x = 0; x < side_; ++x) {
        const float dx = f32(x) + 0.5F - f32(side_) / 2, dy = f32(y) + 0.5F - f32(side_) / 2;
        const MarkerShape& shape = marker_shape(cell < shape_count ? cell : 0);
        const float half_width = scale_ * (1 + 0.5F * f32(cell - shape_count)) / 2;
        const float far =
            cell < shape_count
                ? outside(shape, (radius_ + 2) * scale_, dx, dy)
                : std::abs(std::hypot(dx, dy) - (radius_ + ring_gap) * scale_ - half_width) -
                      half_width;
        const float alpha = std::clamp(0.5F - far / soft, 0.0F, 1.0F);
        auto* pixel =
            static_cast<ImU32*>(texture.GetPixelsAt(place_.x + cell * side_ + x, place_.y + y));
        *pixel = faded(IM_COL32_WHITE, alpha);
      }
    }
  }
}

// The middle of a cell, up to `used` texels from its centre, as a square of 2 · `half`.
void Sprites::stamp(ImDrawList& list, int cell, ImVec2 center, float half, float used,
                    ImU32 color) const {
  const ImVec2 texel = {(place_.uv1.x - place_.uv0.x) / f32(place_.w),
                        (place_.uv1.y - place_.uv0.y) / f32(place_.h)};
  const ImVec2 middle = {place_.uv0.x + (f32(cell) + 0.5F) * f32(side_) * texel.x,
                         (place_.uv0.y + place_.uv1.y) / 2};
  const ImVec2 by = texel * used, to = {half, half};
  list.PrimReserve(6, 4);
  list.PrimRectUV(center - to, center + to, middle - by, middle + by, color);
}

void Sprites::marker(ImDrawList& list, int class_index, ImVec2 center, float radius, ImU32 fill,
                     ImU32 outline, float outline_width) const {
  const int cell = static_cast<int>(picture::shape_of(class_index));
  const MarkerShape& shape = marker_shape(class_index);
  const float drawn = radius_ + 2, room = drawn + 1;
  const auto add = [&](float corner, ImU32 color) {
    stamp(list, cell, center, room * corner / drawn, room * scale_, color);
  };
  const float corner = radius * shape.factor, half_line = outline_width / 2 * reach_of(shape);
  if (outline) add(corner + half_line, outline);
  if (fill) add(outline ? corner - half_line : corner, fill);
}

bool Sprites::has_ring(float radius, float width) const {
  return std::abs(radius - (radius_ + ring_gap + width / 2)) < 0.01F && width <= 3;
}

void Sprites::ring(ImDrawList& list, ImVec2 center, float width, ImU32 color) const {
  const int index = static_cast<int>(std::lround(2 * (std::clamp(width, 1.0F, 3.0F) - 1)));
  stamp(list, shape_count + index, center, f32(side_) / 2 / scale_, f32(side_) / 2, color);
}

namespace {

// From where to where a segment of this direction and length is seen, in pixels from its start.
std::array<double, 2> seen_part(const Rect& seen, double width, ImVec2 from,
                                const std::array<double, 2>& way, double length) {
  const std::array<double, 2> start = {from.x, from.y};
  const std::array<double, 2> low = {seen.min.x, seen.min.y}, high = {seen.max.x, seen.max.y};
  double first = 0, last = length;
  for (const std::size_t axis : {0, 1}) {
    const double along = way[axis] / length;
    const double enters = low[axis] - width - start[axis];
    const double leaves = high[axis] + width - start[axis];
    if (along == 0) {
      if (enters > 0 || leaves < 0) return {0, 0};
      continue;
    }
    first = std::max(first, std::min(enters / along, leaves / along));
    last = std::min(last, std::max(enters / along, leaves / along));
  }
  // No more than crosses it, where the numbers are too large to tell.
  const double across = std::hypot(high[0] - low[0], high[1] - low[1]) + 4 * width;
  return {first, std::min(last, first + across)};
}

}  // namespace

std::vector<std::vector<ImVec2>> dashes(std::span<const ImVec2> points, const Stroke& stroke,
                                        const Rect& seen) {
  if (stroke.gap <= 0) return {{points.begin(), points.end()}};
  const double period = stroke.dash + stroke.gap;
  std::vector<std::vector<ImVec2>> result;
  std::vector<ImVec2> dash;
  const auto flush = [&] {
    if (dash.size() > 1) result.push_back(std::move(dash));
    dash.clear();
  };
  double phase = 0;  // of the period, where the segment begins
  for (std::size_t i = 1; i < points.size(); ++i) {
    const ImVec2 from = points[i - 1];
    const std::array<double, 2> way = {static_cast<double>(points[i].x) - from.x,
                                       static_cast<double>(points[i].y) - from.y};
    const double length = std::hypot(way[0], way[1]);
    if (!(length > 0) || !std::isfinite(length)) continue;
    const auto place = [&](double at) {
      return ImVec2(f32(from.x + way[0] * (at / length)), f32(from.y + way[1] * (at / length)));
    };
    const auto [first, last] = seen_part(seen, stroke.width, from, way, length);
    if (first > 0 || last <= first) flush();
    double at = first;
    while (at < last) {
      const double position = std::fmod(phase + at, period);
      const bool ink = position < stroke.dash;
      const double end = at + (ink ? stroke.dash : period) - position;
      if (ink && dash.empty()) dash.push_back(place(at));
      if (ink) dash.push_back(place(std::min(end, last)));
      // A dash that reaches the corner goes on behind it.
      if (end < last || last < length) flush();
      // On, also where the numbers are too large for the rest of a dash to count.
      at = std::max(end, at + 1e-3);
    }
    phase = std::fmod(phase + length, period);
  }
  flush();
  return result;
}

void draw_stroke(ImDrawList& list, std::span<const ImVec2> points, const Stroke& stroke) {
  const Rect seen = {list.GetClipRectMin(), list.GetClipRectMax()};
  for (const std::vector<ImVec2>& dash : dashes(points, stroke, seen)) {
    list.AddPolyline(dash.data(), static_cast<int>(dash.size()), stroke.color, 0, stroke.width);
  }
}

void draw_dashed(ImDrawList& list, ImVec2 from, ImVec2 to, const Stroke& stroke) {
  draw_stroke(list, std::array{from, to}, stroke);
}

}  // namespace marginscope
