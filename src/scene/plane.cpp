#include "scene/plane.h"

#include <algorithm>
#include <cmath>

#include "scene/principal.h"

namespace marginscope {

Eigen::RowVectorXd Plane::pattern(double u, double v) const {
  return origin + u * axis_u + v * axis_v;
}

std::array<double, 2> Plane::project(const Eigen::Ref<const Eigen::RowVectorXd>& x) const {
  return {(x - origin).dot(axis_u), (x - origin).dot(axis_v)};
}

std::array<double, 2> Plane::place(const Dataset& data, Eigen::Index i) const {
  auto [u, v] = project(data.X.row(i));
  return {u, shows_target ? data.y[i] : v};
}

bool shows_target(const Dataset& data) {
  return data.task == Task::regression && data.X.cols() == 1;
}

Plane plane_of(const Scene& scene) {
  const Eigen::MatrixXd& X = scene.data.X;
  const Eigen::Index p = X.cols();
  Plane plane;
  plane.origin = Eigen::RowVectorXd::Zero(p);
  plane.axis_u = Eigen::RowVectorXd::Zero(p);
  plane.axis_v = Eigen::RowVectorXd::Zero(p);
  plane.shows_target = shows_target(scene.data);
  const bool principal = scene.projection.principal && p > 1 && X.rows() > 0;
  // Features that are not shown stay at their mean. Sums and squares are those of X divided by a
  // power of two, so that they stay in range whatever the size of its entries.
  double unit = 1;
  Eigen::RowVectorXd mean;
  if (principal || (p > 2 && X.rows() > 0)) {
    const double largest = X.cwiseAbs().maxCoeff();
    unit = largest > 0 ? std::ldexp(1.0, std::clamp(std::ilogb(largest), -1000, 1020)) : 1;
    mean = (X / unit).colwise().mean();
    plane.origin = mean * unit;
  }
  if (principal) {
    const Eigen::MatrixXd axes = principal_components((X / unit).rowwise() - mean);
    plane.axis_u = axes.col(0).transpose();
    plane.axis_v = axes.col(1).transpose();
    return plane;
  }
  const auto [first, second] = scene.projection.features;
  plane.axis_u[first] = 1;
  plane.origin[first] = 0;
  if (p > 1) {
    plane.axis_v[second] = 1;
    plane.origin[second] = 0;
  }
  return plane;
}

const Plane& LastPlane::of(const Scene& scene) {
  const Dataset& data = scene.data;
  if (!plane_ || !data.X.same_as(X_) || data.task != task_ || scene.projection != projection_) {
    plane_ = plane_of(scene);
    X_ = data.X;
    task_ = data.task;
    projection_ = scene.projection;
  }
  return *plane_;
}

}  // namespace marginscope
