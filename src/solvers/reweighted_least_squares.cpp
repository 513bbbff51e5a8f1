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
// take the values that they tend to, β_i = C s_i with slack and u/C = 0 for the patterns on their
// margin, and the way to the optimum goes from kink to kink (reweighting/margin_phase.cpp), in that
// step already and past as many kinks as lower L_P by that part. Where rounding hides the optimum
// the outcome is `singular`.
//
//   guard   u/C counts as at least tolerances::reweighting of the kernel's diagonal. Full steps
//           that bring no new least L_P for `patience` iterations run in a circle: from then on
//           lines are searched, which ends it
//   cost    the kernel matrix once; a Cholesky factorisation of K_SS a step, O(|S|³/3); and a sort
//           of the breakpoints of L_P along the line

#include <algorithm>
#include <cmath>

#include "core/extremes.h"
#include "core/products.h"
#include "core/sums.h"
#include "core/text.h"
#include "core/tolerances.h"
#include "solvers/algorithm.h"
#include "solvers/field_rows.h"
#include "solvers/kernels/kernel_solver.h"
#include "solvers/phrases.h"
#include "solvers/reweighting/margin_phase.h"
#include "solvers/reweighting/slack_criterion.h"

namespace marginscope {
namespace {

constexpr int patience = 20;  // full steps without a new least L_P
// The part of L_P that a searched step has to gain. The optimum does not depend on it, only when the
// way from kink to kink begins: near a kink the gains fade from step to step.
constexpr double slow = 1e-3;

enum class StepRule { line_search, full };

struct ReweightedSettings {
  double C = 1;
  double epsilon = 0;
  StepRule step = StepRule::line_search;
  Kernel kernel;
};

class ReweightedLeastSquares : public KernelSolver {
 public:
  ReweightedLeastSquares(Takes takes, std::string_view name, ReweightedSettings settings)
      : takes_(takes), name_(name), settings_(settings) {
    static constexpr Quantity own[] = {pattern_set_row<&ReweightedLeastSquares::support_set>(
        "support_set", "S", "Support set", "support set",
        "the patterns that the next solve takes: those with slack")};
    quantities_ = list_of(settings_.kernel,
                          {.regression = regression(),
                           .objective = "½‖f‖² + CΣξ",
                           .slack = true,
                           .dual = dual_variables_quantity(regression() ? "β" : "α",
                                                           "weight of each pattern in the sum"),
                           .own = own});
  }

  // The kernel matrix; of a solve that holds patterns on their margin, perhaps all of them, the
  // system and its factorisation; and the patterns from another origin.
  double memory_needed(const ProblemSize& size) const override {
    return 3 * matrix_bytes(size.N, size.N) + matrix_bytes(size.N, 2 * size.p + 30);
  }

  Gradual<Result<Outcome>> begin(const Problem& problem, StartOptions options) override {
    auto design =
        kernel_design(problem, takes_, settings_.kernel, name_, *this, options.memory, Bias::free);
    if (!design) co_return fail(design.error());
    design_ = *design;
    std::shared_ptr<const Eigen::MatrixXd> K;
    if (options.earlier && shares_with(*options.earlier, problem)) {
      K = static_cast<const ReweightedLeastSquares&>(*options.earlier).criterion_->K;
    } else {
      auto computed = co_await gram_of(*design_);
      if (!computed) co_return fail(computed.error());
      K = std::make_shared<const Eigen::MatrixXd>(std::move(*computed));
    }
    criterion_ = std::make_shared<const SlackCriterion>(design_, std::move(K), settings_.C,
                                                        settings_.epsilon);
    places_.clear();
    held_ = false;
    at_ = {Eigen::VectorXd::Zero(design_->N()), Eigen::VectorXd::Zero(design_->N())};
    taken_ = {};
    u_ = criterion_->excess(at_.f());
    least_ = value();
    since_least_ = 0;
    co_return outcome_ = Outcome::running;
  }

  bool shares_with(const Solver& earlier, const Problem& problem) const override {
    const KernelDesign& known = *static_cast<const ReweightedLeastSquares&>(earlier).design_;
    return known.has_matrix_of(settings_.kernel, problem.X);
  }

  Outcome step() override { return step_gradually().finish(); }
  bool has_long_steps() const override { return design_->N() > 400; }  // 20 million multiplications

  Gradual<Outcome> step_gradually() override {
    const double before = value();
    const bool whole = settings_.step == StepRule::full && since_least_ < patience;
    if (places_.empty()) {
      outcome_ = co_await reweighted_step(before, whole);
      if (outcome_ == Outcome::diverged) co_return outcome_;
      if (outcome_ != Outcome::solved && (whole || !fades_from(before))) co_return outcome_;
      places_ = expected_places(criterion_->places_at(at_), at_.beta, settings_.C);
    }
    held_ = true;
    // A step that hardly gains would look like the end to a rule.
    bool goes_on = true;
    do {
      goes_on = co_await margin_step(*criterion_, at_, places_, taken_);
    } while (goes_on && fades_from(before));
    u_ = criterion_->excess(at_.f());
    co_return outcome_ = goes_on ? Outcome::running : judge();
  }

