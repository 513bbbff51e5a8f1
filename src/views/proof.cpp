#include "views/proof.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/sine.h"
#include "core/text.h"

namespace marginscope {
namespace {

constexpr int directions = 180;  // in which the hulls' outermost points are looked for
// The weights of both classes add up to the same but for the rounding of their sums.
constexpr double balanced = 1e-6;

using Place = std::array<double, 2>;

int side_of(const Problem& problem, Eigen::Index pattern) { return problem.y[pattern] > 0 ? 0 : 1; }

Eigen::Index row_of(const Problem& problem, std::size_t pattern) {
  return problem.number_of(static_cast<int>(pattern)) - 1;
}

// What each class's weights add up to.
std::array<double, 2> sums_of(const Problem& problem, const std::vector<double>& weights) {
  std::array<double, 2> sums{};
  for (std::size_t i = 0; i < weights.size(); ++i) {
    sums[static_cast<std::size_t>(side_of(problem, static_cast<Eigen::Index>(i)))] += weights[i];
  }
  return sums;
}

bool any(const std::vector<double>& weights) {
  return std::ranges::any_of(weights, [](double weight) { return weight != 0; });
}

// Why these dual variables do not mix both classes alike; nothing where they do.
std::optional<std::string> unbalanced(const Problem& problem, const std::vector<double>& duals) {
  if (!std::ranges::all_of(duals, [](double dual) { return dual >= 0; })) {
    return "A dual variable is negative here, so they mix no class to a point; those of a support "
           "vector machine do";
  }
  if (!any(duals))
    return "No dual variable has moved from 0 yet, so nothing is mixed; a step moves some";
  const auto [first, second] = sums_of(problem, duals);
  if (std::abs(first - second) <= balanced * (first + second)) return std::nullopt;
  return "The dual variables of the classes add up to different sums here, so w does not lead from "
         "one class to the other; those of a support vector machine with a free bias balance";
}

// The outermost mixture of some places in each direction, in turn, where none counts for more than
// `most`: as much as is allowed of those that lie farthest that way.
Line hull_of(const std::vector<Place>& places, double most) {
  Line hull;
  const auto count = places.size();
  const auto whole = std::min(count, static_cast<std::size_t>(1 / most + 1e-9));
  std::vector<double> reach(count);
  std::vector<std::size_t> order(count);
  for (int k = 0; k < directions && count > 0; ++k) {
    const double angle = 2 * std::numbers::pi * k / directions;
    const double x = cosine(angle), y = sine(angle);
    for (std::size_t i = 0; i < count; ++i) reach[i] = places[i][0] * x + places[i][1] * y;
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto farther = [&](std::size_t a, std::size_t b) { return reach[a] > reach[b]; };
    const auto last = std::min(whole, count - 1);
    std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(last), order.end(),
                     farther);
    Place at{};
    double left = 1;
    for (std::size_t i = 0; i <= last; ++i) {
      const double part = i == last ? left : std::min(most, left);
      for (const std::size_t axis : {0, 1}) at[axis] += part * places[order[i]][axis];
      left -= part;
    }
    if (hull.empty() || hull.back() != at) hull.push_back(at);
  }
  return hull;
}

void mix(Proof& proof, const Training& training, const Dataset& data, const Plane& plane) {
  const Problem& problem = *training.problem;
  std::array<Eigen::RowVectorXd, 2> in_scaled;
  std::array<std::vector<Place>, 2> places;
  for (const std::size_t side : {0, 1}) {
    proof.mixtures[side] = Eigen::RowVectorXd::Zero(data.X.cols());
    in_scaled[side] = Eigen::RowVectorXd::Zero(problem.X.cols());
  }
  for (std::size_t i = 0; i < proof.shares.size(); ++i) {
    const auto pattern = static_cast<Eigen::Index>(i);
    const Eigen::Index row = row_of(problem, i);
    const auto side = static_cast<std::size_t>(side_of(problem, pattern));
    places[side].push_back(plane.place(data, row));
    if (proof.shares[i] == 0) continue;
    proof.mixtures[side] += proof.shares[i] * data.X.row(row);
    in_scaled[side] += proof.shares[i] * problem.X.row(pattern);
  }
  const Eigen::RowVectorXd middle = (proof.mixtures[0] + proof.mixtures[1]) / 2;
  Eigen::RowVectorXd spread = Eigen::RowVectorXd::Zero(data.X.cols());
  for (std::size_t i = 0; i < proof.shares.size(); ++i) {
    if (proof.shares[i] == 0) continue;
    spread += proof.shares[i] / 2 * (data.X.row(row_of(problem, i)) - middle).cwiseAbs();
  }
  const Eigen::MatrixXd apart =
      training.on_features((proof.mixtures[0] - proof.mixtures[1]).cwiseAbs());
  spread = training.on_features(spread);
  for (Eigen::Index j = 0; j < spread.size(); ++j) {
    if (apart(0, j) > 0) proof.residual = std::max(proof.residual, apart(0, j) / 2 / spread[j]);
  }
  proof.distance = (in_scaled[0] - in_scaled[1]).norm();
  const double most = *std::ranges::max_element(proof.shares);
  for (const std::size_t side : {0, 1}) {
    proof.places[side] = plane.project(proof.mixtures[side]);
    proof.hulls[side] = hull_of(places[side], most);
  }
}

std::string patterns_text(const std::vector<double>& shares) {
  return counted(std::ranges::count_if(shares, [](double share) { return share > 0; }), "pattern",
                 "patterns");
}

}  // namespace

