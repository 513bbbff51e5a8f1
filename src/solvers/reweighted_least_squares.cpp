// Support vector machines by iteratively reweighted least squares (Pérez-Cruz et al. 1999,
// reference 4 of Bandos et al. 2007)
//   given   X: N×r, y = ±1 (irwls) or real (irwls-svr);  C > 0;  ε ≥ 0 in regression;  kernel k
//   find    f = Σβ_j k(x_j, ·) + b minimising L_P = ½βᵗKβ + CΣ max(0, u), with
//             irwls      u = 1 − y f
//             irwls-svr  u = |y − f| − ε
//   start   β = 0, b = 0
//   step    S = {i: u_i > 0, or u_i = 0 to rounding and α_i ≥ 0};  t_i = y_i, or y_i − ε sign(y_i −
//   f_i)
//           (K_SS + diag(u_S/C))β′ + b′ = t_S,  1ᵗβ′ = 0,  β′ = 0 outside S
//           line-search: (β, b) += η((β′, b′) − (β, b)) with the η in [0, 1] that minimises L_P
//           full:        (β, b) = (β′, b′), which may raise L_P, as in the paper's experiments
//   S       a line search often ends where some u is 0. Left out, such a pattern would block the
//   next
//           direction at once; taken in, it stays on its margin unless its α turns negative
//   guard   u/C counts as at least tolerances::reweighting of the kernel's diagonal. Full steps
//   that
//           bring no new least L_P for `patience` iterations run in a circle: from then on lines
//           are searched, which ends it
//   facts   a margin that is met approaches u = 0 by the factor α/C a step; at a fixed point α_i =
//   C
//           where u_i > 0, so it is the optimum of smo
//   cost    the kernel matrix once; a Cholesky factorisation of K_SS a step, O(|S|³/3), and a sort
//   of
//           the breakpoints of L_P along the line

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/text.h"
#include "core/tolerances.h"
#include "solvers/algorithm.h"
#include "solvers/factorisations.h"
#include "solvers/field_rows.h"
#include "solvers/kernel_solver.h"
#include "solvers/linear_solver.h"

namespace marginscope {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr int patience = 20;  // full steps without a new least L_P

enum class StepRule { line_search, full };

struct Settings {
  double C = 1;
  double epsilon = 0;
  StepRule step = StepRule::line_search;
  Kernel kernel;
};

class ReweightedLeastSquares : public KernelSolver {
 public:
  ReweightedLeastSquares(Takes takes, std::string_view name, Settings settings)
      : takes_(takes), name_(name), settings_(settings) {
    quantities_ = kernel_quantities(settings_.kernel, regression(), "L_P = ½‖f‖² + CΣξ", true,
                                    {{"dual_variables",
                                      regression() ? "β" : "α",
                                      "weight of each pattern in the sum",
                                      {Axis::pattern}},
                                     {"support_set",
                                      "S",
                                      "the patterns that the next solve takes: those with slack",
                                      {Axis::pattern},
                                      QuantityKind::pattern_set}});
  }

  Result<Outcome> start(const Problem& problem) override {
    auto design = kernel_design(problem, takes_, settings_.kernel, name_);
    if (!design) return fail(design.error());
    design_ = *design;
    auto K = gram_of(*design_, name_);
    if (!K) return fail(K.error());
    K_ = *K;
    floor_ = tolerances::reweighting * std::max(1e-300, K_->diagonal().maxCoeff());
    beta_ = sums_ = Eigen::VectorXd::Zero(design_->N());
    bias_ = eta_ = 0;
    solved_on_ = 0;
    u_ = excess(outputs());
    least_ = objective(outputs());
    since_least_ = 0;
    return outcome_ = Outcome::running;
  }

  Outcome step() override {
    const double before = objective(outputs());
    const bool whole = settings_.step == StepRule::full && since_least_ < patience;
    // Where no part of the way lowers L_P, a pattern on its margin may have been left out wrongly.
    for (const bool every_margin : {false, true}) {
      const Outcome outcome = try_step(support_set(every_margin), before, whole);
      if (outcome != Outcome::solved) return outcome_ = outcome;
    }
    return outcome_ = Outcome::solved;
  }

  std::span<const Quantity> quantities() const override { return quantities_; }
  double margin_level() const override { return regression() ? settings_.epsilon : 1; }

