// Lagrangian support vector machine (Mangasarian & Musicant 2001; Lauer & Bloch 2006, eqs 18–22)
//   given   X: N×r, y = ±1;  C > 0;  0 < μ < 2/C;  kernel k
//   find    f = x·w + w0 minimising ½(‖w‖² + w0²) + C/2 Σξ², ξ = max(0, 1 − y f)        (18)
//   dual    minimise ½αᵗQα − 1ᵗα over α ≥ 0, Q = I/C + HHᵗ, H = Y[X 1]              (19), (21)
//   note    the paper's eq. 20, w0 = −1ᵗYα, and H with −1 as its last column belong to
//           f = x·w − w0 and contradict eq. 18; here f = x·w + w0 throughout, w0 = 1ᵗYα. Its μ is
//           not the learning rate of Ho-Kashyap
//   start   α = 0 (the first step then gives Q⁻¹1)
//   step    α ← Q⁻¹(1 + max(0, Qα − 1 − μα))                                            (22)
//           linear: Q⁻¹ = C(I − H(I/C + HᵗH)⁻¹Hᵗ) (Sherman, Morrison & Woodbury); with a kernel, or
//           no fewer features than patterns, HHᵗ is Y(K + 1)Y and Q is factorised once
//   facts   converges linearly for every such μ; Qα − 1 ⊥ α ≥ 0 at the optimum, where ξ = α/C
//   judge   where a step changes no α this is the optimum if max |min(α, Qα − 1)| ≤ tolerances::kkt_met;
//           otherwise Q is too ill-conditioned, or μ too small, for a step to show beside α, and the
//           outcome is `singular`
//   cost    linear: O(Nr²) once, two passes over H a step; by Q O(N³/3) once, O(N²) a step

#include <cmath>

#include "core/extremes.h"
#include "core/products.h"
#include "core/sums.h"
#include "core/text.h"
#include "core/tolerances.h"
#include "solvers/algorithm.h"
#include "solvers/field_rows.h"
#include "solvers/kernels/kernel_solver.h"
#include "solvers/margins/factorisations.h"
#include "solvers/margins/lagrangian_passes.h"
#include "solvers/phrases.h"

namespace marginscope {
namespace {

class LagrangianSvm final : public KernelSolver {
 public:
  struct Settings {
    double C = 1;
    double mu = 0;  // 0: 1.9/C
    Kernel kernel;

    double step() const { return mu > 0 ? mu : 1.9 / C; }
    static std::string step_text(const void* settings) {
      return exact_text(static_cast<const Settings*>(settings)->step());
    }
  };
  explicit LagrangianSvm(const Settings& settings)
      : settings_(settings),
        mu_(settings.step()),
        quantities_(list_of(settings.kernel,
                            {.objective = "½(‖w‖² + w₀²) + C/2 Σξ²",
                             .slack = true,
                             .dual = dual_variables_quantity(
                                 "α", "weight of each pattern; 0 where its margin is beyond 1")})) {
  }

  // H, also in panels, and what is factorised; or the kernel matrix, and the factorisation of Q.
  double memory_needed(const ProblemSize& size) const override {
    const double N = size.N, q = size.p + 1;
    return few_features(settings_.kernel, N, size.p)
               ? matrix_bytes(N, 2 * q + 20) + matrix_bytes(q, q)
               : matrix_bytes(N, q + 20) + 2 * matrix_bytes(N, N);
  }

  Gradual<Result<Outcome>> begin(const Problem& problem, StartOptions options) override {
    auto design =
        kernel_design(problem, Takes::two_classes, settings_.kernel, name, *this, options.memory);
    if (!design) co_return fail(design.error());
    if (!(mu_ < 2 / settings_.C)) {
      co_return fail(sentence("mu is ", short_text(mu_, 6), "; it must be below 2/C = ",
                              short_text(2 / settings_.C, 6), " (0 takes 1.9/C)"));
    }
    design_ = *design;
    const Eigen::Index N = design_->N();
    auto system = std::make_shared<System>();
    if (design_->by_features()) {
      Eigen::MatrixXd H(N, design_->X.cols() + 1);
      H.leftCols(design_->X.cols()) = design_->y.asDiagonal() * *design_->X;
      H.rightCols(1) = design_->y;
      Eigen::MatrixXd inner = co_await inner_products(H);
      system->H = RowPanels(H);
      inner.diagonal().array() += 1 / settings_.C;
      system->factor = co_await CholeskyFactor::of(std::move(inner));
    } else {
      auto K = co_await gram_of(*design_);
      if (!K) co_return fail(K.error());
      system->K = std::move(*K);
      Eigen::MatrixXd Q(N, N);
      for (Eigen::Index j = 0; j < N; ++j) {
        co_await Pause{"the matrix Q", static_cast<double>(j) / static_cast<double>(N)};
        Q.col(j) = design_->y[j] * design_->y.array() * (system->K.col(j).array() + 1);
      }
      Q.diagonal().array() += 1 / settings_.C;
      system->factor = co_await CholeskyFactor::of(std::move(Q));
    }
    alpha_ = beta_ = product_ = right_ = Eigen::VectorXd::Zero(N);
    system_ = std::move(system);
    if (design_->by_features()) {
      next_inner_ = Eigen::VectorXd::Zero(system_->H.cols());
      next_right_.resize(N);
      look_ahead(patterns(), alpha_, next_inner_, product_, next_right_, sums_);
    }
    const bool definite = system_->factor.good();
    co_return outcome_ = definite ? Outcome::running : Outcome::singular;
  }

