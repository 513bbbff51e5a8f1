// Regularised least squares (Decherchi et al., section II)
//   given   X: N×r, y = ±1 or real;  C > 0;  kernel k
//   find    f = Σβ_j k(x_j, ·) minimising CΣ(y − f)² + ‖f‖², without a bias
//   method  (K + I/C)β = y by one Cholesky factorisation: iteration 0 is the solution; f = y − β/C
//           linear, of fewer features than patterns: β = C(y − Xw), (XᵗX + I/C)w = Xᵗy, and
//           (K + I/C)⁻¹ = C(I − X(XᵗX + I/C)⁻¹Xᵗ) (Sherman, Morrison & Woodbury); what the sums XᵗX lose of
//           features far from 0 comes back by what is left of Xᵗ(y − Xw) − w/C (Björck 1987)
//   note    eq. 4 of the paper has ½‖f‖², whose minimiser solves (K + I/(2C))β = y; its Table II
//           comes out with I/C, so the ½ is a slip
//   facts   left out, pattern i has the error β_i/((K + I/C)⁻¹)_ii, without training again; that is
//           f₋ᵢ = (f_i − h_i y_i)/(1 − h_i) with h = diag K(K + I/C)⁻¹, which keeps its digits where C
//           makes every f small beside y. By features h_i = x_i·(XᵗX + I/C)⁻¹x_i, and a pattern that alone
//           holds the machine somewhere (h near 1) is left out of the sums instead, at most r of them
//   cost    the kernel matrix, O(N²r); the factorisation, O(N³/3); the same for leave-one-out;
//           linear, of few features: O(Nr²) all together

#include "solvers/regularised_least_squares.h"

#include <cmath>

#include "core/extremes.h"
#include "core/products.h"
#include "core/text.h"
#include "core/tolerances.h"
#include "solvers/algorithm.h"
#include "solvers/field_rows.h"
#include "solvers/margins/factorisations.h"
#include "solvers/phrases.h"

namespace marginscope {

namespace {

class RegularisedLeastSquares final : public KernelSolver {
 public:
  using Settings = RidgeSettings;
  explicit RegularisedLeastSquares(const Settings& settings) : settings_(settings) {
    static constexpr Quantity own[] = {
        {.id = "leave_one_out",
         .role = Role::left_out_value,
         .symbol = "f₋ᵢ",
         .label = "Leave one out",
         .one = "leave one out",
         .meaning = "decision value at each pattern of the machine trained without it",
         .shape = shape::pattern,
         .read = read<&RegularisedLeastSquares::left_out>}};
    quantities_ = list_of(
        settings.kernel, {.objective = "CΣ(y − f)² + ‖f‖²",
                          .dual = dual_variables_quantity("β", "weight of each pattern in the sum"),
                          .own = own});
  }

  // The kernel matrix, which its factor replaces, and a block of the inverse; or the factorisation
  // for the features, that without a pattern, and a block of patterns.
  double memory_needed(const ProblemSize& size) const override {
    if (few_features(settings_.kernel, size.N, size.p)) {
      return matrix_bytes(size.p, 2 * size.p + 2 * patterns_at_once) + matrix_bytes(size.N, 10);
    }
    return matrix_bytes(size.N, size.N) + matrix_bytes(size.N, size.p + 80);
  }

  Gradual<Result<Outcome>> begin(const Problem& problem, StartOptions options) override {
    auto design = kernel_design(problem, Takes::two_classes_or_regression, settings_.kernel, name,
                                *this, options.memory);
    if (!design) co_return fail(design.error());
    design_ = *design;
    beta_ = sums_ = left_out_ = rounding_ = Eigen::VectorXd::Zero(design_->N());
    w_ = Eigen::VectorXd::Zero(design_->by_features() ? design_->X.cols() : 0);
    Result<std::shared_ptr<const CholeskyFactor>> solved = nullptr;
    if (design_->by_features()) {
      solved = co_await solve_by_features();
    } else {
      solved = co_await solve_by_kernel();
    }
    if (!solved) co_return fail(solved.error());
    if (!*solved || !(*solved)->good()) co_return outcome_ = Outcome::singular;
    factor_ = *solved;
    if (options.all_quantities) co_await leave_out();
    const bool finite = beta_.allFinite() && sums_.allFinite() && left_out_.allFinite();
    co_return outcome_ = finite ? Outcome::solved : Outcome::diverged;
  }

