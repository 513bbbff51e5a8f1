#include "app/painter.h"

#include <cmath>
#include <span>

namespace marginscope {
namespace {

using picture::Point;

class Painter {
 public:
  Painter(const Ui& ui, ImDrawList& list, Markers markers)
      : ui_(ui), list_(list), markers_(markers) {}

  void operator()(const picture::Polyline& line) {
    if (line.points.size() < 2) return;
    points_.clear();
    for (const Point& point : line.points) points_.push_back(on_canvas(point));
    draw_stroke(list_, points_, stroke_of(ui_.theme, line.stroke));
  }

  void operator()(const picture::Segments& segments) {
    const ImU32 ink = color(segments.stroke.paint);
    for (std::size_t i = 0; i + 1 < segments.ends.size(); i += 2) {
      list_.AddLine(on_canvas(segments.ends[i]), on_canvas(segments.ends[i + 1]), ink,
                    ui_.theme.line_width * segments.stroke.width);
    }
  }

  void operator()(const picture::Strip& strip) {
    const ImDrawListFlags flags = without_seams();
    const ImU32 ink = color(strip.paint);
    for (std::size_t i = 1; i < strip.above.size(); ++i) {
      list_.AddQuadFilled(on_canvas(strip.above[i - 1]), on_canvas(strip.above[i]),
                          on_canvas(strip.below[i]), on_canvas(strip.below[i - 1]), ink);
    }
    list_.Flags = flags;
  }

  void operator()(const picture::Block& block) {
    const picture::Rectangle& where = block.where;
    list_.AddRectFilled({f32(where.left), f32(where.top)},
                        {f32(where.right()), f32(where.bottom())}, color(block.paint));
  }

  void operator()(const picture::Area& area) {
    if (area.border.size() < 3) return;
    const ImU32 ink = color(area.paint);
    if (!area.sharp) {
      for (const Point& corner : area.border) list_.PathLineTo(on_canvas(corner));
      list_.PathFillConvex(ink);
      return;
    }
    const ImDrawListFlags flags = without_seams();
    const ImVec2 first = on_canvas(area.border[0]);
    for (std::size_t i = 2; i < area.border.size(); ++i) {
      list_.AddTriangleFilled(first, on_canvas(area.border[i - 1]), on_canvas(area.border[i]), ink);
    }
    list_.Flags = flags;
  }

  // The canvas shades its surface place by place.
  void operator()(const picture::Region&) {}

  void operator()(const picture::Marker& marker) {
    const ImVec2 at = on_canvas(marker.at);
    const ImU32 fill = marker.fill.none() ? 0 : color(marker.fill);
    const ImU32 outline = marker.outline.none() ? 0 : color(marker.outline);
    if (markers_ == Markers::drawn) {
      draw_marker(list_, marker.shape, at, marker.radius, fill, outline, marker.outline_width);
    } else if (fill == 0 && ui_.sprites.has_ring(marker.radius, marker.outline_width)) {
      ui_.sprites.ring(list_, at, marker.outline_width, outline);
    } else if (fill == 0) {
      draw_ring(list_, at, marker.radius, outline, marker.outline_width);
    } else {
      ui_.sprites.marker(list_, marker.shape, at, marker.radius, fill, outline,
                         marker.outline_width);
    }
  }

  void operator()(const picture::Text& text) {
    const Fonts& fonts = ui_.fonts;
    const Face& face = text.face == picture::Text::Face::title    ? fonts.title
                       : text.face == picture::Text::Face::strong ? fonts.heading
                                                                  : fonts.small;
    const float width =
        text.formula ? formula_width(fonts, text.text, Maths::small) : text_size(face, text.text).x;
    const float part = text.from == picture::Text::From::start    ? 0
                       : text.from == picture::Text::From::middle ? 0.5F
                                                                  : 1;
    const ImVec2 at = {std::round(f32(text.at.x) - part * width),
                       std::round(f32(text.at.y) - face.size / 2)};
    if (!text.plate.none()) {
      list_.AddRectFilled(at + ImVec2(-3, 1), at + ImVec2(width + 3, face.size - 1),
                          color(text.plate), 4);
    }
    if (text.formula) {
      draw_formula(list_, fonts, at, color(text.paint), text.text, Maths::small);
    } else {
      draw_text(list_, face, at, color(text.paint), text.text);
    }
  }

  void operator()(const picture::Group& group) {
    clipped_.push_back(group.clip.has_value());
    if (!group.clip) return;
    list_.PushClipRect({f32(group.clip->left), f32(group.clip->top)},
                       {f32(group.clip->right()), f32(group.clip->bottom())}, true);
  }

  void operator()(const picture::End&) {
    if (clipped_.back()) list_.PopClipRect();
    clipped_.pop_back();
  }

 private:
  ImU32 color(const picture::Paint& paint) const { return color_of(ui_.theme, paint); }

  // Of areas that border on each other. Returns what the flags were.
  ImDrawListFlags without_seams() {
    const ImDrawListFlags flags = list_.Flags;
    list_.Flags &= ~ImDrawListFlags_AntiAliasedFill;
    return flags;
  }

  const Ui& ui_;
  ImDrawList& list_;
  Markers markers_;
  std::vector<ImVec2> points_;
  std::vector<char> clipped_;
};

}  // namespace

ImU32 color_of(const Theme& theme, const picture::Paint& paint) {
  const auto [hex, opacity] = colour_of(paint, *theme.colours);
  return faded(rgb(hex), opacity);
}

Stroke stroke_of(const Theme& theme, const picture::Stroke& stroke) {
  return {color_of(theme, stroke.paint), stroke.dash, stroke.gap, theme.line_width * stroke.width};
}

void paint(const Ui& ui, ImDrawList& list, const picture::Drawing& drawing, Markers markers) {
  Painter painter(ui, list, markers);
  for (const picture::Mark& mark : drawing.marks) std::visit(painter, mark);
}

}  // namespace marginscope
