#pragma once  // for every room above

// The tolerances that decide what is told or learnt, each with its reason; those of a method that
// only say when it is done stand beside it. Lengths are relative unless said.

namespace marginscope::tolerances {

// Separability: E ≤ positive_error · b0 means that no margin grows any more. At b = 1 one step of
// the iteration rounds to about 1e-15; three digits above that, the claim is not about rounding.
inline constexpr double positive_error = 1e-12;

// Gordan's certificate u ≥ 0, Σu = 1 is accepted when it balances the classes, feature by feature, to
// within this part of what it adds up: patterns that are moved by this part of their distances from
// their mean are then not separable for certain. A weight within this part of the largest counts as
// 0, so that rounding, some thousand times smaller, makes none of them negative.
inline constexpr double certificate = 1e-11;

// A column of which a factorisation leaves less than rank · (rows + columns) of its norm counts as
// one that depends on those before it: twice the rounding unit times the size of the sums that made
// it. (Where the columns have one unit: of the largest norm.)
inline constexpr double rank = 2.220446049250313e-16;

// Weights 1/|e| of the absolute-error forms: |e| is taken as at least this part of the margin that
// is asked for at start, b0 or 1. It is ten thousand times the rounding of an error, and the
// weights' square roots, which the orthogonal factorisation sees, span at most 1e6.
inline constexpr double weight_floor = 1e-12;

// An iterate whose largest entry exceeds this has diverged, and features beyond it are refused:
// sums of squares are then close to the largest double, and nothing that follows would mean
// anything.
inline constexpr double divergence = 1e150;

// Sequential minimal optimisation has its optimum when the violation m − M is within `optimum` of
// the residuals' size: three digits above what the sums in the residuals round to.
inline constexpr double optimum = 1e-13;

// Where rounding leaves a violation beyond this part of the largest label or target, of which libsvm and the
// rule `kkt` ask for as much, what it has is not an optimum.
inline constexpr double kkt_lost = 1e-3;

// Weights of pair methods are sums of steps: within this part of C of it, and within this part of themselves of
// 0, only rounding keeps them off that bound, and they lie on it. Dozens of steps may round the same way.
inline constexpr double near_bound = 64 * 2.220446049250313e-16;

// What takes the place of a pair's curvature K_ii + K_jj − 2K_ij where that is not positive, in
// units of the kernel's largest diagonal entry, when pairs are compared (libsvm's TAU); the step
// itself then goes to a bound.
inline constexpr double curvature = 1e-12;

// Iteratively reweighted least squares divides by the slack u; u/C counts as at least this, in
// units of the pattern's own entry of the kernel's diagonal (of the middle one at least), so that the
// Cholesky factorisation of K + diag(u/C) exists (N · 2e-16 is far below it) and margins are met to that
// precision, also where one pattern is far out.
inline constexpr double reweighting = 1e-10;

// A slack of iteratively reweighted least squares within this of 0 counts as a margin that is met:
// ten times what the floor of its weights leaves, in units of the labels. The last solve, which
// makes the weights exact, may differ by this part of L_P.
inline constexpr double on_margin = 1e-9;

// Weights of iteratively reweighted least squares approach their bounds without reaching them:
// within this part of C of one they count as on it where optimality is judged.
inline constexpr double at_bound = 1e-6;

// Iteratively reweighted least squares has its optimum when the KKT violation is within this, and the
// Lagrangian machine where it comes to rest; and a solve that holds patterns on their margin is used
// where they come to it within this, in units of the labels: a thousandth of what the rule `kkt` and
// libsvm ask for. At C = 1000 the sums in the decision values round to 1e-10.
inline constexpr double kkt_met = 1e-6;

// A fall of L_P below this part of L_P and of what C·N decision values are added up from counts as none: the
// rounding of these terms is 2e-16.
inline constexpr double objective_rounding = 1e-15;

// Pivoted Cholesky factorisation of a kernel matrix ends where of each entry of the diagonal less than
// this part is left: the feature map reproduces every kernel value k(x, z) to that part of
// √(k(x, x)k(z, z)).
inline constexpr double kernel_rank = 1e-12;

// A sum that changed by less than this part of itself is not said to have changed: sums of squares
// of errors near 1 round to about 1e-14.
inline constexpr double unchanged = 1e-12;

// Rounding of decision values beyond this part of the margin is told: a hundredth of it is about the
// width of a line on the plane, and less cannot be seen there.
inline constexpr double seen_rounding = 1e-2;

// A standard deviation counts as zero when σ ≤ constant_error · max|e|: then all errors are equal
// to rounding, and skewness and kurtosis would be quotients of rounding errors.
inline constexpr double constant_error = 1e-14;

// How often the constrained bound divides C (by 1.1) before it gives up: C is then 1e-41 of what it
// was, and a norm that is still too large is compared with one that is zero but for rounding.
inline constexpr int most_reductions = 1000;

}  // namespace marginscope::tolerances
