// Support vector machines by iteratively reweighted least squares (Pérez-Cruz et al. 1999,
// reference 4 of Bandos et al. 2007)
//   given   X: N×r, y = ±1 (irwls) or real (irwls-svr);  C > 0;  ε ≥ 0 in regression;  kernel k
//   find    f = Σβ_j k(x_j, ·) + b minimising L_P = ½βᵗKβ + CΣ max(0, u), with
//             irwls      u = 1 − y f
//             irwls-svr  u = |y − f| − ε
//   start   β = 0, b = 0
//   step    S = {i: u_i > 0, or u_i = 0 to rounding and α_i ≥ 0}
//           s_i = y_i, or sign(y_i − f_i) in regression;  t_i = y_i, or y_i − ε s_i
//           (K_SS + diag(u_S/C))β′ + b′ = t_S,  1ᵗβ′ = 0,  β′ = 0 outside S
//           line-search: (β, b) += η((β′, b′) − (β, b)) with the η in [0, 1] that minimises L_P
//           full:        (β, b) = (β′, b′), which may raise L_P, as in the paper's experiments
//
// Where this deviates from the paper: L_P has a kink wherever some u_i is 0, and there a line
// search comes to rest short of the optimum; and a margin that is met approaches u = 0 only by the
// factor α/C a step. So once a searched step lowers L_P by less than the part `slow`, the weights
// take the values that they tend to: β_i = C s_i with slack, and u/C = 0 for the patterns M on
// their margin:
//
//   step    K_MM β_M + b = t_M − K_M,slack β_slack,  1ᵗβ = 0,  β = 0 elsewhere
//   whole   where that lowers L_P it is taken; then a pattern with α_i < 0 leaves M for no slack,
//           one with α_i > C for slack, and one that changed sides comes to M
//   part    otherwise M becomes the patterns that are on their margin, and the way is taken up to
//           the last kink before the least L_P, whose pattern comes to M
//   pivots  where even that gains nothing, patterns on their margin change places as their α ask
//           for, all at once or in turn (after Júdice and Pires 1994), and the solve is repeated
//   end     places that agree with their own solution meet the KKT conditions: it is the optimum
//           of smo. A whole step ends in the least L_P of its places, no places come twice because
//           L_P falls, and between two of them M grows: so there is an end, unless rounding hides
//           the way or the pivots go on for too long; then the outcome is `singular`
//
//   guard   u/C counts as at least tolerances::reweighting of the kernel's diagonal. Full steps
//           that bring no new least L_P for `patience` iterations run in a circle: from then on
//           lines are searched, which ends it
//   cost    the kernel matrix once; a Cholesky factorisation of K_SS or K_MM a step, O(|S|³/3),
//           more only in pivots; and a sort of the breakpoints of L_P along the line

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/text.h"
#include "core/tolerances.h"
#include "solvers/algorithm.h"
#include "solvers/field_rows.h"
#include "solvers/kernels/kernel_solver.h"
#include "solvers/phrases.h"
#include "solvers/reweighting/biased_system.h"
#include "solvers/reweighting/hinge_line.h"
#include "solvers/reweighting/margin_places.h"

