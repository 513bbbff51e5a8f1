#include "views/plane_picture.h"

#include <algorithm>
#include <cmath>

namespace marginscope {
namespace {

constexpr int lattice_columns = 41, curve_places = 161;
constexpr double half_grown =
    1.6;  // the value, against the scale, at half of what a shade grows by

}  // namespace

Box box_around(const Plane& plane, const Dataset& data) {
  Box box = {INFINITY, INFINITY, -INFINITY, -INFINITY};
  for (Eigen::Index i = 0; i < data.size(); ++i) {
    const auto [x, y] = plane.place(data, i);
    box = {std::min(box.x0, x), std::min(box.y0, y), std::max(box.x1, x), std::max(box.y1, y)};
  }
  if (data.size() == 0) box = {-1, -1, 1, 1};
  double width = box.x1 - box.x0, height = box.y1 - box.y0;
  double larger = std::max(width, height);
  if (larger == 0) larger = 2;
  if (width == 0) width = larger;
  if (height == 0) height = larger;
  const double ratio = width / height;
  if (data.X.cols() <= 2 && !plane.shows_target && ratio > 0.1 && ratio < 10) {
    width = height = larger;
  }
  const double x = (box.x0 + box.x1) / 2, y = (box.y0 + box.y1) / 2;
  constexpr double half = 0.62;  // with some room
  return {x - half * width, y - half * height, x + half * width, y + half * height};
}

double lead(const double* outputs, int count, int k) {
  double others = -INFINITY;
  for (int i = 0; i < count; ++i) {
    if (i != k) others = std::max(others, outputs[i]);
  }
  return outputs[k] - others;
}

Shade shade_of(const double* f, int count, double scale) {
  const int winner =
      count > 1 ? static_cast<int>(std::max_element(f, f + count) - f) : (*f > 0 ? 0 : 1);
  const double strength = count > 1 ? lead(f, count, winner) : std::abs(*f);
  if (!(strength > 0)) return {};
  const double relative = strength / scale;
  const double grown = std::isinf(relative) ? 1 : relative / (relative + half_grown);
  return {winner, faintest_share + (1 - faintest_share) * grown};
}

double strength_of_share(double share, double scale) {
  return scale * half_grown * (share - faintest_share) / (1 - share);
}

PlanePicture::PlanePicture(const Scene& scene, const Plane& plane)
    : box_(box_around(plane, scene.data)) {
  const auto along = [](double from, double to, int i, int count) {
    return from + (to - from) * i / (count - 1);
  };
  if (scene.data.size() == 0) return;
  if (plane.shows_target) {
    asked_.resize(curve_places, plane.origin.size());
    for (int i = 0; i < curve_places; ++i) {
      asked_.row(i) = plane.pattern(along(box_.x0, box_.x1, i, curve_places), 0);
    }
    return;
  }
  if (scene.data.task == Task::regression) return;
  columns_ = lattice_columns;
  asked_.resize(columns_ * columns_, plane.origin.size());
  for (int r = 0; r < columns_; ++r) {
    for (int c = 0; c < columns_; ++c) {
      asked_.row(r * columns_ + c) =
          plane.pattern(along(box_.x0, box_.x1, c, columns_), along(box_.y0, box_.y1, r, columns_));
    }
  }
}

PlanePicture::Painting PlanePicture::painting(const Eigen::MatrixXd& f, double level) const {
  Painting painting;
  const auto places = static_cast<int>(f.rows()), outputs = static_cast<int>(f.cols());
  if (columns_ == 0) {
    Line curve;
    for (int i = 0; i < places; ++i) {
      curve.push_back({box_.x0 + (box_.x1 - box_.x0) * i / (places - 1), f(i, 0)});
    }
    painting.lines.push_back(std::move(curve));
    return painting;
  }
  const double size = f.array().isFinite().select(f.array().abs(), 0).mean();
  const double scale = level > 0 ? level : size > 0 ? size : 1;
  const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows = f;
  for (int i = 0; i < places; ++i) {
    painting.shades.push_back(shade_of(rows.row(i).data(), outputs, scale));
  }
  std::vector<double> values(static_cast<std::size_t>(places));
  for (int k = 0; k < outputs; ++k) {
    for (int i = 0; i < places; ++i) {
      values[static_cast<std::size_t>(i)] =
          outputs > 1 ? lead(rows.row(i).data(), outputs, k) : f(i, 0);
    }
    for (Line& line : zero_lines(values, columns_, box_)) painting.lines.push_back(std::move(line));
  }
  return painting;
}

}  // namespace marginscope
