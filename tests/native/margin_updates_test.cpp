#include "solvers/margins/margin_updates.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/random.h"

using namespace marginscope;

TEST_CASE("the passes of a Ho-Kashyap step are its equations entry by entry") {
  Random random(1);
  for (Eigen::Index n = 0; n < 30; ++n) {
    const Eigen::VectorXd margins =
        Eigen::VectorXd::NullaryExpr(n, [&] { return random.normal(); });
    Eigen::VectorXd B = Eigen::VectorXd::NullaryExpr(n, [&] { return random.normal(); }), E(n);
    const double largest = subtract(margins.data(), B.data(), E.data(), n);
    CHECK(E == margins - B);
    CHECK(largest == (n > 0 ? E.maxCoeff() : -std::numeric_limits<double>::infinity()));
    const Eigen::VectorXd raised = B.array() + 0.4 * (E.array() + E.array().abs());
    add_positive_errors(0.4, E.data(), B.data(), n);
    CHECK(B == raised);
    // In place, and what is not finite shows wherever it is.
    Eigen::VectorXd in_place = margins;
    subtract(in_place.data(), E.data(), in_place.data(), n);
    CHECK(in_place == margins - E);
    for (Eigen::Index i = 0; i < n; ++i) {
      for (const double odd : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
        Eigen::VectorXd other = margins;
        other[i] = odd;
        CHECK(std::isnan(subtract(other.data(), B.data(), E.data(), n)));
      }
    }
  }
}
