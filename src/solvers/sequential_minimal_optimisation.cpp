// Support vector machines by sequential minimal optimisation (Platt 1999; Fan, Chen & Lin 2005)
//   given   X: N×r, y = ±1 (smo) or real (smo-svr);  C > 0;  ε ≥ 0, 0 for classes;  kernel k
//   find    f = Σβ_j k(x_j, ·) + b minimising ½βᵗKβ + CΣξ, with slack
//             smo      ξ = max(0, 1 − y f)           (Lauer & Bloch 2006, eq. 15)
//             smo-svr  ξ = max(0, |y − f| − ε)       (Bandos et al. 2007)
//   dual    maximise yᵗβ − ε‖β‖₁ − ½βᵗKβ, Σβ = 0, lo ≤ β ≤ hi (eq. 16 with β_i = y_i α_i; in
//           regression β = α − α*, both in [0, C])
//   start   β = 0
//   step    select  i gains most by being raised, m = max r + up; j promises most together with it
//                   (second-order) or gains most by being lowered, M = min r + low (first-order,
//                   the maximal violating pair)
//           δ       (m − r_j − low_j)/(K_ii + K_jj − 2K_ij)
//           clip    at a bound, in regression also at β = 0
//           move    β_i += δ, β_j −= δ, r −= δ(K_i − K_j)
//           block   or else many pairs, all within a block of patterns whose residuals alone follow
//                   meanwhile (Joachims 1999; pairs/block.h)
//           judge   solved where m − M is 0 to rounding, singular where that rounding
//                   is no small part of a margin
//   bias    the mean over the free support vectors, where r + offset = b; where there is none, the
//           middle of [M, m], the interval of all optimal ones
//   facts   m − M is the violation of the KKT conditions as in libsvm; the dual never falls; the
//           gap between primal and dual bounds the distance to the optimum
//   cost    two passes over N a step, and a row of the kernel matrix, O(Nr), for each pattern that
//           enters a pair for the first time: most never do. Rows are in double precision, so that
//           primal, dual and their gap are those of the kernel to rounding. In long runs the passes
//           leave out patterns that provably enter no pair (pairs/active_set.h)

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/extremes.h"
#include "core/products.h"
#include "core/sums.h"
#include "core/text.h"
#include "core/tolerances.h"
#include "solvers/algorithm.h"
#include "solvers/field_rows.h"
#include "solvers/kernels/kernel_solver.h"
#include "solvers/pairs/active_set.h"
#include "solvers/phrases.h"

namespace marginscope {
namespace {

struct PairSettings {
  double C = 1;
  double epsilon = 0;
  WorkingSet working_set = WorkingSet::second_order;
  Kernel kernel;
};

class PairOptimisation : public KernelSolver {
 public:
  PairOptimisation(Takes takes, std::string_view name, PairSettings settings)
      : takes_(takes),
        name_(name),
        settings_(settings),
        bounds_{settings.C, settings.epsilon, takes == Takes::regression} {
    static constexpr Quantity own[] = {pattern_set_row<&PairOptimisation::moved>(
        "working_set", "{i, j}", "Working set", "working set",
        "the patterns whose weights the last step moved")};
    quantities_ = list_of(
        settings_.kernel,
        {.regression = regression(),
         .objective = "½‖f‖² + CΣξ",
         .slack = true,
         .dual = regression()
                     ? dual_variables_quantity("β", "weight of each pattern in the sum; ±C at most")
                     : dual_variables_quantity(
                           "α", "weight of each pattern in the sum, between 0 and C"),
         .own = own});
  }

  // Rows of the kernel matrix, and of those that the passes are about; both keep to a bound.
  double memory_needed(const ProblemSize& size) const override {
    return 2 * most_of_rows(size) + beside_rows(size);
  }