  std::string explain(const Solver* previous) const override {
    const Eigen::Index in_S = (u_.array() > 0).count();
    if (!previous) {
      return sentence("f starts at 0: ", std::to_string(in_S), " of ", std::to_string(u_.size()),
                      " patterns have slack and enter the first weighted least squares.");
    }
    const auto& before = static_cast<const ReweightedLeastSquares&>(*previous);
    std::string text = sentence(
        "Weighted least squares on the ", std::to_string(solved_on_),
        " patterns with slack or on their margin",
        eta_ == 1 ? ", taken whole; "
                  : sentence(", of which the part η = ", short_text(eta_), " lowers L_P most; "));
    text += sentence("now ", std::to_string(in_S), " have slack, and ",
                     fit_text(*design_, outputs()), ". ",
                     change_text("L_P", before.objective(before.outputs()), objective(outputs())));
    if (settings_.step == StepRule::full && before.since_least_ >= patience) {
      text += " Full steps ran in a circle, so the line is searched now.";
    }
    return text;
  }

  std::string explain_outcome() const override {
    switch (outcome_) {
      case Outcome::solved:
        return sentence("The next solve would not lower L_P any more: it ends at ",
                        short_text(objective(outputs()), 6), ".");
      case Outcome::diverged:
        return "The weights overflow the range of numbers; scale the features, or choose a smaller "
               "C.";
      default:
        return "";
    }
  }

  std::unique_ptr<Solver> clone() const override {
    return std::make_unique<ReweightedLeastSquares>(*this);
  }
  std::size_t state_bytes() const override {
    return static_cast<std::size_t>(3 * beta_.size()) * sizeof(double) + sizeof(*this);
  }

 protected:
  const Eigen::VectorXd& coefficients() const override { return beta_; }
  double bias() const override { return bias_; }
  Eigen::VectorXd kernel_sums() const override { return sums_; }
  double objective(const Eigen::VectorXd& f) const override {
    return 0.5 * squared_norm() + settings_.C * slack(f).sum();
  }
  Eigen::VectorXd slack(const Eigen::VectorXd& f) const override { return excess(f).cwiseMax(0); }
  Eigen::VectorXd dual_variables() const override {
    if (regression()) return beta_;
    return (design_->y.array() * beta_.array()) + 0.0;
  }
  // Those with slack: margins that are met approach it from above, so a threshold on α or u would
  // lose them.
  int support_vectors() const override { return static_cast<int>((u_.array() > 0).count()); }

  double kkt_violation() const override {
    Eigen::VectorXd inside(beta_.size());
    double clipped = 0;
    const double C = settings_.C, near = tolerances::at_bound * C;
    for (Eigen::Index i = 0; i < beta_.size(); ++i) {
      double b = std::clamp(beta_[i], lowest(i), highest(i));
      for (const double bound : {lowest(i), highest(i), 0.0}) {
        if (std::abs(b - bound) <= near) b = bound;
      }
      clipped = std::max(clipped, std::abs(b - beta_[i]));
      inside[i] = b;
    }
    const Eigen::VectorXd r = design_->y - *K_ * inside;
    double m = -infinite, M = infinite;
    const double epsilon = settings_.epsilon;
    for (Eigen::Index i = 0; i < r.size(); ++i) {
      if (inside[i] < highest(i)) m = std::max(m, r[i] + (inside[i] >= 0 ? -epsilon : epsilon));
      if (inside[i] > lowest(i)) M = std::min(M, r[i] + (inside[i] > 0 ? -epsilon : epsilon));
    }
    return (std::isfinite(m - M) ? std::max(0.0, m - M) : 0) + clipped;
  }

  double duality_gap(const Eigen::VectorXd& f) const override {
    Eigen::VectorXd inside(beta_.size());
    for (Eigen::Index i = 0; i < beta_.size(); ++i) {
      inside[i] = std::clamp(beta_[i], lowest(i), highest(i));
    }
    return objective(f) - (design_->y.dot(inside) - settings_.epsilon * inside.cwiseAbs().sum() -
                           0.5 * inside.dot(*K_ * inside));
  }

  void own_values(std::string_view id, std::vector<double>& out) const override {
    if (id != "support_set") return;
    for (const Eigen::Index i : support_set(false)) out.push_back(static_cast<double>(i));
  }

 private:
  bool regression() const { return takes_ == Takes::regression; }
  double highest(Eigen::Index i) const {
    return regression() || design_->y[i] > 0 ? settings_.C : 0;
  }
  double lowest(Eigen::Index i) const {
    return regression() || design_->y[i] < 0 ? -settings_.C : 0;
  }

  // u for decision values f.
  Eigen::VectorXd excess(const Eigen::VectorXd& f) const {
    if (regression()) return (design_->y - f).array().abs() - settings_.epsilon;
    return 1 - design_->y.array() * f.array();
  }

  double value(const Eigen::VectorXd& beta, const Eigen::VectorXd& sums, double b) const {
    return 0.5 * beta.dot(sums) + settings_.C * excess(sums.array() + b).cwiseMax(0).sum();
  }

