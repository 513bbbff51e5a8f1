#pragma once

// The decision surface over the visible part of the plane.

#include <array>
#include <optional>
#include <vector>

#include "views/contours.h"
#include "views/disagreement.h"

namespace marginscope {

struct Ui;

// What a machine makes of the places of the plane, sampled on a lattice.
struct Relief : DecisionLattice {
  static constexpr int finer = 4;  // parts of a lattice cell's side where it is cut

  // Cells that a line crosses, each as the index of its corner at the bottom left, with the decision
  // values on a lattice of its own: (finer + 1)² × outputs each.
  std::vector<int> cut;
  std::vector<double> within;
  std::vector<Line> boundary, margins;  // of classes f = 0 and f = ± margin level, in plane units
  std::vector<std::array<double, 2>> curve;  // (x, f) in regression on one feature, then no values
  double level = 0;         // at which margins are drawn (Solver::margin_level); 0: nowhere
  double milliseconds = 0;  // that sampling the full lattice takes
};

// That of the chosen machine, with the lines of the others; made anew when what they say or the view
// changes.
struct Surface : Relief {
  unsigned long long version = 0;
  std::array<double, 8> view{};
  // In regression on several features the range of the targets, which values are shaded by.
  std::optional<std::array<double, 2>> targets;
  // From each training point to where its margin would equal its target, its slack would end or, in
  // regression on one feature, to the nearest edge of the tube.
  std::vector<std::array<double, 4>> errors;
  double scale = 1;   // of the decision values, for shades
  bool fine = false;  // once it rests: all points, and the finest lines
  // Of several machines each by its place, without margins; empty where nothing is trained, and that of
  // the chosen one. None of one machine.
  std::vector<Relief> others;
  std::optional<std::vector<Stretch>> differences;  // between them, once they are asked for
};

// Brings ui.surface up to date with session and view: coarsely while they change, in full once they
// rest, in slices (finer_surface) where that takes more than a frame has time for.
void update_surface(Ui& ui);

// Goes on with ui.finer_surface, which is there; true once update_surface can take it.
bool refine_surface(Ui& ui);

}  // namespace marginscope
