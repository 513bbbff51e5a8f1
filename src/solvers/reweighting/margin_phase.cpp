// The end of iteratively reweighted least squares, between kinks of L_P
//   given   places of the patterns: no slack, on their margin (M), or slack (margin_places.h)
//   step    K_MM β_M + b = t_M − K_M,slack β_slack,  1ᵗβ = 0;  β_i = C s_i with slack, else 0
//   whole   where that lowers L_P it is taken; then a pattern with α_i < 0 leaves M for no slack,
//           one with α_i > C for slack, and one that changed sides comes to M
//   part    otherwise M becomes the patterns that are on their margin, and the way is taken up to
//           the last kink before the least L_P, whose pattern comes to M
//   pivots  where even that gains nothing, patterns on their margin change places as their α ask
//           for, all at once or in turn (after Júdice and Pires 1994), and the solve is repeated
//   end     places that agree with their own solution meet the KKT conditions: it is the optimum
//           of smo. A whole step ends in the least L_P of its places, no places come twice because
//           L_P falls, and between two of them M grows: so there is an end. Where rounding hides the
//           way, or the pivots go on for too long, there is one short of it
//   cost    a Cholesky factorisation of K_MM a step, O(|M|³/3), more only in pivots

#include "solvers/reweighting/margin_phase.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

#include "core/tolerances.h"

namespace marginscope {
namespace {

constexpr int block_pivots = 10;  // without fewer wrong places, before they change one by one
constexpr double most_work = 10;  // of the pivots of a step, in factorisations of the whole matrix

struct Solution {
  MachinePoint point;
  bool closed = true;  // false: b alone has moved
};

// The solve for the places. Where no pattern is held b has no equation: then it alone moves,
// towards the side where the most patterns have slack, unless both have as many.
Gradual<Solution> solve_on_margins(const SlackCriterion& criterion, const MachinePoint& at,
                                   const Places& places, std::size_t& solved_on) {
  const auto N = std::ssize(places);
  std::vector<Eigen::Index> M;
  Eigen::VectorXd fixed = Eigen::VectorXd::Zero(N);
  int pull = 0;
  for (Eigen::Index i = 0; i < N; ++i) {
    const int place = places[static_cast<std::size_t>(i)];
    if (std::abs(place) == 1) M.push_back(i);
    if (std::abs(place) != 2) continue;
    pull += place / 2;
    fixed[i] = place / 2 * criterion.C;
  }
  solved_on = M.size();
  if (M.empty() && pull != 0) {
    const double reach =
        criterion.excess(at.f()).cwiseAbs().maxCoeff() + 2 * criterion.epsilon + criterion.scale;
    MachinePoint point = at;
    point.b += pull > 0 ? reach : -reach;
    co_return Solution{std::move(point), false};
  }
  MachinePoint point =
      co_await criterion.solve(at, places, M, criterion.least_weights, fixed, true);
  co_return Solution{std::move(point)};
}

// Whether the patterns that are held came to their margin, but for what rounding hides; not so where more are
// held than weights are free.
bool holds_margins(const SlackCriterion& criterion, const MachinePoint& at, const Places& places) {
  const Eigen::VectorXd u = criterion.excess(at.f()), rounding = criterion.decision_rounding(at);
  for (Eigen::Index i = 0; i < u.size(); ++i) {
    const bool is_held = std::abs(places[static_cast<std::size_t>(i)]) == 1;
    const double most = tolerances::kkt_met * criterion.scale + rounding[i];
    if (is_held && !(std::abs(u[i]) <= most)) return false;
  }
  return true;
}

// The patterns on their margin that the solution asks to be elsewhere.
std::vector<std::size_t> wrong_places(const SlackCriterion& criterion, const MachinePoint& at,
                                      const Places& places, const Places& next) {
  const Eigen::VectorXd u = criterion.excess(at.f());
  std::vector<std::size_t> wrong;
  for (std::size_t i = 0; i < next.size(); ++i) {
    const bool on_margin = std::abs(u[static_cast<Eigen::Index>(i)]) <= criterion.margin;
    if (on_margin && next[i] != places[i]) wrong.push_back(i);
  }
  return wrong;
}

}  // namespace

Gradual<bool> margin_step(const SlackCriterion& criterion, MachinePoint& at, Places& places,
                          StepTaken& taken) {
  const double C = criterion.C, N = static_cast<double>(places.size());
  const double before = criterion.value(at);
  const double rounding_here = tolerances::objective_rounding * before + criterion.rounding(at);
  bool from_here = false;  // the places are those of this point, not expected ones
  std::size_t least_wrong = places.size() + 1;
  int blocks = block_pivots;
  double work = 0;
  for (std::size_t tries = 0; tries < 2 * places.size() + 100 && work < most_work; ++tries) {
    Solution solution = co_await solve_on_margins(criterion, at, places, taken.on);
    MachinePoint& to = solution.point;
    const double share = static_cast<double>(taken.on) / N;
    work += share * share * share;
    const Places next = revised_places(places, criterion.places_at(to), to.beta, C);
    const double rounding = std::max(rounding_here, criterion.rounding(to));
    const bool agree = solution.closed && next == places;
    // Where patterns cannot all be on their margin, the weights are those of no machine.
    if (holds_margins(criterion, to, places)) {
      const double at_end = criterion.value(to);
      // Where they agree α becomes exact while f hardly moves: L_P is the same to rounding.
      if (agree ? at_end <= before * (1 + tolerances::on_margin) + rounding
                : at_end < before - rounding) {
        taken.part = 1;
        places = next;
        at = std::move(to);
        co_return !agree;
      }
      const double eta = criterion.best_part(at, to, true);
      MachinePoint part = on_the_way(at, std::move(to), eta);
      const double after = criterion.value(part);
      Places at_part = criterion.places_at(part);
      const bool gains = after < before - rounding;
      if (eta > 0 &&
          (gains || (after <= before && held(at_part) > held(criterion.places_at(at))))) {
        taken.part = eta;
        places = std::move(at_part);
        at = std::move(part);
        if (gains) co_return true;
        from_here = true;
        continue;
      }
    }
    if (!from_here) {
      from_here = true;
      places = criterion.places_at(at);
      continue;
    }
    std::vector<std::size_t> wrong = wrong_places(criterion, at, places, next);
    if (wrong.empty()) break;
    if (wrong.size() < least_wrong) {
      least_wrong = wrong.size();
      blocks = block_pivots;
    } else if (blocks > 0) {
      --blocks;
    }
    if (blocks == 0) wrong = {wrong[tries % wrong.size()]};
    for (const std::size_t i : wrong) places[i] = next[i];
  }
  co_return false;
}

}  // namespace marginscope
