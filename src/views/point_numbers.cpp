// The numbers of points on the plane.

#include <algorithm>
#include <cmath>

#include "core/ascending.h"
#include "views/plane_drawing.h"

namespace marginscope {
namespace {

using picture::Point;
using picture::Rectangle;

// Below this many points each has its number beside it.
constexpr int few_numbers = 30;
constexpr double gap = 3;  // between marker and number

// Those that are looked at or named by the sentence, each once.
std::vector<int> points_in_question(const Session& session, const Attention& attention) {
  const auto count = static_cast<int>(session.scene().data.size());
  std::vector<int> points = {attention.hovered, attention.selected};
  for (const auto& mention : session.machine().explanation().mentions) {
    points.push_back(session.point_of_pattern(mention.pattern));
  }
  ascending_once(points);
  std::erase_if(points, [count](int point) { return point < 0 || point >= count; });
  return points;
}

}  // namespace

std::vector<std::optional<Rectangle>> labels_beside(std::span<const Point> points,
                                                    std::span<const Point> sizes, double radius,
                                                    std::size_t certain) {
  std::vector<std::optional<Rectangle>> places;
  const auto free = [&](const Rectangle& place) {
    const auto on_marker = [&](const Point& point) {
      return std::abs(point.x - place.middle().x) < place.width / 2 + radius &&
             std::abs(point.y - place.middle().y) < place.height / 2 + radius;
    };
    return std::ranges::none_of(points, on_marker) &&
           std::ranges::none_of(places,
                                [&](const auto& other) { return other && place.overlaps(*other); });
  };
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const double away = radius + gap;
    const auto place = [&](bool left, bool below) {
      const double x = points[i].x + (left ? -away - sizes[i].x : away);
      const double y = points[i].y + (below ? radius : -radius - sizes[i].y) + (below ? -2 : 2);
      return Rectangle{std::round(x), std::round(y), sizes[i].x, sizes[i].y};
    };
    const Rectangle choices[] = {place(false, false), place(false, true), place(true, false),
                                 place(true, true)};
    const auto* const chosen = std::ranges::find_if(choices, free);
    if (chosen != std::end(choices)) {
      places.emplace_back(*chosen);
    } else if (i < certain) {
      places.emplace_back(choices[0]);
    } else {
      places.emplace_back();
    }
  }
  return places;
}

void add_numbers(picture::Drawing& drawing, const PlaneFrame& frame, const Session& session,
                 const Attention& attention) {
  const Dataset& data = session.scene().data;
  const auto count = static_cast<int>(data.size());
  std::vector<int> numbered = points_in_question(session, attention);
  const std::size_t certain = numbered.size();
  for (int i = 0; i < count && count < few_numbers; ++i) {
    if (std::ranges::find(numbered, i) == numbered.end()) numbered.push_back(i);
  }
  std::vector<Point> points, sizes;
  const auto add = [&](int point) {
    points.push_back(frame.at(session.plane().place(data, point)));
  };
  for (const int point : numbered) {
    add(point);
    sizes.push_back({picture::text_width(std::to_string(point + 1)), picture::text_height});
  }
  // No number lies on a point that has none.
  for (int i = 0; i < count; ++i) {
    if (std::ranges::find(numbered, i) == numbered.end()) add(i);
  }
  const auto places = labels_beside(points, sizes, point_radius(count), certain);
  drawing.add(picture::Group{"numbers"});
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!places[i] || !frame.place.contains(points[i])) continue;
    drawing.add(picture::Text{.at = {places[i]->left, places[i]->middle().y},
                              .text = std::to_string(numbered[i] + 1),
                              .plate = {picture::card, 0.7F}});
  }
  drawing.add(picture::End());
}

}  // namespace marginscope