namespace marginscope {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr int patience = 20;      // full steps without a new least L_P
constexpr double slow = 1e-3;     // part of L_P that a searched step has to gain
constexpr int block_pivots = 10;  // without fewer wrong places, before they change one by one
constexpr double most_work = 10;  // of the pivots of a step, in factorisations of the whole matrix

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
    static constexpr Quantity own[] = {pattern_set_row<&ReweightedLeastSquares::support_set>(
        "support_set", "S", "Support set", "support set",
        "the patterns that the next solve takes: those with slack")};
    quantities_ = list_of(settings_.kernel,
                          {.regression = regression(),
                           .objective = "L_P = ½‖f‖² + CΣξ",
                           .slack = true,
                           .dual = dual_variables_quantity(regression() ? "β" : "α",
                                                           "weight of each pattern in the sum"),
                           .own = own});
  }

  // The kernel matrix; of a solve that holds patterns on their margin, perhaps all of them, the
  // system and its factorisation.
  double memory_needed(const ProblemSize& size) const override {
    return 3 * matrix_bytes(size.N, size.N) + matrix_bytes(size.N, size.p + 30);
  }

  Gradual<Result<Outcome>> begin(const Problem& problem, const Solver*) override {
    auto design = kernel_design(problem, takes_, settings_.kernel, name_, *this);
    if (!design) co_return fail(design.error());
    design_ = *design;
    auto K = co_await gram_of(*design_);
    if (!K) co_return fail(K.error());
    K_ = *K;
    largest_kernel_ = std::max(1e-300, K_->diagonal().maxCoeff());
    floor_ = tolerances::reweighting * largest_kernel_;
    scale_ = std::max(1e-300, design_->y.cwiseAbs().maxCoeff());
    margin_ = tolerances::on_margin * scale_;
    places_.clear();
    held_ = false;
    beta_ = sums_ = Eigen::VectorXd::Zero(design_->N());
    bias_ = eta_ = 0;
    solved_on_ = 0;
    u_ = excess(outputs());
    least_ = objective(outputs());
    since_least_ = 0;
    co_return outcome_ = Outcome::running;
  }

  Outcome step() override { return step_gradually().finish(); }
  bool has_long_steps() const override { return design_->N() > 400; }  // 20 million multiplications

  Gradual<Outcome> step_gradually() override {
    const double before = objective(outputs());
    const bool whole = settings_.step == StepRule::full && since_least_ < patience;
    if (places_.empty()) {
      outcome_ = co_await reweighted_step(before, whole);
      if (outcome_ == Outcome::diverged) co_return outcome_;
      const bool at_rest = outcome_ == Outcome::solved;
      if (at_rest || (!whole && objective(outputs()) > before * (1 - slow)))
        places_ = expected_places(places_here(), beta_, settings_.C);
      if (!at_rest) co_return outcome_;
    }
    co_return outcome_ = co_await margin_step(before);
  }

  std::span<const Quantity> quantities() const override { return *quantities_; }
  double margin_level() const override { return regression() ? settings_.epsilon : 1; }

  std::string explain(const Solver* previous) const override {
    const std::string in_S = std::to_string(slack_count());
    if (!previous) {
      return sentence("f starts at 0: ", in_S, " of ", std::to_string(u_.size()),
                      " patterns have slack and enter the first weighted least squares.");
    }
    const auto& before = static_cast<const ReweightedLeastSquares&>(*previous);
    const std::string part = short_text(eta_);
    std::string text =
        held_ ? sentence("Reweighting hardly gains any more, so the weights take their limits: ",
                         std::to_string(solved_on_),
                         " patterns are held on their margin, those with slack at α = C",
                         eta_ == 1 ? ", taken whole; "
                                   : sentence(", taken to the part η = ", part,
                                              ", where one more reaches its margin; "))
              : sentence("Weighted least squares on the ", std::to_string(solved_on_),
                         " patterns with slack or on their margin",
                         eta_ == 1
                             ? ", taken whole; "
                             : sentence(", of which the part η = ", part, " lowers L_P most; "));
    text += sentence("now ", in_S, " have slack, and ", fit_text(*design_, outputs()), ". ",
                     change_text("L_P", before.objective(before.outputs()), objective(outputs())));
    if (settings_.step == StepRule::full && before.since_least_ >= patience && !held_) {
      text += " Full steps ran in a circle, so the line is searched now.";
    }
    return text;
  }

  std::string explain_outcome() const override {
    const std::string end =
        sentence("No further solve lowers L_P: it ends at ", short_text(objective(outputs()), 6));
    const std::string violation = short_text(kkt_violation());
    switch (outcome_) {
      case Outcome::solved:
        return sentence(end, ", the optimum: the optimality conditions hold to within ", violation,
                        ".");
      case Outcome::singular:
        return sentence(end, ", but the optimality conditions are violated by ", violation,
                        ": so many patterns on their margin depend on one another that it stays "
                        "undecided, to rounding, which of them hold it.");
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
    return static_cast<std::size_t>(3 * beta_.size()) * sizeof(double) +
           places_.size() * sizeof(int) + sizeof(*this);
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
  // lose them. Later those that are held count as well.
  int support_vectors() const override {
    if (places_.empty()) return slack_count();
    return static_cast<int>(places_.size()) -
           static_cast<int>(std::count(places_.begin(), places_.end(), 0));
  }

  double kkt_violation() const override {
    const Eigen::VectorXd inside = clipped();
    const Eigen::VectorXd r = design_->y - sums_of(inside);
    double m = -infinite, M = infinite;
    const double epsilon = settings_.epsilon, near = tolerances::at_bound * settings_.C;
    for (Eigen::Index i = 0; i < r.size(); ++i) {
      const double b = inside[i];
      if (b < highest(i) - near) m = std::max(m, r[i] + (b > -near ? -epsilon : epsilon));
      if (b > lowest(i) + near) M = std::min(M, r[i] + (b > near ? -epsilon : epsilon));
    }
    return (std::isfinite(m - M) ? std::max(0.0, m - M) : 0) +
           (inside - beta_).cwiseAbs().maxCoeff();
  }

  double duality_gap(const Eigen::VectorXd& f) const override {
    const Eigen::VectorXd inside = clipped();
    return objective(f) - (design_->y.dot(inside) - settings_.epsilon * inside.cwiseAbs().sum() -
                           0.5 * inside.dot(sums_of(inside)));
  }

 private:
  bool regression() const { return takes_ == Takes::regression; }
  double highest(Eigen::Index i) const {
    return regression() || design_->y[i] > 0 ? settings_.C : 0;
  }
  double lowest(Eigen::Index i) const {
    return regression() || design_->y[i] < 0 ? -settings_.C : 0;
  }

  // β with every α in [0, C].
  Eigen::VectorXd clipped() const {
    Eigen::VectorXd inside(beta_.size());
    for (Eigen::Index i = 0; i < beta_.size(); ++i) {
      inside[i] = std::clamp(beta_[i], lowest(i), highest(i));
    }
    return inside;
  }

  // Kβ for β with every α in [0, C]: what is outside is little, and of few patterns.
  Eigen::VectorXd sums_of(const Eigen::VectorXd& inside) const {
    Eigen::VectorXd sums = sums_;
    for (Eigen::Index i = 0; i < beta_.size(); ++i) {
      if (inside[i] != beta_[i]) sums += (inside[i] - beta_[i]) * K_->col(i);
    }
    return sums;
  }

  // u for decision values f.
  Eigen::VectorXd excess(const Eigen::VectorXd& f) const {
    if (regression()) return (design_->y - f).array().abs() - settings_.epsilon;
    return 1 - design_->y.array() * f.array();
  }

  // Where β and b stand, or would.
  struct Point {
    Eigen::VectorXd beta, sums;  // N each; sums = Kβ
    double b = 0;
  };

  double value(const Point& at) const {
    return 0.5 * at.beta.dot(at.sums) +
           settings_.C * excess(at.sums.array() + at.b).cwiseMax(0).sum();
  }

  // s for a decision value f; where the pattern has a place, that says.
  double sign(Eigen::Index i, double f) const {
    if (!regression()) return design_->y[i];
    if (!places_.empty() && place(i) != 0) return place(i) > 0 ? 1 : -1;
    return design_->y[i] > f ? 1 : -1;
  }
  int place(Eigen::Index i) const { return places_[static_cast<std::size_t>(i)]; }

  int slack_count() const {
    return static_cast<int>(places_.empty() ? (u_.array() > 0).count() : with_slack(places_));
  }

  Point on_the_way(const Point& to, double eta) const {
    if (eta == 1) return to;
    return {beta_ + eta * (to.beta - beta_), sums_ + eta * (to.sums - sums_),
            bias_ + eta * (to.b - bias_)};
  }

  void move_to(Point&& to, double L) {
    beta_ = std::move(to.beta);
    sums_ = std::move(to.sums);
    bias_ = to.b;
    u_ = excess(outputs());
    since_least_ = L < least_ ? 0 : since_least_ + 1;
    least_ = std::min(least_, L);
  }

  // One solve on S and the part of the way to it that is taken. `solved`: nothing was gained, and
  // the state stays, so that L_P never rises.
  Gradual<Outcome> reweighted_step(double before, bool whole) {
    const std::vector<Eigen::Index> S = support_set();
    const Eigen::VectorXd weights = (u_ / settings_.C).cwiseMax(floor_);
    const Eigen::VectorXd nothing = Eigen::VectorXd::Zero(u_.size());
    const Point to = co_await solve(S, weights, nothing, false);
    const double eta = whole ? 1 : best_step(to, false);
    Point next = on_the_way(to, eta);
    if (!next.beta.allFinite() || !next.sums.allFinite() || !std::isfinite(next.b)) {
      co_return Outcome::diverged;
    }
    const double after = value(next);
    if (!(after < tolerances::divergence)) co_return Outcome::diverged;
    if (whole ? next.beta == beta_ && next.b == bias_ : after >= before) co_return Outcome::solved;
    eta_ = eta;
    solved_on_ = S.size();
    move_to(std::move(next), after);
    co_return Outcome::running;
  }

  // One solve with the weights in their limits, and as much of the way to it as lowers L_P; more
  // than one where that is nothing.
  Gradual<Outcome> margin_step(double before) {
    const double C = settings_.C;
    const double rounding = tolerances::objective_rounding *
                            (before + static_cast<double>(u_.size()) * C * C * largest_kernel_);
    held_ = true;
    bool from_here = false;  // places_ are those of this point, not expected ones
    std::size_t least_wrong = places_.size() + 1;
    int blocks = block_pivots;
    double work = 0;
    for (std::size_t tries = 0; tries < 2 * places_.size() + 100 && work < most_work; ++tries) {
      Point to;
      const bool closed = co_await solve_on_margins(to);
      work += std::pow(static_cast<double>(solved_on_) / static_cast<double>(places_.size()), 3);
      const Places next = revised_places(places_, places_at(to), to.beta, C);
      const bool agree = closed && next == places_;
      // Where patterns cannot all be on their margin, the weights are those of no machine.
      if (holds_margins(to)) {
        const double at_end = value(to);
        // Where they agree α becomes exact while f hardly moves: L_P is the same to rounding.
        if (agree ? at_end <= before * (1 + tolerances::on_margin) + rounding
                  : at_end < before - rounding) {
          eta_ = 1;
          places_ = next;
          move_to(std::move(to), at_end);
          co_return agree ? judge() : Outcome::running;
        }
        const double eta = best_step(to, true);
        Point part = on_the_way(to, eta);
        const double after = value(part);
        Places at_part = places_at(part);
        const bool gains = after < before - rounding;
        if (eta > 0 && (gains || (after <= before && held(at_part) > held(places_here())))) {
          eta_ = eta;
          places_ = std::move(at_part);
          move_to(std::move(part), after);
          if (gains) co_return Outcome::running;
          from_here = true;
          continue;
        }
      }
      if (!from_here) {
        from_here = true;
        places_ = places_here();
        continue;
      }
      std::vector<std::size_t> wrong;
      for (std::size_t i = 0; i < next.size(); ++i) {
        const bool on_margin = std::abs(u_[static_cast<Eigen::Index>(i)]) <= margin_;
        if (on_margin && next[i] != places_[i]) wrong.push_back(i);
      }
      if (wrong.empty()) break;
      if (wrong.size() < least_wrong) {
        least_wrong = wrong.size();
        blocks = block_pivots;
      } else if (blocks > 0) {
        --blocks;
      }
      if (blocks == 0) wrong = {wrong[tries % wrong.size()]};
      for (const std::size_t i : wrong) places_[i] = next[i];
    }
    co_return judge();
  }

  Outcome judge() const {
    return kkt_violation() <= tolerances::kkt_met * scale_ ? Outcome::solved : Outcome::singular;
  }

  Places places_here() const { return places_at({beta_, sums_, bias_}); }

  Places places_at(const Point& at) const {
    const Eigen::VectorXd f = at.sums.array() + at.b, u = excess(f);
    return places_of(u, regression() ? Eigen::VectorXd(design_->y - f) : design_->y, margin_);
  }

  // Whether the patterns that are held came to their margin; not so where more are held than
  // weights are free.
  bool holds_margins(const Point& at) const {
    const Eigen::VectorXd u = excess(at.sums.array() + at.b);
    for (Eigen::Index i = 0; i < u.size(); ++i) {
      if (std::abs(place(i)) == 1 && !(std::abs(u[i]) <= tolerances::kkt_met * scale_))
        return false;
    }
    return true;
  }

  // The solve for places_. Where no pattern is held b has no equation: then it alone moves, towards
  // the side where the most patterns have slack, and false is returned unless both have as many.
  Gradual<bool> solve_on_margins(Point& to) {
    std::vector<Eigen::Index> M;
    Eigen::VectorXd fixed = Eigen::VectorXd::Zero(u_.size());
    int pull = 0;
    for (Eigen::Index i = 0; i < u_.size(); ++i) {
      if (std::abs(place(i)) == 1) M.push_back(i);
      if (std::abs(place(i)) != 2) continue;
      pull += place(i) / 2;
      fixed[i] = place(i) / 2 * settings_.C;
    }
    solved_on_ = M.size();
    if (M.empty() && pull != 0) {
      const double reach = u_.cwiseAbs().maxCoeff() + 2 * settings_.epsilon + scale_;
      to = {beta_, sums_, bias_ + (pull > 0 ? reach : -reach)};
      co_return false;
    }
    const Eigen::VectorXd weights = Eigen::VectorXd::Constant(u_.size(), floor_);
    to = co_await solve(M, weights, fixed, true);
    co_return true;
  }

  // The patterns that the next solve takes: those with slack, and those on their margin where α
  // does not pull the other way.
  std::vector<Eigen::Index> support_set() const {
    std::vector<Eigen::Index> S;
    for (Eigen::Index i = 0; i < u_.size(); ++i) {
      const double direction = regression() ? design_->y[i] - sums_[i] - bias_ : design_->y[i];
      const bool on_margin = std::abs(u_[i]) <= tolerances::on_margin;
      const bool taken = u_[i] > 0 || (on_margin && beta_[i] * direction >= 0);
      if (places_.empty() ? taken : place(i) != 0) S.push_back(i);
    }
    return S;
  }

  // The machine that takes its values on S; elsewhere β is `fixed`. Where S is empty β is that
  // everywhere and b stays. With `exact` the weights only make the factorisation possible.
  Gradual<Point> solve(const std::vector<Eigen::Index>& S, const Eigen::VectorXd& weights,
                       const Eigen::VectorXd& fixed, bool exact) const {
    Point to{fixed, Eigen::VectorXd::Zero(fixed.size()), bias_};
    if (exact) to.sums = *K_ * fixed;
    if (S.empty()) co_return to;
    Eigen::VectorXd target(std::ssize(S));
    for (std::size_t k = 0; k < S.size(); ++k) {
      const Eigen::Index i = S[k];
      target[static_cast<Eigen::Index>(k)] =
          design_->y[i] - settings_.epsilon * sign(i, sums_[i] + bias_) - to.sums[i];
    }
    const BiasedSolution solution =
        co_await solve_biased(*K_, S, weights, target, fixed.sum(), exact ? largest_kernel_ : 0.0);
    to.b = solution.b;
    to.beta(S) = solution.beta;
    to.sums = *K_ * to.beta;
    co_return to;
  }

  // The part of the way to `to` that lowers L_P most; with `at_kink` the last kink before it.
  double best_step(const Point& to, bool at_kink) const {
    const Eigen::VectorXd f = outputs(), d_beta = to.beta - beta_, d_sums = to.sums - sums_;
    const double C = settings_.C, epsilon = settings_.epsilon, d_b = to.b - bias_;
    HingeLine line(d_beta.dot(sums_), d_beta.dot(d_sums));
    for (Eigen::Index i = 0; i < f.size(); ++i) {
      const double y = design_->y[i], d_f = d_sums[i] + d_b;
      if (regression()) {
        line.add(C * (y - f[i] - epsilon), -C * d_f);
        line.add(C * (f[i] - y - epsilon), C * d_f);
      } else {
        line.add(C * (1 - y * f[i]), -C * y * d_f);
      }
    }
    return line.minimum(at_kink);
  }

  Takes takes_;
  std::string_view name_;
  Settings settings_;
  QuantityList quantities_;
  std::shared_ptr<const Eigen::MatrixXd> K_;
  double largest_kernel_ = 0;  // entry of the kernel's diagonal
  double floor_ = 0;           // least of u/C in the solve
  double scale_ = 1;           // of the labels or targets
  double margin_ = 0;          // abs(u) up to this is on the margin
  Places places_;              // N; empty while the weights are those of the paper
  bool held_ = false;          // the last step held patterns on their margin
  Eigen::VectorXd beta_;       // N
  Eigen::VectorXd sums_;       // N, Kβ
  Eigen::VectorXd u_;          // N
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

constexpr Choice steps[] = {
    {"line-search", "the part of the step that lowers L_P most, and on to the optimum"},
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
       .step = "(K + diag(u/C))β + b = y on u > 0, Σβ = 0;  u ← 1 − y f",
       .source = "Bandos et al. 2007; Pérez-Cruz et al. 1999",
       .default_rules = default_rules,
       .takes = Takes::two_classes,
       .fields = fields,
       .norm_penalty = 0.5});
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
       .step = "(K + diag(u/C))β + b = y − ε·sign(y − f) on u > 0, Σβ = 0;  u ← |y − f| − ε",
       .source = "Bandos et al. 2007; Pérez-Cruz et al. 1999",
       .default_rules = default_rules,
       .takes = Takes::regression,
       .fields = fields,
       .norm_penalty = 0.5});
}

}  // namespace marginscope
