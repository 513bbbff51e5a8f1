#include "solvers/margins/row_panels.h"

#include <doctest/doctest.h>

#include <cmath>

#include "core/products.h"
#include "core/random.h"
#include "solvers/margins/thin_pass.h"

using namespace marginscope;

// Every number of panels that is taken at a time, a last panel of every length, and blocks of several sizes.
TEST_CASE("panels of rows give the products of their matrix") {
  Random random(4);
  const auto normal = [&] { return random.normal(); };
  for (const Eigen::Index r : {1, 2, 7, 40, 130}) {
    for (const Eigen::Index N : {1, 7, 8, 9, 31, 64, 65, 100, 257, 530}) {
      const Eigen::MatrixXd A = Eigen::MatrixXd::NullaryExpr(N, r, normal);
      const Eigen::VectorXd v = Eigen::VectorXd::NullaryExpr(r, normal),
                            t = Eigen::VectorXd::NullaryExpr(N, normal);
      const RowPanels panels(A);
      CHECK(panels.rows() == N);
      CHECK(panels.cols() == r);
      // Sums of r terms near 1, and of N.
      CHECK((panels.times(v) - A * v).cwiseAbs().maxCoeff() < 1e-12);
      Eigen::VectorXd sums;
      panels.transposed_times(t, sums);
      for (Eigen::Index j = 0; j < r; ++j) CHECK(sums[j] == dot(A.col(j).data(), t.data(), N));

      // Both at once, with something between them that a row can be told by.
      Eigen::VectorXd values(N), joined;
      PanelSums parts;
      on_registers([&]<class Lanes>(Lanes) {
        pass_over<Lanes>(panels, v.data(), parts,
                         [&](Eigen::Index first, Eigen::Index count, double* some) {
                           for (Eigen::Index i = 0; i < count; ++i) {
                             values[first + i] = some[i];
                             some[i] += t[first + i];
                           }
                         });
      });
      join(parts, joined);
      CHECK(values == panels.times(v));
      CHECK((joined - A.transpose() * (values + t)).cwiseAbs().maxCoeff() < 1e-10);
    }
  }
}

TEST_CASE("what is not a number in one row of a panel does not reach another") {
  Eigen::MatrixXd A = Eigen::MatrixXd::Ones(11, 2);
  A(9, 1) = std::nan("");
  const RowPanels panels(A);
  const Eigen::VectorXd product = panels.times(Eigen::Vector2d(1, 1));
  for (Eigen::Index i = 0; i < 11; ++i) CHECK(std::isnan(product[i]) == (i == 9));
  // Nor do rows that complete the last panel, whatever the weights are.
  Eigen::VectorXd joined;
  PanelSums sums;
  const Eigen::Vector2d weights(HUGE_VAL, 1);
  const RowPanels ones(Eigen::MatrixXd::Ones(11, 2));
  on_registers([&]<class Lanes>(Lanes) {
    pass_over<Lanes>(ones, weights.data(), sums,
                     [](Eigen::Index, Eigen::Index count, double* some) {
                       for (Eigen::Index i = 0; i < count; ++i) some[i] = 1;
                     });
  });
  join(sums, joined);
  CHECK(joined == Eigen::VectorXd::Constant(2, 11));
}