  Gradual<Result<Outcome>> begin(const Problem& problem, StartOptions options) override {
    const bool shares = options.earlier && shares_with(*options.earlier, problem);
    const auto* const earlier =
        static_cast<const PairOptimisation*>(shares ? options.earlier : nullptr);
    auto design =
        kernel_design(problem, takes_, settings_.kernel, name_, *this, options.memory, Bias::free);
    if (!design) co_return fail(design.error());
    design_ = *design;
    auto rows = earlier ? earlier->active_.rows()
                        : std::make_shared<KernelRows>(
                              settings_.kernel, design_->seen,
                              static_cast<std::size_t>(most_of_rows(size_of(problem))));
    // By Cauchy and Schwarz no other entry is larger than those of the diagonal.
    if (!rows->diagonal().allFinite()) co_return fail(kernel_overflow);
    beta_ = Eigen::VectorXd::Zero(design_->N());
    moved_.clear();
    active_.start(std::move(rows), design_->y);
    for (Eigen::Index i = 0; i < beta_.size(); ++i) active_.set(i, offsets(i));
    if (earlier && options.goes_on) co_await take_weights(*earlier);
    active_.look();
    co_return outcome_ = judge();
  }

  bool shares_with(const Solver& earlier, const Problem& problem) const override {
    const KernelDesign& known = *static_cast<const PairOptimisation&>(earlier).design_;
    return known.has_matrix_of(settings_.kernel, problem.X);
  }

  Outcome step() override {
    if (by_blocks()) return step_block();
    const Pair pair = active_.select(settings_.working_set);
    const Eigen::Index i = pair.i, j = pair.j;
    moved_.assign({i, j});
    const double before_i = beta_[i], before_j = beta_[j];
    const MovedPair to =
        bounds_.move(design_->y[i], before_i, design_->y[j], before_j, pair.gain, pair.curvature);
    gain_ = pair.gain;
    curvature_ = pair.curvature;
    delta_ = to.delta;
    cut_ = to.cut;
    beta_[i] = to.beta_i;
    beta_[j] = to.beta_j;
    active_.move(pair, before_i - to.beta_i, to.of_i, before_j - to.beta_j, to.of_j, beta_);
    const bool stays = to.beta_i == before_i && to.beta_j == before_j;
    return outcome_ = stays ? at_rest() : judge();
  }

  std::span<const Quantity> quantities() const override { return *quantities_; }
  double margin_level() const override { return regression() ? settings_.epsilon : 1; }

  std::string explain(const Solver* previous) const override {
    if (!previous && support_vectors() > 0) {
      return sentence("The weights start in proportion to those of an earlier solution: ",
                      support_vectors_text(support_vectors(), design_->N()), ".");
    }
    if (!previous) {
      return sentence("Every weight is 0, so f is the bias ", short_text(bias(), 4),
                      " everywhere; each step moves ",
                      by_blocks() ? "weights of a block of patterns." : "two weights.");
    }
    const auto& before = static_cast<const PairOptimisation&>(*previous);
    if (by_blocks()) {
      return sentence("A block of patterns violated optimality by ",
                      short_text(before.active_.violation()), ": ", std::to_string(pairs_),
                      pairs_ == 1 ? " pair" : " pairs", " in it moved ",
                      std::to_string(moved_.size()), " weights; ",
                      support_vectors_text(support_vectors(), design_->N()),
                      ". The largest violation is now ", short_text(kkt_violation()), ".");
    }
    const Eigen::Index i = moved_[0], j = moved_[1];
    const std::string_view symbol = regression() ? "β" : "α";
    const auto moved = [&](Eigen::Index t) {
      const double sign = regression() || design_->y[t] > 0 ? 1 : -1;
      return sentence(moved_text(pattern_symbol(symbol, t), 0.0 + sign * before.beta_[t],
                                 0.0 + sign * beta_[t]),
                      at_bound(t) ? " = C" : "");
    };
    return sentence(pattern_text("Patterns", i), " and ", pattern_text("", j),
                    " violated optimality by ",
                    short_text(before.active_.largest_up() -
                               (before.active_.residuals()[j] + before.active_.offsets(j).low)),
                    ": ", moved(i), ", ", moved(j), cut_ ? ", where a bound cut the step; " : "; ",
                    support_vectors_text(support_vectors(), design_->N()),
                    ". The largest violation is now ", short_text(kkt_violation()), ".");
  }

