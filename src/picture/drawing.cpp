#include "picture/drawing.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

#include "core/sine.h"
#include "core/text.h"

namespace marginscope::picture {
namespace {

unsigned colour_of(Tone tone, const Colours& colours) {
  switch (tone.use) {
    case Tone::Use::ink:
      return colours.ink;
    case Tone::Use::soft:
      return colours.soft;
    case Tone::Use::faint:
      return colours.faint;
    case Tone::Use::card:
      return colours.card;
    case Tone::Use::ground:
      return colours.ground;
    case Tone::Use::hairline:
      return colours.hairline;
    case Tone::Use::stop:
      return colours.stop;
    case Tone::Use::of_class:
      return colours.classes[tone.place];
    case Tone::Use::series:
      return colours.series[tone.place];
  }
  return colours.ink;
}

// (1 − t) · a + t · b in each channel.
unsigned between(unsigned a, unsigned b, float t) {
  unsigned result = 0;
  for (int shift = 16; shift >= 0; shift -= 8) {
    const auto from = static_cast<float>((a >> shift) & 255U);
    const auto to = static_cast<float>((b >> shift) & 255U);
    result |= static_cast<unsigned>(from + (to - from) * t + 0.5F) << shift;
  }
  return result;
}

}  // namespace

Tone class_tone(int index) {
  const auto count = static_cast<int>(light_colours.classes.size());
  return {Tone::Use::of_class, static_cast<unsigned char>(index % count)};
}

Tone series_tone(int series) {
  const auto count = static_cast<int>(series_strokes.size());
  return {Tone::Use::series, static_cast<unsigned char>(series % count)};
}

Colour colour_of(const Paint& paint, const Colours& colours) {
  const auto of = [&](Share share) { return colours.dark ? share.dark : share.light; };
  unsigned rgb = colour_of(paint.tone, colours);
  if (of(paint.of_other) > 0) {
    rgb = between(rgb, colour_of(paint.other, colours), of(paint.of_other));
  }
  return {rgb, of(paint.opacity)};
}

Stroke series_stroke(int series) {
  const Tone tone = series_tone(series);
  const SeriesStroke& stroke = series_strokes[tone.place];
  return {tone, stroke.width, stroke.dash, stroke.gap};
}

Marker disc(Point at, float radius, Paint fill) {
  return {.at = at, .radius = radius, .fill = fill};
}

Marker ring(Point at, float radius, Paint outline, float width) {
  return {.at = at, .radius = radius, .outline = outline, .outline_width = width};
}

void Drawing::line(Point from, Point to, const Stroke& stroke) {
  marks.emplace_back(Polyline{{from, to}, stroke});
}

void Drawing::frame(const Rectangle& where, const Stroke& stroke) {
  marks.emplace_back(Polyline{{{where.left, where.top},
                               {where.right(), where.top},
                               {where.right(), where.bottom()},
                               {where.left, where.bottom()},
                               {where.left, where.top}},
                              stroke});
}

std::size_t shape_of(int class_index) {
  constexpr std::size_t count = std::size(marker_shapes);
  const auto k = static_cast<std::size_t>(class_index);
  return (k + k / count) % count;
}

const MarkerShape& marker_shape(int class_index) { return marker_shapes[shape_of(class_index)]; }

std::vector<Point> corners_of(const Marker& marker) {
  const MarkerShape& shape = marker_shape(marker.shape);
  std::vector<Point> corners;
  for (int i = 0; i < shape.corners; ++i) {
    const double angle = std::numbers::pi * (shape.angle + 2.0 * i / shape.corners);
    const double reach = marker.radius * shape.factor;
    corners.push_back({marker.at.x + cosine(angle) * reach, marker.at.y + sine(angle) * reach});
  }
  return corners;
}

namespace {

// Not so the further bytes of a letter of UTF-8.
bool begins_letter(char c) { return (static_cast<unsigned char>(c) >> 6) != 2; }

}  // namespace

double text_width(std::string_view text) {
  constexpr double figure = 7.8, letter = 6.9, narrow = 3.6, wide = 11;
  double width = 0;
  for (const char c : text) {
    if (!begins_letter(c)) continue;
    const bool is_narrow =
        std::string_view(" .,:;'|!ijltfrI()[]").find(c) != std::string_view::npos;
    const bool is_wide = std::string_view("mwMW%").find(c) != std::string_view::npos;
    const bool is_figure = c >= '0' && c <= '9';
    width += is_figure ? figure : is_narrow ? narrow : is_wide ? wide : letter;
  }
  return width;
}

std::string fitting(std::string_view text, double room) {
  std::string result(text);
  for (std::size_t bytes = text.size(); text_width(result) > room && bytes > 0; --bytes) {
    result = shortened(text, bytes);
  }
  return result;
}

std::vector<std::string_view> text_lines(std::string_view text, double width) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    // The longest beginning that fits, up to a blank, or of a word that is too long for a line.
    std::size_t end = std::min(text.find(' '), text.size());
    while (end < text.size()) {
      const std::size_t next = std::min(text.find(' ', end + 1), text.size());
      if (text_width(text.substr(0, next)) > width) break;
      end = next;
    }
    while (text_width(text.substr(0, end)) > width) {
      std::size_t letter = end - 1;
      while (letter > 0 && !begins_letter(text[letter])) --letter;
      if (letter == 0) break;
      end = letter;
    }
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end < text.size() && text[end] == ' ' ? end + 1 : end);
  }
  return lines;
}

}  // namespace marginscope::picture
