#pragma once  // for every room above

// Where several machines predict different classes.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "session/session.h"

namespace marginscope {

// The decision values of a machine over a box of the plane: on a lattice, and linear in both directions
// between its places, which is exact of a linear machine however few they are.
struct DecisionLattice {
  int columns = 0,
      outputs = 0;  // places along each side, values at each; none of a machine untrained
  std::vector<double> values;  // columns² × outputs, row by row from the bottom left
};

// A part of the middle of one of several horizontal strips of equal height, which are counted from the
// bottom; its ends in shares of the width.
struct Stretch {
  int strip;
  double from, to;
};

// Where two of the machines predict different classes, strip by strip from left to right. A place at
// which a machine has no class, as on its boundary, is at the end of a stretch. Cost: for each strip and
// machine O(LK), L being the columns of all lattices and K the classes.
std::vector<Stretch> disagreement(std::span<const DecisionLattice* const> machines, int strips);

// Why the machines of a session cannot disagree on a class, in a sentence without its full stop; nothing
// where they can.
std::optional<std::string> without_disagreement(const Session& session);

// Who predicts what, "A and C: +1, B: −1", by the index of the class that each machine predicts, or −1;
// empty where no two differ.
std::string verdicts(std::span<const int> predicted, int classes);
// Of a point of the scene; and of any place on its plane, at the cost of a decision value of each machine.
std::string verdicts_on(const Session& session, int point);
std::string verdicts_at(const Session& session, double u, double v);

}  // namespace marginscope
