// Regularised least squares for many labellings and many C on the same patterns
//   given   K: N×N;  label vectors y;  C > 0;  perhaps ‖f₀‖² and θ > 1
//   find    β of (K + I/C)β = y, with C divided by θ until βᵗKβ ≤ ‖f₀‖²
//   method  without a limit of ‖f‖: K + I/C = LLᵗ (Cholesky), for this C, and f = y − β/C
//           with one, for any C: K = QTQᵗ with T tridiagonal; then with ŷ = Qᵗy and β = Qβ̂
//             (T + I/C)β̂ = ŷ          tridiagonal and positive definite
//             ‖f‖² = β̂ᵗTβ̂,  f = QTβ̂
//           polynomial: K = GGᵗ with the features G: N×q, whose orthogonal factor B: N×q makes it
//           BSBᵗ; then S = QTQᵗ with BQ for Q. A pattern that is far from the others would leave these no digits
//           in a T of K itself
//           linear, of fewer features than patterns: XᵗX = QTQᵗ, r×r, and with w = Qŵ
//             (T + I/C)ŵ = QᵗXᵗy,  ‖f‖² = ŵᵗŵ,  f = XQŵ
//   cost    Cholesky: N³/3 for each C and 2N² for each labelling, nearly all of it in products of matrices;
//           tridiagonal: 4N³/3 once, half of it in passes over the matrix, so that it takes as long as many
//           factorisations by Cholesky; for each labelling 4N² for ŷ and f, and O(N) for each C;
//           linear, of few features: O(Nr²) once, O(Nr) and O(r) alike
//   note    an eigendecomposition would serve as well and cost several times as much

#include <cmath>

#include "core/kernel.h"
#include "core/tolerances.h"
#include "solvers/kernels/kernel_rows.h"
#include "solvers/kernels/kernel_solver.h"
#include "solvers/margins/factorisations.h"
#include "solvers/margins/kernel_features.h"
#include "solvers/regularised_least_squares.h"
#include "solvers/relearning/relearners.h"

namespace marginscope {
namespace {

constexpr std::string_view name = "Regularised least squares";

class RidgeRelearner final : public Relearner {
 public:
  RidgeRelearner(const Algorithm& algorithm, double memory, std::shared_ptr<const Problem> problem)
      : algorithm_(algorithm), memory_(memory), problem_(std::move(problem)) {}

  const Problem& problem() const override { return *problem_; }
  Eigen::Index batch() const override { return at_once; }
  std::string effort() const override { return "solved for all of them together"; }
  std::optional<std::string> cannot_constrain() const override { return std::nullopt; }

  Result<void> set_settings(const SpecValues& values) override {
    auto settings = settings_from<RidgeSettings>(algorithm_.fields, algorithm_.id, values);
    if (!settings) return fail(settings.error());
    learning_.reset();
    if (design_ && design_->kernel == settings->kernel) {
      C_ = settings->C;
      return {};
    }
    // T and Q lie where the factorisation of `rls` would, and so do K and L. Beside them are the labellings of
    // a batch, free and constrained, and perhaps the features of the kernel and their factor.
    const auto solver = algorithm_.make(algorithm_, values);
    const ProblemSize size = size_of(*problem_);
    const bool of_kernel =
        has_basis(settings->kernel) && !few_features(settings->kernel, size.N, size.p);
    const double beside =
        matrix_bytes(size.N, 12 * at_once) + (of_kernel ? matrix_bytes(size.N, 2 * size.N) : 0);
    auto design = kernel_design(*problem_, Takes::two_classes, settings->kernel, name, **solver,
                                std::max(0.0, memory_ - beside));
    if (!design) return fail(design.error());
    design_ = *design;
    C_ = settings->C;
    factors_.reset();
    factoring_.reset();
    directly_.reset();
    return {};
  }

  void begin(const Eigen::Ref<const Eigen::MatrixXd>& Y, std::optional<NormLimit> limit) override {
    learning_.reset();
    Y_ = Y;
    limit_ = limit;
    learnt_.clear();
  }

