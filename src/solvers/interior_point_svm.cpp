// Support vector machine by an interior-point method (Ferris & Munson 2002; predictor and corrector of
// Mehrotra 1992)
//   given   Z: N×(p+1), rows z_i = y_i (x_i, 1);  C > 0;  kernel k
//   find    W = (w, w₀) minimising J = ½‖w‖² + CΣξ, ξ = max(0, 1 − z·W): the criterion of smo and irwls
//   optimum 0 ≤ α ≤ C, w = Σα y x and Σα y = 0; and with ζ − ξ = z·W − 1, ζ ≥ 0 and ξ ≥ 0, for each
//           pattern α·ζ = 0 and (C − α)·ξ = 0. Each step keeps these numbers above 0
//   start   α = s·C/2 times the other class's part of all s, so that Σα y = 0, where s is 1, but for a pattern
//           far out what makes it add no more to w than a typical one; w goes the way of Σα y x, from class
//           to class, as long as makes the dual criterion of such α largest or one margin 10; both classes
//           have the same mean margin; ζ = max(0, z·W − 1) + t/s, ξ = max(0, 1 − z·W) + t, t = 1 + the mean
//           of |z·W − 1|. Until a step was taken whole neither w = Σα y x nor ζ − ξ = z·W − 1 need hold
//   step    d = 1/(ζ/α + ξ/(C − α)),  g = 1 + τ/α − τ′/(C − α)
//           W̄ = (Ĩ + ZᵗDZ)⁻¹Zᵗ(α + Dg), Ĩ the identity with 0 for the bias: weighted least squares
//           ᾱ = α + D(g − ZW̄), which W̄ is made of; and ζ̄, ξ̄ such that but for products of two changes
//           αζ becomes τ and (C − α)ξ becomes τ′
//           predictor: τ = τ′ = 0 tells which part of the products is left where the first number is 0
//           corrector: by the same factor, τ and τ′ are σ times the mean of the products, less what the
//           predictor's changes multiply to; σ is the cube of that part
//           (W, α, ζ, ξ) goes to there, or most of the way to where the first number is 0
//   facts   from then on Σαζ + (C − α)ξ is by how much J lies above the dual criterion, and above its
//           minimum at the most. Patterns far out change neither the number of steps nor what rounding
//           leaves: in units of s all numbers of theirs are those of the others
//   kernel  x is the feature vector of KernelFeatures, and nothing else changes
//   many    of more features than patterns coordinates are seen (linear_design)
//   cost    O(Np²/2) for ZᵗDZ and O(p³/6) for its factor a step; ten to twenty steps, whatever N and C

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "core/extremes.h"
#include "core/products.h"
#include "core/sums.h"
#include "core/tolerances.h"
#include "solvers/algorithm.h"
#include "solvers/field_rows.h"
#include "solvers/margins/central_path.h"
#include "solvers/margins/factorisations.h"
#include "solvers/margins/linear_solver.h"
#include "solvers/margins/margin_updates.h"
#include "solvers/phrases.h"

namespace marginscope {
namespace {

// No number comes to 0 in a step: this part of the way there is gone.
constexpr double stay_inside = 0.995;
// No margin is larger at the start: one pattern far out would make all products large.
constexpr double largest_start = 10;

class InteriorPointSvm final : public LinearSolver {
 public:
  struct Settings {
    double C = 1;
    Kernel kernel;
  };
  explicit InteriorPointSvm(const Settings& settings)
      : settings_(settings), quantities_(list_of(settings.kernel)) {}

  // Z, the patterns from another origin, their numbers, and ZᵗDZ, which becomes its factor. Before that the
  // features of a kernel, or the span of the patterns.
  double memory_needed(const ProblemSize& size) const override {
    const auto [p, design] = design_needs(settings_.kernel, size, true);
    const double q = p + 1;
    return design + matrix_bytes(size.N, q + size.p + 30) + 2 * matrix_bytes(q, q);
  }

  Gradual<Result<Outcome>> begin(const Problem& problem, StartOptions options) override {
    if (options.earlier && shares_with(*options.earlier, problem)) {
      design_ = static_cast<const InteriorPointSvm&>(*options.earlier).design_;
    } else {
      auto design = co_await linear_design(problem, name, settings_.kernel, *this, options.memory,
                                           true, Bias::free);
      if (!design) co_return fail(design.error());
      design_ = *design;
    }
    co_return outcome_ = place();
  }