  // One solve on S and the part of the way to it that is taken. `solved`: nothing was gained, and
  // the state stays, so that L_P never rises.
  Outcome try_step(const std::vector<Eigen::Index>& S, double before, bool whole) {
    const Eigen::VectorXd f = outputs();
    Eigen::VectorXd beta;
    double b = bias_;
    solve(S, f, beta, b);
    const Eigen::VectorXd sums = *K_ * beta;
    const double eta = whole ? 1 : best_step(f, beta - beta_, sums - sums_, b - bias_);
    Eigen::VectorXd next = eta == 1 ? beta : Eigen::VectorXd(beta_ + eta * (beta - beta_));
    Eigen::VectorXd next_sums = eta == 1 ? sums : Eigen::VectorXd(sums_ + eta * (sums - sums_));
    const double next_bias = eta == 1 ? b : bias_ + eta * (b - bias_);
    if (!next.allFinite() || !next_sums.allFinite() || !std::isfinite(next_bias)) {
      return Outcome::diverged;
    }
    const double after = value(next, next_sums, next_bias);
    if (!(after < tolerances::divergence)) return Outcome::diverged;
    if (whole ? next == beta_ && next_bias == bias_ : after >= before) return Outcome::solved;
    eta_ = eta;
    solved_on_ = S.size();
    beta_ = std::move(next);
    sums_ = std::move(next_sums);
    bias_ = next_bias;
    u_ = excess(outputs());
    since_least_ = after < least_ ? 0 : since_least_ + 1;
    least_ = std::min(least_, after);
    return Outcome::running;
  }

  // The patterns with slack, and those on their margin: every one, or only where α does not pull
  // the other way.
  std::vector<Eigen::Index> support_set(bool every_margin) const {
    std::vector<Eigen::Index> S;
    for (Eigen::Index i = 0; i < u_.size(); ++i) {
      const double direction = regression() ? design_->y[i] - sums_[i] - bias_ : design_->y[i];
      const bool on_margin = std::abs(u_[i]) <= tolerances::on_margin;
      if (u_[i] > 0 || (on_margin && (every_margin || beta_[i] * direction >= 0))) S.push_back(i);
    }
    return S;
  }

  // β′ and b′ of the step on S, for decision values f. Where S is empty β′ = 0 and b stays.
  void solve(const std::vector<Eigen::Index>& S, const Eigen::VectorXd& f, Eigen::VectorXd& beta,
             double& b) const {
    beta = Eigen::VectorXd::Zero(u_.size());
    if (S.empty()) return;
    const auto s = static_cast<Eigen::Index>(S.size());
    Eigen::MatrixXd A = (*K_)(S, S);
    Eigen::MatrixXd right(s, 2);
    for (Eigen::Index k = 0; k < s; ++k) {
      const Eigen::Index i = S[static_cast<std::size_t>(k)];
      A(k, k) += std::max(u_[i] / settings_.C, floor_);
      const double sign = design_->y[i] > f[i] ? 1 : -1;
      right(k, 0) = regression() ? design_->y[i] - settings_.epsilon * sign : design_->y[i];
      right(k, 1) = 1;
    }
    CholeskyFactor(A).solve_in_place(right);
    b = right.col(0).sum() / right.col(1).sum();
    for (Eigen::Index k = 0; k < s; ++k) {
      beta[S[static_cast<std::size_t>(k)]] = right(k, 0) - b * right(k, 1);
    }
  }

  // The η in [0, 1] that minimises L_P along (β, b) + η(d_beta, d_b): L_P is convex and piecewise
  // quadratic there, with a kink where a hinge p + qη passes 0.
  double best_step(const Eigen::VectorXd& f, const Eigen::VectorXd& d_beta,
                   const Eigen::VectorXd& d_sums, double d_b) const {
    struct Hinge {
      double at, slope;  // passes 0 at η = at; the slope of L_P grows by |slope| there
    };
    std::vector<Hinge> kinks;
    double slope = d_beta.dot(sums_);
    const double curvature = d_beta.dot(d_sums);
    const auto add = [&](double p, double q) {
      q *= settings_.C;
      p *= settings_.C;
      if (p > 0 || (p == 0 && q > 0)) slope += q;
      if (q != 0 && p * q < 0 && -p / q < 1) kinks.push_back({-p / q, std::abs(q)});
    };
    for (Eigen::Index i = 0; i < f.size(); ++i) {
      const double y = design_->y[i], d_f = d_sums[i] + d_b;
      if (regression()) {
        add(y - f[i] - settings_.epsilon, -d_f);
        add(f[i] - y - settings_.epsilon, d_f);
      } else {
        add(1 - y * f[i], -y * d_f);
      }
    }
    std::sort(kinks.begin(), kinks.end(),
              [](const Hinge& a, const Hinge& b) { return a.at < b.at; });
    // The slope at the left end of each piece; the minimum lies where it turns positive.
    double left = 0;
    for (const Hinge& kink : kinks) {
      if (slope >= 0) return left;
      const double at_kink = slope + curvature * (kink.at - left);
      if (at_kink >= 0) return left - slope / curvature;
      slope = at_kink + kink.slope;
      left = kink.at;
    }
    if (slope >= 0) return left;
    const double at_end = slope + curvature * (1 - left);
    return at_end <= 0 ? 1 : left - slope / curvature;
  }