  Result<bool> advance(std::chrono::nanoseconds max_time) override {
    if (!learning_ && !directly() && !factors_) {
      if (!factoring_) {
        directly_.reset();
        factoring_ = factorise(design_);
      }
      if (!factoring_->advance(max_time)) return false;
      factors_ = factoring_->take();
      factoring_.reset();
      if (*factors_) forget_rounding();
      return false;
    }
    if (!directly() && !*factors_) return fail(factors_->error());
    if (!learning_) learning_ = directly() ? learn_directly() : learn();
    if (!learning_->advance(max_time)) return false;
    auto fits = learning_->take();
    learning_.reset();
    if (!fits) return fail(fits.error());
    learnt_ = std::move(*fits);
    return true;
  }

  const std::vector<Relearnt>& learnt() const override { return learnt_; }

  Eigen::VectorXd decision_values(const Eigen::Ref<const Eigen::MatrixXd>& X,
                                  bool constrained) const override {
    const Eigen::VectorXd& machine = constrained ? constrained_machine_ : machine_;
    if (design_->by_features()) return X * machine;
    Eigen::VectorXd f = Eigen::VectorXd::Zero(X.rows());
    add_kernel_sums(design_->kernel, X, *design_->X, machine, f);
    return f;
  }

 private:
  static constexpr Eigen::Index at_once = 16;  // labellings; enough for products of matrices
  static constexpr char singular[] =
      "K + I/C is not positive definite to rounding; choose a smaller C, or scale the features";

  // Of K + I/C for this C, with K above the diagonal, and the diagonal of K: N.
  struct Direct {
    double C;
    Eigen::VectorXd diagonal;
    CholeskyFactor factor;
  };

  // Whether T is not that of K itself: only where k(x, x) differs between patterns may it lose some of them.
  static bool has_basis(const Kernel& kernel) { return kernel.type != KernelType::gaussian; }

  // Of K, S or XᵗX.
  struct Factors {
    std::optional<OrthogonalFactor> basis;  // B, where there is one
    TridiagonalFactor tridiagonal;
    Eigen::VectorXd sizes;  // of the rows that T is made of: N, q or r

    // QᵗB and QB, a column for each.
    Gradual<Eigen::MatrixXd> coordinates(Eigen::MatrixXd given) const {
      Eigen::MatrixXd inside = std::move(given);
      if (basis) {
        Eigen::MatrixXd taken(basis->rank(), inside.cols());
        for (Eigen::Index j = 0; j < inside.cols(); ++j) {
          co_await Pause{"the reflections", 0};
          taken.col(j) = basis->in_basis(inside.col(j));
        }
        inside = std::move(taken);
      }
      co_return co_await tridiagonal.times_Q_transposed(std::move(inside));
    }
    Gradual<Eigen::MatrixXd> from_coordinates(Eigen::MatrixXd inside) const {
      inside = co_await tridiagonal.times_Q(std::move(inside));
      if (!basis) co_return inside;
      Eigen::MatrixXd given;
      for (Eigen::Index j = 0; j < inside.cols(); ++j) {
        co_await Pause{"the reflections", 1};
        const Eigen::VectorXd column = basis->from_basis(inside.col(j));
        if (j == 0) given.resize(column.size(), inside.cols());
        given.col(j) = column;
      }
      co_return given;
    }
  };

  static Gradual<Result<Factors>> factorise(std::shared_ptr<const KernelDesign> design) {
    Factors made;
    Result<Eigen::MatrixXd> A = Eigen::MatrixXd();
    if (design->by_features()) {
      A = co_await feature_products(*design);
    } else if (!has_basis(design->kernel)) {
      A = co_await gram_of(*design);
    } else {
      const Eigen::MatrixXd& X = *design->seen;
      if (!KernelRows(design->kernel, X, 0).diagonal().allFinite()) co_return fail(kernel_overflow);
      const KernelFeatures features = co_await KernelFeatures::of(design->kernel, X);
      made.basis = co_await OrthogonalFactor::of(features.of_patterns(), Units::shared);
      A = co_await made.basis->products_in_basis();
    }
    if (!A) co_return fail(A.error());
    made.sizes = A->diagonal();
    made.tridiagonal = co_await TridiagonalFactor::of(std::move(*A));
    co_return made;
  }

  const Factors& factors() const { return **factors_; }

