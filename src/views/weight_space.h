#pragma once  // for every room above

// What a linear machine of two classes sees: a plane of its weights, in which each training pattern is
// the line z·w = 0 with a wrong side, and the machine a point that moves.

#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "scene/plane.h"
#include "session/session.h"
#include "views/contours.h"

namespace marginscope {

// Which weights lie across and up: those along the two directions of the plane of points, or one of
// them and the bias w₀. All others are as they are now.
enum class WeightPair { both, first_and_bias, second_and_bias };

// "w₁ and w₂", in the order of WeightPair; of one feature "w₁ and w₀" alone, which is all of them.
std::vector<std::string> weight_pairs(const Session& session);

// The margin of a pattern over that plane: z·w = across · a + up · b + rest. It is wrong where that is
// not positive.
struct PatternLine {
  double across = 0, up = 0, rest = 0;
  bool wrong = false;  // at the present weights, as the machine has it

  double margin(double a, double b) const { return across * a + up * b + rest; }
};

// Where all of these margins are positive: a convex polygon, counter-clockwise, as far as it lies in
// the box; empty where there is none. Cost: O(Nk) for a polygon of k corners.
Line version_space(std::span<const PatternLine> lines, const Box& box);

// The way of a machine's weights over that plane, in their units, which are those of the space where the
// machine works (scaled).
struct WeightPath {
  std::array<double, 2> present;
  // Through the iterations that were made: all of them of a short run, else a sample.
  std::vector<int> iterations;
  Line path;
};

struct WeightSpace : WeightPath {
  std::array<std::string, 2> names;  // "w₁", "w₀"
  std::vector<PatternLine> lines;    // of the training patterns, N

  // Those of the other machines that have such a space: which of them by its place, and its path.
  std::vector<std::pair<int, WeightPath>> others;

  // What should be seen at first: where the weights have been so far, and no weights at all, with room
  // around, between round numbers. It stays while the run goes back and forth, and changes seldom while
  // it goes on.
  Box bounds;

  // Contours of the criterion about its least value over this plane, for what the machine asks for at
  // this iteration; empty where it is not quadratic in the weights (Solver::penalty_of_squares).
  struct Level {
    double objective;
    Line line;  // closed
  };
  std::vector<Level> levels;

  std::string sentence;  // how many are right, and whether there is a place in the bounds for all

  // The decision value over the plane of points, f = value + u · du + v · dv, of the weights at (a, b).
  std::array<double, 3> decision(double a, double b) const;
  std::array<std::array<double, 3>, 3>
      decisions;  // of the present weights and of the two directions
};

// Why a machine has no such space, in a sentence without its full stop: another task, several classes,
// no weights of the features, or some that are not finite. Nothing where it has one.
std::optional<std::string> without_weight_space(const Machine& machine);

// Of the present iteration. The error is that sentence. Cost: O((N + S) p) for S samples of the path.
Result<WeightSpace> weight_space_of(const Machine& machine, const Plane& plane, WeightPair pair);

// That of the chosen machine, with the paths of the others, which its bounds have room for.
Result<WeightSpace> weight_space_of(const Session& session, WeightPair pair);

}  // namespace marginscope
