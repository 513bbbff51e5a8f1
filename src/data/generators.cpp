#include "data/generators.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <numbers>
#include <utility>
#include <vector>

#include "core/random.h"
#include "core/sine.h"
#include "data/grid.h"

namespace marginscope {
namespace {

struct Point {
  double x, y;
};

Point polar(double radius, double angle) { return {radius * cosine(angle), radius * sine(angle)}; }

// The two coordinates are drawn one after the other: the order of a call's arguments is not fixed.
Point normal_point(Point centre, double spread, Random& random) {
  const double x = centre.x + spread * random.normal();
  const double y = centre.y + spread * random.normal();
  return {x, y};
}

// Uniform on a disc, by rejection.
Point disc_point(Point centre, double radius, Random& random) {
  for (;;) {
    const double x = random.uniform(-1, 1);
    const double y = random.uniform(-1, 1);
    if (x * x + y * y <= 1) return {centre.x + radius * x, centre.y + radius * y};
  }
}

// Patterns with their labels or targets, while they are drawn.
struct Drawing {
  Eigen::MatrixXd X;
  Eigen::VectorXd y;

  Drawing(std::size_t n, Eigen::Index features)
      : X(static_cast<Eigen::Index>(n), features), y(static_cast<Eigen::Index>(n)) {}