  Takes takes_;
  std::string_view name_;
  Settings settings_;
  std::vector<Quantity> quantities_;
  std::shared_ptr<const Eigen::MatrixXd> K_;
  double floor_ = 0;      // least of u/C in the solve
  Eigen::VectorXd beta_;  // N
  Eigen::VectorXd sums_;  // N, Kβ
  Eigen::VectorXd u_;     // N
  double bias_ = 0;
  double eta_ = 0;             // of the last step
  std::size_t solved_on_ = 0;  // how many patterns it took
  double least_ = 0;           // least L_P so far
  int since_least_ = 0;        // iterations since then
  Outcome outcome_ = Outcome::running;
};

struct Classifier final : ReweightedLeastSquares {
  struct Settings {
    double C = 1;
    StepRule step = StepRule::line_search;
    Kernel kernel;
  };
  explicit Classifier(const Settings& s)
      : ReweightedLeastSquares(Takes::two_classes, "Reweighted least squares",
                               {s.C, 0, s.step, s.kernel}) {}
};

struct Regressor final : ReweightedLeastSquares {
  struct Settings {
    double C = 1;
    double epsilon = 0.1;
    StepRule step = StepRule::line_search;
    Kernel kernel;
  };
  explicit Regressor(const Settings& s)
      : ReweightedLeastSquares(Takes::regression, "Reweighted least squares regression",
                               {s.C, s.epsilon, s.step, s.kernel}) {}
};

constexpr Choice steps[] = {{"line-search", "the part of the step that lowers L_P most"},
                            {"full", "the whole step, which may raise L_P"}};

template <auto Member>
constexpr Field step_row() {
  return bind<Member>({.id = "step",
                       .symbol = "η",
                       .name = "Step",
                       .meaning = "How far to go towards the solution of the weighted least "
                                  "squares.",
                       .formula = "β ← β + η(β′ − β)",
                       .source = "Pérez-Cruz et al. 1999",
                       .type = FieldType::choice,
                       .choices = steps});
}

constexpr std::string_view default_rules = "objective-change:threshold=1e-5,relative=1";

}  // namespace

Algorithm irwls_algorithm() {
  static constexpr Field fields[] = {
      penalty_row<&Classifier::Settings::C>("L_P = ½‖f‖² + CΣξ", "Bandos et al. 2007, section 3"),
      kernel_row<&Classifier::Settings::kernel>(), step_row<&Classifier::Settings::step>()};
  return algorithm_row<Classifier>(
      {.id = "irwls",
       .name = "Support vector machine (IRWLS)",
       .summary =
           "The support vector machine by least squares whose weights follow the slack: few, "
           "large steps.",
       .problem = "minimise ½‖f‖² + CΣξ with ξ = max(0, 1 − y f)",
       .step = "(K + diag(u/C))β + b = y on u > 0;  u ← 1 − y f",
       .source = "Bandos et al. 2007; Pérez-Cruz et al. 1999",
       .default_rules = default_rules,
       .takes = Takes::two_classes,
       .fields = fields});
}

Algorithm irwls_svr_algorithm() {
  static constexpr Field fields[] = {
      penalty_row<&Regressor::Settings::C>("L_P = ½‖f‖² + CΣξ", "Bandos et al. 2007, section 3.1"),
      epsilon_row<&Regressor::Settings::epsilon>("Bandos et al. 2007, section 3.1"),
      kernel_row<&Regressor::Settings::kernel>(), step_row<&Regressor::Settings::step>()};
  return algorithm_row<Regressor>(
      {.id = "irwls-svr",
       .name = "Support vector regression (IRWLS)",
       .summary = "Support vector regression by least squares whose weights follow the slack: few, "
                  "large steps.",
       .problem = "minimise ½‖f‖² + CΣξ with ξ = max(0, |y − f| − ε)",
       .step = "(K + diag(u/C))β + b = y − ε·sign(y − f) on u > 0;  u ← |y − f| − ε",
       .source = "Bandos et al. 2007; Pérez-Cruz et al. 1999",
       .default_rules = default_rules,
       .takes = Takes::regression,
       .fields = fields});
}

}  // namespace marginscope