  std::span<const Quantity> quantities() const override { return *quantities_; }
  double margin_level() const override { return regression() ? settings_.epsilon : 1; }

  // Where all patterns ask for the same value a step moves the bias alone.
  bool untrained() const override { return KernelSolver::untrained() && at_.b == 0; }

  std::string explain(const Solver* previous) const override {
    const int in_S = slack_count();
    const std::string have = in_S == 1 ? " has" : " have";
    if (!previous) {
      return sentence("f is 0 everywhere: ", std::to_string(in_S), " of ",
                      counted(u_.size(), "pattern", "patterns"), have, " slack and ",
                      in_S == 1 ? "enters" : "enter", " the first weighted least squares.");
    }
    const auto& before = static_cast<const ReweightedLeastSquares&>(*previous);
    const std::string part = short_text(taken_.part);
    std::string text =
        held_ ? sentence("Reweighting hardly gains any more, so the weights take their limits: ",
                         counted(taken_.on, "pattern is held on its", "patterns are held on their"),
                         " margin, those with slack at α = C",
                         taken_.part == 1 ? ", taken whole"
                                          : sentence(", taken to the part η = ", part,
                                                     ", where one more reaches its margin"))
              : sentence("Weighted least squares on the ",
                         counted(taken_.on, "pattern with slack or on its",
                                 "patterns with slack or on their"),
                         " margin",
                         taken_.part == 1
                             ? ", taken whole"
                             : sentence(", of which the part η = ", part, " lowers J most"));
    text += sentence("; now ", std::to_string(in_S), have, " slack. ",
                     change_text("J", before.criterion(), criterion()));
    if (settings_.step == StepRule::full && before.since_least_ >= patience && !held_) {
      text += " Full steps ran in a circle, so the line is searched now.";
    }
    return text;
  }

  std::vector<std::string> work_out(const Solver* previous, Eigen::Index i) const override {
    std::vector<std::string> equations;
    const double f = at_.sums[i] + at_.b;
    if (previous) {
      const auto& before = static_cast<const ReweightedLeastSquares&>(*previous);
      const double now = at_.beta[i], was = before.at_.beta[i], eta = taken_.part;
      // Of steps that hold patterns on their margin there may be several in one.
      const bool whole = held_ || eta == 1 || now == was;
      equations.push_back(whole ? sentence(pattern_symbol("β", i), " ← ", number(now))
                                : sentence(pattern_symbol("β", i), " ← ", number(was), " + ",
                                           number(eta), "·(", number(was + (now - was) / eta),
                                           minus(was), ") = ", number(now)));
    }
    equations.push_back(sentence(
        pattern_symbol("u", i), previous ? " ← " : " = ",
        regression() ? sentence("|", number(design_->y[i]), minus(f), "|", minus(settings_.epsilon))
                     : sentence("1", minus(design_->y[i] * f)),
        " = ", number(u_[i])));
    return equations;
  }

  std::string explain_outcome() const override {
    const std::string end =
        sentence("No further solve lowers J: it ends at ", short_text(criterion(), 6));
    const std::string violation = short_text(kkt_violation());
    switch (outcome_) {
      case Outcome::solved:
        return sentence(end, ", the optimum: the optimality conditions hold to within ", violation,
                        ".");
      case Outcome::singular:
        return sentence(end, ", but the optimality conditions are violated by ", violation,
                        hides_margins() ? sentence(", ", large_kernel_values)
                                        : ": so many patterns on their margin depend on one "
                                          "another that it stays undecided, to rounding, which of "
                                          "them hold it.");
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
    return static_cast<std::size_t>(3 * at_.beta.size()) * sizeof(double) +
           places_.size() * sizeof(int) + sizeof(*this);
  }

 protected:
  const Eigen::VectorXd& coefficients() const override { return at_.beta; }
  double bias() const override { return at_.b; }
  Eigen::VectorXd kernel_sums() const override { return at_.sums; }
  double objective(const Eigen::VectorXd& f, double norm) const override {
    return 0.5 * norm + settings_.C * sum(slack(f));
  }
  Eigen::VectorXd slack(const Eigen::VectorXd& f) const override {
    return criterion_->excess(f).cwiseMax(0);
  }
  Eigen::VectorXd dual_variables() const override {
    if (regression()) return at_.beta;
    return (design_->y.array() * at_.beta.array()) + 0.0;
  }
  // All that f is made of; what is held on its margin without a weight may have one by rounding.
  int support_vectors() const override {
    const double rounding = tolerances::near_bound * largest_size(at_.beta);
    return static_cast<int>((at_.beta.array().abs() > rounding).count());
  }

  Parts measures() const override { return part::all; }
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
    // What raising some weights gains beyond what lowering others costs, for any bias and for this one; what is
    // outside of the bounds counts by what it does to f.
    const double violated = std::max({m - M, m - at_.b, at_.b - M, 0.0});
    const Eigen::VectorXd& lengths = criterion_->lengths;
    return violated +
           lengths.maxCoeff() * (inside - at_.beta).cwiseAbs().cwiseProduct(lengths).maxCoeff();
  }

