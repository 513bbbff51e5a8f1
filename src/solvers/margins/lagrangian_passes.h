#pragma once  // for src/solvers only

// The passes over patterns of a linear Lagrangian support vector machine's step, on SIMD lanes
// (Mangasarian & Musicant 2001; Lauer & Bloch 2006, eq. 22). All vectors of patterns have N entries.

#include <Eigen/Core>

#include "solvers/margins/row_panels.h"

namespace marginscope {

struct LagrangianPatterns {
  const RowPanels& H;  // N×q, rows y_i (x_i, 1)
  const Eigen::VectorXd& y;
  double C, mu;
};

// α ← Q⁻¹·right = C(right − Hv) for v = (I/C + HᵗH)⁻¹Hᵗ·right, and β ← yα; v becomes Hᵗα. Returns the
// largest |α|, not a number where one is not finite, and whether no entry of α has changed. `sums` is
// scratch. O(Nq).
struct Inverted {
  double largest = 0;
  bool unchanged = true;
};
Inverted apply_inverse(const LagrangianPatterns& patterns, const Eigen::VectorXd& right,
                       Eigen::VectorXd& v, Eigen::VectorXd& alpha, Eigen::VectorXd& beta,
                       PanelSums& sums);

// Qα = α/C + Hv into `product` for v = Hᵗα, and what Q⁻¹ is applied to next, 1 + max(0, Qα − 1 − μα), into
// `right`; v becomes Hᵗ·right. O(Nq).
void look_ahead(const LagrangianPatterns& patterns, const Eigen::VectorXd& alpha,
                Eigen::VectorXd& v, Eigen::VectorXd& product, Eigen::VectorXd& right,
                PanelSums& sums);

}  // namespace marginscope
