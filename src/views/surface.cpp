#include "views/surface.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "views/plane_picture.h"

namespace marginscope {
namespace {

constexpr int curve_samples = 301;
constexpr int most_error_segments = 600;
// On a curved surface an error is shown where it ends within this part of the view's shorter side.
constexpr double share_nearby = 0.15;

double nearby(const Box& box) { return share_nearby * std::min(box.x1 - box.x0, box.y1 - box.y0); }

// f = value + x · dx + y · dy over the plane.
struct Affine {
  double value, dx, dy;
  double at(double x, double y) const { return value + x * dx + y * dy; }
};

// Decision values at places of the plane, places × outputs.
Eigen::MatrixXd outputs_at(const Session& session, const Machine& machine,
                           const std::vector<std::array<double, 2>>& places) {
  Eigen::MatrixXd X(static_cast<Eigen::Index>(places.size()), session.plane().origin.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    X.row(static_cast<Eigen::Index>(i)) = session.plane().pattern(places[i][0], places[i][1]);
  }
  Eigen::MatrixXd f;
  machine.decision_values(X, f);
  return f;
}

// Appends a matrix row after row.
void append(const Eigen::MatrixXd& f, std::vector<double>& values) {
  for (Eigen::Index i = 0; i < f.rows(); ++i) {
    for (Eigen::Index k = 0; k < f.cols(); ++k) values.push_back(f(i, k));
  }
}

// The part of the line f = level inside the box.
void add_line(const Affine& f, double level, const Box& box, std::vector<Line>& lines) {
  Line ends;
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
  if (ends.size() >= 2) lines.push_back({ends[0], ends[1]});
}

// Cuts the cells that f = 0 crosses.
void cut_along(const Affine& f, const Box& box, Relief& surface) {
  const int size = surface.columns, finest = (size - 1) * Relief::finer;
  const auto value = [&](int row, int column) {
    return f.at(box.x0 + (box.x1 - box.x0) * column / finest,
                box.y0 + (box.y1 - box.y0) * row / finest);
  };
  for (int r = 0; r + 1 < size; ++r) {
    for (int c = 0; c + 1 < size; ++c) {
      const double* corner = surface.values.data() + static_cast<std::ptrdiff_t>(r * size + c);
      const bool positive = *corner > 0;
      const double others[] = {corner[1], corner[size], corner[size + 1]};
      if (std::ranges::all_of(others, [&](double at) { return (at > 0) == positive; })) continue;
      surface.cut.push_back(r * size + c);
      for (int i = 0; i <= Relief::finer; ++i) {
        for (int j = 0; j <= Relief::finer; ++j) {
          surface.within.push_back(value(r * Relief::finer + i, c * Relief::finer + j));
        }
      }
    }
  }
}

double mean_size(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += std::isfinite(value) ? std::abs(value) : 0;
  return sum > 0 ? sum / static_cast<double>(values.size()) : 1;
}

struct Lattice {
  int outputs = 0;
  std::vector<double> values;  // places × outputs, row after row
  double milliseconds = 0;     // that the full lattice takes
};

Gradual<Lattice> sample(const Session& session, const Machine& machine, Box box, int size) {
  Lattice lattice;
  std::vector<std::array<double, 2>> row(static_cast<std::size_t>(size));
  std::chrono::duration<double, std::milli> took{0};
  for (int r = 0; r < size; ++r) {
    co_await Pause{"the surface", static_cast<double>(r) / size};
    const auto began = std::chrono::steady_clock::now();
    for (int c = 0; c < size; ++c) {
      row[static_cast<std::size_t>(c)] = {box.x0 + (box.x1 - box.x0) * c / (size - 1),
                                          box.y0 + (box.y1 - box.y0) * r / (size - 1)};
    }
    const Eigen::MatrixXd f = outputs_at(session, machine, row);
    lattice.outputs = static_cast<int>(f.cols());
    append(f, lattice.values);
    took += std::chrono::steady_clock::now() - began;
  }
  lattice.milliseconds = took.count() * (full_lattice * full_lattice) / (size * size);
  co_return lattice;
}

// The lines of a surface that is not a plane: for one decision value f = 0, then f = ± the margin
// level if there is one; for several, where each of them begins to win. A cell of the lattice that a
// line crosses is cut finer: by samples, or between its corners.
Gradual<std::vector<Contour>> contours_of(const Session& session, const Machine& machine,
                                          Relief& surface, Box box, bool by_samples) {
  constexpr int finer = Relief::finer;
  const int size = surface.columns, outputs = surface.outputs;
  const int lines = outputs > 1 ? outputs : surface.level > 0 ? 3 : 1;
  const double levels[] = {0, -surface.level, surface.level};
  const auto separated = [&](const double* values, int line) {
    return outputs > 1 ? lead(values, outputs, line) : *values - levels[line];
  };
  const auto sides = [&](const double* values) {
    unsigned beyond = 0;
    for (int line = 0; line < lines; ++line) beyond |= (separated(values, line) > 0) << line;
    return beyond;
  };
  const auto corner = [&](int r, int c) {
    return surface.values.data() + static_cast<std::ptrdiff_t>((r * size + c) * outputs);
  };

  // Cells that a line crosses between their corners, then those that it enters from another one.
  std::vector<int> cells;
  std::vector<char> listed(static_cast<std::size_t>(size * size), false);
  const auto enlist = [&](int r, int c) {
    if (r < 0 || c < 0 || r + 1 >= size || c + 1 >= size) return;
    char& known = listed[static_cast<std::size_t>(r * size + c)];
    if (!known) cells.push_back(r * size + c);
    known = true;
  };
  for (int r = 0; r + 1 < size; ++r) {
    for (int c = 0; c + 1 < size; ++c) {
      const unsigned one = sides(corner(r, c));
      if (sides(corner(r, c + 1)) != one || sides(corner(r + 1, c)) != one ||
          sides(corner(r + 1, c + 1)) != one) {
        enlist(r, c);
      }
    }
  }

  std::vector<Contour> contours(static_cast<std::size_t>(lines), Contour(finer * size));
  std::vector<double> within;  // places × outputs
  std::vector<std::array<double, 2>> places;
  const auto inner = [&](int i, int j) {
    return within.data() + static_cast<std::ptrdiff_t>((i * (finer + 1) + j) * outputs);
  };
  const double step_x = (box.x1 - box.x0) / (size - 1), step_y = (box.y1 - box.y0) / (size - 1);
  for (std::size_t next = 0; next < cells.size(); ++next) {
    co_await Pause{"the lines", static_cast<double>(next) / static_cast<double>(cells.size())};
    const int r = cells[next] / size, c = cells[next] % size;
    const auto place = [&](int i, int j) -> std::array<double, 2> {
      return {box.x0 + step_x * (c + static_cast<double>(j) / finer),
              box.y0 + step_y * (r + static_cast<double>(i) / finer)};
    };
    within.clear();
    places.clear();
    for (int i = 0; i <= finer; ++i) {
      for (int j = 0; j <= finer; ++j) {
        places.push_back(place(i, j));
        const double up = static_cast<double>(i) / finer, along = static_cast<double>(j) / finer;
        for (int k = 0; k < outputs && !by_samples; ++k) {
          within.push_back(
              (1 - up) * ((1 - along) * corner(r, c)[k] + along * corner(r, c + 1)[k]) +
              up * ((1 - along) * corner(r + 1, c)[k] + along * corner(r + 1, c + 1)[k]));
        }
      }
    }
    if (by_samples) append(outputs_at(session, machine, places), within);
    surface.cut.push_back(cells[next]);
    surface.within.insert(surface.within.end(), within.begin(), within.end());
    for (int i = 0; i < finer; ++i) {
      if (sides(inner(0, i)) != sides(inner(0, i + 1))) enlist(r - 1, c);
      if (sides(inner(finer, i)) != sides(inner(finer, i + 1))) enlist(r + 1, c);
      if (sides(inner(i, 0)) != sides(inner(i + 1, 0))) enlist(r, c - 1);
      if (sides(inner(i, finer)) != sides(inner(i + 1, finer))) enlist(r, c + 1);
      for (int j = 0; j < finer; ++j) {
        const auto [x0, y0] = place(i, j);
        const auto [x1, y1] = place(i + 1, j + 1);
        for (int line = 0; line < lines; ++line) {
          contours[static_cast<std::size_t>(line)].add(
              finer * r + i, finer * c + j, {x0, y0, x1, y1},
              {separated(inner(i, j), line), separated(inner(i, j + 1), line),
               separated(inner(i + 1, j + 1), line), separated(inner(i + 1, j), line)});
        }
      }
    }
  }
  co_return contours;
}

// A few Newton steps along the gradient, for a surface that is not a plane; places[first … last).
void follow_gradient(const Session& session, const Box& box, const std::vector<double>& wanted,
                     std::size_t first, std::size_t last,
                     std::vector<std::array<double, 2>>& places) {
  const double h_x = 1e-4 * (box.x1 - box.x0), h_y = 1e-4 * (box.y1 - box.y0);
  const double longest = nearby(box);
  for (int round = 0; round < 4; ++round) {
    std::vector<std::array<double, 2>> probes;
    for (std::size_t i = first; i < last; ++i) {
      const auto [x, y] = places[i];
      probes.push_back({x, y});
      probes.push_back({x + h_x, y});
      probes.push_back({x, y + h_y});
    }
    const Eigen::MatrixXd f = outputs_at(session, session.machine(), probes);
    for (std::size_t i = first; i < last; ++i) {
      const auto row = static_cast<Eigen::Index>(3 * (i - first));
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
}

// Regression on one feature.
void sample_curve(const Session& session, const Machine& machine, const Box& box, Relief& surface) {
  std::vector<std::array<double, 2>> places;
  for (int i = 0; i < curve_samples; ++i) {
    places.push_back({box.x0 + (box.x1 - box.x0) * i / (curve_samples - 1), 0});
  }
  const Eigen::MatrixXd f = outputs_at(session, machine, places);
  surface.outputs = 1;
  surface.curve = std::move(places);
  for (int i = 0; i < curve_samples; ++i) surface.curve[static_cast<std::size_t>(i)][1] = f(i, 0);
}

// From each training point the part of its residual that lies outside the tube.
void add_residuals(const Session& session, Surface& surface) {
  const Dataset& data = session.scene().data;
  if (data.size() > most_error_segments) return;
  const std::vector<double>& outputs = session.machine().point_outputs();
  for (int i = 0; i < static_cast<int>(data.size()); ++i) {
    const double at = outputs[static_cast<std::size_t>(i)];
    const auto [x, y] = session.plane().place(data, i);
    if (session.pattern_of_point(i) < 0 || !(std::abs(y - at) > surface.level)) continue;
    surface.errors.push_back({x, y, x, y > at ? at + surface.level : at - surface.level});
  }
}

// Whether f is a plane over the feature space: solvers of which it is publish weights.
bool is_linear(const Session& session, const Machine& machine) {
  const bool one_output = std::ssize(machine.point_outputs()) == session.scene().data.size();
  return !machine.quantity(Role::weights).empty() && one_output;
}

// Of such a machine.
Affine affine_of(const Session& session, const Machine& machine, const Box& box) {
  const Eigen::MatrixXd f =
      outputs_at(session, machine, {{box.x0, box.y0}, {box.x1, box.y0}, {box.x0, box.y1}});
  const double dx = (f(1, 0) - f(0, 0)) / (box.x1 - box.x0);
  const double dy = (f(2, 0) - f(0, 0)) / (box.y1 - box.y0);
  return {f(0, 0) - box.x0 * dx - box.y0 * dy, dx, dy};
}

void sample_plane(const Affine& affine, const Box& box, int size, DecisionLattice& lattice) {
  lattice.columns = size;
  lattice.outputs = 1;
  lattice.values.reserve(static_cast<std::size_t>(size * size));
  for (int r = 0; r < size; ++r) {
    for (int c = 0; c < size; ++c) {
      lattice.values.push_back(affine.at(box.x0 + (box.x1 - box.x0) * c / (size - 1),
                                         box.y0 + (box.y1 - box.y0) * r / (size - 1)));
    }
  }
}

// Where the machines that are not the chosen one have their boundaries.
Gradual<std::vector<Relief>> others_of(const Session& session, Box box, int size, bool fine) {
  std::vector<Relief> others(session.machines().size());
  const bool classes = session.scene().data.task == Task::classification;
  auto relief = others.begin();
  for (const Machine& machine : session.machines()) {
    Relief& other = *relief++;
    if (&machine == &session.machine() || !machine.run()) continue;
    if (session.plane().shows_target) sample_curve(session, machine, box, other);
    if (!classes || machine.untrained()) continue;
    if (is_linear(session, machine)) {
      const Affine affine = affine_of(session, machine, box);
      sample_plane(affine, box, 2, other);
      add_line(affine, 0, box, other.boundary);
      continue;
    }
    Lattice lattice = co_await sample(session, machine, box, size);
    other.columns = size;
    other.outputs = lattice.outputs;
    other.values = std::move(lattice.values);
    other.milliseconds = lattice.milliseconds;
    const std::vector<Contour> contours = co_await contours_of(session, machine, other, box, fine);
    for (const Contour& contour : contours) {
      for (Line& line : contour.lines()) other.boundary.push_back(std::move(line));
    }
  }
  co_return others;
}

}  // namespace

Gradual<Surface> surface_of(const Session& session, Box box, int size, bool fine) {
  Surface surface;
  surface.fine = fine;
  surface.version = session.outcome_version();
  surface.box = box;
  const Dataset& data = session.scene().data;
  const Machine& machine = session.machine();
  if (session.machines().size() > 1) {
    surface.others = co_await others_of(session, box, size, fine);
    for (const Relief& other : surface.others) surface.milliseconds += other.milliseconds;
  }
  if (!machine.run()) co_return surface;
  surface.level = machine.run()->solver().margin_level();
  if (session.plane().shows_target) {
    sample_curve(session, machine, box, surface);
    add_residuals(session, surface);
    co_return surface;
  }
  const bool classes = data.task == Task::classification;
  if (classes && machine.untrained()) {
    surface.fine = fine || surface.others.empty();
    co_return surface;
  }
  if (!classes && data.size() > 0) surface.targets = {data.y->minCoeff(), data.y->maxCoeff()};

  const bool linear = is_linear(session, machine);
  Affine affine{};
  if (linear) {
    affine = affine_of(session, machine, box);
    sample_plane(affine, box, size, surface);
  } else {
    Lattice lattice = co_await sample(session, machine, box, size);
    surface.columns = size;
    surface.outputs = lattice.outputs;
    surface.values = std::move(lattice.values);
    surface.milliseconds += lattice.milliseconds;
  }
  if (!classes) co_return surface;
  const double level = surface.level;
  surface.scale = level > 0 ? level : mean_size(surface.values);
  if (linear) {
    add_line(affine, 0, box, surface.boundary);
    if (level > 0) {
      for (const double side : {-level, level}) add_line(affine, side, box, surface.margins);
    }
    cut_along(affine, box, surface);
  } else {
    const std::vector<Contour> contours =
        co_await contours_of(session, machine, surface, box, fine);
    for (std::size_t i = 0; i < contours.size(); ++i) {
      std::vector<Line>& lines = surface.outputs == 1 && i > 0 ? surface.margins : surface.boundary;
      for (Line& line : contours[i].lines()) lines.push_back(std::move(line));
    }
  }

  // Where the plane is a slice a point does not lie in it, so its error has no place there.
  const std::vector<double>& margins = machine.quantity(Role::margin);
  const std::vector<double>& asked = machine.quantity(Role::margin_target);
  const std::vector<double>& slack = machine.quantity(Role::slack);
  if (shows_slice(session.scene()) || surface.outputs != 1 || size < full_lattice ||
      (slack.size() != margins.size() && asked.size() != margins.size()) ||
      margins.size() != static_cast<std::size_t>(session.patterns()) ||
      margins.size() > most_error_segments) {
    co_return surface;
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
    constexpr std::size_t at_once = 32;
    for (std::size_t first = 0; first < to.size(); first += at_once) {
      co_await Pause{"the errors", static_cast<double>(first) / static_cast<double>(to.size())};
      follow_gradient(session, box, wanted, first, std::min(first + at_once, to.size()), to);
    }
  }
  const Eigen::MatrixXd reached = to.empty() ? Eigen::MatrixXd() : outputs_at(session, machine, to);
  for (std::size_t i = 0; i < from.size(); ++i) {
    // A curved surface may have no such place nearby.
    const double miss = std::abs(reached(static_cast<Eigen::Index>(i), 0) - wanted[i]);
    const bool there = miss <= 0.05 * std::max(level, std::abs(wanted[i])) &&
                       std::hypot(to[i][0] - from[i][0], to[i][1] - from[i][1]) <= nearby(box);
    if (!linear && !there) continue;
    surface.errors.push_back({from[i][0], from[i][1], to[i][0], to[i][1]});
  }
  co_return surface;
}

}  // namespace marginscope
