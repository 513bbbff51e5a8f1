// Support vector machine with squared errors by Newton's method on the primal criterion (Mangasarian 2002;
// Keerthi & DeCoste 2005)
//   given   Z: N×(p+1), rows y_i (x_i, 1);  C > 0;  kernel k
//   find    W minimising J = ½‖W‖² + C/2 Σξ², ξ = max(0, 1 − z·W), the bias in W: the criterion of the
//           Lagrangian SVM (Lauer & Bloch 2006, eq. 18)
//   start   W = 0, or the weights of an earlier machine on the same data
//   step    A = {i: z_i·W < 1}, the patterns that cost something
//           W̄ = (I/C + Z_AᵗZ_A)⁻¹ Z_Aᵗ1, the minimum of the parabola that J is around W
//           W ← W + t(W̄ − W) with t = 1, or ½, ¼, … until J falls by a part of what its slope promises
//   facts   J falls at every step. Where W̄ costs the same patterns it is the minimum of J itself, which
//           comes after finitely many steps. The sums over A follow the patterns that enter and leave, and
//           are made anew where one far out has left and taken the others' digits along
//   kernel  x is the feature vector of KernelFeatures, and nothing else changes
//   many    of more features than patterns coordinates are seen (linear_design)
//   cost    O(Nr) a step, O(r³/3) for its solution, and O(r²) for each pattern that enters or leaves A: all
//           of them at the start, few of them later, or along a path of C

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "core/extremes.h"
#include "core/products.h"
#include "core/tolerances.h"
#include "solvers/algorithm.h"
#include "solvers/field_rows.h"
#include "solvers/margins/factorisations.h"
#include "solvers/margins/linear_solver.h"
#include "solvers/margins/margin_updates.h"
#include "solvers/phrases.h"

namespace marginscope {
namespace {

// A step is halved until J falls by this part of what its slope promises (Armijo 1966), at most so often: then
// the step is below the rounding of W.
constexpr double least_fall = 1e-4;
constexpr int most_halvings = 60;

// The sums over A are made anew where one was so many times what is left of it: taking patterns away keeps
// ten digits then.
constexpr double most_shrunk = 1e6;

class NewtonSvm final : public LinearSolver {
 public:
  struct Settings {
    double C = 1;
    Kernel kernel;
  };
  explicit NewtonSvm(const Settings& settings)
      : settings_(settings), quantities_(list_of(settings.kernel)) {}

  // Z, some of the patterns that enter or leave A, ZᵗZ and its factor. Before that, as in the Ho-Kashyap
  // family, the features of a kernel or the span of the patterns.
  double memory_needed(const ProblemSize& size) const override {
    const auto [p, design] = design_needs(settings_.kernel, size, true);
    const double q = p + 1;
    return design + matrix_bytes(size.N, q + 20) + matrix_bytes(most_added, q) +
           4 * matrix_bytes(q, q);
  }

  Gradual<Result<Outcome>> begin(const Problem& problem, StartOptions options) override {
    if (options.earlier && shares_with(*options.earlier, problem)) {
      const auto& earlier = static_cast<const NewtonSvm&>(*options.earlier);
      design_ = earlier.design_;
      if (options.goes_on) {
        W_ = earlier.W_;
        margins_ = earlier.margins_;
        inner_ = earlier.inner_;
        sum_ = earlier.sum_;
        peak_ = earlier.peak_;
        within_ = earlier.within_;
        made_of_ = earlier.made_of_;
        set_label_errors();
        co_return outcome_ = Outcome::running;
      }
    } else {
      auto design =
          co_await linear_design(problem, name, settings_.kernel, *this, options.memory, true);
      if (!design) co_return fail(design.error());
      design_ = *design;
    }
    const Eigen::Index q = design_->Z.cols();
    W_ = Eigen::VectorXd::Zero(q);
    margins_ = Eigen::VectorXd::Zero(design_->N());
    within_ = design_->N();
    made_of_ = 0;
    set_label_errors();
    inner_.resize(q, q);
    sum_.resize(q);
    peak_.resize(q);
    co_await sum_up(margins_);
    co_return outcome_ = Outcome::running;
  }