  std::vector<std::string> work_out(const Solver* previous, Eigen::Index t) const override {
    const std::string beta = pattern_symbol("β", t);
    if (!previous) return {sentence(beta, " = ", number(beta_[t]))};
    const auto& before = static_cast<const PairOptimisation&>(*previous);
    if (std::ranges::find(moved_, t) == moved_.end())
      return {sentence(beta, " stays ", number(beta_[t]))};
    if (by_blocks()) {
      return {sentence(beta, " ← ", number(before.beta_[t]), plus(beta_[t] - before.beta_[t]),
                       " = ", number(beta_[t]))};
    }
    const bool raised = t == moved_[0];
    const std::string whole = sentence(number(gain_), "/", number(curvature_));
    return {curvature_ == 0 ? sentence("δ = ", number(delta_))
            : cut_ ? sentence("δ = min(", whole, ", ", number(delta_), ") = ", number(delta_))
                   : sentence("δ = ", whole, " = ", number(delta_)),
            sentence(beta, " ← ", number(before.beta_[t]), raised ? plus(delta_) : minus(delta_),
                     " = ", number(beta_[t]))};
  }

  std::string explain_outcome() const override {
    if (outcome_ == Outcome::diverged) {
      return "The residuals overflow the range of numbers; scale the features, or choose a smaller "
             "C.";
    }
    if (outcome_ == Outcome::running) return "";
    if (outcome_ == Outcome::singular) {
      return sentence("A pair violates optimality by ", short_text(kkt_violation()), ", ",
                      large_kernel_values);
    }
    if (!std::isfinite(active_.violation())) {
      return "There is nothing to trade between: only one class is present, and the bias alone is "
             "right.";
    }
    return sentence("The optimum is reached to rounding: no pair violates optimality by more than ",
                    short_text(kkt_violation()), ".");
  }

  std::unique_ptr<Solver> clone() const override {
    return std::make_unique<PairOptimisation>(*this);
  }
  std::size_t state_bytes() const override {
    return static_cast<std::size_t>(beta_.size()) * sizeof(double) + active_.state_bytes() +
           sizeof(*this);
  }

 protected:
  const Eigen::VectorXd& coefficients() const override { return beta_; }
  Eigen::VectorXd kernel_sums() const override {
    return design_->y - active_.residuals().head(design_->N());
  }

  // Residuals of opposite labels round each in its own way. What has no sign by them is summed up anew,
  // which is the same for equal patterns, so that never both are right.
  Eigen::VectorXd outputs() const override {
    Eigen::VectorXd f = KernelSolver::outputs();
    if (regression()) return f;
    const double most = 1 + largest(active_.rows()->diagonal()) * sum_of_sizes(beta_);
    const double rounding = sum_rounding * std::numeric_limits<double>::epsilon() * most;
    return with_signs(std::move(f), rounding, *design_->X,
                      [this](const auto& X, Eigen::MatrixXd& here) { decision_values(X, here); });
  }

  double bias() const override {
    const Eigen::VectorXd& r = active_.residuals();
    double sum = 0;
    Eigen::Index free = 0;
    for (Eigen::Index i = 0; i < beta_.size(); ++i) {
      // Free to go both ways at the same price: at a kink of the tube up and low differ.
      const auto [up, low] = active_.offsets(i);
      if (up != low) continue;
      sum += r[i] + up;
      ++free;
    }
    if (free > 0) return sum / static_cast<double>(free);
    const double m = active_.largest_up(), M = active_.least_low();
    if (std::isfinite(m) && std::isfinite(M)) return m / 2 + M / 2;
    return std::isfinite(m) ? m : M;
  }

  double objective(const Eigen::VectorXd& f, double norm) const override {
    return 0.5 * norm + settings_.C * sum(slack(f));
  }

  Eigen::VectorXd slack(const Eigen::VectorXd& f) const override {
    return design_->excess(f, settings_.epsilon).cwiseMax(0);
  }

  Eigen::VectorXd dual_variables() const override {
    // 0 stays +0 whatever the sign of y.
    return regression() ? beta_ : Eigen::VectorXd(beta_.cwiseAbs());
  }

  Parts measures() const override { return part::all; }
  double kkt_violation() const override {
    const double value = active_.violation();
    return std::isfinite(value) ? std::max(value, 0.0) : value < 0 ? 0 : Record::none;
  }

  double duality_gap(double objective, double norm) const override {
    const double of_labels = dot(design_->y.data(), beta_.data(), beta_.size());
    return objective - (of_labels - settings_.epsilon * sum_of_sizes(beta_) - 0.5 * norm);
  }

 private:
  // Units of the last place that a residual rounds to, of the largest that it could be.
  static constexpr double sum_rounding = 4;

