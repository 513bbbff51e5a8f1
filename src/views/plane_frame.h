#pragma once  // for every room above

// Where a part of a plane lies in a picture.

#include <array>
#include <span>
#include <vector>

#include "core/result.h"
#include "picture/drawing.h"
#include "views/contours.h"

namespace marginscope {

struct PlaneFrame {
  picture::Rectangle place;  // in the picture
  double center_x = 0, center_y = 0;
  double scale_x = 1, scale_y = 1;  // pixels per unit of the plane

  picture::Point at(double x, double y) const {
    const picture::Point middle = place.middle();
    return {middle.x + (x - center_x) * scale_x, middle.y - (y - center_y) * scale_y};
  }
  picture::Point at(const std::array<double, 2>& of) const { return at(of[0], of[1]); }
  Box box() const {
    const double x = place.width / 2 / scale_x, y = place.height / 2 / scale_y;
    return {center_x - x, center_y - y, center_x + x, center_y + y};
  }
};

// Why places of such a box have no pixels, if so: its sides, or what lies in a pixel of them, leave the range
// of numbers.
Result<void> check_drawable(const Box& box);

// With just this box of the plane in it, each direction with a scale of its own.
PlaneFrame frame_over(const picture::Rectangle& place, const Box& box);

// The same with one scale for both directions where `square`: then with more than the box.
PlaneFrame frame_around(const picture::Rectangle& place, const Box& box, bool square);

// A line of the plane in the picture, no corner so far outside that it could not be drawn.
std::vector<picture::Point> in_frame(const PlaneFrame& frame,
                                     std::span<const std::array<double, 2>> line);

// The same without corners that lie so close together that the direction between them is chance.
std::vector<picture::Point> thinned(const PlaneFrame& frame,
                                    std::span<const std::array<double, 2>> line);

}  // namespace marginscope