  bool shares_with(const Solver& earlier, const Problem& problem) const override {
    const auto& other = static_cast<const NewtonSvm&>(earlier);
    return other.settings_.kernel == settings_.kernel && other.design_->X.same_as(problem.X) &&
           other.design_->y == problem.y && other.outcome_ != Outcome::diverged;
  }

  Outcome step() override { return step_gradually().finish(); }
  bool has_long_steps() const override { return design_->Z.size() > 3'000'000 / design_->Z.cols(); }

  Gradual<Outcome> step_gradually() override {
    if (shrunk()) co_await sum_up(margins_);
    Eigen::MatrixXd A = inner_;
    A.diagonal().array() += 1 / settings_.C;
    const CholeskyFactor factor = co_await CholeskyFactor::of(std::move(A));
    if (!factor.good()) co_return outcome_ = Outcome::singular;
    Eigen::VectorXd whole = sum_;
    factor.solve_in_place(whole);
    Eigen::VectorXd margins(design_->N());
    multiply(design_->Z, whole, margins);
    if (!std::isfinite(largest_size(whole)) || !std::isfinite(largest_size(margins))) {
      co_return outcome_ = Outcome::diverged;
    }

    Crossing crossing(margins_, margins);
    const bool same = crossing.none();
    length_ = same ? 1 : length_of_step(whole, margins);
    // A part of the way leaves some of what W was made of.
    made_of_ = std::min(design_->N(), within_ + (length_ < 1 ? made_of_ : 0));
    if (length_ < 1) {
      whole = W_ + length_ * (whole - W_);
      margins = margins_ + length_ * (margins - margins_);
      crossing = Crossing(margins_, margins);
    }
    const bool moves = length_ > 0 && whole != W_;
    within_ += std::ssize(crossing.entering) - std::ssize(crossing.leaving);
    if (crossing.size() > std::min(within_, design_->N() / 3)) {
      co_await sum_up(margins);  // less work
    } else if (!crossing.none()) {
      co_await follow(std::move(crossing));
    }
    W_ = std::move(whole);
    margins_ = std::move(margins);
    set_label_errors();
    co_return outcome_ = same || !moves ? Outcome::solved : Outcome::running;
  }

  void measure(Parts parts, Record& record) const override {
    LinearSolver::measure(parts, record);
    if (parts & part::support_vectors) record.support_vectors = static_cast<int>(made_of_);
    if (parts & part::kkt_violation) record.kkt_violation = kkt_violation();
  }
  Parts measures() const override {
    return part::common | part::support_vectors | part::kkt_violation;
  }

  std::span<const Quantity> quantities() const override { return *quantities_; }
  double margin_level() const override { return 1; }
  bool untrained() const override { return W_.isZero(0); }
  bool seeks_separation() const override { return false; }

  std::string explain(const Solver* previous) const override {
    if (!previous) {
      return sentence(W_.isZero(0) ? "Every weight is 0, so "
                                   : "The weights are those of an earlier "
                                     "machine: ",
                      within_text(), ".");
    }
    const auto& before = static_cast<const NewtonSvm&>(*previous);
    const auto entered = (margins_.array() < 1 && before.margins_.array() >= 1).count();
    const auto left = (margins_.array() >= 1 && before.margins_.array() < 1).count();
    const Eigen::Index lay = before.within_;
    const auto count = [](Eigen::Index n) {
      return n == 0 ? std::string("none") : std::to_string(n);
    };
    return sentence(
        "For the ", std::to_string(lay), lay == 1 ? " pattern" : " patterns",
        " that lay within the margin the criterion is a parabola, and the step ",
        length_ == 1  ? std::string("went to its minimum")
        : length_ > 0 ? sentence("went ", short_text(length_), " of the way to its minimum")
                      : std::string("cannot be made any smaller"),
        entered + left == 0
            ? std::string("; the same lie within it still. ")
            : sentence("; ", count(left), " left it, ", count(entered), " came into it. "),
        change_text("J", before.objective(), objective()));
  }

  std::vector<std::string> work_out(const Solver*, Eigen::Index i) const override {
    return {sentence(pattern_symbol("ξ", i), " = max(0, 1 − z·w) = max(0, 1", minus(margins_[i]),
                     ") = ", number(slack_of(margins_[i])))};
  }