  // Weights that were clipped do not add up to 0 any more: those of one sign are as much smaller as it takes
  // them to, or the dual criterion of theirs would bound nothing.
  double duality_gap(double objective, double) const override {
    Eigen::VectorXd inside = clipped();
    Eigen::VectorXd sums = sums_of(inside);
    const double raised = sum(inside.cwiseMax(0)), lowered = sum((-inside).cwiseMax(0));
    if (std::abs(raised - lowered) > tolerances::near_bound * (raised + lowered)) {
      const double part = std::min(raised, lowered) / std::max(raised, lowered);
      const double sign = raised > lowered ? 1 : -1;
      const Eigen::VectorXd change = (part - 1) * sign * (sign * inside).cwiseMax(0);
      inside += change;
      add_product(1, *criterion_->K, change, sums);
    }
    return objective - (design_->y.dot(inside) - settings_.epsilon * sum_of_sizes(inside) -
                        0.5 * inside.dot(sums));
  }

 private:
  // L_P as steps compare it, always the same terms in the same order: what has not moved has not gained.
  double value() const { return criterion_->value(at_); }
  // Whether little has been gained since L_P was `before`.
  bool fades_from(double before) const { return value() > before * (1 - slow); }

  bool regression() const { return takes_ == Takes::regression; }
  double highest(Eigen::Index i) const {
    return regression() || design_->y[i] > 0 ? settings_.C : 0;
  }
  double lowest(Eigen::Index i) const {
    return regression() || design_->y[i] < 0 ? -settings_.C : 0;
  }

  // β with every α in [0, C].
  Eigen::VectorXd clipped() const {
    Eigen::VectorXd inside(at_.beta.size());
    for (Eigen::Index i = 0; i < inside.size(); ++i) {
      inside[i] = std::clamp(at_.beta[i], lowest(i), highest(i));
    }
    return inside;
  }

  // Kβ for β with every α in [0, C]: what is outside is little, and of few patterns.
  Eigen::VectorXd sums_of(const Eigen::VectorXd& inside) const {
    Eigen::VectorXd sums = at_.sums;
    for (Eigen::Index i = 0; i < sums.size(); ++i) {
      if (inside[i] != at_.beta[i]) sums += (inside[i] - at_.beta[i]) * criterion_->K->col(i);
    }
    return sums;
  }

  int place(Eigen::Index i) const { return places_[static_cast<std::size_t>(i)]; }

  int slack_count() const {
    return static_cast<int>(places_.empty() ? (u_.array() > 0).count() : with_slack(places_));
  }

  // The patterns that the next solve takes: those with slack, and those on their margin where α
  // does not pull the other way.
  std::vector<Eigen::Index> support_set() const {
    std::vector<Eigen::Index> S;
    for (Eigen::Index i = 0; i < u_.size(); ++i) {
      const double direction = regression() ? design_->y[i] - at_.sums[i] - at_.b : design_->y[i];
      const bool on_margin = std::abs(u_[i]) <= criterion_->margin;
      const bool taken = u_[i] > 0 || (on_margin && at_.beta[i] * direction >= 0);
      if (places_.empty() ? taken : place(i) != 0) S.push_back(i);
    }
    return S;
  }

  // One solve on S and the part of the way to it that is taken. `solved`: nothing was gained, and
  // the state stays, so that L_P never rises.
  Gradual<Outcome> reweighted_step(double before, bool whole) {
    const std::vector<Eigen::Index> S = support_set();
    const Eigen::VectorXd weights = (u_ / settings_.C).cwiseMax(criterion_->least_weights);
    const Eigen::VectorXd nothing = Eigen::VectorXd::Zero(u_.size());
    MachinePoint to = co_await criterion_->solve(at_, places_, S, weights, nothing, false);
    const double eta = whole ? 1 : criterion_->best_part(at_, to, false);
    MachinePoint next = on_the_way(at_, std::move(to), eta);
    if (!next.beta.allFinite() || !next.sums.allFinite() || !std::isfinite(next.b)) {
      co_return Outcome::diverged;
    }
    const double after = criterion_->value(next);
    if (!(after < tolerances::divergence)) co_return Outcome::diverged;
    if (whole ? next.beta == at_.beta && next.b == at_.b : after >= before) {
      co_return Outcome::solved;
    }
    taken_ = {eta, S.size()};
    at_ = std::move(next);
    u_ = criterion_->excess(at_.f());
    since_least_ = after < least_ ? 0 : since_least_ + 1;
    least_ = std::min(least_, after);
    co_return Outcome::running;
  }