  Outcome step() override { return outcome_; }

  std::span<const Quantity> quantities() const override { return *quantities_; }
  double margin_level() const override { return design_ && design_->regression() ? 0 : 1; }
  // By features f is that of the weights, which do not come from β.
  double rounding() const override { return design_->by_features() ? 0 : KernelSolver::rounding(); }

  std::string explain(const Solver*) const override {
    if (outcome_ != Outcome::solved) return "There is no solution.";
    const auto N = static_cast<double>(design_->N());
    const double norm = squared_norm();
    std::string text = std::isnan(norm)
                           ? "The size ‖f‖² of the function is lost in rounding"
                           : sentence("The function has the size ‖f‖² = ", short_text(norm, 4));
    text += ". Trained without each pattern in turn, ";
    if (design_->regression()) {
      text += sentence("it would miss them by a mean square of ",
                       short_text((design_->y - left_out()).squaredNorm() / N), ".");
    } else {
      const Eigen::Index missed = wrong_patterns(left_out());
      text += sentence("it would be wrong on ", std::to_string(missed), " of ",
                       std::to_string(design_->N()), " (leave-one-out error ",
                       percent_text(static_cast<double>(missed) / N), ").");
    }
    return text;
  }

  std::vector<std::string> work_out(const Solver*, Eigen::Index i) const override {
    return {sentence(pattern_symbol("f", i), " + ", pattern_symbol("β", i),
                     "/C = ", number(sums_[i]), " + ", factor(beta_[i]), "/", number(settings_.C),
                     " = ", number(design_->y[i]))};
  }

  std::string explain_outcome() const override {
    switch (outcome_) {
      case Outcome::singular:
        return "K + I/C is not positive definite to rounding; choose a smaller C, or scale the "
               "features.";
      case Outcome::diverged:
        return "The solution overflows the range of numbers; scale the features.";
      default:
        return "Regularised least squares has its solution in closed form, so there is nothing to "
               "iterate.";
    }
  }

  std::unique_ptr<Solver> clone() const override {
    return std::make_unique<RegularisedLeastSquares>(*this);
  }
  std::size_t state_bytes() const override {
    return static_cast<std::size_t>(3 * beta_.size() + rounding_.size() + h_alone_.size() +
                                    w_.size()) *
               sizeof(double) +
           sizeof(*this);
  }

 protected:
  const Eigen::VectorXd& coefficients() const override { return beta_; }
  double bias() const override { return 0; }
  Eigen::VectorXd kernel_sums() const override { return sums_; }
  // By the kernel C(y − f) = β, so that it is βᵗ(y − f) + βᵗf, which keeps its digits where the norm has none.
  double objective(const Eigen::VectorXd& f, double norm) const override {
    const bool by_kernel = !design_->by_features();
    if (by_kernel && outcome_ == Outcome::solved) return beta_.dot(design_->y);
    return settings_.C * (design_->y - f).squaredNorm() + norm;
  }
  // By features from w, and else βᵗf, where β makes C times as much of the rounding of f: not a number
  // where that leaves no digit.
  double squared_norm() const override {
    if (design_->by_features()) return w_.squaredNorm();
    const double norm = beta_.dot(sums_);
    return norm >= rounding_.dot(beta_.cwiseAbs()) ? norm : Record::none;
  }
  Eigen::VectorXd weights() const override {
    if (!design_->by_features()) return KernelSolver::weights();
    Eigen::VectorXd w(w_.size() + 1);
    w << w_, 0;
    return w;
  }

 private:
  static constexpr std::string_view name = "Regularised least squares";
  static constexpr Eigen::Index patterns_at_once = 256;  // their features stay in the cache
  // Where N·h is below this y − β/((K + I/C)⁻¹)_ii would lose half of the digits, and by the kernel the
  // other patterns change h by no larger part.
  static constexpr double faint = 1e-8;
  static constexpr int refinements = 4;
  // A refinement that gets no better while it moves f by more than this part of y has a factor of rounding.
  static constexpr double of_rounding = 1e-3;
  // Where less than this is left of 1 − h by features, y − f and it keep fewer than ten digits.
  static constexpr double hardly_left = 1e-6;