  std::string explain_outcome() const override {
    switch (outcome_) {
      case Outcome::solved:
        return sentence(
            length_ == 1 ? "The same patterns lie within the margin as before the step, so this is "
                           "the minimum of the criterion itself"
                         : "No part of the step lowers the criterion by more than rounding",
            optimality_text(kkt_violation()));
      case Outcome::singular:
        return "I/C + ZᵗZ is not positive definite to rounding; scale the features, or choose a "
               "smaller C.";
      case Outcome::diverged:
        return "The weights overflow the range of numbers; scale the features, or choose a smaller "
               "C.";
      default:
        return "";
    }
  }

  std::unique_ptr<Solver> clone() const override { return std::make_unique<NewtonSvm>(*this); }
  std::size_t state_bytes() const override {
    return vector_bytes() +
           static_cast<std::size_t>(inner_.size() + 2 * sum_.size()) * sizeof(double) +
           sizeof(*this);
  }

 protected:
  double objective() const override {
    return 0.5 * W_.squaredNorm() + 0.5 * settings_.C * slack().squaredNorm();
  }

 private:
  static constexpr std::string_view name = "Newton's support vector machine";
  static constexpr Eigen::Index most_added = 256;  // patterns whose products are added up at a time

  static QuantityList list_of(const Kernel& kernel) {
    static constexpr Quantity of_features = weights_quantity();
    static constexpr Quantity of_kernel = kernel_coefficients_quantity();
    static constexpr Quantity others[] = {
        margins_quantity(),
        slack_row<&NewtonSvm::slack>("how far each pattern lies short of the margin 1"),
        objective_quantity("½(‖w‖² + w₀²) + C/2 Σξ²"),
        error_quantity("e = y − f", "label minus decision value"),
        decision_values_quantity(),
        moments_quantity()};
    std::vector<Quantity> list{kernel.type == KernelType::linear ? of_features : of_kernel};
    list.insert(list.end(), std::begin(others), std::end(others));
    return std::make_shared<const std::vector<Quantity>>(std::move(list));
  }

  static double slack_of(double margin) { return std::max(0.0, 1 - margin); }
  std::string within_text() const {
    const Eigen::Index N = margins_.size();
    return sentence(std::to_string(within_), " of ", std::to_string(N),
                    N == 1 ? " pattern" : " patterns", " lie within the margin 1");
  }

  Eigen::VectorXd slack() const { return (1 - margins_.array()).cwiseMax(0); }

  // The part of the way to `whole`, where the margins are `margins`, that lowers J; 0 where none does.
  double length_of_step(const Eigen::VectorXd& whole, const Eigen::VectorXd& margins) const {
    const Eigen::VectorXd way = whole - W_;
    const auto criterion_at = [&](double t) {
      return 0.5 * (W_ + t * way).squaredNorm() +
             0.5 * settings_.C * squared_hinges(margins_.data(), margins.data(), t, margins.size());
    };
    const double before = criterion_at(0);
    // The parabola, whose gradient is that of J here, has its minimum at the end of the way.
    const double slope =
        -(way.squaredNorm() + settings_.C * way.dot(inner_.selfadjointView<Eigen::Lower>() * way));
    double t = 1;
    for (int halvings = 0; halvings <= most_halvings; ++halvings, t /= 2) {
      const double J = criterion_at(t);
      if (J <= before + least_fall * t * slope && J < before) return t;
    }
    return 0;
  }

  // Patterns that come within the margin 1, and those that leave it.
  struct Crossing {
    std::vector<Eigen::Index> entering, leaving;

    Crossing(const Eigen::VectorXd& before, const Eigen::VectorXd& after) {
      // Every pattern is written, and kept by counting it: nobody foresees which ones are.
      std::vector<Eigen::Index> crossed(static_cast<std::size_t>(before.size()));
      std::size_t count = 0;
      for (Eigen::Index i = 0; i < before.size(); ++i) {
        crossed[count] = i;
        count += (before[i] < 1) != (after[i] < 1);
      }
      crossed.resize(count);
      for (const Eigen::Index i : crossed) (after[i] < 1 ? entering : leaving).push_back(i);
    }
    bool none() const { return size() == 0; }
    std::ptrdiff_t size() const { return std::ssize(entering) + std::ssize(leaving); }
  };

