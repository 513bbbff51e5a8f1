#include "solvers/margins/lagrangian_passes.h"

#include <doctest/doctest.h>

#include <Eigen/Core>
#include <cmath>

#include "core/random.h"

using namespace marginscope;

TEST_CASE("the passes of a Lagrangian SVM's step are its equations") {
  Random random(1);
  for (const Eigen::Index N : {1, 5, 128, 131, 300}) {
    for (const Eigen::Index q : {1, 3, 6}) {
      const auto normal = [&] { return random.normal(); };
      const Eigen::MatrixXd H = Eigen::MatrixXd::NullaryExpr(N, q, normal);
      const Eigen::VectorXd y = Eigen::VectorXd::NullaryExpr(
                                N, [&] { return random.below(2) == 0 ? 1.0 : -1.0; }),
                            right = Eigen::VectorXd::NullaryExpr(N, normal),
                            v = Eigen::VectorXd::NullaryExpr(q, normal);
      const RowPanels panels(H);
      const LagrangianPatterns patterns{panels, y, 2.5, 0.7};
      Eigen::VectorXd alpha = Eigen::VectorXd::Zero(N), beta = alpha, product = alpha,
                      ahead = alpha, inner = v;
      PanelSums sums;
      const Inverted inverted = apply_inverse(patterns, right, inner, alpha, beta, sums);
      // Sums of a few terms near 1, and of N.
      CHECK((alpha - 2.5 * (right - H * v)).cwiseAbs().maxCoeff() < 1e-13);
      CHECK(beta == y.cwiseProduct(alpha));
      CHECK((inner - H.transpose() * alpha).cwiseAbs().maxCoeff() < 1e-11);
      CHECK(inverted.largest == alpha.cwiseAbs().maxCoeff());
      CHECK_FALSE(inverted.unchanged);
      inner = v;
      CHECK(apply_inverse(patterns, right, inner, alpha, beta, sums).unchanged);

      inner = v;
      look_ahead(patterns, alpha, inner, product, ahead, sums);
      CHECK((product - (alpha / 2.5 + H * v)).cwiseAbs().maxCoeff() < 1e-13);
      CHECK(ahead == (1 + (product.array() - 1 - 0.7 * alpha.array()).cwiseMax(0)).matrix());
      CHECK((inner - H.transpose() * ahead).cwiseAbs().maxCoeff() < 1e-11);

      Eigen::VectorXd odd = right;
      odd[N - 1] = std::nan("");
      inner = v;
      CHECK(std::isnan(apply_inverse(patterns, odd, inner, alpha, beta, sums).largest));
      inner = v;
      look_ahead(patterns, alpha, inner, product, ahead, sums);
      CHECK(std::isnan(ahead[N - 1]));
    }
  }
}