  Outcome step() override { return step_gradually().finish(); }
  bool has_long_steps() const override { return !design_->by_features() && design_->N() > 700; }

  Gradual<Outcome> step_gradually() override {
    Inverted inverted;
    if (design_->by_features()) {
      right_.swap(next_right_);  // (22)
      inner_ = next_inner_;
      system_->factor.solve_in_place(inner_);
      next_inner_ = inner_.col(0);
      inverted = apply_inverse(patterns(), right_, next_inner_, alpha_, beta_, sums_);
      look_ahead(patterns(), alpha_, next_inner_, product_, next_right_, sums_);
    } else {
      right_ = 1 + excess().cwiseMax(0);
      co_await Pause{"the inverse", 0};
      inner_ = right_;
      system_->factor.solve_in_place(inner_);
      inverted = {inner_.cwiseAbs().maxCoeff<Eigen::PropagateNaN>(), inner_.col(0) == alpha_};
      alpha_ = inner_.col(0);
      beta_ = design_->y.cwiseProduct(alpha_);
      product_ = co_await Q_times(alpha_);
      if (criterion() < 0) co_return outcome_ = Outcome::singular;
    }
    if (!(inverted.largest <= tolerances::divergence)) co_return outcome_ = Outcome::diverged;
    co_return outcome_ = !inverted.unchanged                      ? Outcome::running
                         : kkt_violation() <= tolerances::kkt_met ? Outcome::solved
                                                                  : Outcome::singular;
  }

  std::span<const Quantity> quantities() const override { return *quantities_; }

  std::string explain(const Solver* previous) const override {
    if (!previous) {
      return "Every weight is 0; the first step solves Qα = 1, as if every pattern were a support "
             "vector.";
    }
    const auto& before = static_cast<const LagrangianSvm&>(*previous);
    const auto beyond = (before.excess() > 0).count();
    const std::string who =
        beyond == 0 ? std::string("No pattern")
                    : sentence(std::to_string(beyond), " of ", std::to_string(design_->N()),
                               design_->N() == 1 ? " pattern" : " patterns");
    return sentence(who, " lay beyond the margin by more than μα, so the step ",
                    beyond == 0   ? "asks every one for the margin"
                    : beyond == 1 ? "lets it lie beyond it"
                                  : "lets them lie beyond it",
                    "; α moved by up to ",
                    short_text((alpha_ - before.alpha_).cwiseAbs().maxCoeff()), ", ",
                    support_vectors_text(support_vectors(), design_->N()), ". ",
                    change_text("J", before.criterion(), criterion()));
  }

  std::vector<std::string> work_out(const Solver* previous, Eigen::Index i) const override {
    const std::string alpha = pattern_symbol("α", i);
    if (!previous) return {sentence(alpha, " = ", number(alpha_[i]))};
    const auto& before = static_cast<const LagrangianSvm&>(*previous);
    return {sentence("1 + max(0, Qα − 1 − μα) = 1 + max(0, ", number(before.product_[i]), " − 1 − ",
                     number(mu_), "·", factor(before.alpha_[i]), ") = ", number(right_[i])),
            sentence(alpha, " ← ", number(alpha_[i]))};
  }

  std::string explain_outcome() const override {
    switch (outcome_) {
      case Outcome::solved:
        return sentence("The step no longer changes any weight: max |min(α, Qα − 1)| = ",
                        short_text(kkt_violation()), ".");
      case Outcome::singular:
        if (criterion() < 0) {
          return sentence(
              "Rounding has outgrown the numbers: J = ", short_text(criterion()),
              ", which is a sum of squares; scale the features, or choose a smaller C.");
        }
        if (system_->factor.good()) {
          return sentence(
              "The step is lost in rounding short of the optimum: no weight changes any "
              "more, but max |min(α, Qα − 1)| = ",
              short_text(kkt_violation()), " > ", short_text(tolerances::kkt_met),
              "; scale the features, or choose a smaller C",
              settings_.mu > 0 ? " or a larger mu." : ".");
        }
        return "Q = I/C + HHᵗ is not positive definite to rounding; scale the features, or choose "
               "a smaller C.";
      case Outcome::diverged:
        return "The weights overflow the range of numbers; scale the features, or choose a smaller "
               "C.";
      default:
        return "";
    }
  }

  std::unique_ptr<Solver> clone() const override { return std::make_unique<LagrangianSvm>(*this); }
  std::size_t state_bytes() const override {
    return static_cast<std::size_t>(5 * alpha_.size() + inner_.size()) * sizeof(double) +
           sums_.size() * sizeof(PanelColumn) + sizeof(*this);
  }