  // β, Kβ, and the factor of K + I/C or XᵗX + I/C, which may not be good, or null where it is that of
  // rounding. Error: it overflows.
  Gradual<Result<std::shared_ptr<const CholeskyFactor>>> solve_by_kernel() {
    auto K = co_await gram_of(*design_, Triangle::lower);
    if (!K) co_return fail(K.error());
    const Eigen::VectorXd diagonal = K->diagonal();
    h_alone_ = diagonal.array() / (diagonal.array() + 1 / settings_.C);
    K->diagonal().array() += 1 / settings_.C;
    auto factor =
        std::make_shared<const CholeskyFactor>(co_await CholeskyFactor::of(std::move(*K)));
    if (factor->good()) {
      const Eigen::MatrixXd y = design_->y;
      Eigen::MatrixXd beta = y;
      factor->solve_in_place(beta);
      beta_ = beta;
      const RidgeOutputs outputs = co_await ridge_outputs(*design_, settings_.C, diagonal, y, beta);
      sums_ = outputs.F;
      rounding_ = outputs.rounding;
    }
    co_return factor;
  }

  Gradual<Result<std::shared_ptr<const CholeskyFactor>>> solve_by_features() {
    const Eigen::MatrixXd& X = *design_->X;
    auto A = co_await feature_products(*design_);
    if (!A) co_return fail(A.error());
    A->diagonal().array() += 1 / settings_.C;
    auto factor =
        std::make_shared<const CholeskyFactor>(co_await CholeskyFactor::of(std::move(*A)));
    if (factor->good()) {
      Eigen::MatrixXd w = X.transpose() * design_->y;
      factor->solve_in_place(w);
      const double scale = largest_size(design_->y);
      double off = infinite;  // what the last refinement changed of f
      for (int round = 0; round < refinements; ++round) {
        Eigen::MatrixXd change =
            X.transpose() * (design_->y - X * w.col(0)) - w.col(0) / settings_.C;
        factor->solve_in_place(change);
        const double of_f = largest_size(Eigen::VectorXd(X * change.col(0)));
        if (of_f >= off / 2 && off > of_rounding * scale) co_return nullptr;
        if (!(of_f < off / 2)) break;
        off = of_f;
        if (off <= tolerances::unchanged * scale) break;
        w += change;
      }
      w_ = w;
      sums_.noalias() = X * w_;
      beta_ = settings_.C * (design_->y - sums_);
    }
    co_return factor;
  }

  // Decision values at each pattern of the machine that is trained without it.
  const Eigen::VectorXd& left_out() const {
    if (factor_) leave_out().finish();
    return left_out_;
  }

  // The factor serves nothing else.
  Gradual<bool> leave_out() const {
    const bool by_features = design_->by_features();
    Eigen::ArrayXd h = h_alone_;
    if (by_features) h = co_await leverages();
    if (static_cast<double>(h.size()) * h.maxCoeff() < faint) {
      left_out_ = (sums_.array() - h * design_->y.array()) / (1 - h);
    } else {
      Eigen::VectorXd inverse_diagonal = settings_.C * (1 - h);
      if (!by_features) inverse_diagonal = co_await factor_->inverse_diagonal();
      left_out_ = design_->y - beta_.cwiseQuotient(inverse_diagonal);
    }
    for (Eigen::Index i = 0; by_features && i < h.size(); ++i) {
      if (1 - h[i] < hardly_left) left_out_[i] = co_await trained_without(i);
    }
    factor_.reset();
    co_return true;
  }

  // h_i = x_i·(XᵗX + I/C)⁻¹x_i by features, from the factor: what a change of y_i changes f_i by.
  Gradual<Eigen::VectorXd> leverages() const {
    const Eigen::MatrixXd& X = *design_->X;
    const Eigen::Index N = X.rows();
    Eigen::VectorXd h(N);
    for (Eigen::Index first = 0; first < N; first += patterns_at_once) {
      co_await Pause{"leave-one-out", static_cast<double>(first) / static_cast<double>(N)};
      const Eigen::Index count = std::min(patterns_at_once, N - first);
      const Eigen::MatrixXd patterns = X.middleRows(first, count).transpose();
      Eigen::MatrixXd solved = patterns;
      factor_->solve_in_place(solved);
      h.segment(first, count) = patterns.cwiseProduct(solved).colwise().sum();
    }
    co_return h;
  }

