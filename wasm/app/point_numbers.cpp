// The numbers of points on the plane.

#include <algorithm>
#include <cmath>

#include "app/plane_drawing.h"

namespace marginscope {
namespace {

// Below this many points each has its number beside it.
constexpr int few_numbers = 30;
constexpr float gap = 3;  // between marker and number

// Those that are pointed at, selected or named by the sentence, each once.
std::vector<int> points_in_question(const Ui& ui) {
  const Session& session = ui.session();
  const auto count = static_cast<int>(session.scene().data.size());
  std::vector<int> points = {ui.hovered_point, session.selected()};
  for (const auto& mention : session.machine().explanation().mentions) {
    points.push_back(session.point_of_pattern(mention.pattern));
  }
  std::ranges::sort(points);
  points.erase(std::ranges::unique(points).begin(), points.end());
  std::erase_if(points, [count](int point) { return point < 0 || point >= count; });
  return points;
}

}  // namespace

std::vector<std::optional<Rect>> labels_beside(std::span<const ImVec2> points,
                                               std::span<const ImVec2> sizes, float radius,
                                               std::size_t certain) {
  std::vector<std::optional<Rect>> places;
  const auto free = [&](const Rect& place) {
    const auto on_marker = [&](ImVec2 point) {
      return std::abs(point.x - place.center().x) < place.width() / 2 + radius &&
             std::abs(point.y - place.center().y) < place.height() / 2 + radius;
    };
    return std::ranges::none_of(points, on_marker) &&
           std::ranges::none_of(places,
                                [&](const auto& other) { return other && place.overlaps(*other); });
  };
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const float away = radius + gap;
    const auto place = [&](bool left, bool below) {
      const float x = points[i].x + (left ? -away - sizes[i].x : away);
      const float y =
          points[i].y + (below ? radius : -radius - sizes[i].y) + (below ? -2.0F : 2.0F);
      const ImVec2 corner = {std::round(x), std::round(y)};
      return Rect{corner, corner + sizes[i]};
    };
    const Rect choices[] = {place(false, false), place(false, true), place(true, false),
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

void draw_numbers(const Ui& ui, ImDrawList& list, float radius) {
  const Session& session = ui.session();
  const auto count = static_cast<int>(session.scene().data.size());
  std::vector<int> numbered = points_in_question(ui);
  const std::size_t certain = numbered.size();
  for (int i = 0; i < count && count < few_numbers; ++i) {
    if (std::ranges::find(numbered, i) == numbered.end()) numbered.push_back(i);
  }
  std::vector<ImVec2> points, sizes;
  for (const int point : numbered) {
    const auto [x, y] = place_of(session, point);
    points.push_back(ui.view.to_screen(x, y));
    sizes.push_back(text_size(ui.fonts.small, std::to_string(point + 1)));
  }
  const auto places = labels_beside(points, sizes, radius, certain);
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!places[i] || !ui.view.rect.contains(points[i])) continue;
    const Rect& place = *places[i];
    list.AddRectFilled(place.min - ImVec2(2, -1), place.max + ImVec2(2, -1),
                       faded(ui.theme.card, 0.7F), 3);
    draw_text(list, ui.fonts.small, place.min, ui.theme.ink, std::to_string(numbered[i] + 1));
  }
}

}  // namespace marginscope