  bool shares_with(const Solver& earlier, const Problem& problem) const override {
    const auto& other = static_cast<const InteriorPointSvm&>(earlier);
    return other.settings_.kernel == settings_.kernel && other.design_->X.same_as(problem.X) &&
           other.design_->y == problem.y;
  }

  Outcome step() override { return step_gradually().finish(); }
  bool has_long_steps() const override { return design_->Z.size() > 3'000'000 / design_->Z.cols(); }

  Gradual<Outcome> step_gradually() override {
    const Eigen::Index N = design_->N(), p = design_->p();
    Eigen::VectorXd d;
    path_weights(at_, d);
    Eigen::MatrixXd A = co_await weighted_inner_products(design_->Z, d);
    A.diagonal().head(p).array() += 1;
    const CholeskyFactor factor = co_await CholeskyFactor::of(std::move(A));
    length_ = 0;
    if (!factor.good()) co_return outcome_ = end();

    PathWay way{Eigen::VectorXd::Zero(N), Eigen::VectorXd::Zero(N), Eigen::VectorXd::Zero(N)};
    PathAim aimed;
    Eigen::VectorXd right, W, margins(N);
    const auto find_way = [&](double mean) {
      aim(at_, d, mean, way, aimed, right);
      W = multiply_transposed(design_->Z, right);
      factor.solve_in_place(W);
      multiply(design_->Z, W, margins);
      way_to(aimed, at_, d, margins, way);
    };
    const double before = complementarity(at_);
    find_way(0);
    const double left = complementarity(at_, way, std::min(1.0, way.longest)) / before;
    centring_ = left * left * left;
    find_way(centring_ * before / static_cast<double>(2 * N));
    length_ = std::min(1.0, stay_inside * way.longest);
    if (!std::isfinite(largest_size(W)) || !std::isfinite(largest_size(margins)) ||
        std::isnan(way.longest)) {
      co_return outcome_ = Outcome::diverged;
    }
    W = W_ + length_ * (W - W_);
    margins = margins_ + length_ * (margins - margins_);
    PathPoint there = at_;
    go(way, length_, there);
    // Where hardly anything is left rounding decides what a step does.
    const bool close = before <= tolerances::kkt_met * sum(at_.alpha);
    if (there.alpha == at_.alpha ||
        (close && !(kkt_violation(there, W, margins) < kkt_violation()))) {
      length_ = 0;
      co_return outcome_ = end();
    }
    at_ = std::move(there);
    W_ = std::move(W);
    margins_ = std::move(margins);
    set_label_errors();
    co_return outcome_ = Outcome::running;
  }

  void measure(Parts parts, Record& record) const override {
    LinearSolver::measure(parts, record);
    if (parts & part::support_vectors) record.support_vectors = support_vectors();
    if (parts & part::kkt_violation) record.kkt_violation = kkt_violation();
    if (parts & part::duality_gap) record.duality_gap = duality_gap();
  }
  Parts measures() const override { return part::all; }

  std::span<const Quantity> quantities() const override { return *quantities_; }
  double margin_level() const override { return 1; }

  std::string explain(const Solver* previous) const override {
    if (!previous) {
      return outcome_ == Outcome::solved
                 ? "With one class alone the bias gives every pattern its margin."
                 : "w points from one class to the other, and every α lies between 0 and C.";
    }
    if (length_ == 0) return "No part of the step comes closer to the optimum.";
    const auto& before = static_cast<const InteriorPointSvm&>(*previous);
    return sentence(
        "The step aims at products α·ζ and (C − α)·ξ of ", percent_text(centring_),
        " of their mean, and goes ",
        length_ == 1 ? std::string("all the way") : sentence(percent_text(length_), " of the way"),
        ": it is ", short_text(mean_product()), " now. ",
        change_text("J", before.objective(), objective()));
  }