  // Whether Cholesky's factor serves: unless the other one is there or needed.
  bool directly() const { return !limit_ && !design_->by_features() && !factors_ && !factoring_; }

  // K + I/C factorised for the present C, in the lower triangle of K: for another C that is made from
  // the upper one again, and the diagonal is kept. Error: the kernel overflows.
  Gradual<Result<Direct>> factorise_directly() {
    Eigen::MatrixXd K;
    Eigen::VectorXd diagonal;
    if (directly_) {
      Direct earlier = *std::exchange(directly_, std::nullopt);
      K = co_await with_lower_from_upper(std::move(earlier.factor).release());
      K.diagonal() = diagonal = std::move(earlier.diagonal);
    } else {
      auto gram = co_await gram_of(*design_);
      if (!gram) co_return fail(gram.error());
      K = std::move(*gram);
      diagonal = K.diagonal();
    }
    K.diagonal().array() += 1 / C_;
    CholeskyFactor factor = co_await CholeskyFactor::of(std::move(K));
    co_return Direct{C_, std::move(diagonal), std::move(factor)};
  }

  // Every column of Y_ by Cholesky's factor for the present C.
  Gradual<Result<std::vector<Relearnt>>> learn_directly() {
    if (!directly_ || directly_->C != C_) {
      auto factorised = co_await factorise_directly();
      if (!factorised) co_return fail(factorised.error());
      directly_ = std::move(*factorised);
    }
    if (!directly_->factor.good()) co_return fail(singular);
    const Eigen::Index M = Y_.cols();
    Eigen::MatrixXd found = Y_;
    std::vector<Relearnt> fits(static_cast<std::size_t>(M));
    directly_->factor.solve_in_place(found);
    co_await Pause{"the labellings", 1};
    const RidgeOutputs outputs =
        co_await ridge_outputs(*design_, C_, directly_->diagonal, Y_, found);
    for (Eigen::Index j = 0; j < M; ++j) {
      Fit& fit = fits[static_cast<std::size_t>(j)].free;
      fit.C = C_;
      fit.squared_norm = found.col(j).dot(outputs.F.col(j));
      if (!std::isfinite(fit.squared_norm)) co_return fail(singular);
      take_outputs(fit, j, outputs.F.col(j));
    }
    machine_ = found.col(M - 1);
    co_return fits;
  }

  // What a fit to column j of Y_ gives at the patterns.
  void take_outputs(Fit& fit, Eigen::Index j, const Eigen::Ref<const Eigen::VectorXd>& f) const {
    fit.decision_values = f;
    fit.training_error = error_rate(*problem_, Y_.col(j), f);
    fit.support_vectors = static_cast<int>(Y_.rows());
  }

  // Every column of Y_, free and within the limit.
  Gradual<Result<std::vector<Relearnt>>> learn() {
    const Eigen::Index M = Y_.cols(), columns = limit_ ? 2 * M : M;
    const Eigen::MatrixXd right = co_await coordinates();
    Eigen::MatrixXd found(right.rows(), columns);  // free, then constrained
    std::vector<Relearnt> fits(static_cast<std::size_t>(M));
    for (Eigen::Index j = 0; j < M; ++j) {
      Relearnt& learnt = fits[static_cast<std::size_t>(j)];
      Fit fit;
      fit.C = C_;
      for (const Eigen::Index column : {j, M + j}) {
        if (column != j && !limit_) break;
        for (;;) {
          co_await Pause{"the labellings", static_cast<double>(j) / static_cast<double>(M)};
          if (!solve(fit.C, right.col(j), found.col(column))) co_return fail(singular);
          fit.squared_norm = squared_norm(found.col(column));
          if (!std::isfinite(fit.squared_norm)) co_return fail(singular);
          if (column == j || fit.squared_norm <= limit_->squared_norm) break;
          if (++fit.reductions > tolerances::most_reductions) co_return fail(norm_unmet);
          fit.C /= limit_->reduction;
        }
        (column == j ? learnt.free : learnt.constrained.emplace()) = fit;
      }
    }
    Eigen::MatrixXd F = co_await outputs(found, right, fits);
    for (Eigen::Index j = 0; j < columns; ++j) {
      Relearnt& learnt = fits[static_cast<std::size_t>(j % M)];
      Fit& fit = j < M ? learnt.free : *learnt.constrained;
      if (!design_->by_features()) {
        const double rounding =
            output_rounding * size_of_terms(fit.C, right.col(j % M), found.col(j));
        F.col(j) = (F.col(j).array().abs() <= rounding).select(0, F.col(j));
      }
      take_outputs(fit, j % M, F.col(j));
    }
    machine_ = co_await factors().from_coordinates(found.col(M - 1));
    if (limit_) constrained_machine_ = co_await factors().from_coordinates(found.col(2 * M - 1));
    co_return fits;
  }

