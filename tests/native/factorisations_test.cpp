#include "solvers/margins/factorisations.h"

#include <doctest/doctest.h>

#include <Eigen/Core>
#include <cmath>

#include "core/random.h"

using namespace marginscope;

namespace {

// A positive definite matrix whose eigenvalues lie between 1 and about 5.
Eigen::MatrixXd definite(Random& random, Eigen::Index N) {
  const Eigen::MatrixXd Z = Eigen::MatrixXd::NullaryExpr(
      N, N, [&] { return random.normal() / std::sqrt(4.0 * static_cast<double>(N)); });
  Eigen::MatrixXd A = Eigen::MatrixXd::Identity(N, N);
  A += 4 * Z * Z.transpose();
  return A;
}

}  // namespace

TEST_CASE("Cholesky's factor solves, alone and in blocks of columns") {
  Random random(1);
  for (const Eigen::Index N : {1, 2, 7, 8, 9, 63, 64, 65, 72, 130, 192, 193, 330, 500}) {
    const Eigen::MatrixXd A = definite(random, N);
    const CholeskyFactor factor = CholeskyFactor::of(A).finish();
    REQUIRE(factor.good());
    for (const Eigen::Index columns : {1, 3, 4, 40}) {
      const Eigen::MatrixXd right =
          Eigen::MatrixXd::NullaryExpr(N, columns, [&] { return random.normal(); });
      Eigen::MatrixXd solved = right;
      factor.solve_in_place(solved);
      CHECK((A * solved - right).cwiseAbs().maxCoeff() < 1e-13 * std::sqrt(static_cast<double>(N)));
    }
    Eigen::MatrixXd inverse = Eigen::MatrixXd::Identity(N, N);
    factor.solve_in_place(inverse);
    CHECK((factor.inverse_diagonal().finish() - inverse.diagonal()).cwiseAbs().maxCoeff() < 1e-14);
  }
}

TEST_CASE("only the lower triangle is read, and what is not positive definite is not good") {
  Random random(2);
  for (const Eigen::Index N : {1, 8, 65, 130}) {
    const Eigen::MatrixXd A = definite(random, N);
    Eigen::MatrixXd lower = A;
    lower.triangularView<Eigen::StrictlyUpper>().setConstant(7);
    Eigen::MatrixXd a = Eigen::MatrixXd::Ones(N, 1), b = a;
    CholeskyFactor::of(A).finish().solve_in_place(a);
    CholeskyFactor::of(lower).finish().solve_in_place(b);
    CHECK(a == b);
    for (const Eigen::Index odd : {Eigen::Index{0}, N / 2, N - 1}) {
      for (const double pivot : {-1.0, std::nan("")}) {
        Eigen::MatrixXd other = A;
        other(odd, odd) = pivot;
        CHECK_FALSE(CholeskyFactor::of(other).finish().good());
      }
    }
  }
}

TEST_CASE("what is above the diagonal outlives the factorisation, and gives the matrix back") {
  Random random(4);
  for (const Eigen::Index N : {1, 12, 13, 31, 32, 33, 500}) {
    const Eigen::MatrixXd Z = definite(random, N), A = 0.5 * (Z + Z.transpose());
    CholeskyFactor factor = CholeskyFactor::of(A).finish();
    REQUIRE(factor.good());
    Eigen::MatrixXd again = std::move(factor).release();
    again.diagonal() = A.diagonal();
    CHECK(with_lower_from_upper(std::move(again)).finish() == A);
  }
}

TEST_CASE("the inner products of columns") {
  Random random(3);
  for (const Eigen::Index N : {1, 5, 300}) {
    for (const Eigen::Index q : {1, 3, 70}) {
      const Eigen::MatrixXd Z = Eigen::MatrixXd::NullaryExpr(N, q, [&] { return random.normal(); });
      const Eigen::MatrixXd all = inner_products(Z).finish(), apart = all - Z.transpose() * Z;
      CHECK(Eigen::MatrixXd(apart.triangularView<Eigen::Lower>()).cwiseAbs().maxCoeff() < 1e-12);
      const Eigen::VectorXd d = Eigen::VectorXd::NullaryExpr(N, [&] { return random.uniform(); });
      const Eigen::MatrixXd weighted =
          weighted_inner_products(Z, d).finish() - Z.transpose() * d.asDiagonal() * Z;
      CHECK(Eigen::MatrixXd(weighted.triangularView<Eigen::Lower>()).cwiseAbs().maxCoeff() < 1e-12);
    }
  }
}
