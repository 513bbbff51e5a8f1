#pragma once  // for every room above

// The decision surface over a part of the plane: values on a lattice, the lines f = 0 and f = ± margin
// level, and the error of every training pattern as a segment.

#include <array>
#include <optional>
#include <vector>

#include "core/gradual.h"
#include "session/session.h"
#include "views/contours.h"
#include "views/disagreement.h"

namespace marginscope {

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

// That of the chosen machine, with the lines of the others.
struct Surface : Relief {
  unsigned long long version = 0;  // of the outcome that it was made of
  Box box{};
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
  // Where they differ, in so many strips, once that is asked for.
  std::vector<Stretch> differences;
  int strips = 0;
};

// That of the session as it is, on a lattice of size × size places, up to full_lattice of them for what
// is looked at; `fine`: with the finest lines. Cost: a decision value of each machine at each place, and
// at `Relief::finer`² in each cell that a line crosses.
inline constexpr int full_lattice = 56;
Gradual<Surface> surface_of(const Session& session, Box box, int size, bool fine);

}  // namespace marginscope
