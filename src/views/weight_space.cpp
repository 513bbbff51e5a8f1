#include "views/weight_space.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/sine.h"
#include "core/text.h"
#include "picture/scale.h"

namespace marginscope {
namespace {

constexpr int contour_places = 97, contour_count = 5;

// A direction of the weights: of the features, or the bias.
struct Direction {
  Eigen::VectorXd of_features;  // p, of length 1; zero for the bias
  double bias = 0;
  std::string name;

  double along(const double* weights) const {
    const Eigen::Index p = of_features.size();
    return of_features.dot(Eigen::Map<const Eigen::VectorXd>(weights, p)) + bias * weights[p];
  }
};

Direction bias_direction(const Plane& plane) {
  return {Eigen::VectorXd::Zero(plane.origin.size()), 1, "w₀"};
}

Direction feature_direction(const Eigen::RowVectorXd& axis, std::string_view component) {
  Eigen::Index feature = 0;
  const bool one = axis.cwiseAbs().maxCoeff(&feature) == 1 && (axis.array() != 0).count() == 1;
  return {axis.transpose(), 0,
          one ? sentence("w", subscript(feature + 1)) : sentence("w along the ", component)};
}

// The plane within the space of the features that the machine learns from.
Plane learned(Plane plane, const Machine& machine) {
  for (Eigen::RowVectorXd* part : {&plane.origin, &plane.axis_u, &plane.axis_v}) {
    *part = machine.training().on_features(*part);
  }
  return plane;
}

bool has_second(const Plane& plane) {
  return (plane.axis_v.array() != 0).any() && plane.axis_v != plane.axis_u;
}

// Of the weights of this machine, along what the plane shows of its features.
std::array<Direction, 2> directions_of(const Plane& shown, const Machine& machine,
                                       WeightPair pair) {
  const Plane plane = learned(shown, machine);
  const Direction first = feature_direction(plane.axis_u, "1st component");
  if (!has_second(plane)) return {first, bias_direction(plane)};
  const Direction second = feature_direction(plane.axis_v, "2nd component");
  if (pair == WeightPair::both) return {first, second};
  return {pair == WeightPair::first_and_bias ? first : second, bias_direction(plane)};
}

// f over the plane of points of such weights.
std::array<double, 3> decision_of(const Eigen::VectorXd& of_features, double bias,
                                  const Plane& plane, const Scaler& scaler) {
  const Eigen::RowVectorXd w = of_features.transpose().cwiseProduct(scaler.factor);
  return {w.dot(plane.origin - scaler.shift) + bias, w.dot(plane.axis_u), w.dot(plane.axis_v)};
}

// Round ends around numbers, with room for what lies about them.
std::array<double, 2> ends_around(double least, double most) {
  constexpr double room = 0.35;
  if (!(most > least)) return {-1, 1};
  const double span = most - least, step = picture::round_number_from(span / 2);
  return {step * std::floor((least - room * span) / step),
          step * std::ceil((most + room * span) / step)};
}

Box bounds_of(const Line& path, const std::array<double, 2>& present) {
  std::array<double, 2> least = {std::min(0.0, present[0]), std::min(0.0, present[1])};
  std::array<double, 2> most = {std::max(0.0, present[0]), std::max(0.0, present[1])};
  for (const auto& at : path) {
    for (const std::size_t axis : {0, 1}) {
      least[axis] = std::min(least[axis], at[axis]);
      most[axis] = std::max(most[axis], at[axis]);
    }
  }
  const auto [x0, x1] = ends_around(least[0], most[0]);
  const auto [y0, y1] = ends_around(least[1], most[1]);
  return {x0, y0, x1, y1};
}

WeightPath path_of(const Machine& machine, const std::array<Direction, 2>& directions) {
  const auto place = [&](const double* weights) {
    return std::array{directions[0].along(weights), directions[1].along(weights)};
  };
  WeightPath path{place(machine.quantity(Role::weights).data()), {}, {}};
  const Machine::Series series = machine.series(machine.published(Role::weights)->id);
  std::vector<double> w(series.values.size());
  bool here = false;
  const auto add = [&](int iteration, const std::array<double, 2>& at) {
    if (!std::isfinite(at[0]) || !std::isfinite(at[1])) return;
    path.iterations.push_back(iteration);
    path.path.push_back(at);
  };
  // The samples are spread over the run; the present one belongs among them.
  const auto add_present = [&](int before) {
    if (here || machine.iteration() >= before) return;
    add(machine.iteration(), path.present);
    here = true;
  };
  for (std::size_t k = 0; k < series.iterations.size(); ++k) {
    add_present(series.iterations[k]);
    here = here || series.iterations[k] == machine.iteration();
    for (std::size_t j = 0; j < w.size(); ++j) w[j] = series.values[j][k];
    add(series.iterations[k], place(w.data()));
  }
  add_present(machine.iteration() + 1);
  return path;
}

// The criterion about the present weights: J = J₀ + 2g·Δ + Δᵗ H Δ.
void add_levels(const Machine& machine, const std::vector<double>& weights,
                const std::array<Direction, 2>& directions, WeightSpace& space) {
  const auto penalty = machine.run()->solver().penalty_of_squares();
  const std::vector<double>& margins = machine.quantity(Role::margin);
  const std::vector<double>& targets = machine.quantity(Role::margin_target);
  const std::vector<double>& counts = machine.quantity(Role::pattern_weight);
  if (!penalty || targets.size() != margins.size()) return;
  double J = 0, g0 = 0, g1 = 0, H00 = 0, H01 = 0, H11 = 0;
  for (std::size_t i = 0; i < margins.size(); ++i) {
    const auto& [across, up, rest, wrong] = space.lines[i];
    const double d = counts.empty() ? 1 : counts[i], e = margins[i] - targets[i];
    J += d * e * e;
    g0 += d * across * e;
    g1 += d * up * e;
    H00 += d * across * across;
    H01 += d * across * up;
    H11 += d * up * up;
  }
  const auto p = static_cast<Eigen::Index>(weights.size()) - 1;
  const Eigen::Map<const Eigen::VectorXd> w(weights.data(), p);
  J += *penalty * w.squaredNorm();
  g0 += *penalty * directions[0].of_features.dot(w);
  g1 += *penalty * directions[1].of_features.dot(w);
  H00 += *penalty * directions[0].of_features.squaredNorm();
  H11 += *penalty * directions[1].of_features.squaredNorm();

  const double determinant = H00 * H11 - H01 * H01;
  if (!(determinant > 1e-12 * H00 * H11) || !std::isfinite(determinant)) return;
  const std::array<double, 2> lowest = {space.present[0] - (H11 * g0 - H01 * g1) / determinant,
                                        space.present[1] - (H00 * g1 - H01 * g0) / determinant};
  const double least = J - (H11 * g0 * g0 - 2 * H01 * g0 * g1 + H00 * g1 * g1) / determinant;
  // H = LLᵗ, so that Δ = r L⁻ᵗ (cos t, sin t) is where J is r² above the least.
  const double L00 = std::sqrt(H00), L10 = H01 / L00, L11 = std::sqrt(determinant / H00);
  const Box& box = space.bounds;
  const double reach = std::max((box.x1 - box.x0) / std::sqrt(H11 / determinant),
                                (box.y1 - box.y0) / std::sqrt(H00 / determinant)) /
                       2;
  for (const picture::Tick& tick :
       picture::scale_over(least, least + reach * reach, contour_count).ticks) {
    if (!(tick.value > least)) continue;
    const double r = std::sqrt(tick.value - least);
    WeightSpace::Level level{tick.value, {}};
    for (int k = 0; k < contour_places; ++k) {
      const double angle = 2 * std::numbers::pi * (k % (contour_places - 1)) / (contour_places - 1);
      const double up = sine(angle) / L11, across = (cosine(angle) - L10 * up) / L00;
      level.line.push_back({lowest[0] + r * across, lowest[1] + r * up});
    }
    space.levels.push_back(std::move(level));
  }
}

std::string sentence_of(const WeightSpace& space) {
  const auto N = space.lines.size();
  const auto wrong = std::ranges::count(space.lines, true, &PatternLine::wrong);
  if (wrong == 0) {
    return sentence(N == 1 ? std::string("The one pattern is")
                           : sentence("All ", std::to_string(N), " patterns are"),
                    " right here, in the shaded part.");
  }
  const bool room = !version_space(space.lines, space.bounds).empty();
  return sentence(
      std::to_string(wrong), " of ", counted(std::ssize(space.lines), "pattern", "patterns"),
      wrong == 1 ? " is wrong here; " : " are wrong here; ",
      room ? "all are right in the shaded part." : "no part of this view has all right.");
}

}  // namespace

std::vector<std::string> weight_pairs(const Session& session) {
  const Plane plane = learned(session.plane(), session.machine());
  std::vector<std::string> names;
  for (const WeightPair pair :
       {WeightPair::both, WeightPair::first_and_bias, WeightPair::second_and_bias}) {
    const auto directions = directions_of(session.plane(), session.machine(), pair);
    names.push_back(sentence(directions[0].name, " and ", directions[1].name));
    if (!has_second(plane)) break;
  }
  return names;
}

Line version_space(std::span<const PatternLine> lines, const Box& box) {
  Line polygon = {{box.x0, box.y0}, {box.x1, box.y0}, {box.x1, box.y1}, {box.x0, box.y1}};
  Line kept;
  for (const PatternLine& line : lines) {
    kept.clear();
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const auto &from = polygon[i], &to = polygon[(i + 1) % polygon.size()];
      const double here = line.margin(from[0], from[1]), there = line.margin(to[0], to[1]);
      if (here > 0) kept.push_back(from);
      if ((here > 0) == (there > 0)) continue;
      const double t = here / (here - there);
      kept.push_back({from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])});
    }
    std::swap(polygon, kept);
    if (polygon.empty()) return polygon;
  }
  // What rounding leaves of a point or a line is no part of the plane.
  double area = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const auto &from = polygon[i], &to = polygon[(i + 1) % polygon.size()];
    area += ((from[0] - box.x0) * (to[1] - box.y0) - (to[0] - box.x0) * (from[1] - box.y0)) / 2;
  }
  constexpr double nothing = 1e-12;
  if (!(area > nothing * (box.x1 - box.x0) * (box.y1 - box.y0))) polygon.clear();
  return polygon;
}

