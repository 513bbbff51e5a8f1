#include "scene/curve.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/text.h"

namespace marginscope {
namespace {

constexpr std::size_t most_places = 2000;

using Place = std::array<double, 2>;

// Whether a way straight down from (u, v) crosses the piece; of what begins where another ends, one
// alone is crossed.
bool crosses(const Place& from, const Place& to, double u, double v) {
  if ((from[0] <= u) == (to[0] <= u)) return false;
  return from[1] + (u - from[0]) / (to[0] - from[0]) * (to[1] - from[1]) < v;
}

bool crosses_oddly(const Curve& curve, double u, double v) {
  bool odd = false;
  for (std::size_t i = 1; i < curve.size(); ++i) odd ^= crosses(curve[i - 1], curve[i], u, v);
  return odd;
}

}  // namespace

bool is_above(const Curve& curve, double u, double v) {
  if (curve.empty()) return false;
  const auto [left, right] = std::minmax(curve.front(), curve.back());
  // Straight on to the left of one end or to the right of the other.
  const bool on_left = u < left[0] && left[1] < v;
  const bool on_right = right[0] <= u && right[1] < v;
  return crosses_oddly(curve, u, v) ^ on_left ^ on_right;
}

bool is_inside(const Curve& loop, double u, double v) {
  if (loop.empty()) return false;
  return crosses_oddly(loop, u, v) ^ crosses(loop.back(), loop.front(), u, v);
}

// Douglas & Peucker 1973: between two places that are kept, the one that is furthest from the piece
// between them is kept, too, unless it is near enough.
Curve simplified(const Curve& curve, double across, double up) {
  if (curve.size() < 3) return curve;
  const auto far_from = [&](const Place& place, const Place& from, const Place& to) {
    const double x = (place[0] - from[0]) / across, y = (place[1] - from[1]) / up;
    const double way_x = (to[0] - from[0]) / across, way_y = (to[1] - from[1]) / up;
    const double length = way_x * way_x + way_y * way_y;
    const double share = length > 0 ? std::clamp((x * way_x + y * way_y) / length, 0.0, 1.0) : 0.0;
    const double off_x = x - share * way_x, off_y = y - share * way_y;
    return off_x * off_x + off_y * off_y;
  };
  std::vector<bool> kept(curve.size());
  kept.front() = kept.back() = true;
  std::vector<std::pair<std::size_t, std::size_t>> pieces = {{0, curve.size() - 1}};
  while (!pieces.empty()) {
    const auto [from, to] = pieces.back();
    pieces.pop_back();
    double furthest = 1;
    std::size_t at = from;
    for (std::size_t i = from + 1; i < to; ++i) {
      const double far = far_from(curve[i], curve[from], curve[to]);
      if (far <= furthest) continue;
      furthest = far;
      at = i;
    }
    if (at == from) continue;
    kept[at] = true;
    pieces.emplace_back(from, at);
    pieces.emplace_back(at, to);
  }
  Curve result;
  for (std::size_t i = 0; i < curve.size(); ++i) {
    if (kept[i]) result.push_back(curve[i]);
  }
  return result;
}

Result<Curve> parse_curve(std::string_view text) {
  const auto pieces = split(text, ',');
  if (pieces.size() % 2 != 0 || pieces.size() < 4 || pieces.size() > 2 * most_places) {
    return fail(sentence("A curve has from 2 to ", std::to_string(most_places),
                         " places, two numbers each: \"x1,y1,x2,y2\""));
  }
  Curve curve;
  for (std::size_t i = 0; i < pieces.size(); i += 2) {
    Place& place = curve.emplace_back();
    for (const std::size_t axis : {0, 1}) {
      const auto number = parse_number(pieces[i + axis]);
      if (!number || !std::isfinite(*number)) {
        return fail(sentence("Place ", std::to_string(i / 2 + 1), " of the curve has ",
                             in_quotes(pieces[i + axis]), " where a finite number has to be"));
      }
      place[axis] = *number;
    }
  }
  return curve;
}

std::string curve_text(const Curve& curve) {
  std::string text;
  for (const auto& [x, y] : curve) {
    text += sentence(text.empty() ? "" : ",", exact_text(x), ",", exact_text(y));
  }
  return text;
}

}  // namespace marginscope