  // Whether a weight C of a typical pattern, in the decision value of the largest one, is rounded by more than
  // margins have to be met by.
  bool hides_margins() const {
    const double term =
        settings_.C * std::sqrt(criterion_->typical_kernel) * criterion_->lengths.maxCoeff();
    return tolerances::objective_rounding * term > tolerances::kkt_met * criterion_->scale;
  }

  Outcome judge() const {
    return kkt_violation() <= tolerances::kkt_met * criterion_->scale ? Outcome::solved
                                                                      : Outcome::singular;
  }

  Takes takes_;
  std::string_view name_;
  ReweightedSettings settings_;
  QuantityList quantities_;
  std::shared_ptr<const SlackCriterion> criterion_;
  MachinePoint at_;
  Eigen::VectorXd u_;    // N
  Places places_;        // N; empty while the weights are those of the paper
  bool held_ = false;    // the last step held patterns on their margin
  StepTaken taken_;      // by the last step
  double least_ = 0;     // least L_P so far
  int since_least_ = 0;  // iterations since then
  Outcome outcome_ = Outcome::running;
};

struct ReweightedClassifier final : ReweightedLeastSquares {
  struct Settings {
    double C = 1;
    StepRule step = StepRule::line_search;
    Kernel kernel;
  };
  explicit ReweightedClassifier(const Settings& s)
      : ReweightedLeastSquares(Takes::two_classes, "Reweighted least squares",
                               {s.C, 0, s.step, s.kernel}) {}
};

struct ReweightedRegressor final : ReweightedLeastSquares {
  struct Settings {
    double C = 1;
    double epsilon = 0.1;
    StepRule step = StepRule::line_search;
    Kernel kernel;
  };
  explicit ReweightedRegressor(const Settings& s)
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
  static constexpr Field fields[] = {penalty_row<&ReweightedClassifier::Settings::C>(
                                         "L_P = ½‖f‖² + CΣξ", "Bandos et al. 2007, section 3"),
                                     kernel_row<&ReweightedClassifier::Settings::kernel>(),
                                     step_row<&ReweightedClassifier::Settings::step>()};
  return algorithm_row<ReweightedClassifier>(
      {.id = "irwls",
       .name = "Support vector machine (IRWLS)",
       .group = group::support_vectors,
       .summary =
           "The support vector machine by least squares whose weights follow the slack: few, "
           "large steps.",
       .problem = "minimise ½‖f‖² + CΣξ with ξ = max(0, 1 − y f)",
       .step = "(K + diag(u/C))β + b = y on u > 0, Σβ = 0;  u ← 1 − y f",
       .source = "Bandos et al. 2007; Pérez-Cruz et al. 1999",
       .default_rules = default_rules,
       .family = "support vectors",
       .takes = Takes::two_classes,
       .fields = fields,
       .norm_penalty = 0.5});
}

Algorithm irwls_svr_algorithm() {
  static constexpr Field fields[] = {
      penalty_row<&ReweightedRegressor::Settings::C>("L_P = ½‖f‖² + CΣξ",
                                                     "Bandos et al. 2007, section 3.1"),
      epsilon_row<&ReweightedRegressor::Settings::epsilon>("Bandos et al. 2007, section 3.1"),
      kernel_row<&ReweightedRegressor::Settings::kernel>(),
      step_row<&ReweightedRegressor::Settings::step>()};
  return algorithm_row<ReweightedRegressor>(
      {.id = "irwls-svr",
       .name = "Support vector regression (IRWLS)",
       .group = group::regression,
       .summary = "Support vector regression by least squares whose weights follow the slack: few, "
                  "large steps.",
       .problem = "minimise ½‖f‖² + CΣξ with ξ = max(0, |y − f| − ε)",
       .step = "(K + diag(u/C))β + b = y − ε·sign(y − f) on u > 0, Σβ = 0;  u ← |y − f| − ε",
       .source = "Bandos et al. 2007; Pérez-Cruz et al. 1999",
       .default_rules = default_rules,
       .family = "support vectors",
       .takes = Takes::regression,
       .fields = fields,
       .norm_penalty = 0.5});
}

}  // namespace marginscope