  // Of a wide Gaussian, or of features that depend on one another, some rows of T are zero but for rounding.
  // Left in, that rounding would be multiplied by C²‖y‖² in ‖f‖².
  void forget_rounding() {
    diagonal_ = factors().tridiagonal.diagonal();
    beside_ = factors().tridiagonal.beside();
    const Eigen::Index N = diagonal_.size();
    largest_ = std::max(diagonal_.lpNorm<Eigen::Infinity>(), beside_.lpNorm<Eigen::Infinity>());
    sizes_ = Eigen::VectorXd::Constant(N, largest_);
    seen_ = Eigen::VectorXd::Ones(N);
    null_vector_ = Eigen::VectorXd::Zero(N);
    // In an orthogonal basis of what K has there are none.
    if (factors().basis) {
      sizes_ = factors().sizes;
      return;
    }
    const double zero = tolerances::rank * 2 * static_cast<double>(N) * largest_;
    for (Eigen::VectorXd* entries : {&diagonal_, &beside_}) {
      *entries = (entries->array().abs() > zero).select(*entries, 0);
    }
    find_unseen(zero);
  }

  // What T makes 0: the rows that are 0; and, as the others span one direction more than K does, the
  // pattern that the reflections begin with, a vector of those, too, but for rounding that would count
  // as much as that of the rows.
  void find_unseen(double zero) {
    const Eigen::Index N = diagonal_.size();
    seen_ = (diagonal_.array() != 0).cast<double>();
    for (Eigen::Index i = 0; i + 1 < N; ++i) {
      if (beside_[i] != 0) seen_[i] = seen_[i + 1] = 1;
    }
    null_vector_.setZero(N);
    Eigen::VectorXd v = seen_, next(N);
    for (int pass = 0; pass < 3; ++pass) {
      if (!solve(1 / zero, v, next)) return;
      v = next.normalized();
    }
    if (product_with(v).norm() <= zero) null_vector_ = v;
  }

  // What T is to be solved for: Qᵗy, or QᵗXᵗy, column by column. What of that T makes 0 is in neither f nor
  // its norm.
  Gradual<Eigen::MatrixXd> coordinates() const {
    Eigen::MatrixXd right = Y_;
    if (design_->by_features()) right = design_->X->transpose() * Y_;
    right = co_await factors().coordinates(std::move(right));
    right.array().colwise() *= seen_.array();
    const Eigen::RowVectorXd along = null_vector_.transpose() * right;
    right.noalias() -= null_vector_ * along;
    co_return right;
  }

  // How large the terms are that f of β̂ is added up from: those of N reflections of y, which T and the
  // inverse of T + I/C together do not make larger, and those of T, of which a pattern far out has the less
  // the better it is fit.
  double size_of_terms(double C, const Eigen::Ref<const Eigen::VectorXd>& y,
                       const Eigen::Ref<const Eigen::VectorXd>& beta) const {
    const double terms = sizes_.dot(beta.cwiseAbs2());
    return static_cast<double>(Y_.rows()) * std::min(1.0, C * largest_) +
           (terms > 0 ? terms / (C * y.norm()) : 0);
  }

  // ‖f‖² of β̂ or ŵ.
  double squared_norm(const Eigen::Ref<const Eigen::VectorXd>& v) {
    return design_->by_features() ? v.squaredNorm() : v.dot(product_with(v));
  }

