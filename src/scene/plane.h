#pragma once  // for every room above

// The plane of the feature space in which a scene is drawn.

#include <Eigen/Core>
#include <array>
#include <optional>

#include "scene/scene.h"

namespace marginscope {

// Maps between the plane and the feature space: x = origin + u · axis_u + v · axis_v. In regression
// on one feature v is the target instead.
struct Plane {
  Eigen::RowVectorXd origin, axis_u, axis_v;  // p each; axis_v is zero where there is one feature
  bool shows_target = false;                  // upwards, against the one feature

  Eigen::RowVectorXd pattern(double u, double v) const;
  std::array<double, 2> project(const Eigen::Ref<const Eigen::RowVectorXd>& x) const;

  // Where the i-th point of `data` is drawn.
  std::array<double, 2> place(const Dataset& data, Eigen::Index i) const;
};
Plane plane_of(const Scene& scene);

// Whether the planes of these data show the target.
bool shows_target(const Dataset& data);

// The plane of the scene that it was last asked about. Principal components take long: it is made
// anew only where patterns, task or projection are others.
class LastPlane {
 public:
  const Plane& of(const Scene& scene);

 private:
  std::optional<Plane> plane_;
  Patterns X_;
  Task task_ = Task::classification;
  Projection projection_;
};

}  // namespace marginscope