 protected:
  const Eigen::VectorXd& coefficients() const override { return beta_; }
  double bias() const override { return sum(beta_); }  // w0 = 1ᵗYα
  Eigen::VectorXd kernel_sums() const override {
    // Qα = α/C + y·f.
    return (design_->y.array() * (product_ - alpha_ / settings_.C).array()) - bias();
  }
  double objective(const Eigen::VectorXd& f, double norm) const override {
    const double w0 = bias();
    return 0.5 * (norm + w0 * w0) + 0.5 * settings_.C * marginscope::squared_norm(slack(f));
  }
  Eigen::VectorXd slack(const Eigen::VectorXd& f) const override {
    return design_->excess(f).cwiseMax(0);
  }
  Eigen::VectorXd dual_variables() const override { return alpha_; }
  // Those with a weight that are not beyond the margin by more than μα, which tells what only
  // rounding keeps from 0 without a tolerance: at the optimum α > 0 = Qα − 1, or Qα − 1 > 0 = α.
  int support_vectors() const override {
    return static_cast<int>((alpha_.array() > 0 && !(excess() > 0)).count());
  }
  Parts measures() const override { return part::all; }
  double kkt_violation() const override {
    return largest_size(Eigen::VectorXd(alpha_.array().min(product_.array() - 1)));
  }
  double duality_gap(double objective, double) const override {
    // Entries below 0 are outside the dual problem: they count as 0.
    const Eigen::VectorXd inside = alpha_.cwiseMax(0);
    const Eigen::VectorXd of_Q = inside == alpha_ ? product_ : Q_times(inside).finish();
    return objective + 0.5 * dot(inside.data(), of_Q.data(), inside.size()) - sum(inside);
  }

 private:
  static constexpr std::string_view name = "The Lagrangian support vector machine";

  struct System {
    RowPanels H;            // N×(r+1), by features
    Eigen::MatrixXd K;      // N×N, otherwise
    CholeskyFactor factor;  // of I/C + HᵗH, or of Q
  };

  Gradual<Eigen::VectorXd> Q_times(const Eigen::VectorXd& a) const {
    Eigen::VectorXd result = a / settings_.C;
    if (design_->by_features()) {
      Eigen::VectorXd weights;
      system_->H.transposed_times(a, weights);
      result += system_->H.times(weights);
    } else {
      const Eigen::VectorXd signed_a = design_->y.cwiseProduct(a);
      const Eigen::VectorXd sums = co_await product(system_->K, signed_a);
      result.array() += design_->y.array() * (sums.array() + signed_a.sum());
    }
    co_return result;
  }
  // Qα − 1 − μα, which is positive where a pattern lies beyond the margin.
  Eigen::ArrayXd excess() const { return product_.array() - 1 - mu_ * alpha_.array(); }

  LagrangianPatterns patterns() const { return {system_->H, design_->y, settings_.C, mu_}; }

  Settings settings_;
  double mu_;
  QuantityList quantities_;
  std::shared_ptr<const System> system_;
  Eigen::VectorXd alpha_;    // N
  Eigen::VectorXd beta_;     // N, y·α
  Eigen::VectorXd product_;  // N, Qα
  Eigen::VectorXd right_;    // N, what Q⁻¹ was applied to
  // By features, what it is applied to next and Hᵗ of that; and scratch.
  Eigen::VectorXd next_right_, next_inner_;
  Eigen::MatrixXd inner_;
  PanelSums sums_;
  Outcome outcome_ = Outcome::running;
};

}  // namespace

Algorithm lsvm_algorithm() {
  static constexpr Field fields[] = {
      penalty_row<&LagrangianSvm::Settings::C>("J = ½(‖w‖² + w₀²) + C/2 Σξ²",
                                               "Lauer & Bloch 2006, eq. 18"),
      bind<&LagrangianSvm::Settings::mu>({.id = "mu",
                                          .symbol = "μ",
                                          .name = "Step",
                                          .meaning = "Step of the iteration, below 2/C.",
                                          .formula = "0 < μ < 2/C",
                                          .source = "Lauer & Bloch 2006, eq. 22",
                                          .least = 0,
                                          .most = 1e12,
                                          .above_least = true,
                                          .slider_from = 0,
                                          .slider_to = 2,
                                          .special = 0,
                                          .special_text = "1.9/C",
                                          .in_effect = LagrangianSvm::Settings::step_text}),
      kernel_row<&LagrangianSvm::Settings::kernel>()};
  return algorithm_row<LagrangianSvm>(
      {.id = "lsvm",
       .name = "Lagrangian SVM",
       .group = group::support_vectors,
       .summary = "A support vector machine with squared errors and a penalised bias: one matrix, "
                  "inverted once, does every step.",
       .problem = "minimise ½(‖w‖² + w₀²) + C/2 Σξ² with ξ = max(0, 1 − y f)",
       .step = "α ← Q⁻¹(1 + max(0, Qα − 1 − μα))",
       .source =
           "Lauer & Bloch 2006, eqs 18–22 (signs of eq. 20 put right); Mangasarian & Musicant "
           "2001",
       .default_rules = "kkt",
       .family = "support vectors",
       .takes = Takes::two_classes,
       .fields = fields});
}

}  // namespace marginscope
