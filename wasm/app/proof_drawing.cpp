// What the weights of the patterns prove, over the plane of points.

#include <algorithm>
#include <cmath>

#include "app/classes.h"
#include "app/plane_drawing.h"

namespace marginscope {
namespace {

// Not convex enough for a fill where rounding bends it: as a fan from its middle, without smooth edges
// between the pieces.
void fill_hull(ImDrawList& list, const std::vector<ImVec2>& hull, ImU32 color) {
  const ImDrawListFlags flags = list.Flags;
  list.Flags &= ~ImDrawListFlags_AntiAliasedFill;
  for (std::size_t i = 2; i < hull.size(); ++i) {
    list.AddTriangleFilled(hull[0], hull[i - 1], hull[i], color);
  }
  list.Flags = flags;
}

// Two halves, one of each class.
void draw_meeting(const Ui& ui, ImDrawList& list, ImVec2 at) {
  constexpr float radius = 8, half_turn = 3.1415927F;
  list.AddCircleFilled(at, radius + 3.5F, ui.theme.card);
  for (const int side : {0, 1}) {
    list.PathArcTo(at, radius, half_turn * (f32(side) + 0.5F), half_turn * (f32(side) + 1.5F));
    list.PathFillConvex(ui.theme.class_color(side));
  }
  list.AddCircle(at, radius + 2, ui.theme.ink, 0, 2);
}

// From the mixture of class −1 to that of class +1.
void draw_w(const Ui& ui, ImDrawList& list, ImVec2 from, ImVec2 to) {
  const ImVec2 way = to - from;
  const float length = std::hypot(way.x, way.y);
  constexpr float head = 10;
  if (length > 2 * head) {
    const ImVec2 along = way * (1 / length), across = {-along.y, along.x};
    const ImVec2 base = to - along * (head + 9);
    list.AddLine(from + along * 9, base, ui.theme.ink, 2.25F);
    list.AddTriangleFilled(base + along * head, base + across * 5.5F, base - across * 5.5F,
                           ui.theme.ink);
    const ImVec2 label = from + way * 0.3F + across * 13;
    list.AddCircleFilled(label, 9, faded(ui.theme.card, 0.8F));
    draw_formula(list, ui.fonts, label - ImVec2(5, ui.fonts.text.size / 2), ui.theme.ink, "w",
                 Maths::label);
  }
  for (const int side : {0, 1}) {
    const ImVec2 at = side == 0 ? to : from;
    draw_marker(list, side, at, 8, ui.theme.card, 0, 0);
    draw_marker(list, side, at, 6, ui.theme.class_color(side), ui.theme.ink, 2);
  }
}

}  // namespace

void draw_proof(Ui& ui, ImDrawList& list) {
  const Proof& proof = shown_proof(ui);
  const Session& session = ui.session();
  const Dataset& data = session.scene().data;
  const auto on_screen = [&](const std::array<double, 2>& at) {
    return ui.view.to_screen(at[0], at[1]);
  };
  for (const std::size_t side : {0, 1}) {
    std::vector<ImVec2> hull;
    for (const auto& at : proof.hulls[side]) hull.push_back(on_screen(at));
    const ImU32 color = ui.theme.class_color(static_cast<int>(side));
    fill_hull(list, hull, faded(color, 0.16F));
    if (!hull.empty()) hull.push_back(hull.front());
    draw_stroke(list, hull, {color, 6, 3, 1.5F});
  }
  const double most = *std::ranges::max_element(proof.shares);
  for (std::size_t i = 0; i < proof.shares.size(); ++i) {
    if (!(proof.shares[i] > 0)) continue;
    const int point = session.point_of_pattern(static_cast<int>(i));
    const int side = class_index(data.y[point]);
    list.AddLine(on_screen(place_of(session, point)),
                 on_screen(proof.places[static_cast<std::size_t>(side)]),
                 mix(ui.theme.class_color(side), ui.theme.ink, 0.25F),
                 1 + 4 * f32(proof.shares[i] / most));
  }
  if (proof.kind == Proof::Kind::coincidence) {
    draw_meeting(ui, list, on_screen(proof.places[0]));
  } else {
    draw_w(ui, list, on_screen(proof.places[1]), on_screen(proof.places[0]));
  }
}

}  // namespace marginscope