  // f at the patterns, for β̂ or ŵ in each column: Tβ̂ or, where f is not far less than y, ŷ − β̂/C by the
  // equation, in which large terms of T do not cancel.
  Gradual<Eigen::MatrixXd> outputs(Eigen::MatrixXd found, const Eigen::MatrixXd& right,
                                   const std::vector<Relearnt>& fits) {
    if (design_->by_features()) {
      const Eigen::MatrixXd weights = co_await factors().from_coordinates(std::move(found));
      co_return Eigen::MatrixXd(*design_->X * weights);
    }
    const Eigen::Index M = right.cols();
    for (Eigen::Index j = 0; j < found.cols(); ++j) {
      const Relearnt& learnt = fits[static_cast<std::size_t>(j % M)];
      const double C = j < M ? learnt.free.C : learnt.constrained->C;
      auto column = found.col(j);
      if (is_faint(C, largest_)) {
        column = product_with(column);
      } else {
        column = right.col(j % M) - column / C;
      }
    }
    co_return co_await factors().from_coordinates(std::move(found));
  }

  // T·v, until the next one.
  const Eigen::VectorXd& product_with(const Eigen::Ref<const Eigen::VectorXd>& v) {
    const Eigen::Index N = v.size();
    product_ = diagonal_.cwiseProduct(v);
    if (N == 0) return product_;  // of a kernel that is 0 everywhere
    product_.head(N - 1) += beside_.cwiseProduct(v.tail(N - 1));
    product_.tail(N - 1) += beside_.cwiseProduct(v.head(N - 1));
    return product_;
  }

  // (T + I/C)x = b by LDLᵗ; false where a pivot is not positive.
  bool solve(double C, const Eigen::Ref<const Eigen::VectorXd>& b, Eigen::Ref<Eigen::VectorXd> x) {
    const Eigen::Index N = b.size();
    below_.resize(N);
    pivots_.resize(N);
    for (Eigen::Index i = 0; i < N; ++i) {
      below_[i] = i == 0 ? 0 : beside_[i - 1] / pivots_[i - 1];
      pivots_[i] = diagonal_[i] + 1 / C - (i == 0 ? 0 : below_[i] * beside_[i - 1]);
      if (!(pivots_[i] > 0)) return false;
      x[i] = b[i] - (i == 0 ? 0 : below_[i] * x[i - 1]);
    }
    for (Eigen::Index i = N; i-- > 0;) {
      x[i] = x[i] / pivots_[i] - (i + 1 == N ? 0 : below_[i + 1] * x[i + 1]);
    }
    return true;
  }

  const Algorithm& algorithm_;
  double memory_;
  std::shared_ptr<const Problem> problem_;
  std::shared_ptr<const KernelDesign> design_;
  double C_ = 1;
  std::optional<Gradual<Result<Factors>>> factoring_;
  // Of the present kernel, or why there are none; before it is known nothing.
  std::optional<Result<Factors>> factors_;
  Eigen::VectorXd diagonal_, beside_;  // of T: N, N − 1
  double largest_ = 0;                 // of both
  Eigen::VectorXd sizes_;              // N: how large the terms are that each row of T has
  // Of T, N: 1 where its row is not 0; and a vector of length 1 that it makes 0, or 0.
  Eigen::VectorXd seen_, null_vector_;
  std::optional<Direct> directly_;  // while Cholesky's factor serves
  // Of T + I/C: N, its pivots and what is below the diagonal of its unit lower triangle; and T·v.
  Eigen::VectorXd pivots_, below_, product_;
  Eigen::MatrixXd Y_;
  std::optional<NormLimit> limit_;
  std::optional<Gradual<Result<std::vector<Relearnt>>>> learning_;
  std::vector<Relearnt> learnt_;
  Eigen::VectorXd machine_, constrained_machine_;  // β or w of the last column
};

}  // namespace

Result<std::unique_ptr<Relearner>> make_ridge_relearner(const Algorithm& algorithm,
                                                        const SpecValues& settings, double memory,
                                                        std::shared_ptr<const Problem> problem) {
  // The settings are read by this table.
  if (algorithm.fields.data() != ridge_fields().data()) {
    return fail(sentence(algorithm.id,
                         " has other settings than rls, whose machine learns many "
                         "labellings at once; train it by a run for each"));
  }
  auto machine = std::make_unique<RidgeRelearner>(algorithm, memory, std::move(problem));
  if (auto done = machine->set_settings(settings); !done) return fail(done.error());
  return machine;
}

}  // namespace marginscope
