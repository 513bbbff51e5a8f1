#include "core/products.h"

#include <doctest/doctest.h>

#include <Eigen/Core>
#include <cmath>

#include "core/random.h"

using namespace marginscope;

namespace {

Eigen::MatrixXd some_matrix(Random& random, Eigen::Index rows, Eigen::Index columns) {
  return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return random.normal(); });
}

// The sums of products written out; of k terms near 1 they round to about k·2e-16.
bool is_sum(const Eigen::MatrixXd& sum, const Eigen::MatrixXd& C, double s,
            const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) {
  for (Eigen::Index i = 0; i < C.rows(); ++i) {
    for (Eigen::Index j = 0; j < C.cols(); ++j) {
      double expected = 0, size = 1;
      for (Eigen::Index k = 0; k < A.cols(); ++k) {
        expected += A(i, k) * B(k, j);
        size += std::abs(A(i, k) * B(k, j));
      }
      if (!(std::abs(sum(i, j) - (C(i, j) + s * expected)) <= 1e-15 * size)) return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("a product is added to what is there, whatever the sizes") {
  Random random(1);
  for (const Eigen::Index m : {0, 1, 3, 4, 8, 9, 21}) {
    for (const Eigen::Index n : {0, 1, 2, 4, 5, 17}) {
      for (const Eigen::Index k : {0, 1, 7, 256, 257, 600}) {
        const Eigen::MatrixXd A = some_matrix(random, m, k), B = some_matrix(random, k, n),
                              C = some_matrix(random, m, n);
        Eigen::MatrixXd sum = C;
        add_product(-0.5, A, B, sum);
        CHECK(is_sum(sum, C, -0.5, A, B));
      }
    }
  }
}

TEST_CASE("factors and sum may be parts of larger matrices, and the factors transposed") {
  Random random(2);
  const Eigen::MatrixXd left = some_matrix(random, 30, 40), right = some_matrix(random, 50, 60);
  Eigen::MatrixXd all = some_matrix(random, 40, 40);
  const Eigen::MatrixXd before = all;
  const auto A = left.block(2, 3, 20, 11), B = right.block(5, 7, 13, 20);
  add_product(1, A.transpose(), B.transpose(), all.block(4, 6, 11, 13));
  CHECK(
      is_sum(all.block(4, 6, 11, 13), before.block(4, 6, 11, 13), 1, A.transpose(), B.transpose()));
  all.block(4, 6, 11, 13) = before.block(4, 6, 11, 13);
  CHECK(all == before);
}

TEST_CASE(
    "of the lower triangle nothing above it is looked at, and the rest is the same to the bit") {
  Random random(4);
  for (const Eigen::Index n : {1, 5, 6, 7, 24, 25}) {
    for (const Eigen::Index m : {n, n + 1, n + 20}) {
      const Eigen::MatrixXd A = some_matrix(random, m, 300), B = some_matrix(random, 300, n);
      Eigen::MatrixXd all = some_matrix(random, m, n), lower = all;
      lower.triangularView<Eigen::StrictlyUpper>().setConstant(7);
      add_product(-1, A, B, all);
      all.triangularView<Eigen::StrictlyUpper>().setConstant(7);
      add_lower_product(-1, A, B, lower);
      CHECK(lower == all);
    }
  }
}

TEST_CASE(
    "the same to the bit whether terms or rows are next to each other, of few columns and of "
    "many") {
  Random random(7);
  for (const Eigen::Index n : {1, 12, 48, 61}) {
    const Eigen::MatrixXd A = some_matrix(random, 83, 300), B = some_matrix(random, 300, n);
    const Eigen::MatrixXd across = A.transpose();
    Eigen::MatrixXd by_terms = Eigen::MatrixXd::Ones(83, n), by_rows = by_terms;
    add_product(-1, A, B, by_terms);
    add_product(-1, across.transpose(), B, by_rows);
    CHECK(by_terms == by_rows);
  }
}

TEST_CASE("rows divided by a transposed triangle") {
  Random random(5);
  for (Eigen::Index n = 0; n <= most_divided; ++n) {
    for (const Eigen::Index m : {0, 1, 3, 4, 9}) {
      Eigen::MatrixXd L = some_matrix(random, n, n);
      L.diagonal().array() += 10;
      const Eigen::MatrixXd triangle = L.triangularView<Eigen::Lower>();
      const Eigen::MatrixXd B = some_matrix(random, m, n);
      Eigen::MatrixXd divided = B;
      divide_rows(view_of(L), divided.data(), m, m);
      CHECK((divided * triangle.transpose() - B).norm() <= 1e-14 * (1 + B.norm()));
    }
  }
}

TEST_CASE("what is not a number stays in its row or column") {
  Eigen::MatrixXd A = Eigen::MatrixXd::Ones(9, 3), C = Eigen::MatrixXd::Zero(9, 6);
  const Eigen::MatrixXd B = Eigen::MatrixXd::Ones(3, 6);
  A(8, 1) = std::nan("");
  add_product(1, A, B, C);
  CHECK((C.topRows(8).array() == 3).all());
  CHECK(C.row(8).array().isNaN().all());
}

TEST_CASE("a multiple is added entry by entry") {
  Random random(3);
  for (Eigen::Index n = 0; n < 20; ++n) {
    const Eigen::VectorXd x = some_matrix(random, n, 1), y = some_matrix(random, n, 1);
    Eigen::VectorXd sum = y;
    add_multiple(0.3, x.data(), sum.data(), n);
    CHECK(sum == y + 0.3 * x);
  }
}
