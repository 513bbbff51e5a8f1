#include "scene/principal.h"

#include <algorithm>
#include <cmath>

#include "core/random.h"

namespace marginscope {
namespace {

// Turns the columns of Q so that QᵗAQ becomes diagonal, with falling entries: A (k×k, symmetric) is
// made so by Jacobi's rotations (Golub & Van Loan 2013, section 8.5).
void diagonalise(Eigen::MatrixXd& A, Eigen::MatrixXd& Q) {
  const Eigen::Index k = A.rows();
  constexpr int most_sweeps = 30;  // they converge quadratically; ten are enough
  // Of the correlation of two columns: a tenth of the rounding unit, so turning them changes no digit.
  constexpr double uncorrelated = 1e-17;
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    bool turned = false;
    for (Eigen::Index i = 0; i < k; ++i) {
      for (Eigen::Index j = i + 1; j < k; ++j) {
        const double beside = A(i, j);
        if (std::abs(beside) <= uncorrelated * std::sqrt(A(i, i)) * std::sqrt(A(j, j))) continue;
        turned = true;
        const double half = (A(j, j) - A(i, i)) / (2 * beside);
        const double tangent = (half < 0 ? -1 : 1) / (std::abs(half) + std::sqrt(half * half + 1));
        const double cosine = 1 / std::sqrt(tangent * tangent + 1), sine = tangent * cosine;
        const auto turn = [=](auto&& first, auto&& second) {
          for (Eigen::Index r = 0; r < first.size(); ++r) {
            const double a = first[r], b = second[r];
            first[r] = cosine * a - sine * b;
            second[r] = sine * a + cosine * b;
          }
        };
        turn(A.col(i), A.col(j));
        turn(A.row(i), A.row(j));
        turn(Q.col(i), Q.col(j));
      }
    }
    if (!turned) break;
  }
  for (Eigen::Index i = 0; i < k; ++i) {
    Eigen::Index largest = i;
    for (Eigen::Index j = i + 1; j < k; ++j) {
      if (A(j, j) > A(largest, largest)) largest = j;
    }
    std::swap(A(i, i), A(largest, largest));
    Q.col(i).swap(Q.col(largest));
  }
}

// Makes the columns orthonormal, twice over, so that rounding does not show. A column that depends on
// those before it becomes the first axis that does not.
void orthonormalise(Eigen::MatrixXd& Q) {
  // What is left of a column that depends on the others is their rounding, about 1e-16 of it.
  constexpr double dependent = 1e-12;
  Eigen::Index axis = 0;
  for (Eigen::Index j = 0; j < Q.cols(); ++j) {
    double before = Q.col(j).norm();
    for (int pass = 0; pass < 2; ++pass) {
      for (Eigen::Index i = 0; i < j; ++i) Q.col(j) -= Q.col(i).dot(Q.col(j)) * Q.col(i);
      const double left = Q.col(j).norm();
      if (left <= dependent * before || !std::isfinite(left)) {
        Q.col(j) = Eigen::VectorXd::Unit(Q.rows(), axis++);
        before = 1;
        pass = -1;
        continue;
      }
      Q.col(j) /= left;
      before = 1;
    }
  }
}

}  // namespace

Eigen::MatrixXd principal_components(const Eigen::MatrixXd& X) {
  const Eigen::Index p = X.cols(), k = std::min<Eigen::Index>(p, 8);
  Eigen::MatrixXd Q = Eigen::MatrixXd::Identity(p, k);
  if (p > k) {
    Random random(1);
    for (double& entry : Q.reshaped()) entry = random.uniform(-1, 1);
  }
  Eigen::MatrixXd spread(X.rows(), k), next(p, k), A(k, k);
  constexpr int most_products = 40;
  constexpr double at_rest = 1e-10;  // the ten digits; a picture shows four
  for (int product = 0;; ++product) {
    orthonormalise(Q);
    for (Eigen::Index j = 0; j < k; ++j) spread.col(j).noalias() = X * Q.col(j);
    A.noalias() = spread.transpose().lazyProduct(spread);
    if (p == k || product == most_products) break;
    for (Eigen::Index j = 0; j < k; ++j) next.col(j).noalias() = X.transpose() * spread.col(j);
    // How far XᵗX turns the first two out of the space that they span with the others.
    const Eigen::MatrixXd left = next.leftCols(2) - Q * A.leftCols(2);
    if (left.norm() <= at_rest * A.norm()) break;
    Q = next;
  }
  // Where all patterns are one the axes are those of the first two features.
  if (A.trace() == 0) Q.setIdentity();
  diagonalise(A, Q);
  Eigen::MatrixXd components = Q.leftCols(2);
  for (Eigen::Index j = 0; j < 2; ++j) {
    // The sign of a component is arbitrary.
    Eigen::Index largest = 0;
    components.col(j).cwiseAbs().maxCoeff(&largest);
    if (components(largest, j) < 0) components.col(j) = -components.col(j);
  }
  return components;
}

}  // namespace marginscope
