#pragma once  // for src/solvers only

// The passes over patterns of steps of squared errors, on SIMD lanes.

#include <Eigen/Core>

#include "solvers/margins/row_panels.h"

namespace marginscope {

// product ← Av for A: N×r, by columns; its N entries are there. O(Nr).
void multiply(const Eigen::Ref<const Eigen::MatrixXd>& A,
              const Eigen::Ref<const Eigen::VectorXd>& v, Eigen::Ref<Eigen::VectorXd> product);

// Aᵗv for A: N×r, by columns: of each the same bits as dot() gives. O(Nr).
Eigen::VectorXd multiply_transposed(const Eigen::Ref<const Eigen::MatrixXd>& A,
                                    const Eigen::Ref<const Eigen::VectorXd>& v);

// B ← B + μ(E + |E|), entry by entry, with μ = `rate` (Lauer & Bloch 2006, eq. 8).
void add_positive_errors(double rate, const double* E, double* B, Eigen::Index n);

// E ← margins − target; E may be one of them. Returns the largest entry of E, not a number where
// one is not finite; −∞ for n = 0.
double subtract(const double* margins, const double* target, double* E, Eigen::Index n);

// E ← y(1 − margins), which is y − f for y = ±1, and 0 where the margin is 1.
void errors(const double* y, const double* margins, double* E, Eigen::Index n);

// Σ max(0, 1 − m)² for the margins m that lie a part t of the way from `margins` to `whole`.
double squared_hinges(const double* margins, const double* whole, double t, Eigen::Index n);

// What a step of squared errors does over the patterns, in one pass: with the margins ZW = Qv in
// orthonormal columns Q: N×r and t = B + `asked`
//   margins ← Qv,  E ← margins − t,  next ← B + μ(E + |E|),  v ← Qᵗ(next + asked)
// where the last two are what the step after it begins with, for its rate μ. `sums` is scratch. Returns
// the largest entry of E as above. O(Nr).
double project(const RowPanels& Q, const Eigen::VectorXd& B, double asked, double rate,
               Eigen::VectorXd& v, Eigen::VectorXd& margins, Eigen::VectorXd& E,
               Eigen::VectorXd& next, PanelSums& sums);

}  // namespace marginscope
