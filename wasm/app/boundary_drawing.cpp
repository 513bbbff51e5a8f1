// Several machines on the plane of points: their boundaries, told apart by letter, dash and colour, and
// where their classes differ.

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/machine_marks.h"
#include "app/plane_drawing.h"

namespace marginscope {
namespace {

// A place on one of these lines for a letter: in sight, clear of what is taken, and as near to a share
// of the way along the lines as that allows.
const ImVec2* place_for_letter(const std::vector<std::vector<ImVec2>>& lines, const Rect& seen,
                               float share, const std::vector<ImVec2>& taken) {
  std::vector<const ImVec2*> places;
  for (const auto& line : lines) {
    for (const ImVec2& at : line) {
      if (seen.contains(at)) places.push_back(&at);
    }
  }
  const ImVec2* found = nullptr;
  const float wanted = share * f32(static_cast<double>(places.size()));
  float least = std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i < places.size(); ++i) {
    const bool clear = std::ranges::all_of(taken, [&](const ImVec2& other) {
      return std::hypot(other.x - places[i]->x, other.y - places[i]->y) > 2.5F * letter_radius;
    });
    const float away = std::abs(f32(static_cast<double>(i)) - wanted);
    if (!clear || away >= least) continue;
    least = away;
    found = places[i];
  }
  return found;
}

// The same line with places at most so many pixels apart, of what is in sight.
std::vector<ImVec2> divided(const std::vector<ImVec2>& line, const Rect& seen) {
  constexpr float apart = 8;
  const float longest = seen.width() + seen.height();
  std::vector<ImVec2> result;
  for (std::size_t i = 1; i < line.size(); ++i) {
    const ImVec2 way = line[i] - line[i - 1];
    const float length = std::hypot(way.x, way.y);
    if (!(length <= 4 * longest)) continue;  // from far beyond what is seen
    const int pieces = std::max(1, static_cast<int>(length / apart));
    for (int piece = 0; piece < pieces; ++piece) {
      result.push_back(line[i - 1] + way * (f32(piece) / f32(pieces)));
    }
  }
  if (!line.empty()) result.push_back(line.back());
  return result;
}

}  // namespace

void draw_boundaries(const Ui& ui, ImDrawList& list) {
  const PlaneView& view = ui.view;
  const int chosen = ui.session().scene().chosen;
  const auto count = static_cast<int>(ui.surface.others.size());
  std::vector<std::vector<std::vector<ImVec2>>> lines(ui.surface.others.size());
  for (int place = 0; place < count; ++place) {
    const auto m = static_cast<std::size_t>(place);
    const Relief& relief = place == chosen ? ui.surface : ui.surface.others[m];
    for (const Line& line : relief.boundary) lines[m].push_back(on_screen(view, line));
    if (!relief.curve.empty()) lines[m].push_back(on_screen(view, relief.curve));
  }
  // The chosen one on top.
  for (const bool on_top : {false, true}) {
    for (int place = 0; place < count; ++place) {
      if ((place == chosen) != on_top) continue;
      for (const auto& line : lines[static_cast<std::size_t>(place)]) {
        draw_stroke(list, line, machine_stroke(ui, place));
      }
    }
  }
  constexpr float border = 30, below_switches = 60;
  const Rect seen = {view.rect.min + ImVec2(border, below_switches),
                     view.rect.max - ImVec2(border, border + 6)};
  // Clear of the points, too, where they are few; else of the letters alone.
  constexpr int few_points = 400;
  std::vector<ImVec2> letters, taken;
  const auto points = static_cast<int>(ui.session().scene().data.size());
  for (int i = 0; i < points && points <= few_points; ++i) {
    const auto [x, y] = place_of(ui.session(), i);
    taken.push_back(view.to_screen(x, y));
  }
  for (int place = 0; place < count; ++place) {
    std::vector<std::vector<ImVec2>> places;
    for (const auto& line : lines[static_cast<std::size_t>(place)]) {
      places.push_back(divided(line, view.rect));
    }
    const float share = f32(place + 1) / f32(count + 1);
    const ImVec2* at = place_for_letter(places, seen, share, taken);
    if (!at) at = place_for_letter(places, seen, share, letters);
    if (!at) continue;
    letters.push_back(*at);
    taken.push_back(*at);
    draw_machine_letter(ui, list, place, *at);
  }
}

void draw_differences(Ui& ui, ImDrawList& list) {
  const Rect& rect = ui.view.rect;
  list.AddRectFilled(rect.min, rect.max, ui.theme.card);
  const auto strips = static_cast<int>(rect.height());
  if (!ui.surface.differences) {
    std::vector<const DecisionLattice*> lattices = {&ui.surface};
    for (const Relief& other : ui.surface.others) lattices.push_back(&other);
    ui.surface.differences = disagreement(lattices, strips);
  }
  const ImU32 color = mix(ui.theme.card, ui.theme.ink, ui.theme.dark ? 0.3F : 0.24F);
  const float height = rect.height() / f32(strips);
  const ImDrawListFlags flags = list.Flags;
  list.Flags &= ~ImDrawListFlags_AntiAliasedFill;  // its pieces have no seams then
  for (const Stretch& stretch : *ui.surface.differences) {
    const float bottom = rect.max.y - f32(stretch.strip) * height;
    list.AddRectFilled({rect.min.x + f32(stretch.from) * rect.width(), bottom - height},
                       {rect.min.x + f32(stretch.to) * rect.width(), bottom}, color);
  }
  list.Flags = flags;
}

}  // namespace marginscope
