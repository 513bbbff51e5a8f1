#pragma once

// What is drawn on the plane's card.

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui.h"

namespace marginscope {

// The surface, its lines, the scales and the points, clipped to the view's rectangle. The surface is up
// to date. `below_points` draws what lies between; null: nothing.
void draw_plane(Ui& ui, ImDrawList& list, void (*below_points)(Ui& ui, ImDrawList& list));

// The numbers of points beside them, each of so large a marker: of those that are pointed at, selected or
// named by the sentence, and where points are few of all whose number covers nothing.
void draw_numbers(const Ui& ui, ImDrawList& list, float radius);

// Where labels of these sizes stand beside their points, the first points of `points`: to the upper
// right, or else in the next of the four directions in which they cover no point and no label before
// them. Where there is none, the first `certain` stand to the upper right all the same, and others
// nowhere.
std::vector<std::optional<Rect>> labels_beside(std::span<const ImVec2> points,
                                               std::span<const ImVec2> sizes, float radius,
                                               std::size_t certain);

// Both classes mixed to points: the hulls, and from each pattern that counts how much it does.
void draw_proof(Ui& ui, ImDrawList& list);

// The space of weights, over ui.plane.view. `pointed` is the pattern whose line the pointer is on (−1:
// none); `at` is where in the space it is, whose decision the small plane shows.
void draw_weights(Ui& ui, ImDrawList& list, int pointed, std::array<double, 2> at);

// A pattern's line in the space of weights on the screen.
struct SeenLine {
  ImVec2 middle;     // its place next to the middle of the view
  ImVec2 direction;  // along it, of length 1
  ImVec2 right;      // across it, of length 1, to where the pattern is right
};
// Nothing where it is out of sight.
std::optional<SeenLine> seen_line(const PlaneView& view, const PatternLine& line);

// --- Of several machines, on the plane of points. ---

// Shades where their classes differ, in place of the surface.
void draw_differences(Ui& ui, ImDrawList& list);

// The boundaries of all of them, each with its letter, stroke and colour; in regression on one feature
// their curves.
void draw_boundaries(const Ui& ui, ImDrawList& list);

// --- What they share. ---

// Of the markers of so many points; beyond a few hundred they are small, and drawn as pictures of their
// shapes (Sprites, prepared by draw_plane).
float point_radius(Eigen::Index points);
bool drawn_as_pictures(Eigen::Index points);

// A line of the plane on the screen, without points that lie so close together that the direction
// between them is chance.
std::vector<ImVec2> on_screen(const PlaneView& view, const Line& line);

// Tick labels along the lower and left border of the view, names at their ends; without a second name
// there is nothing upwards.
void draw_scales(const Ui& ui, ImDrawList& list, const PlaneView& view,
                 const std::array<std::string, 2>& names);

// A sentence on a plate at the foot of a part of the card, as wide as it needs.
void draw_told(const Ui& ui, ImDrawList& list, const Rect& part, std::string_view text);

// Covers what lies outside the card's rounded corners, then draws the border.
void draw_corners(const Ui& ui, ImDrawList& list, const Rect& rect);

}  // namespace marginscope
