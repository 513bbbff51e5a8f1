#include "solvers/margins/margin_updates.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/products.h"
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

TEST_CASE("the product of any part of a matrix, of no column too, is the sum of its columns") {
  Random random(3);
  const Eigen::MatrixXd A = Eigen::MatrixXd::NullaryExpr(300, 11, [&] { return random.normal(); });
  const Eigen::VectorXd v = A.row(0);
  for (const Eigen::Index n : {0, 1, 7, 128, 130, 290}) {
    for (Eigen::Index r = 0; r <= 9; ++r) {
      Eigen::VectorXd product = Eigen::VectorXd::Constant(n, 5);
      multiply(A.block(3, 1, n, r), v.segment(2, r), product);
      Eigen::VectorXd expected = Eigen::VectorXd::Zero(n);
      for (Eigen::Index j = 0; j < r; ++j) expected += v[2 + j] * A.block(3, 1 + j, n, 1);
      // Sums of nine terms.
      CHECK((product - expected).cwiseAbs().sum() <= 1e-14 * static_cast<double>(n));
      // Back, each column by itself.
      const Eigen::VectorXd back = multiply_transposed(A.block(3, 1, n, r), product);
      REQUIRE(back.size() == r);
      for (Eigen::Index j = 0; j < r; ++j) {
        CHECK(back[j] == dot(A.data() + 300 * (1 + j) + 3, product.data(), n));
      }
    }
  }
}

TEST_CASE("a Ho-Kashyap step over the patterns in one pass is its equations") {
  Random random(2);
  for (const Eigen::Index N : {1, 3, 127, 128, 131, 300}) {
    for (const Eigen::Index r : {1, 2, 3, 4, 9}) {
      const auto normal = [&] { return random.normal(); };
      const Eigen::MatrixXd Q = Eigen::MatrixXd::NullaryExpr(N, r, normal);
      const RowPanels panels(Q);
      const Eigen::VectorXd B = Eigen::VectorXd::NullaryExpr(N, normal),
                            v = Eigen::VectorXd::NullaryExpr(r, normal);
      for (const double asked : {0.0, 1.0}) {
        Eigen::VectorXd next_v = v, margins, E, next;
        PanelSums sums;
        const double largest = project(panels, B, asked, 0.4, next_v, margins, E, next, sums);
        // Sums of ten terms, and of N.
        CHECK((margins - Q * v).cwiseAbs().maxCoeff() < 1e-14);
        CHECK(E == margins - (B.array() + asked).matrix());
        CHECK(largest == E.maxCoeff());
        CHECK(next == (B.array() + 0.4 * (E.array() + E.array().abs())).matrix());
        const Eigen::VectorXd sum = Q.transpose() * (next.array() + asked).matrix();
        CHECK((next_v - sum).cwiseAbs().maxCoeff() < 1e-12);
        for (const Eigen::Index odd : {Eigen::Index{0}, N - 1}) {
          Eigen::VectorXd other = B;
          other[odd] = HUGE_VAL;
          next_v = v;
          CHECK(std::isnan(project(panels, other, asked, 0.4, next_v, margins, E, next, sums)));
        }
      }
    }
  }
}