  // Numbers on the grid and labels of classes leave nothing to be refused.
  Dataset settled(Task task = Task::classification) && {
    return *settle({.task = task, .X = std::move(X), .y = std::move(y)}, LabelForm::classes);
  }
};

// One point for each label, in order: draw(label, i) is the i-th point of its class, i from 0.
template <class Draw>
Dataset plane_dataset(const std::vector<double>& labels, Draw draw) {
  const Grid grid;
  Drawing drawing(labels.size(), 2);
  std::map<double, int> drawn;
  for (std::size_t k = 0; k < labels.size(); ++k) {
    const Point point = draw(labels[k], drawn[labels[k]]++);
    const auto row = static_cast<Eigen::Index>(k);
    drawing.X(row, 0) = grid.snap_x(point.x);
    drawing.X(row, 1) = grid.snap_y(point.y);
    drawing.y[row] = labels[k];
  }
  return std::move(drawing).settled();
}

// How many of n points a share is, with at least one point left on either side.
int share_of(int n, double share) {
  return std::clamp(static_cast<int>(std::lround(share * n)), 1, n - 1);
}

// `positive` labels +1 and the others −1 in random order, so that a leading part of the points has
// both classes too.
std::vector<double> shuffled_labels(int n, int positive, Random& random) {
  std::vector<double> labels(static_cast<std::size_t>(n), -1);
  std::fill_n(labels.begin(), positive, 1);
  random.shuffle(labels);
  return labels;
}

// +1, −1, +1, … : for points that are spaced evenly along a curve.
std::vector<double> alternating_labels(int n) {
  std::vector<double> labels;
  for (int k = 0; k < n; ++k) labels.push_back(k % 2 == 0 ? 1 : -1);
  return labels;
}

// The i-th of `count` values spaced evenly over 0 … 1, both ends included.
double spaced(int i, int count) { return count > 1 ? static_cast<double>(i) / (count - 1) : 0.5; }

// The number of points that alternating_labels gives to the class of `label`.
int alternating_count(int n, double label) { return label > 0 ? (n + 1) / 2 : n / 2; }

Dataset clouds(int n, double distance, double spread, double balance, std::uint64_t seed) {
  Random random(seed);
  const std::vector<double> labels = shuffled_labels(n, share_of(n, balance), random);
  return plane_dataset(labels, [&](double label, int) {
    const double along = label * distance / 2;
    return normal_point({0.8 * along, 0.6 * along}, spread, random);
  });
}

}  // namespace

Dataset two_gaussians(const TwoGaussians& settings, std::uint64_t seed) {
  return clouds(settings.n, settings.distance, settings.spread, settings.balance, seed);
}

Dataset overlap(const Overlap& settings, std::uint64_t seed) {
  return clouds(settings.n, settings.distance, settings.spread, settings.balance, seed);
}

Dataset outlier(const Outlier& settings, std::uint64_t seed) {
  Random random(seed);
  const int positive = share_of(settings.n, 0.5);
  const std::vector<double> labels = shuffled_labels(settings.n, positive, random);
  return plane_dataset(labels, [&](double label, int i) {
    const bool far = label > 0 && i >= positive - settings.outliers;
    const double centre = far ? settings.reach : label * settings.distance / 2;
    return disc_point({centre, 0}, settings.spread, random);
  });
}

Dataset mislabelled(const Mislabelled& settings, std::uint64_t seed) {
  return outlier({.n = settings.n,
                  .outliers = settings.mislabelled,
                  .reach = -settings.depth,
                  .distance = settings.distance,
                  .spread = settings.spread},
                 seed);
}

Dataset moons(const Moons& settings, std::uint64_t seed) {
  constexpr double radius = 3;
  Random random(seed);
  return plane_dataset(alternating_labels(settings.n), [&](double label, int i) {
    const double s = spaced(i, alternating_count(settings.n, label));
    const Point arc = polar(radius, std::numbers::pi * s);
    // Both moons together are centred at the origin.
    const double shift_x = radius / 2, shift_y = radius * settings.depth / 2;
    const Point centre = label > 0 ? Point{arc.x - shift_x, arc.y - shift_y}
                                   : Point{shift_x - arc.x, shift_y - arc.y};
    return normal_point(centre, settings.noise, random);
  });
}

Dataset circles(const Circles& settings, std::uint64_t seed) {
  Random random(seed);
  return plane_dataset(alternating_labels(settings.n), [&](double label, int i) {
    const double turn = static_cast<double>(i) / alternating_count(settings.n, label);
    const double radius = label > 0 ? settings.inner_radius : settings.outer_radius;
    return normal_point(polar(radius, 2 * std::numbers::pi * turn), settings.noise, random);
  });
}

Dataset spirals(const Spirals& settings, std::uint64_t seed) {
  Random random(seed);
  return plane_dataset(alternating_labels(settings.n), [&](double label, int i) {
    const double s = spaced(i, alternating_count(settings.n, label));
    const double angle = 2 * std::numbers::pi * settings.turns * s;
    const Point arm = polar(label * (0.5 + 5 * s), angle);
    return normal_point(arm, settings.noise, random);
  });
}

Dataset collinear(const Collinear& settings, std::uint64_t seed) {
  const Grid grid;
  Random random(seed);
  const std::vector<double> labels = shuffled_labels(settings.n, share_of(settings.n, 0.5), random);
  return plane_dataset(labels, [&](double label, int) {
    const double along = settings.distance / 2 + settings.spread * std::abs(random.normal());
    // With x₁ an even multiple of the step, x₂ is on the grid and the line holds exactly.
    const double half = grid.snap_y(label * std::min(along, 14.0) / 2);
    return Point{2 * half, half + 1};
  });
}

Dataset one_dimensional(const OneDimensional& settings, std::uint64_t seed) {
  const Grid grid;
  Random random(seed);
  const std::vector<double> labels =
      shuffled_labels(settings.n, share_of(settings.n, settings.balance), random);
  Drawing drawing(labels.size(), 1);
  for (std::size_t k = 0; k < labels.size(); ++k) {
    const auto row = static_cast<Eigen::Index>(k);
    drawing.X(row, 0) =
        grid.snap_x(labels[k] * settings.distance / 2 + settings.spread * random.normal());
    drawing.y[row] = labels[k];
  }
  return std::move(drawing).settled();
}

Dataset repeated(const Repeated& settings, std::uint64_t seed) {
  Random random(seed);
  const auto side = [](int spot) { return spot % 2 == 0 ? 1.0 : -1.0; };
  std::vector<Point> places;
  for (int spot = 0; spot < settings.spots; ++spot) {
    places.push_back(disc_point({3 * side(spot), 0}, 2.5, random));
  }
  const auto disputed = static_cast<int>(std::lround(settings.disputed * settings.spots));
  const Grid grid;
  Drawing drawing(static_cast<std::size_t>(settings.spots * settings.copies), 2);
  Eigen::Index row = 0;
  for (int copy = 0; copy < settings.copies; ++copy) {
    for (int spot = 0; spot < settings.spots; ++spot, ++row) {
      const Point& place = places[static_cast<std::size_t>(spot)];
      drawing.X(row, 0) = grid.snap_x(place.x);
      drawing.X(row, 1) = grid.snap_y(place.y);
      drawing.y[row] = spot < disputed && copy % 2 == 1 ? -side(spot) : side(spot);
    }
  }
  return std::move(drawing).settled();
}

Dataset three_classes(const ThreeClasses& settings, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> labels;
  for (int k = 0; k < settings.n; ++k) labels.push_back(k % 3 + 1);
  random.shuffle(labels);
  return plane_dataset(labels, [&](double label, int) {
    const double angle = std::numbers::pi * (0.5 + 2 * (label - 1) / 3);
    return normal_point(polar(settings.distance, angle), settings.spread, random);
  });
}

Dataset sinc(const Sinc& settings, std::uint64_t seed) {
  const Grid grid;
  Random random(seed);
  Drawing drawing(static_cast<std::size_t>(settings.n), 1);
  for (int i = 0; i < settings.n; ++i) {
    const double x = grid.snap_x(-10 + 20 * spaced(i, settings.n));
    drawing.X(i, 0) = x;
    drawing.y[i] = grid.snap_y((x == 0 ? 1 : sine(x) / x) + settings.noise * random.normal());
  }
  return std::move(drawing).settled(Task::regression);
}

}  // namespace marginscope
