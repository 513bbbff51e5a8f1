#pragma once  // for every room above

// What a machine's weights of the patterns prove, as a picture: each class mixed to one point.

#include <Eigen/Core>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "scene/plane.h"
#include "session/machine.h"
#include "views/contours.h"

namespace marginscope {

struct Proof {
  enum class Kind {
    coincidence,    // both classes mix to the same point: a certificate that no line separates them
    nearest_points  // w leads from the one point to the other: dual variables of a linear machine
  };
  Kind kind;

  // What each training pattern counts for in its class's mixture, N; both classes' add up to 1.
  std::vector<double> shares;
  // The mixtures Σ share · x of the classes +1 and −1, p each, in the units of the data; and where they
  // lie on the plane.
  std::array<Eigen::RowVectorXd, 2> mixtures;
  std::array<std::array<double, 2>, 2> places;
  // All mixtures of each class, +1 and −1, in which no pattern counts for more than the one that does
  // so here, on the plane: a reduced convex hull, as a closed convex line.
  std::array<Line, 2> hulls;

  // How far the mixtures are apart: the largest |Σ ± u x| / Σ u |x − c| of a feature, u being half of the
  // shares and c the middle. It is what Gordan's certificate is accepted by.
  double residual = 0;
  // The same in the space where the machine works (scaled), as a length.
  double distance = 0;
  std::string sentence;
};

// Why this iteration of a machine proves nothing, in a sentence without its full stop; nothing where it
// does. Cost: O(N).
std::optional<std::string> without_proof(const Machine& machine);

// Of the present iteration, by the roles of what the machine publishes: a certificate where the run
// ended with one, else dual variables that weigh the patterns with the linear kernel. The error is that
// sentence. Cost: O(Np), and a few hundred selections of O(N) for the hulls.
Result<Proof> proof_of(const Machine& machine, const Dataset& data, const Plane& plane);

}  // namespace marginscope
