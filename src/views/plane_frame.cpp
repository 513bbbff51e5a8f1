#include "views/plane_frame.h"

#include <algorithm>
#include <cmath>

#include "core/text.h"

namespace marginscope {

Result<void> check_drawable(const Box& box) {
  const double width = box.x1 - box.x0, height = box.y1 - box.y0;
  constexpr double least = 1e-300, most = 1e300;
  const auto fits = [](double side) { return side >= least && side <= most; };
  if (fits(width) && fits(height)) return {};
  return fail(sentence("The plane would be ", short_text(width), " wide and ", short_text(height),
                       " high; from ", short_text(least), " to ", short_text(most),
                       " it can be drawn"));
}

PlaneFrame frame_over(const picture::Rectangle& place, const Box& box) {
  return {place, (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2, place.width / (box.x1 - box.x0),
          place.height / (box.y1 - box.y0)};
}

PlaneFrame frame_around(const picture::Rectangle& place, const Box& box, bool square) {
  PlaneFrame frame = frame_over(place, box);
  if (square) frame.scale_x = frame.scale_y = std::min(frame.scale_x, frame.scale_y);
  return frame;
}

std::vector<picture::Point> in_frame(const PlaneFrame& frame,
                                     std::span<const std::array<double, 2>> line) {
  constexpr double far = 1e5;
  std::vector<picture::Point> result;
  result.reserve(line.size());
  for (const auto& each : line) {
    const picture::Point at = frame.at(each);
    result.push_back({std::clamp(at.x, -far, far), std::clamp(at.y, -far, far)});
  }
  return result;
}

std::vector<picture::Point> thinned(const PlaneFrame& frame,
                                    std::span<const std::array<double, 2>> line) {
  std::vector<picture::Point> result;
  picture::Point at;
  for (const auto& each : line) {
    at = frame.at(each);
    if (result.empty() || std::hypot(at.x - result.back().x, at.y - result.back().y) >= 1) {
      result.push_back(at);
    }
  }
  if (!result.empty()) result.back() = at;  // to the very end
  return result;
}

}  // namespace marginscope
