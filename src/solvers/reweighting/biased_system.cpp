#include "solvers/reweighting/biased_system.h"

#include <utility>

#include "solvers/margins/factorisations.h"

namespace marginscope {
namespace {

constexpr Pause pause{"the weighted least squares", 0};
constexpr Eigen::Index few_columns = 32;  // of a matrix, between two pauses
constexpr int refinements = 2;

}  // namespace

Gradual<BiasedSolution> solve_biased(const Eigen::MatrixXd& K, const std::vector<Eigen::Index>& S,
                                     const Eigen::VectorXd& weights, const Eigen::VectorXd& target,
                                     double rest, double kappa) {
  const bool exact = kappa > 0;
  const auto s = static_cast<Eigen::Index>(S.size());
  Eigen::MatrixXd A(s, s);
  for (Eigen::Index k = 0; k < s; ++k) {
    if (k % few_columns == 0) co_await pause;
    const Eigen::Index i = S[static_cast<std::size_t>(k)];
    A.col(k) = K.col(i)(S).array() + kappa;
    A(k, k) += weights[i];
  }
  co_await pause;
  Eigen::MatrixXd positive;
  if (exact) {
    positive = co_await copy_of(A);
  } else {
    positive = std::move(A);
  }
  const CholeskyFactor factor = co_await CholeskyFactor::of(std::move(positive));
  if (exact) A.diagonal() -= weights(S);
  BiasedSolution solution{Eigen::VectorXd::Zero(s)};
  Eigen::MatrixXd right(s, 2);
  for (int round = 0; round < (exact ? 1 + refinements : 1); ++round) {
    co_await pause;
    right.col(0) = target;
    if (round > 0) {
      const Eigen::VectorXd sums = co_await product(A, solution.beta);
      right.col(0) -= sums;
    }
    right.col(1).setOnes();
    factor.solve_in_place(right);
    solution.b = (right.col(0).sum() + solution.beta.sum() + rest) / right.col(1).sum();
    solution.beta += right.col(0) - solution.b * right.col(1);
  }
  co_await pause;
  solution.b -= kappa * rest;
  co_return solution;
}

}  // namespace marginscope
