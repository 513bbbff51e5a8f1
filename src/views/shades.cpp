// The surface's shades and the machines' differences as areas.

#include <algorithm>
#include <cmath>

#include "views/plane_drawing.h"

namespace marginscope {
namespace {

using picture::Point;

// The same closed line without corners that nobody could see.
std::vector<Point> simplified(const std::vector<Point>& border) {
  constexpr double seen = 0.04;  // pixels
  std::vector<Point> result;
  for (std::size_t i = 0; i < border.size(); ++i) {
    const Point& at = border[i];
    if (!result.empty() && i + 1 < border.size()) {
      const Point &from = result.back(), &to = border[i + 1];
      const double x = to.x - from.x, y = to.y - from.y, length = std::hypot(x, y);
      const double beside = x * (at.y - from.y) - y * (at.x - from.x);
      const double along = x * (at.x - from.x) + y * (at.y - from.y);
      if (std::abs(beside) <= seen * length && along > 0) continue;
    }
    result.push_back(at);
  }
  return result;
}

// What a lattice has more than `level` of, as closed lines in the picture: around it lies a ring of places
// that have less, as near as can be.
std::vector<std::vector<Point>> above(const std::vector<double>& values, int columns, double level,
                                      const PlaneFrame& frame) {
  const int size = columns + 2;
  Contour contour(size);
  const Box box = frame.box();
  const auto along = [&](double from, double to, int i) {
    return from + (to - from) * std::clamp(i - 1, 0, columns - 1) / (columns - 1);
  };
  const auto at = [&](int r, int c) {
    if (r < 1 || c < 1 || r > columns || c > columns) return -1.0;
    const double value = values[static_cast<std::size_t>((r - 1) * columns + c - 1)] - level;
    return value > 0 ? value : std::min(value, -1e-12);
  };
  for (int r = 0; r + 1 < size; ++r) {
    for (int c = 0; c + 1 < size; ++c) {
      contour.add(r, c,
                  {along(box.x0, box.x1, c), along(box.y0, box.y1, r), along(box.x0, box.x1, c + 1),
                   along(box.y0, box.y1, r + 1)},
                  {at(r, c), at(r, c + 1), at(r + 1, c + 1), at(r + 1, c)});
    }
  }
  std::vector<std::vector<Point>> borders;
  for (const Line& line : contour.lines()) {
    std::vector<Point> border = simplified(thinned(frame, line));
    if (border.size() > 2) borders.push_back(std::move(border));
  }
  return borders;
}

}  // namespace

void add_shades(picture::Drawing& drawing, const PlaneFrame& frame, const Surface& surface,
                bool untrained, int steps) {
  // The share of a colour after so many of the steps.
  const auto share_after = [steps](double count) {
    return faintest_share + (1 - faintest_share) * count / steps;
  };
  if (surface.values.empty()) {
    if (untrained) drawing.block(frame.place, untrained_paint);
    return;
  }
  const int outputs = surface.outputs;
  const std::size_t places = surface.values.size() / static_cast<std::size_t>(outputs);
  const auto at = [&](std::size_t i) {
    return surface.values.data() + i * static_cast<std::size_t>(outputs);
  };
  std::vector<double> values(places);
  drawing.add(picture::Group{"surface"});
  if (surface.targets) {
    const auto [least, most] = *surface.targets;
    drawing.block(frame.place, value_paint(least, *surface.targets));
    for (int step = 1; step <= steps && most > least; ++step) {
      const auto level = [&](double count) { return least + (most - least) * count / steps; };
      drawing.add(picture::Region{above(surface.values, surface.columns, level(step - 0.5), frame),
                                  value_paint(level(step), *surface.targets)});
    }
    drawing.add(picture::End());
    return;
  }
  // Of each class where it wins, and how far it is ahead there.
  const int classes = std::max(2, outputs);
  for (int k = 0; k < classes; ++k) {
    double furthest = 0;
    for (std::size_t i = 0; i < places; ++i) {
      const double ahead = outputs > 1 ? lead(at(i), outputs, k) : k == 0 ? *at(i) : -*at(i);
      constexpr double far = 1e150;
      values[i] = std::isnan(ahead) ? 0 : std::clamp(ahead, -far, far);
      furthest = std::max(furthest, values[i]);
    }
    for (int step = 0; step < steps; ++step) {
      const double from = strength_of_share(share_after(step), surface.scale);
      if (from >= furthest) break;
      const double share = share_after(step + 0.5);
      drawing.add(
          picture::Region{above(values, surface.columns, from, frame), surface_paint({k, share})});
    }
  }
  drawing.add(picture::End());
}

void add_differences(picture::Drawing& drawing, const PlaneFrame& frame, const Surface& surface) {
  std::vector<const DecisionLattice*> lattices = {&surface};
  for (const Relief& other : surface.others) lattices.push_back(&other);
  const auto strips = static_cast<int>(frame.place.height);
  const double height = frame.place.height / strips;
  picture::Region region{{}, difference_paint};
  for (const Stretch& stretch : disagreement(lattices, strips)) {
    const double bottom = frame.place.bottom() - stretch.strip * height;
    const double left = frame.place.left + stretch.from * frame.place.width;
    const double right = frame.place.left + stretch.to * frame.place.width;
    region.borders.push_back(
        {{left, bottom - height}, {right, bottom - height}, {right, bottom}, {left, bottom}});
  }
  drawing.add(picture::Group{"differences"});
  drawing.add(std::move(region));
  drawing.add(picture::End());
}

}  // namespace marginscope