  // The decision value at pattern i by the features of the others alone. O(Nr² + r³).
  Gradual<double> trained_without(Eigen::Index i) const {
    const Eigen::MatrixXd& X = *design_->X;
    const Eigen::Index N = X.rows(), r = X.cols();
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(r, r), w = Eigen::MatrixXd::Zero(r, 1);
    for (Eigen::Index first = 0; first < N; first += patterns_at_once) {
      co_await Pause{"leave-one-out", static_cast<double>(first) / static_cast<double>(N)};
      const Eigen::Index count = std::min(patterns_at_once, N - first);
      Eigen::MatrixXd others = X.middleRows(first, count);
      if (i >= first && i < first + count) others.row(i - first).setZero();
      add_lower_product(1, others.transpose(), others, A);
      w.col(0).noalias() += others.transpose() * design_->y.segment(first, count);
    }
    A.diagonal().array() += 1 / settings_.C;
    const CholeskyFactor factor = co_await CholeskyFactor::of(std::move(A));
    factor.solve_in_place(w);
    co_return factor.good() ? X.row(i).dot(w.col(0)) : Record::none;
  }

  Settings settings_;
  QuantityList quantities_;
  Eigen::VectorXd beta_, sums_;
  Eigen::VectorXd w_;         // r, by features
  Eigen::VectorXd rounding_;  // N, by the kernel: of f
  // Until somebody reads what is left out, the factor that it is computed from.
  mutable std::shared_ptr<const CholeskyFactor> factor_;
  mutable Eigen::VectorXd left_out_;  // N
  Eigen::ArrayXd h_alone_;            // N, by the kernel: h where a pattern is the only one
  Outcome outcome_ = Outcome::running;
};

}  // namespace

Gradual<RidgeOutputs> ridge_outputs(const KernelDesign& design, double C,
                                    const Eigen::VectorXd& diagonal, const Eigen::MatrixXd& Y,
                                    const Eigen::MatrixXd& beta) {
  const auto N = static_cast<double>(design.N());
  const bool faint = is_faint(C, diagonal.maxCoeff());
  RidgeOutputs outputs{.F = {}, .rounding = Eigen::MatrixXd::Zero(Y.rows(), Y.cols())};
  if (faint) {
    outputs.F = co_await kernel_product(design, beta);
  } else {
    outputs.F = Y - beta / C;
  }
  const Eigen::ArrayXd size = diagonal.array().sqrt();  // |k(x, x′)| is at most the product of two
  for (Eigen::Index j = 0; j < Y.cols(); ++j) {
    const double largest = largest_size(Y.col(j).data(), Y.rows());
    if (largest == 0) continue;
    const Eigen::ArrayXd weight = beta.col(j).array().abs();
    Eigen::ArrayXd terms = size * (size * weight).matrix().norm();
    if (faint) {
      terms *= std::sqrt(N);
    } else {
      // A pattern far out has the less of them the better it is fit.
      terms = weight / C * (std::sqrt(N) + terms / largest);
    }
    outputs.rounding.col(j) = output_rounding * terms;
    auto f = outputs.F.col(j);
    f = (f.array().abs() <= outputs.rounding.col(j).array()).select(0, f);
  }
  co_return outputs;
}

FieldTable ridge_fields() {
  static constexpr Field fields[] = {
      penalty_row<&RidgeSettings::C>("J = CΣ(y − f)² + ‖f‖²", "Decherchi et al., eq. 4"),
      kernel_row<&RidgeSettings::kernel>()};
  return fields;
}

Algorithm rls_algorithm() {
  return algorithm_row<RegularisedLeastSquares>(
      {.id = "rls",
       .name = "Regularised least squares (RLS)",
       .group = group::ridge,
       .summary =
           "Fits every label or target by squares, with a price on the size of the function; "
           "solved at once.",
       .problem = "minimise CΣ(y − f)² + ‖f‖²",
       .step = "(K + I/C)β = y",
       .source = "Decherchi et al., section II, eq. 4 (without its ½)",
       .family = "least squares",
       .takes = Takes::two_classes_or_regression,
       .fields = ridge_fields(),
       .norm_penalty = 1,
       .relearning = Relearning::at_once});
}

}  // namespace marginscope