  // What is held beside rows, in bytes; and the most that either kind of rows may take: all of them,
  // or half of what is left of the limit.
  static double beside_rows(const ProblemSize& size) {
    return matrix_bytes(size.N + KernelRows::lanes, 2 * size.p + 30);
  }
  static double most_of_rows(const ProblemSize& size) {
    const double padded = size.N + KernelRows::lanes;
    const double left = (row_training_memory - beside_rows(size)) / 2;
    return std::min(matrix_bytes(size.N, padded), std::max(matrix_bytes(2, padded), left));
  }

  bool by_blocks() const { return settings_.working_set == WorkingSet::block; }

  Outcome step_block() {
    const Block& block = active_.move_block(bounds_, design_->y, beta_);
    pairs_ = block.pairs();
    moved_.clear();
    for (const RowShare& fallen : block.fallen()) moved_.push_back(fallen.row);
    return outcome_ = moved_.empty() ? at_rest() : judge();
  }

  std::span<const Eigen::Index> moved() const { return moved_; }

  // Along a path of C, from a solution for the same kernel matrix: where the labels are the same too
  // the weights grow or shrink with C, which keeps Σβ = 0, the bounds, and every pattern that is
  // bounded. False where nothing is taken over.
  Gradual<bool> take_weights(const PairOptimisation& earlier) {
    double largest = 0, total = 0, gain = 0;
    Eigen::Index bounded = 0;
    for (Eigen::Index i = 0; i < beta_.size(); ++i) {
      const double b = earlier.beta_[i], size = std::abs(b);
      largest = std::max(largest, size);
      total += size;
      gain += design_->y[i] * b - settings_.epsilon * size;
      bounded += earlier.at_bound(i);
    }
    if (largest == 0 || !earlier.design_->labels.same_as(design_->labels)) co_return false;
    // Where most support vectors are bounded they stay so; otherwise up to where the dual, a
    // parabola in the factor, is largest: 1 where none is bounded. In a tube so much wider that it
    // falls from the start nothing is taken over.
    if (gain <= 0) co_return false;
    const double most = settings_.C / largest, best = gain / earlier.squared_norm();
    const double factor = 2 * bounded > earlier.support_vectors() || !(best < most) ? most : best;
    // Nor from so small a C that the residuals would overflow.
    const double reach = factor * total * active_.rows()->diagonal().maxCoeff();
    if (!(factor > 0) || !(reach <= tolerances::divergence)) co_return false;
    for (Eigen::Index i = 0; i < beta_.size(); ++i) {
      const double b = earlier.beta_[i];
      if (b == 0) continue;
      co_await Pause{"the weights of the machine before",
                     static_cast<double>(i) / static_cast<double>(beta_.size())};
      beta_[i] = bounds_.settled(factor * b);
      active_.add(i, beta_[i]);
      active_.set(i, offsets(i));
    }
    co_return true;
  }

  bool regression() const { return takes_ == Takes::regression; }
  bool at_bound(Eigen::Index i) const { return std::abs(beta_[i]) == settings_.C; }

  Offsets offsets(Eigen::Index i) const { return bounds_.offsets(design_->y[i], beta_[i]); }

  Outcome judge() const {
    const double m = active_.largest_up(), M = active_.least_low();
    if (std::isnan(m) || std::isnan(M) || active_.overflows()) return Outcome::diverged;
    // All bounds on one side: nothing can be traded.
    if (!std::isfinite(m - M)) return Outcome::solved;
    const double size = active_.size();
    if (size > tolerances::divergence) return Outcome::diverged;
    return m - M <= tolerances::optimum * size ? at_rest() : Outcome::running;
  }

  // Where rounding lets nothing move any more.
  Outcome at_rest() const {
    const double most = tolerances::kkt_lost * largest_size(design_->y);
    return active_.violation() > most ? Outcome::singular : Outcome::solved;
  }

