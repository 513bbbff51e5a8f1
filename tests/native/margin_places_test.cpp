#include "solvers/reweighting/margin_places.h"

#include <doctest/doctest.h>

using namespace marginscope;

namespace {

Eigen::VectorXd column(std::initializer_list<double> values) {
  return Eigen::Map<const Eigen::VectorXd>(values.begin(),
                                           static_cast<Eigen::Index>(values.size()));
}

}  // namespace

TEST_SUITE("places at the margin") {
  TEST_CASE("u says how far, the side says which sign") {
    const Places places = places_of(column({0.5, 0.5, 0.01, -0.01, -0.5, 0.1, -0.1}),
                                    column({1, -1, 1, -1, 1, -1, 1}), 0.1);
    CHECK(places == Places{2, -2, 1, -1, 0, -1, 1});
    CHECK(held(places) == 4);
    CHECK(with_slack(places) == 2);
  }

  TEST_CASE("weights below C tend to the margin, negative ones to no slack") {
    CHECK(expected_places({2, 2, 2, -2, -2, 0, 1}, column({9.9, 4, -1, -4, 4, 5, 5}), 10) ==
          Places{2, 1, 0, -1, 0, 0, 1});
  }

  TEST_CASE("α outside of its bounds leaves the margin, a change of sides comes to it") {
    CHECK(revised_places({1, 1, 1, -1, -1}, {0, 0, 0, 0, 0}, column({5, -1, 11, -5, 1}), 10) ==
          Places{1, 0, 2, -1, 0});
    const Eigen::VectorXd none = Eigen::VectorXd::Zero(5);
    CHECK(revised_places({0, 0, 0, 0, 0}, {2, -2, 1, 0, -1}, none, 10) == Places{1, -1, 0, 0, 0});
    CHECK(revised_places({2, 2, 2, -2, -2}, {2, 1, 0, 2, -1}, none, 10) == Places{2, 2, 1, -1, -2});
  }
}