  // The sums over A for these margins, made anew.
  Gradual<bool> sum_up(const Eigen::VectorXd& margins) {
    const Eigen::VectorXd within = (margins.array() < 1).cast<double>();
    if (3 * within.sum() < static_cast<double>(within.size())) {
      inner_.setZero();
      sum_.setZero();
      peak_.setZero();
      const Eigen::VectorXd beyond = Eigen::VectorXd::Ones(margins.size());
      co_return co_await follow(Crossing(beyond, margins));
    }
    inner_ = co_await weighted_inner_products(design_->Z, within);
    sum_ = multiply_transposed(design_->Z, within);
    peak_ = inner_.diagonal();
    co_return true;
  }

  bool shrunk() const {
    return (peak_.array() > most_shrunk * (inner_.diagonal().array() + 1 / settings_.C)).any();
  }

  // They follow those patterns.
  Gradual<bool> follow(Crossing crossing) {
    co_await add(std::move(crossing.entering), 1);
    co_await add(std::move(crossing.leaving), -1);
    co_return true;
  }

  // z zᵗ and z of these patterns are added, `sign` times.
  Gradual<bool> add(std::vector<Eigen::Index> patterns, double sign) {
    // Between two pauses.
    constexpr Eigen::Index multiplications = 100'000'000, fewest = 16;
    const Eigen::Index q = sum_.size();
    const auto at_once =
        static_cast<std::size_t>(std::clamp(multiplications / (q * q), fewest, most_added));
    for (std::size_t first = 0; first < patterns.size(); first += at_once) {
      co_await Pause{"the inner products",
                     static_cast<double>(first) / static_cast<double>(patterns.size())};
      const std::span some =
          std::span(patterns).subspan(first, std::min(at_once, patterns.size() - first));
      const Eigen::MatrixXd columns = design_->Z(some, Eigen::placeholders::all).transpose();
      add_lower_product(sign, columns, columns.transpose(), inner_);
      Eigen::VectorXd sums(q);
      multiply(columns, Eigen::VectorXd::Ones(columns.cols()), sums);
      sum_ += sign * sums;
    }
    peak_ = peak_.cwiseMax(inner_.diagonal());
    co_return true;
  }

  // That of the Lagrangian SVM, max |min(α, Qα − 1)|, for the α = Cξ that belongs to W.
  double kkt_violation() const {
    const Eigen::VectorXd xi = slack(), alpha = settings_.C * xi;
    Eigen::VectorXd margins(xi.size());
    multiply(design_->Z, multiply_transposed(design_->Z, alpha), margins);
    return largest_size(Eigen::VectorXd(alpha.array().min((margins + xi).array() - 1)));
  }

  Settings settings_;
  QuantityList quantities_;
  Eigen::MatrixXd inner_;     // Z_AᵗZ_A, its lower triangle
  Eigen::VectorXd sum_;       // Z_Aᵗ1
  Eigen::VectorXd peak_;      // the largest that the diagonal of inner_ was since it was made anew
  double length_ = 0;         // t of the last step
  Eigen::Index within_ = 0;   // how many lie within the margin, |A|
  Eigen::Index made_of_ = 0;  // how many patterns W is made of, at the most
  Outcome outcome_ = Outcome::running;
};

}  // namespace

Algorithm newton_svm_algorithm() {
  static constexpr Field fields[] = {
      penalty_row<&NewtonSvm::Settings::C>("J = ½(‖w‖² + w₀²) + C/2 Σξ²",
                                           "Lauer & Bloch 2006, eq. 18"),
      kernel_row<&NewtonSvm::Settings::kernel>()};
  return algorithm_row<NewtonSvm>(
      {.id = "newton-svm",
       .name = "Newton's SVM",
       .group = group::support_vectors,
       .summary =
           "The machine of the Lagrangian SVM in a few steps: each goes to the minimum of the "
           "parabola that the criterion is for the patterns within the margin.",
       .problem = "minimise ½(‖w‖² + w₀²) + C/2 Σξ² with ξ = max(0, 1 − y f)",
       .step = "d ← 1 where ξ > 0, else 0;  W ← (I/C + ZᵗDZ)⁻¹ZᵗD1",
       .source =
           "Mangasarian 2002; Keerthi & DeCoste 2005; the criterion of Lauer & Bloch 2006, eq. 18",
       .family = "support vectors",
       .fields = fields});
}

}  // namespace marginscope