std::optional<std::string> without_proof(const Machine& machine) {
  const Problem& problem = machine.problem();
  if (!machine.run()) return "Nothing is trained, so nothing is proved";
  if (problem.task == Task::regression) return "Regression has no classes that could be told apart";
  const Quantity* certificate = machine.published(Role::certificate);
  if (problem.classes != 2 || (certificate && certificate->shape.size() > 1)) {
    return "The picture is of a machine for two classes, and this one is for several";
  }
  const Run& run = *machine.run();
  if (certificate) {
    if (any(machine.quantity(Role::certificate))) return std::nullopt;
    if (run.end() && run.end()->reason == outcome_id(Outcome::not_separable)) {
      return sentence("The proof that no line separates is at the end of the run, iteration ",
                      std::to_string(run.end()->iteration));
    }
    return "There is a proof where a run ends as not separable, and this one has not";
  }
  if (!machine.published(Role::dual_variable)) {
    return "This algorithm has neither a certificate nor dual variables, so no pattern has a part "
           "in "
           "a proof";
  }
  if (!machine.published(Role::weights)) {
    return "This kernel mixes the classes in another space than the plane's; the linear one mixes "
           "them here";
  }
  return unbalanced(problem, machine.quantity(Role::dual_variable));
}

Result<Proof> proof_of(const Machine& machine, const Dataset& data, const Plane& plane) {
  if (const auto reason = without_proof(machine)) return fail(*reason);
  const Problem& problem = machine.problem();
  const bool certified = machine.published(Role::certificate) != nullptr;
  const std::vector<double>& weights =
      machine.quantity(certified ? Role::certificate : Role::dual_variable);
  const std::array<double, 2> sums = sums_of(problem, weights);
  Proof proof;
  proof.kind = certified ? Proof::Kind::coincidence : Proof::Kind::nearest_points;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const int side = side_of(problem, static_cast<Eigen::Index>(i));
    proof.shares.push_back(weights[i] / sums[static_cast<std::size_t>(side)]);
  }
  mix(proof, machine.training(), data, plane);
  proof.sentence =
      certified
          ? sentence(
                "Both classes can be mixed to this very point, so no line has them on different "
                "sides: ",
                patterns_text(proof.shares), ", ",
                proof.residual > 0
                    ? sentence("to within ", short_text(proof.residual), " of their distances")
                    : std::string("exactly"),
                ".")
          : sentence(patterns_text(proof.shares),
                     " mix each class to one point, and w leads from the one to the other, ",
                     short_text(proof.distance, 4),
                     " apart. At the optimum no two points of the hulls are nearer.");
  return proof;
}

}  // namespace marginscope