std::array<double, 3> WeightSpace::decision(double a, double b) const {
  std::array<double, 3> f = decisions[0];
  for (std::size_t i = 0; i < 3; ++i) {
    f[i] += (a - present[0]) * decisions[1][i] + (b - present[1]) * decisions[2][i];
  }
  return f;
}

std::optional<std::string> without_weight_space(const Machine& machine) {
  const Problem& problem = machine.problem();
  if (!machine.run()) return "Nothing is trained, so there are no weights";
  if (problem.task == Task::regression) {
    return "Regression has no sides of a line that are right or wrong";
  }
  const Quantity* weights = machine.published(Role::weights);
  if (problem.classes != 2 || (weights && weights->shape.size() > 1)) {
    return "Each class has a vector of weights of its own here, and this is the space of one";
  }
  if (!weights) {
    return "This machine has no weights of the features; with the linear kernel, exact, it has "
           "them";
  }
  const auto is_finite = [](double w) { return std::isfinite(w); };
  if (!std::ranges::all_of(machine.quantity(Role::weights), is_finite)) {
    return "The weights have left the range of numbers";
  }
  return std::nullopt;
}

Result<WeightSpace> weight_space_of(const Machine& machine, const Plane& shown, WeightPair pair) {
  if (const auto reason = without_weight_space(machine)) return fail(*reason);
  const Problem& problem = machine.problem();
  const Plane plane = learned(shown, machine);
  const std::vector<double>& weights = machine.quantity(Role::weights);
  const std::vector<double>& margins = machine.quantity(Role::margin);
  const auto directions = directions_of(shown, machine, pair);
  WeightSpace space;
  static_cast<WeightPath&>(space) = path_of(machine, directions);
  for (const std::size_t axis : {0, 1}) {
    space.names[axis] = directions[axis].name;
    space.decisions[axis + 1] =
        decision_of(directions[axis].of_features, directions[axis].bias, plane, machine.training().scaler);
  }
  const auto p = static_cast<Eigen::Index>(weights.size()) - 1;
  space.decisions[0] = decision_of(Eigen::Map<const Eigen::VectorXd>(weights.data(), p),
                                   weights.back(), plane, machine.training().scaler);
  const auto coordinates = [&](const Direction& direction) -> Eigen::VectorXd {
    const Eigen::VectorXd along = *problem.X * direction.of_features;
    return problem.y->cwiseProduct((along.array() + direction.bias).matrix());
  };
  const Eigen::VectorXd across = coordinates(directions[0]), up = coordinates(directions[1]);
  const std::vector<double>& f = machine.quantity(Role::decision_value);
  for (Eigen::Index i = 0; i < across.size(); ++i) {
    const auto pattern = static_cast<std::size_t>(i);
    space.lines.push_back(
        {across[i], up[i],
         margins[pattern] - across[i] * space.present[0] - up[i] * space.present[1],
         !(problem.y[i] * f[pattern] > 0)});
  }
  space.bounds = bounds_of(space.path, space.present);
  add_levels(machine, weights, directions, space);
  space.sentence = sentence_of(space);
  return space;
}

Result<WeightSpace> weight_space_of(const Session& session, WeightPair pair) {
  auto space = weight_space_of(session.machine(), session.plane(), pair);
  if (!space) return space;
  Line all = space->path;
  for (int place = 0; const Machine& each : session.machines()) {
    const int here = place++;
    if (here == session.scene().chosen || without_weight_space(each)) continue;
    const auto& [of, other] =
        space->others.emplace_back(here, path_of(each, directions_of(session.plane(), each, pair)));
    all.insert(all.end(), other.path.begin(), other.path.end());
  }
  if (!space->others.empty()) space->bounds = bounds_of(all, space->present);
  return space;
}

}  // namespace marginscope