  Takes takes_;
  std::string_view name_;
  PairSettings settings_;
  WeightBounds bounds_;
  QuantityList quantities_;
  Eigen::VectorXd beta_;  // N
  ActiveSet active_;
  std::vector<Eigen::Index> moved_;              // by the last step: i and j, or all of a block
  int pairs_ = 0;                                // that it moved in a block
  bool cut_ = false;                             // by a bound, that of a pair
  double gain_ = 0, curvature_ = 0, delta_ = 0;  // of that pair
  Outcome outcome_ = Outcome::running;
};

struct PairClassifier final : PairOptimisation {
  struct Settings {
    double C = 1;
    WorkingSet working_set = WorkingSet::second_order;
    Kernel kernel;
  };
  explicit PairClassifier(const Settings& s)
      : PairOptimisation(Takes::two_classes, "The support vector machine",
                         {s.C, 0, s.working_set, s.kernel}) {}
};

struct PairRegressor final : PairOptimisation {
  struct Settings {
    double C = 1;
    double epsilon = 0.1;
    WorkingSet working_set = WorkingSet::second_order;
    Kernel kernel;
  };
  explicit PairRegressor(const Settings& s)
      : PairOptimisation(Takes::regression, "Support vector regression",
                         {s.C, s.epsilon, s.working_set, s.kernel}) {}
};

constexpr Choice working_sets[] = {
    {"second-order", "the pair that promises the largest gain (Fan, Chen & Lin 2005)"},
    {"first-order", "the pair that violates optimality most"},
    {"block", "many patterns, moved pair by pair among themselves (Joachims 1999)"}};

template <auto Member>
constexpr Field working_set_row() {
  return bind<Member>({.id = "working_set",
                       .symbol = "",
                       .name = "Working set",
                       .meaning = "How the patterns of a step are chosen.",
                       .formula = "max (m − rⱼ)²/2aᵢⱼ",
                       .source = "Fan, Chen & Lin 2005; Decherchi et al., section V-A",
                       .type = FieldType::choice,
                       .choices = working_sets});
}

constexpr std::string_view criterion = "J = ½‖w‖² + CΣξ";

}  // namespace

Algorithm smo_algorithm() {
  static constexpr Field fields[] = {
      penalty_row<&PairClassifier::Settings::C>(criterion, "Lauer & Bloch 2006, eq. 15"),
      kernel_row<&PairClassifier::Settings::kernel>(),
      working_set_row<&PairClassifier::Settings::working_set>()};
  return algorithm_row<PairClassifier>(
      {.id = "smo",
       .name = "Support vector machine (SMO)",
       .group = group::support_vectors,
       .summary = "The widest margin between the classes, with a price on what lies inside it; two "
                  "weights move at a time, or many in a block.",
       .problem = "minimise ½‖w‖² + CΣξ with ξ = max(0, 1 − y f)",
       .step = "δ = (m − rⱼ)/(kᵢᵢ + kⱼⱼ − 2kᵢⱼ);  βᵢ ← βᵢ + δ;  βⱼ ← βⱼ − δ",
       .source = "Lauer & Bloch 2006, eqs 15–17; Platt 1999; Fan, Chen & Lin 2005",
       .default_rules = "kkt",
       .family = "support vectors",
       .takes = Takes::two_classes,
       .fields = fields,
       .norm_penalty = 0.5});
}

Algorithm smo_svr_algorithm() {
  static constexpr Field fields[] = {
      penalty_row<&PairRegressor::Settings::C>("J = ½‖f‖² + CΣξ",
                                               "Bandos et al. 2007, section 3.1"),
      epsilon_row<&PairRegressor::Settings::epsilon>("Bandos et al. 2007, section 3.1"),
      kernel_row<&PairRegressor::Settings::kernel>(),
      working_set_row<&PairRegressor::Settings::working_set>()};
  return algorithm_row<PairRegressor>(
      {.id = "smo-svr",
       .name = "Support vector regression (SMO)",
       .group = group::regression,
       .summary = "The flattest function that keeps the targets in a tube, with a price on what "
                  "lies outside; two weights move at a time, or many in a block.",
       .problem = "minimise ½‖f‖² + CΣξ with ξ = max(0, |y − f| − ε)",
       .step = "δ = (m − rⱼ)/(kᵢᵢ + kⱼⱼ − 2kᵢⱼ);  βᵢ ← βᵢ + δ;  βⱼ ← βⱼ − δ",
       .source = "Bandos et al. 2007, section 3.1; Platt 1999; Fan, Chen & Lin 2005",
       .default_rules = "kkt",
       .family = "support vectors",
       .takes = Takes::regression,
       .fields = fields,
       .norm_penalty = 0.5});
}

}  // namespace marginscope
