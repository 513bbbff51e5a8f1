#pragma once  // for src/solvers only

// Where patterns stand to their margin, as iteratively reweighted least squares goes through it.

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace marginscope {

// Of each pattern: 0 costs nothing, ±1 is held on its margin, ±2 has slack; the sign is s, that of
// the label, or in regression of y − f.
using Places = std::vector<int>;

// By u (N), beyond which a pattern costs, and the sign of `side` (N); abs(u) ≤ margin is on it.
Places places_of(const Eigen::VectorXd& u, const Eigen::VectorXd& side, double margin);

// How many are held, and how many have slack.
std::ptrdiff_t held(const Places& places);
std::ptrdiff_t with_slack(const Places& places);

// The places that reweighted weights β (N) tend to, from those they have `here`: a pattern with
// slack whose α is clearly below C comes to its margin, or where α is not positive to no slack.
Places expected_places(Places here, const Eigen::VectorXd& beta, double C);

// The places that the solution for `places` asks for, with the weights β (N) and the patterns
// `there`: out of M by an α outside of [0, C], into M by a change of sides.
Places revised_places(const Places& places, const Places& there, const Eigen::VectorXd& beta,
                      double C);

}  // namespace marginscope
