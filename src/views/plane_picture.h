#pragma once  // for every room above

// A small picture of a scene's plane: where its points lie, and what a machine makes of the places
// between them.

#include <Eigen/Core>
#include <vector>

#include "scene/plane.h"
#include "views/contours.h"

namespace marginscope {

// How a place is shaded by the class that wins there.
struct Shade {
  int winner = -1;   // index of the class; −1 where none wins
  double share = 0;  // of its colour in the ground's, where the strongest is 1
};

// Of `count` decision values, one of two classes and else one of each, compared with `scale`.
Shade shade_of(const double* f, int count, double scale);

// A tint that tells the winner however small the value is; beyond it the shade grows with the value
// everywhere, fastest around the margins. And how far the winner is ahead where it has such a share.
inline constexpr double faintest_share = 0.07;
double strength_of_share(double share, double scale);

// How far class k is ahead of the best other one: positive where it wins.
double lead(const double* outputs, int count, int k);

// Around all points, with some room: square where the two directions have one scale, and that does not
// press the picture flat.
Box box_around(const Plane& plane, const Dataset& data);

class PlanePicture {
 public:
  PlanePicture(const Scene& scene, const Plane& plane);

  const Box& box() const { return box_; }  // around all points, with some room

  // Places along each side of the lattice; 0 where the picture has no shades, as in regression.
  int columns() const { return columns_; }

  // The patterns that the machine is asked about, a row each: the lattice from the bottom left, row
  // by row; of regression on one feature the places of the curve, on several none.
  const Eigen::MatrixXd& asked() const { return asked_; }

  struct Painting {
    std::vector<Shade> shades;  // of the lattice
    std::vector<Line> lines;    // where another class begins to win, or the curve
  };
  // By the decision values of what is asked, a row each; margins lie at ± `level`, or nowhere (0).
  Painting painting(const Eigen::MatrixXd& f, double level) const;

 private:
  Box box_;
  int columns_ = 0;
  Eigen::MatrixXd asked_;
};

}  // namespace marginscope
