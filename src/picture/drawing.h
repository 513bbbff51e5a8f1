#pragma once  // for every room above

// A picture as a value: lines, areas, markers and texts in pixels, one above the other, painted with
// what they mean. So light and dark are one description, and so are the canvas, which paints it
// (wasm/app/painter.h), and a file (svg_of).

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "picture/colours.h"

namespace marginscope::picture {

// In pixels from the upper left corner; of a chart in the units of its axes.
struct Point {
  double x = 0, y = 0;
  bool operator==(const Point&) const = default;
};

struct Rectangle {
  double left = 0, top = 0, width = 0, height = 0;

  double right() const { return left + width; }
  double bottom() const { return top + height; }
  Point middle() const { return {left + width / 2, top + height / 2}; }
  bool contains(Point at) const {
    return at.x >= left && at.x < right() && at.y >= top && at.y < bottom();
  }
  bool overlaps(const Rectangle& other) const {
    return left < other.right() && other.left < right() && top < other.bottom() &&
           other.top < bottom();
  }
};

// What a colour is used for (colours.h); of the classes and of the series' strokes by a place.
struct Tone {
  enum class Use : unsigned char {
    ink,
    soft,
    faint,
    card,
    ground,
    hairline,
    stop,
    of_class,
    series
  };
  Use use = Use::ink;
  unsigned char place = 0;
  bool operator==(const Tone&) const = default;
};
inline constexpr Tone ink{Tone::Use::ink}, soft{Tone::Use::soft}, faint{Tone::Use::faint},
    card{Tone::Use::card}, ground{Tone::Use::ground}, hairline{Tone::Use::hairline},
    stops{Tone::Use::stop};
Tone class_tone(int index);  // as many as there are, then from the first again
Tone series_tone(int series);

// A share in [0, 1], in the light and in the dark.
struct Share {
  constexpr Share(float both) : light(both), dark(both) {}
  constexpr Share(float in_light, float in_dark) : light(in_light), dark(in_dark) {}
  bool operator==(const Share&) const = default;

  float light, dark;
};

struct Paint {
  constexpr Paint() = default;
  constexpr Paint(Tone pure, Share how_opaque = 1) : tone(pure), opacity(how_opaque) {}
  bool operator==(const Paint&) const = default;
  bool none() const { return opacity == Share(0); }

  Tone tone = ink, other = ink;  // mixed: so much of `other`
  Share of_other = 0, opacity = 0;
};

// (1 − t) · a + t · b in each channel.
constexpr Paint mixed(Tone a, Tone b, Share t) {
  Paint paint(a);
  paint.other = b;
  paint.of_other = t;
  return paint;
}

struct Colour {
  unsigned rgb;  // 0xrrggbb
  float opacity;
};
Colour colour_of(const Paint& paint, const Colours& colours);

struct Stroke {
  Paint paint = {};
  float width = 1.5F;
  float dash = 0, gap = 0;  // pixels; a solid line has no gap
  bool operator==(const Stroke&) const = default;
};
// That of a series of a chart (colours.h).
Stroke series_stroke(int series);

// --- Marks. ---

struct Polyline {
  std::vector<Point> points;
  Stroke stroke;
};

// Lines of one kind, each from one point to the next: ends in pairs.
struct Segments {
  std::vector<Point> ends;
  Stroke stroke;  // solid
};

// Between two lines of as many points, from left to right.
struct Strip {
  std::vector<Point> above, below;
  Paint paint;
};

// A rectangle along both directions, with sharp edges.
struct Block {
  Rectangle where;
  Paint paint;
};

// What its border encloses. Every place of it can be seen from the first corner; `sharp` where it
// borders on another area without a seam.
struct Area {
  std::vector<Point> border;
  Paint paint;
  bool sharp = false;
};

// What an odd number of borders encloses: with holes, and of any form. In files alone: the canvas shades
// its surface place by place.
struct Region {
  std::vector<std::vector<Point>> borders;
  Paint paint;
};

// The shape of a class, from 0: circle, square, triangle, diamond …, of the area of a circle of `radius`.
struct Marker {
  Point at = {};
  int shape = 0;
  float radius = 0;
  Paint fill = {};
  Paint outline = {};
  float outline_width = 0;
};
inline constexpr float ring_gap = 2.5F;  // between a marker's radius and a ring around it
Marker disc(Point at, float radius, Paint fill);
Marker ring(Point at, float radius, Paint outline, float width);

struct Text {
  enum class Face { small, strong, title };  // 12 px, 12 px semibold, 15 px semibold
  enum class From { start, middle, end };

  Point at;  // on the line half of the letters' height above their feet
  std::string text;
  Paint paint = ink;
  Face face = Face::small;
  From from = From::start;  // which part of the text stands there
  bool formula = false;     // letters that stand alone are symbols (formula.h)
  Paint plate = {};         // behind it, so that it is legible upon lines
};

// What follows up to the next End belongs together, and is seen within `clip` alone. In files it has
// the name.
struct Group {
  std::string_view name;  // a literal: "boundary"
  std::optional<Rectangle> clip = {};
};
struct End {};

using Mark = std::variant<Polyline, Segments, Strip, Block, Area, Region, Marker, Text, Group, End>;

struct Drawing {
  double width = 0, height = 0;
  std::string title = {}, description = {};  // for those who do not see it
  std::vector<Mark> marks = {};

  void add(Mark mark) { marks.push_back(std::move(mark)); }
  void line(Point from, Point to, const Stroke& stroke);
  void block(const Rectangle& where, const Paint& paint) {
    marks.emplace_back(Block{where, paint});
  }
  void frame(const Rectangle& where, const Stroke& stroke);
};

// The corners of a marker, from which its sides go straight; none of a circle.
struct MarkerShape {
  int corners;
  float angle, factor;  // of the first corner in turns of π; on the radius
};
inline constexpr MarkerShape marker_shapes[] = {
    {0, 0, 1},        {4, 0.25F, 1.253F}, {3, -0.5F, 1.45F}, {4, 0, 1.253F},
    {3, 0.5F, 1.45F}, {5, -0.5F, 1.15F},  {6, 0, 1.1F},      {5, 0.5F, 1.15F}};
// Which of them a class has. After eight classes the colours come again, each with the shape of the next:
// no two of 64 look alike.
std::size_t shape_of(int class_index);
const MarkerShape& marker_shape(int class_index);
std::vector<Point> corners_of(const Marker& marker);

// About as wide as a text is in the small face, which only the typeface knows. Its figures are all
// equally wide, and are.
double text_width(std::string_view text);
inline constexpr double text_height = 14.5;  // of a line in that face

// As much of a text as there is room for, with "…" where that is not all of it.
std::string fitting(std::string_view text, double room);

// The lines of the text when it is broken at blanks to be about no wider than `width`.
std::vector<std::string_view> text_lines(std::string_view text, double width);

// As an SVG document, in colours that stay what they are: on paper and on a slide there is nobody to
// choose others. Deterministic, well-formed whatever the texts are, and whole: it asks for nothing from
// elsewhere. Cost: O(n) for n corners.
std::string svg_of(const Drawing& drawing, bool dark);

}  // namespace marginscope::picture