  std::vector<std::string> work_out(const Solver* previous, Eigen::Index i) const override {
    const std::string alpha = pattern_symbol("α", i);
    const double now = at_.alpha[i];
    std::vector<std::string> equations;
    if (!previous || length_ == 0) {
      equations.push_back(sentence(alpha, " = ", number(now)));
    } else {
      const PathPoint& from = static_cast<const InteriorPointSvm&>(*previous).at_;
      const double was = from.alpha[i];
      equations.push_back(
          sentence(pattern_symbol("d", i), " = 1/(", number(from.excess[i]), "/", number(was),
                   " + ", number(from.slack[i]), "/", number(from.room[i]),
                   ") = ", number(1 / (from.excess[i] / was + from.slack[i] / from.room[i]))));
      const double whole = was + (now - was) / length_;
      equations.push_back(length_ == 1
                              ? sentence(alpha, " ← ", number(now))
                              : sentence(alpha, " ← ", number(was), " + ", number(length_), "·(",
                                         number(whole), minus(was), ") = ", number(now)));
    }
    return equations;
  }

  std::string explain_outcome() const override {
    switch (outcome_) {
      case Outcome::solved:
      case Outcome::singular:
        return sentence("J lies no more than ", short_text(std::abs(duality_gap())),
                        " above its minimum", optimality_text(kkt_violation()));
      case Outcome::diverged:
        return "The weights overflow the range of numbers; scale the features, or choose a smaller "
               "C.";
      default:
        return "";
    }
  }

  std::unique_ptr<Solver> clone() const override {
    return std::make_unique<InteriorPointSvm>(*this);
  }
  std::size_t state_bytes() const override {
    return vector_bytes() + static_cast<std::size_t>(4 * at_.alpha.size()) * sizeof(double) +
           sizeof(*this);
  }

 protected:
  double objective() const override { return objective(W_, margins_); }

 private:
  static constexpr std::string_view name = "The interior-point support vector machine";

  static QuantityList list_of(const Kernel& kernel) {
    static constexpr Quantity of_features = weights_quantity();
    static constexpr Quantity others[] = {
        margins_quantity(),
        dual_variables_row<&InteriorPointSvm::dual_variables>("α",
                                                              "weight of each pattern in the sum"),
        slack_row<&InteriorPointSvm::slacks>("how far each pattern lies short of the margin 1"),
        objective_quantity("½‖f‖² + CΣξ"),
        error_quantity("e = y − f", "label minus decision value"),
        decision_values_quantity(),
        moments_quantity()};
    std::vector<Quantity> list;
    if (kernel.type == KernelType::linear) list.push_back(of_features);
    list.insert(list.end(), std::begin(others), std::end(others));
    return std::make_shared<const std::vector<Quantity>>(std::move(list));
  }

  // The start.
  Outcome place() {
    const Eigen::VectorXd& y = *design_->y;
    const Eigen::Index N = y.size(), p = design_->p();
    const auto plus = static_cast<double>((y.array() > 0).count());
    const double count = static_cast<double>(N), minus = count - plus;
    if (plus == 0 || minus == 0) return place_at_optimum(y[0]);

    Eigen::ArrayXd s = design_->Z.leftCols(p).rowwise().squaredNorm();
    s = (middle_of_positive(s) / s).min(1).sqrt();
    double of_plus = 0, of_minus = 0;
    for (Eigen::Index i = 0; i < N; ++i) (y[i] > 0 ? of_plus : of_minus) += s[i];
    at_.alpha = s / (of_plus + of_minus);
    for (Eigen::Index i = 0; i < N; ++i) at_.alpha[i] *= y[i] > 0 ? of_minus : of_plus;
    W_ = multiply_transposed(design_->Z, at_.alpha);
    W_[p] = 0;
    update_margins();
    W_ *= std::min(
        {sum(at_.alpha) / squared_norm(W_), settings_.C, largest_start / largest_size(margins_)});
    at_.alpha *= settings_.C / 2;
    at_.room = settings_.C - at_.alpha.array();
    update_margins();
    double apart = 0;  // the mean margin of + less that of −
    for (Eigen::Index i = 0; i < N; ++i) apart += margins_[i] / (y[i] > 0 ? plus : -minus);
    W_[p] = -apart / 2;
    update_margins();
    const Eigen::ArrayXd beyond = margins_.array() - 1;
    const double t = 1 + sum_of_sizes(beyond) / count;
    at_.excess = beyond.cwiseMax(0) + t / s;
    at_.slack = (-beyond).cwiseMax(0) + t;
    set_label_errors();
    return Outcome::running;
  }

