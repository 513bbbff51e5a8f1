#include "scene/point_edits.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/random.h"
#include "data/training.h"

namespace marginscope {
namespace {

std::string outside_plane(std::string_view what, const Grid& grid) {
  return sentence(what, " lies outside the plane, which spans ", short_text(grid.x0), " to ",
                  short_text(grid.x0 + grid.extent), " by ", short_text(grid.y0), " to ",
                  short_text(grid.y0 + grid.extent));
}

std::string place_text(double x, double y) {
  return sentence("(", short_text(x), ", ", short_text(y), ")");
}

struct Place {
  double x, y;
};

// The place of the grid at a point that is asked for.
Result<Place> place_on(const Grid& grid, double x, double y) {
  const Place place{grid.snap_x(x), grid.snap_y(y)};
  const double step = grid.step();
  if (std::abs(place.x - x) <= step && std::abs(place.y - y) <= step) return place;
  return fail(outside_plane(sentence("The point ", place_text(x, y)), grid));
}

// Edited columns, with labels as a person gives them, become the scene's data.
Result<void> take_columns(Scene& scene, Columns columns) {
  auto data = settle(std::move(columns), LabelForm::classes);
  if (!data) return fail(sentence("The ", data.error().message));
  scene.data = std::move(*data);
  return {};
}

Result<void> take_labels(Scene& scene, Eigen::VectorXd y) {
  Columns columns = scene.data;
  columns.y = std::move(y);
  return take_columns(scene, std::move(columns));
}

Result<void> check_room(const Scene& scene, Eigen::Index more) {
  const Eigen::Index there = scene.data.size();
  if (there + more <= most_points) return {};
  return fail(sentence("There would be ", std::to_string(there + more), " points; up to ",
                       std::to_string(most_points), " can be edited"));
}

Result<void> check_classes(const Scene& scene) {
  if (scene.data.task == Task::classification) return {};
  return fail("Points of a regression have targets, not classes");
}

// Patterns and labels with room for so many more behind them.
struct Blocks {
  Eigen::MatrixXd X;
  Eigen::VectorXd y;
};
Blocks with_room(const Dataset& data, Eigen::Index more) {
  const Eigen::Index n = data.size();
  Blocks blocks{Eigen::MatrixXd(n + more, data.X.cols()), Eigen::VectorXd(n + more)};
  blocks.X.topRows(n) = *data.X;
  blocks.y.head(n) = *data.y;
  return blocks;
}

Result<void> take_blocks(Scene& scene, Blocks blocks, std::vector<bool> validation) {
  Columns columns = scene.data;
  columns.X = std::move(blocks.X);
  columns.y = std::move(blocks.y);
  columns.validation = std::move(validation);
  return take_columns(scene, std::move(columns));
}

// Those that a list has, each once and in their order.
std::vector<int> places_of(const Scene& scene, const std::vector<int>& indices) {
  const std::vector<bool> has = listed(scene, indices);
  std::vector<int> places;
  for (std::size_t i = 0; i < has.size(); ++i) {
    if (has[i]) places.push_back(static_cast<int>(i));
  }
  return places;
}

// How far a range can be moved by `wanted`, at most, without more of it outside of the grid's.
double allowed(double wanted, double least, double most, double from, double to) {
  return std::clamp(wanted, std::min(from - least, 0.0), std::max(to - most, 0.0));
}

// Moves these rows, which the plane shows; only the part of x that it shows moves. Targets change
// where the plane shows them.
void shift(Blocks& blocks, const std::vector<int>& rows, const Plane& plane, const Grid& grid,
           double dx, double dy) {
  if (rows.empty()) return;
  Eigen::MatrixX2d places(std::ssize(rows), 2);
  Eigen::Index at = 0;
  for (const int row : rows) {
    const auto [u, v] = plane.project(blocks.X.row(row));
    places.row(at++) << u, plane.shows_target ? blocks.y[row] : v;
  }
  const double last = grid.extent - grid.step();
  dx = allowed(dx, places.col(0).minCoeff(), places.col(0).maxCoeff(), grid.x0, grid.x0 + last);
  dy = allowed(dy, places.col(1).minCoeff(), places.col(1).maxCoeff(), grid.y0, grid.y0 + last);
  at = 0;
  for (const int row : rows) {
    const Eigen::RowVectorXd x = blocks.X.row(row);
    const auto [u, v] = plane.project(x);
    const double to_u = grid.snap_x(places(at, 0) + dx), to_v = grid.snap_y(places(at, 1) + dy);
    blocks.X.row(row) = x - plane.pattern(u, v) + plane.pattern(to_u, to_v);
    if (plane.shows_target) blocks.y[row] = to_v;
    ++at;
  }
}

// A hash of the scene's seed and the labels: each draw changes these, so that the next is another.
std::uint64_t seed_of(const Scene& scene, const std::optional<std::uint64_t>& given) {
  if (given) return *given;
  std::uint64_t hash = 14695981039346656037U;
  const auto take = [&hash](std::uint64_t word) {
    hash = (hash ^ word) * 1099511628211U;
    hash ^= hash >> 32;  // the sign of a label is its highest bit
  };
  take(scene.seed);
  for (Eigen::Index i = 0; i < scene.data.y.size(); ++i) {
    take(std::bit_cast<std::uint64_t>(scene.data.y[i]));
  }
  return hash;
}

double other_class(double label, int classes, Random& random) {
  if (classes == 2) return -label;
  const auto by = 1 + random.below(static_cast<std::uint64_t>(classes) - 1);
  return static_cast<double>((static_cast<std::uint64_t>(label) - 1 + by) %
                             static_cast<std::uint64_t>(classes)) +
         1;
}

std::string flips_none(double amount, std::size_t labels) {
  if (labels == 0) return "There is no training pattern whose label could be flipped";
  return sentence("A noise of ", exact_text(amount), " flips none of ",
                  counted(static_cast<long long>(labels), "label", "labels"),
                  "; it must be 0 or at least 1/", std::to_string(2 * labels));
}

}  // namespace

std::vector<bool> listed(const Scene& scene, const std::vector<int>& indices) {
  std::vector<bool> has(scene.data.validation.size());
  for (const int index : indices) has[static_cast<std::size_t>(index)] = true;
  return has;
}

Result<void> check_indices(const Scene& scene, const std::vector<int>& indices) {
  for (const int index : indices) {
    if (index < 0 || index >= scene.data.size()) {
      return fail(sentence("There is no point ", std::to_string(index), "; the ",
                           std::to_string(scene.data.size()), " points are counted from 0"));
    }
  }
  return {};
}

Result<void> edit(Scene& scene, const AddPoint& command, LastPlane& planes) {
  const auto place = place_on(scene.grid, command.x, command.y);
  if (!place) return fail(place.error());
  if (auto good = check_room(scene, 1); !good) return good;
  const Plane& plane = planes.of(scene);
  const Eigen::Index n = scene.data.size();
  Blocks blocks = with_room(scene.data, 1);
  blocks.X.row(n) = plane.pattern(place->x, place->y);
  blocks.y[n] = plane.shows_target ? place->y : command.label;
  std::vector<bool> validation = scene.data.validation;
  validation.push_back(command.validation);
  return take_blocks(scene, std::move(blocks), std::move(validation));
}

Result<void> edit(Scene& scene, const MovePoint& command, LastPlane& planes) {
  if (auto good = check_indices(scene, {command.index}); !good) return good;
  const auto to = place_on(scene.grid, command.x, command.y);
  if (!to) return fail(to.error());
  Columns columns = scene.data;
  const Plane& plane = planes.of(scene);
  Eigen::MatrixXd X = *columns.X;
  const Eigen::RowVectorXd x = X.row(command.index);
  const auto [u, v] = plane.project(x);
  // Only the part of x that the plane shows moves.
  X.row(command.index) = x - plane.pattern(u, v) + plane.pattern(to->x, to->y);
  columns.X = std::move(X);
  if (plane.shows_target) {
    Eigen::VectorXd y = *columns.y;
    y[command.index] = to->y;
    columns.y = std::move(y);
  }
  return take_columns(scene, std::move(columns));
}

Result<void> edit(Scene& scene, const MovePoints& command, LastPlane& planes) {
  if (auto good = check_indices(scene, command.indices); !good) return good;
  if (!std::isfinite(command.dx) || !std::isfinite(command.dy)) {
    return fail("Points can be moved by finite distances only");
  }
  const Plane& plane = planes.of(scene);
  Blocks blocks = with_room(scene.data, 0);
  shift(blocks, places_of(scene, command.indices), plane, scene.grid, command.dx, command.dy);
  Columns columns = scene.data;
  columns.X = std::move(blocks.X);
  if (plane.shows_target) columns.y = std::move(blocks.y);
  return take_columns(scene, std::move(columns));
}

Result<void> edit(Scene& scene, const DuplicatePoints& command, LastPlane& planes) {
  if (auto good = check_indices(scene, command.indices); !good) return good;
  if (!std::isfinite(command.dx) || !std::isfinite(command.dy)) {
    return fail("Copies of points can be moved by finite distances only");
  }
  const std::vector<int> originals = places_of(scene, command.indices);
  if (auto good = check_room(scene, std::ssize(originals)); !good) return good;
  Blocks blocks = with_room(scene.data, std::ssize(originals));
  std::vector<bool> validation = scene.data.validation;
  std::vector<int> copies;
  for (const int original : originals) {
    const int copy = copies.emplace_back(static_cast<int>(validation.size()));
    blocks.X.row(copy) = blocks.X.row(original);
    blocks.y[copy] = blocks.y[original];
    validation.push_back(validation[static_cast<std::size_t>(original)]);
  }
  shift(blocks, copies, planes.of(scene), scene.grid, command.dx, command.dy);
  return take_blocks(scene, std::move(blocks), std::move(validation));
}

Result<void> edit(Scene& scene, const RemovePoints& command) {
  if (auto good = check_indices(scene, command.indices); !good) return good;
  const std::vector<bool> gone = listed(scene, command.indices);
  std::vector<int> kept;
  for (std::size_t i = 0; i < gone.size(); ++i) {
    if (!gone[i]) kept.push_back(static_cast<int>(i));
  }
  return take_columns(scene, rows_of(scene.data, kept));
}

Result<void> edit(Scene& scene, const SetLabel& command) {
  if (auto good = check_indices(scene, command.indices); !good) return good;
  double label = command.label;
  if (std::isfinite(label) && shows_target(scene.data)) {
    const double v = scene.grid.snap_y(label);
    if (!(std::abs(v - label) <= scene.grid.step())) {
      return fail(outside_plane(sentence("The target ", short_text(label)), scene.grid));
    }
    label = v;
  }
  Eigen::VectorXd y = *scene.data.y;
  for (const int index : command.indices) y[index] = label;
  return take_labels(scene, std::move(y));
}

Result<void> edit(Scene& scene, const FlipLabels& command) {
  if (auto good = check_indices(scene, command.indices); !good) return good;
  if (auto good = check_classes(scene); !good) return good;
  const int classes = scene.data.classes;
  Eigen::VectorXd y = *scene.data.y;
  for (const int index : places_of(scene, command.indices)) {
    y[index] = classes == 2 ? -y[index] : y[index] < classes ? y[index] + 1 : 1;
  }
  return take_labels(scene, std::move(y));
}

Result<void> edit(Scene& scene, const LabelByCurve& command, LastPlane& planes) {
  if (auto good = check_indices(scene, command.indices); !good) return good;
  if (auto good = check_classes(scene); !good) return good;
  if (command.curve.empty()) return fail("There is no curve; draw one, or give a formula for it");
  const Plane& plane = planes.of(scene);
  Eigen::VectorXd y = *scene.data.y;
  for (const int index : command.indices) {
    const auto [u, v] = plane.place(scene.data, index);
    y[index] = is_above(command.curve, u, v) ? command.above : command.below;
  }
  return take_labels(scene, std::move(y));
}

Result<void> edit(Scene& scene, const SetPart& command) {
  if (auto good = check_indices(scene, command.indices); !good) return good;
  for (const int index : command.indices) {
    scene.data.validation[static_cast<std::size_t>(index)] = command.validation;
  }
  return {};
}

Result<void> edit(Scene& scene, const AddNoise& command) {
  const Dataset& data = scene.data;
  const bool classes = data.task == Task::classification;
  if (!(command.amount >= 0 && command.amount <= (classes ? 1 : HUGE_VAL)) ||
      !std::isfinite(command.amount)) {
    return fail(sentence(
        "The noise is ", short_text(command.amount), "; it must be ",
        classes ? "a share of the labels, from 0 to 1" : "a deviation of the targets, from 0 on"));
  }
  std::vector<int> among;
  if (command.indices) {
    if (auto good = check_indices(scene, *command.indices); !good) return good;
    among = places_of(scene, *command.indices);
  } else {
    for (std::size_t i = 0; i < data.validation.size(); ++i) {
      if (!data.validation[i]) among.push_back(static_cast<int>(i));
    }
  }
  Random random(seed_of(scene, command.seed));
  Eigen::VectorXd y = *data.y;
  if (classes) {
    const auto flipped =
        static_cast<std::size_t>(std::llround(command.amount * static_cast<double>(among.size())));
    if (flipped == 0 && command.amount > 0) return fail(flips_none(command.amount, among.size()));
    random.shuffle(among);
    among.resize(flipped);
    for (const int index : among) y[index] = other_class(y[index], data.classes, random);
  } else {
    const bool drawn = shows_target(data);
    for (const int index : among) {
      const double noisy = y[index] + command.amount * random.normal();
      y[index] = drawn ? scene.grid.snap_y(noisy) : noisy;
    }
  }
  return take_labels(scene, std::move(y));
}

Result<void> edit(Scene& scene, const Spray& command, LastPlane& planes) {
  const Grid& grid = scene.grid;
  if (command.count < 1) {
    return fail(sentence("The count of a spray is ", std::to_string(command.count),
                         "; it must be a whole number from 1 on"));
  }
  if (!(command.radius > 0) || !(command.radius_up > 0)) {
    return fail("The radius of a spray must be a number above 0");
  }
  const double last = grid.extent - grid.step();
  const double left = command.x - command.radius, right = command.x + command.radius;
  const double bottom = command.y - command.radius_up, top = command.y + command.radius_up;
  if (!(left >= grid.x0 && right <= grid.x0 + last && bottom >= grid.y0 && top <= grid.y0 + last)) {
    return fail(outside_plane(
        sentence("A part of the spray around ", place_text(command.x, command.y)), grid));
  }
  if (auto good = check_room(scene, command.count); !good) return good;
  const Plane& plane = planes.of(scene);
  const Curve* curve = std::get_if<Curve>(&command.label);
  if (curve && !plane.shows_target) {
    if (auto good = check_classes(scene); !good) return good;
    if (curve->empty()) return fail("There is no curve; draw one, or give a formula for it");
  }
  Random random(seed_of(scene, command.seed));
  Blocks blocks = with_room(scene.data, command.count);
  for (Eigen::Index i = scene.data.size(); i < blocks.y.size(); ++i) {
    double across, up;
    do {
      across = random.uniform(-1, 1);
      up = random.uniform(-1, 1);
    } while (across * across + up * up > 1);
    const double u = grid.snap_x(command.x + command.radius * across);
    const double v = grid.snap_y(command.y + command.radius_up * up);
    blocks.X.row(i) = plane.pattern(u, v);
    blocks.y[i] = plane.shows_target       ? v
                  : !curve                 ? std::get<double>(command.label)
                  : is_above(*curve, u, v) ? 1
                                           : -1;
  }
  std::vector<bool> validation = scene.data.validation;
  validation.resize(static_cast<std::size_t>(blocks.y.size()), command.validation);
  return take_blocks(scene, std::move(blocks), std::move(validation));
}

Result<void> edit(Scene& scene, const SplitValidation& command) {
  std::vector<std::size_t> order(scene.data.validation.size());
  const auto count = count_set_apart(command.fraction, order.size());
  if (!count) return fail(count.error());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Random(scene.seed).shuffle(order);
  for (std::size_t i = 0; i < order.size(); ++i) scene.data.validation[order[i]] = i < *count;
  return {};
}

}  // namespace marginscope
