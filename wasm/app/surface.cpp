// The decision surface over the visible part of the plane: values on a lattice, the lines f = 0 and
// f = ± margin level, and the error of every training pattern as a segment.

#include <algorithm>
#include <chrono>
#include <cmath>

#include "app/ui.h"

namespace marginscope {
namespace {

constexpr int full_lattice = 56, least_lattice = 16, curve_samples = 301;
// Sampling takes no longer than this while the surface changes from frame to frame.
constexpr double most_milliseconds = 8;
constexpr int most_error_segments = 600;

struct Box {
  double x0, y0, x1, y1;
};

// f = value + x · dx + y · dy over the plane.
struct Affine {
  double value, dx, dy;
  double at(double x, double y) const { return value + x * dx + y * dy; }
};

Eigen::MatrixXd outputs_at(const Session& session,
                           const std::vector<std::array<double, 2>>& places) {
  Eigen::MatrixXd X(static_cast<Eigen::Index>(places.size()), session.plane().origin.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    X.row(static_cast<Eigen::Index>(i)) = session.plane().pattern(places[i][0], places[i][1]);
  }
  Eigen::MatrixXd f;
  session.decision_values(X, f);
  return f;
}

// The part of the line f = level inside the box.
void add_line(const Affine& f, double level, const Box& box,
              std::vector<std::array<double, 4>>& lines) {
  std::vector<std::array<double, 2>> ends;
  const auto take = [&](double x, double y) {
    const double slack_x = 1e-9 * (box.x1 - box.x0), slack_y = 1e-9 * (box.y1 - box.y0);
    if (x < box.x0 - slack_x || x > box.x1 + slack_x || y < box.y0 - slack_y ||
        y > box.y1 + slack_y) {
      return;
    }
    for (const auto& end : ends) {
      if (std::abs(end[0] - x) <= slack_x && std::abs(end[1] - y) <= slack_y) return;
    }
    ends.push_back({x, y});
  };
  if (f.dy != 0) {
    for (const double x : {box.x0, box.x1}) take(x, (level - f.value - x * f.dx) / f.dy);
  }
  if (f.dx != 0) {
    for (const double y : {box.y0, box.y1}) take((level - f.value - y * f.dy) / f.dx, y);
  }
  if (ends.size() >= 2) lines.push_back({ends[0][0], ends[0][1], ends[1][0], ends[1][1]});
}

// Marching squares with linear interpolation; saddles are cut as if their centre were outside.
template <class ValueAt>
void add_contour(int columns, int rows, const Box& box, double level, ValueAt value_at,
                 std::vector<std::array<double, 4>>& lines) {
  const double step_x = (box.x1 - box.x0) / (columns - 1), step_y = (box.y1 - box.y0) / (rows - 1);
  for (int r = 0; r + 1 < rows; ++r) {
    for (int c = 0; c + 1 < columns; ++c) {
      const double corners[4] = {value_at(r, c) - level, value_at(r, c + 1) - level,
                                 value_at(r + 1, c + 1) - level, value_at(r + 1, c) - level};
      static constexpr int at[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
      double crossing[4][2];
      int count = 0;
      for (int i = 0; i < 4; ++i) {
        const int j = (i + 1) % 4;
        if ((corners[i] > 0) == (corners[j] > 0)) continue;
        const double t = corners[i] / (corners[i] - corners[j]);
        crossing[count][0] = box.x0 + step_x * (c + at[i][0] + t * (at[j][0] - at[i][0]));
        crossing[count][1] = box.y0 + step_y * (r + at[i][1] + t * (at[j][1] - at[i][1]));
        ++count;
      }
      for (int i = 0; i + 1 < count; i += 2) {
        lines.push_back({crossing[i][0], crossing[i][1], crossing[i + 1][0], crossing[i + 1][1]});
      }
    }
  }
}

// How far the winner of several classes is ahead of class k: positive where k wins.
double lead(const double* outputs, int count, int k) {
  double others = -INFINITY;
  for (int i = 0; i < count; ++i) {
    if (i != k) others = std::max(others, outputs[i]);
  }
  return outputs[k] - others;
}

void sample(const Session& session, const Box& box, int lattice, Surface& surface) {
  std::vector<std::array<double, 2>> places;
  places.reserve(static_cast<std::size_t>(lattice * lattice));
  for (int r = 0; r < lattice; ++r) {
    for (int c = 0; c < lattice; ++c) {
      places.push_back({box.x0 + (box.x1 - box.x0) * c / (lattice - 1),
                        box.y0 + (box.y1 - box.y0) * r / (lattice - 1)});
    }
  }
  const Eigen::MatrixXd f = outputs_at(session, places);
  surface.outputs = static_cast<int>(f.cols());
  surface.values.resize(static_cast<std::size_t>(f.size()));
  for (Eigen::Index i = 0; i < f.rows(); ++i) {
    for (Eigen::Index k = 0; k < f.cols(); ++k) {
      surface.values[static_cast<std::size_t>(i * f.cols() + k)] = f(i, k);
    }
  }
}

// A few Newton steps along the gradient, for a surface that is not a plane.
std::vector<std::array<double, 2>> follow_gradient(const Session& session, const Box& box,
                                                   std::vector<std::array<double, 2>> places,
                                                   const std::vector<double>& wanted) {
  const double h_x = 1e-4 * (box.x1 - box.x0), h_y = 1e-4 * (box.y1 - box.y0);
  const double longest = 0.15 * std::min(box.x1 - box.x0, box.y1 - box.y0);
  for (int round = 0; round < 4; ++round) {
    std::vector<std::array<double, 2>> probes;
    probes.reserve(places.size() * 3);
    for (const auto& [x, y] : places) {
      probes.push_back({x, y});
      probes.push_back({x + h_x, y});
      probes.push_back({x, y + h_y});
    }
    const Eigen::MatrixXd f = outputs_at(session, probes);
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto row = static_cast<Eigen::Index>(3 * i);
      const double dx = (f(row + 1, 0) - f(row, 0)) / h_x, dy = (f(row + 2, 0) - f(row, 0)) / h_y;
      const double square = dx * dx + dy * dy;
      if (!(square > 0)) continue;
      const double by = (wanted[i] - f(row, 0)) / square;
      const double length = std::abs(by) * std::sqrt(square);
      const double factor = length > longest ? by * longest / length : by;
      places[i][0] += factor * dx;
      places[i][1] += factor * dy;
    }
  }
  return places;
}

// Regression on one feature: the curve, and from each training point the part of its residual that
// lies outside the tube.
void sample_curve(const Session& session, const Box& box, double level, Surface& surface) {
  std::vector<std::array<double, 2>> places;
  for (int i = 0; i < curve_samples; ++i) {
    places.push_back({box.x0 + (box.x1 - box.x0) * i / (curve_samples - 1), 0});
  }
  const Eigen::MatrixXd f = outputs_at(session, places);
  surface.outputs = 1;
  surface.curve = std::move(places);
  for (int i = 0; i < curve_samples; ++i) surface.curve[static_cast<std::size_t>(i)][1] = f(i, 0);
  const Dataset& data = session.scene().data;
  if (data.size() > most_error_segments) return;
  for (int i = 0; i < static_cast<int>(data.size()); ++i) {
    const double at = surface.point_outputs[static_cast<std::size_t>(i)];
    const auto [x, y] = session.plane().place(data, i);
    if (session.pattern_of_point(i) < 0 || !(std::abs(y - at) > level)) continue;
    surface.errors.push_back({x, y, x, y > at ? at + level : at - level});
  }
}

}  // namespace

void update_surface(Ui& ui) {
  const Session& session = ui.session();
  const PlaneView& view = ui.view;
  const std::array<double, 8> key = {view.center_x,     view.center_y,     view.scale_x,
                                     view.scale_y,      view.rect.min.x,   view.rect.min.y,
                                     view.rect.width(), view.rect.height()};
  Surface& surface = ui.surface;
  const bool moving = session.playing() || session.busy();
  if (surface.version == session.version() && surface.view == key && (moving || !surface.coarse)) {
    return;
  }
  const double full = surface.milliseconds;
  const bool coarse = moving && full > most_milliseconds;
  const int lattice =
      coarse ? std::max(least_lattice,
                        static_cast<int>(full_lattice * std::sqrt(most_milliseconds / full)))
             : full_lattice;
  surface = {};
  surface.milliseconds = full;
  surface.coarse = coarse;
  surface.version = session.version();
  surface.view = key;
  if (!session.run()) return;

  const Box box = {view.x_at(view.rect.min.x), view.y_at(view.rect.max.y),
                   view.x_at(view.rect.max.x), view.y_at(view.rect.min.y)};
  const Solver& solver = session.run()->solver();
  const Dataset& data = session.scene().data;
  // The solver holds the values of its patterns; only the other points have to be computed.
  const std::vector<double>& known = session.quantity("decision_values");
  const int patterns = session.patterns();
  const auto known_each = patterns > 0 ? static_cast<int>(known.size()) / patterns : 0;
  // Of two classes in a solver for several, the first column alone: the other is its negative.
  const auto outputs_each =
      std::min(known_each, static_cast<int>(outputs_at(session, {{box.x0, box.y0}}).cols()));
  Eigen::MatrixXd rest(data.size() - patterns, data.X.cols()), at_rest;
  for (int i = 0, row = 0; i < static_cast<int>(data.size()); ++i) {
    if (session.pattern_of_point(i) < 0) rest.row(row++) = data.X.row(i);
  }
  if (rest.rows() > 0) session.decision_values(rest, at_rest);
  for (int i = 0, row = 0; i < static_cast<int>(data.size()); ++i) {
    const int pattern = session.pattern_of_point(i);
    for (int k = 0; k < outputs_each; ++k) {
      surface.point_outputs.push_back(
          pattern < 0 ? at_rest(row, k)
                      : known[static_cast<std::size_t>(pattern * known_each + k)]);
    }
    row += pattern < 0;
  }
  const double level = solver.margin_level();
  if (session.plane().shows_target) {
    sample_curve(session, box, level, surface);
    return;
  }
  surface.columns = surface.rows = lattice;
  const bool classes = data.task == Task::classification;
  if (!classes && data.size() > 0) surface.targets = {data.y.minCoeff(), data.y.maxCoeff()};

  // Weights are published by solvers whose f is a plane over the feature space.
  const bool linear = !session.quantity("weights").empty() && outputs_each == 1;
  Affine affine{};
  if (linear) {
    const Eigen::MatrixXd f =
        outputs_at(session, {{box.x0, box.y0}, {box.x1, box.y0}, {box.x0, box.y1}});
    affine.dx = (f(1, 0) - f(0, 0)) / (box.x1 - box.x0);
    affine.dy = (f(2, 0) - f(0, 0)) / (box.y1 - box.y0);
    affine.value = f(0, 0) - box.x0 * affine.dx - box.y0 * affine.dy;
    surface.outputs = 1;
    surface.values.reserve(static_cast<std::size_t>(lattice * lattice));
    for (int r = 0; r < lattice; ++r) {
      for (int c = 0; c < lattice; ++c) {
        surface.values.push_back(affine.at(box.x0 + (box.x1 - box.x0) * c / (lattice - 1),
                                           box.y0 + (box.y1 - box.y0) * r / (lattice - 1)));
      }
    }
    if (!classes) return;
    add_line(affine, 0, box, surface.boundary);
    for (const double side : {-level, level}) add_line(affine, side, box, surface.margins);
  } else {
    const auto began = std::chrono::steady_clock::now();
    sample(session, box, lattice, surface);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - began;
    surface.milliseconds = took.count() * (full_lattice * full_lattice) / (lattice * lattice);
    if (!classes) return;
    const int outputs = surface.outputs;
    const auto values_at = [&](int r, int c) {
      return surface.values.data() + static_cast<std::ptrdiff_t>((r * lattice + c) * outputs);
    };
    if (outputs == 1) {
      const auto value_at = [&](int r, int c) { return *values_at(r, c); };
      add_contour(lattice, lattice, box, 0, value_at, surface.boundary);
      for (const double side : {-level, level}) {
        add_contour(lattice, lattice, box, side, value_at, surface.margins);
      }
    } else {
      for (int k = 0; k < outputs; ++k) {
        add_contour(
            lattice, lattice, box, 0,
            [&](int r, int c) { return lead(values_at(r, c), outputs, k); }, surface.boundary);
      }
    }
  }

  // On more than two features a point does not lie in the plane that is shown, so its error has no
  // place there.
  const std::vector<double>& margins = session.quantity("margins");
  const std::vector<double>& asked = session.quantity("margin_vector");
  const std::vector<double>& slack = session.quantity("slack");
  if (data.X.cols() > 2 || surface.outputs != 1 || coarse ||
      (slack.size() != margins.size() && asked.size() != margins.size()) ||
      margins.size() != static_cast<std::size_t>(patterns) ||
      margins.size() > most_error_segments) {
    return;
  }
  std::vector<std::array<double, 2>> from;
  std::vector<double> wanted;
  for (std::size_t pattern = 0; pattern < margins.size(); ++pattern) {
    const int point = session.point_of_pattern(static_cast<int>(pattern));
    if (!slack.empty() && !(slack[pattern] > 0)) continue;
    const double target = (slack.empty() ? asked[pattern] : level) * (data.y[point] > 0 ? 1 : -1);
    if (!std::isfinite(target)) continue;
    from.push_back(session.plane().place(data, point));
    wanted.push_back(target);
  }
  std::vector<std::array<double, 2>> to = from;
  if (linear) {
    const double square = affine.dx * affine.dx + affine.dy * affine.dy;
    for (std::size_t i = 0; square > 0 && i < from.size(); ++i) {
      const double by = (wanted[i] - affine.at(from[i][0], from[i][1])) / square;
      to[i] = {from[i][0] + by * affine.dx, from[i][1] + by * affine.dy};
    }
  } else {
    if (!to.empty()) to = follow_gradient(session, box, std::move(to), wanted);
  }
  const Eigen::MatrixXd reached = to.empty() ? Eigen::MatrixXd() : outputs_at(session, to);
  for (std::size_t i = 0; i < from.size(); ++i) {
    // A curved surface may have no such place nearby.
    const double miss = std::abs(reached(static_cast<Eigen::Index>(i), 0) - wanted[i]);
    if (!linear && !(miss <= 0.05 * std::max(level, std::abs(wanted[i])))) continue;
    surface.errors.push_back({from[i][0], from[i][1], to[i][0], to[i][1]});
  }
}

}  // namespace marginscope