  // That of patterns of the class y alone: w₀ alone gives each its margin.
  Outcome place_at_optimum(double y) {
    const Eigen::Index N = design_->N(), p = design_->p();
    W_ = y * Eigen::VectorXd::Unit(p + 1, p);
    update_margins();
    at_ = {Eigen::VectorXd::Zero(N), Eigen::VectorXd::Constant(N, settings_.C),
           Eigen::VectorXd::Zero(N), Eigen::VectorXd::Zero(N)};
    set_label_errors();
    return Outcome::solved;
  }

  Outcome end() const {
    return kkt_violation() <= tolerances::kkt_met ? Outcome::solved : Outcome::singular;
  }

  const Eigen::VectorXd& dual_variables() const { return at_.alpha; }
  static Eigen::VectorXd slack(const Eigen::VectorXd& margins) {
    return (1 - margins.array()).cwiseMax(0);
  }
  Eigen::VectorXd slacks() const { return slack(margins_); }
  // Those whose α is on the way to more than 0: of a pattern that is not, α falls below its ζ, each by the largest
  // of its kind (1 is that of ζ).
  int support_vectors() const {
    const double largest = at_.alpha.maxCoeff();
    return static_cast<int>((at_.alpha.array() > largest * at_.excess.array()).count());
  }
  double mean_product() const {
    return complementarity(at_) / static_cast<double>(2 * at_.alpha.size());
  }
  double objective(const Eigen::VectorXd& W, const Eigen::VectorXd& margins) const {
    return 0.5 * squared_norm(W.head(design_->p())) + settings_.C * sum(slack(margins));
  }
  // How far J lies above the dual criterion. Weights that do not add up to 0 would bound nothing: those of the
  // heavier class are as much smaller as it takes them to.
  double duality_gap(const PathPoint& at, double J) const {
    const Eigen::VectorXd& y = *design_->y;
    double plus = 0, minus = 0;
    for (Eigen::Index i = 0; i < y.size(); ++i) (y[i] > 0 ? plus : minus) += at.alpha[i];
    const double least = std::min(plus, minus);
    if (least == 0) return J;
    Eigen::VectorXd alpha = at.alpha;
    for (Eigen::Index i = 0; i < y.size(); ++i) alpha[i] *= least / (y[i] > 0 ? plus : minus);
    const Eigen::VectorXd w = multiply_transposed(design_->Z, alpha);
    return J - sum(alpha) + 0.5 * squared_norm(w.head(design_->p()));
  }
  double duality_gap() const { return duality_gap(at_, objective()); }
  // The gap as a part of Σα, which is between J and 2J at the optimum: by how much margins are violated in the
  // mean, each weighted by its α.
  double kkt_violation(const PathPoint& at, const Eigen::VectorXd& W,
                       const Eigen::VectorXd& margins) const {
    const double weights = sum(at.alpha);
    return weights > 0 ? std::abs(duality_gap(at, objective(W, margins))) / weights : 0;
  }
  double kkt_violation() const { return kkt_violation(at_, W_, margins_); }

  Settings settings_;
  QuantityList quantities_;
  PathPoint at_;
  double length_ = 0;    // t of the last step
  double centring_ = 0;  // its σ
  Outcome outcome_ = Outcome::running;
};

}  // namespace

Algorithm interior_point_svm_algorithm() {
  static constexpr Field fields[] = {
      penalty_row<&InteriorPointSvm::Settings::C>("J = ½‖f‖² + CΣξ", "Lauer & Bloch 2006, eq. 15"),
      kernel_row<&InteriorPointSvm::Settings::kernel>()};
  return algorithm_row<InteriorPointSvm>(
      {.id = "interior-svm",
       .name = "Interior-point SVM",
       .group = group::support_vectors,
       .summary =
           "The machine of SMO in some ten steps: all weights move at once, through the middle of "
           "their bounds.",
       .problem = "minimise ½‖w‖² + CΣξ with ξ = max(0, 1 − y f)",
       .step = "d ← 1/(ζ/α + ξ/(C − α));  g ← 1 + τ/α − τ/(C − α);  W ← (Ĩ + ZᵗDZ)⁻¹Zᵗ(α + D·g);  "
               "α ← α + D(g − ZW)",
       .source = "Ferris & Munson 2002; Mehrotra 1992; the criterion of Lauer & Bloch 2006, eq. 15",
       .default_rules = "kkt",
       .family = "support vectors",
       .fields = fields,
       .norm_penalty = 0.5});
}

}  // namespace marginscope
