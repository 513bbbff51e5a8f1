#pragma once

// The decision surface over the visible part of the plane.

#include <array>
#include <optional>
#include <vector>

#include "views/contours.h"

namespace marginscope {

struct Ui;

// Sampled on a lattice; made anew when what the machine says or the view changes.
struct Surface {
  static constexpr int finer = 4;  // parts of a lattice cell's side where it is cut

  unsigned long long version = 0;
  std::array<double, 8> view{};
  int columns = 0, outputs = 0;  // lattice points along each side, decision values at each
  std::vector<double> values;    // columns² × outputs, row by row from the bottom left
  // Cells that a line crosses, each as the index of its corner at the bottom left, with the decision
  // values on a lattice of its own: (finer + 1)² × outputs each.
  std::vector<int> cut;
  std::vector<double> within;
  // In regression on several features the range of the targets, which values are shaded by.
  std::optional<std::array<double, 2>> targets;
  std::vector<Line> boundary, margins;  // of classes f = 0 and f = ± margin level, in plane units
  // From each training point to where its margin would equal its target, its slack would end or, in
  // regression on one feature, to the nearest edge of the tube.
  std::vector<std::array<double, 4>> errors;
  std::vector<std::array<double, 2>> curve;  // (x, f) in regression on one feature, then no values
  double level = 1;                          // at which margins are drawn (Solver::margin_level)
  double scale = 1;                          // of the decision values, for shades
  double milliseconds = 0;                   // that sampling the full lattice takes
  bool fine = false;                         // once it rests: all points, and the finest lines
};

// Brings ui.surface up to date with session and view: coarsely while they change, in full once they
// rest, in slices (finer_surface) where that takes more than a frame has time for.
void update_surface(Ui& ui);

// Goes on with ui.finer_surface, which is there; true once update_surface can take it.
bool refine_surface(Ui& ui);

}  // namespace marginscope
