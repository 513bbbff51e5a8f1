#pragma once  // for every room above

// Pictures as SVG. Each shape says by its classes what it is; how that looks in light and in dark is
// one style sheet, the same in every picture. So a picture stands alone in a file, and in a page that
// has the sheet among its own. A custom property of the page (--ink, --stroke-0 …) goes before the
// sheet's colour.

#include <span>
#include <string>
#include <string_view>

#include "picture/drawing.h"

namespace marginscope::picture {

// Colours are the classes ink (which everything has that names none), soft, hairline, ground, stop,
// heat, s0 to s5 of the series in charts, with their dashes, and level-0 to level-7, which are told
// apart by their colours alone.
class Svg {
 public:
  // Title and description are what people hear who do not see the picture.
  Svg(double width, double height, std::string_view title, std::string_view description);

  void line(Point from, Point to, std::string_view classes);
  void polyline(std::span<const Point> points, std::string_view classes);
  void rectangle(Point corner, double width, double height, std::string_view classes,
                 double opacity = 1);
  void dot(Point at, std::string_view classes);   // filled
  void ring(Point at, std::string_view classes);  // hollow
  // At the left end of its base line; classes `middle` and `end` choose another place of the text,
  // `strong` and `small` its size, `halo` keeps it legible upon lines.
  void text(Point at, std::string_view text, std::string_view classes);

  // The whole document: deterministic, and well-formed whatever the texts are.
  std::string document() const;

 private:
  void shape(std::string_view element, std::string_view attributes, std::string_view classes);

  double width_, height_;
  std::string title_, description_, shapes_;
};

}  // namespace marginscope::picture
