// Least squares and Ho-Kashyap for several classes (the article "Why do we need the Ho-Kashyap
// algorithm?", last section)
//   given   X: N×(p+1), rows (x_i, 1);  classes 1 … K;  s_ik = +1 where pattern i is of class k,
//           elsewhere −1
//   find    W: (p+1)×K and B: N×K, positive where s is and negative elsewhere, minimising ‖XW − B‖²
//   start   B = b0 s, W = X⁺B, which with b0 = 1 is multi-class least squares
//   step    E = s·(XW − B);  |B| ← |B| + μ(E + |E|);  W ← X⁺B
//           (hk-multiclass; ols-multiclass stays at its start)
//   class   the largest of the K decision values
//   facts   the columns do not touch one another: column k is Ho-Kashyap for class k against the
//           rest, so for two classes both columns are those of hk, one of them with the other sign.
//           E ≤ 0 in a column with a wrong entry is Gordan's certificate that no line separates
//           that class from the rest; a winner-takes-all rule may be right all the same
//   cost    one column-pivoted factorisation at start, O(Np²), then O(NpK) a step

#include <algorithm>
#include <cmath>

#include "core/extremes.h"
#include "core/moments.h"
#include "core/products.h"
#include "core/text.h"
#include "core/tolerances.h"
#include "solvers/algorithm.h"
#include "solvers/field_rows.h"
#include "solvers/margins/factorisations.h"
#include "solvers/margins/gordan.h"
#include "solvers/margins/margin_updates.h"
#include "solvers/phrases.h"
#include "solvers/problem_check.h"
#include "solvers/quantity_rows.h"

namespace marginscope {
namespace {

struct MulticlassSettings {
  double learning_rate = 0.4;  // μ
  double initial_margin = 1;   // b0
  RateSchedule rate_schedule = RateSchedule::constant;
};

struct MulticlassDesign {
  Eigen::MatrixXd X;    // N×(p+1)
  Eigen::MatrixXd s;    // N×K, ±1
  Eigen::VectorXi own;  // N, the class of each pattern, from 0
  LeastSquaresMap map;
};

class Multiclass : public Solver {
 public:
  Multiclass(std::string_view name, bool iterates, MulticlassSettings settings)
      : name_(name), iterates_(iterates), settings_(settings) {}

  // X, its factorisation, what maps targets to weights, and B, E, XW and s.
  double memory_needed(const ProblemSize& size) const override {
    const double q = size.p + 1;
    return matrix_bytes(size.N, 4 * q + 5 * size.classes) + matrix_bytes(q, std::min(size.N, q));
  }

  Gradual<Result<Outcome>> begin(const Problem& problem, StartOptions options) override {
    auto good = check_problem(problem, Takes::several_classes, name_, *this, options.memory);
    if (!good) co_return fail(good.error());
    auto design = std::make_shared<MulticlassDesign>();
    const Eigen::Index N = problem.X.rows(), p = problem.X.cols();
    design->X.resize(N, p + 1);
    design->X << *problem.X, Eigen::VectorXd::Ones(N);
    design->own.resize(N);
    design->s = Eigen::MatrixXd::Constant(N, problem.classes, -1);
    for (Eigen::Index i = 0; i < N; ++i) {
      const int own = class_of(problem.y[i]) - 1;
      design->own[i] = own;
      design->s(i, own) = 1;
    }
    design->map = co_await LeastSquaresMap::of(design->X);
    two_classes_ = problem.classes == 2;
    design_ = std::move(design);
    B_ = Eigen::MatrixXd::Constant(N, problem.classes, settings_.initial_margin);
    k_ = 0;
    co_return update();
  }

  Outcome step() override {
    add_positive_errors(rate(), E_.data(), B_.data(), B_.size());
    ++k_;
    return update();
  }

  void measure(Parts parts, Record& record) const override {
    if (parts & part::objective) record.objective = objective();
    if (parts & part::training_error) {
      record.training_error =
          static_cast<double>(wrong_patterns()) / static_cast<double>(design_->X.rows());
    }
    if (parts & part::moments) record.moments = moments_of(all_errors());
    if (parts & part::largest_error) record.largest_error = largest(all_errors());
    if (parts & part::weight_norm) record.weight_norm = W_.topRows(W_.rows() - 1).norm();
  }

  Parts measures() const override { return part::common; }

  std::span<const Quantity> quantities() const override {
    static constexpr Quantity list[] = {
        of_classes(weights_row<&Multiclass::weights>(), "w",
                   "weight of each feature, the bias last, for each class"),
        of_classes(margins_row<&Multiclass::margins>({}), "±f",
                   "decision value of each class, positive on the right side of its line"),
        of_classes(asked_margins_row<&Multiclass::asked>({}, {}), "|b|",
                   "margin that each class is asked to have on each pattern"),
        beside_target(of_classes(margin_vector_row<&Multiclass::targets>({}), "b",
                                 "decision value that each class is asked for: positive for the "
                                 "right class, else negative")),
        of_classes(error_row<&Multiclass::errors>({}, {}), "e = ±f − |b|",
                   "how far each decision value lies beyond its margin"),
        of_classes(decision_values_row<&Multiclass::outputs>({}), "f",
                   "decision value of each class; the largest wins"),
        objective_row<&Multiclass::objective>("‖XW − B‖²"),
        moments_row<&Multiclass::all_errors>()};
    return list;
  }

  // For two classes one column, that of the first: the other is its negative.
  void decision_values(const Eigen::Ref<const Eigen::MatrixXd>& X,
                       Eigen::MatrixXd& f) const override {
    const Eigen::Index p = X.cols(), columns = two_classes_ ? 1 : W_.cols();
    f.resize(X.rows(), columns);
    f.noalias() = X * W_.topLeftCorner(p, columns);
    f.rowwise() += W_.bottomLeftCorner(1, columns).row(0);
  }

  double error_scale() const override { return settings_.initial_margin; }
  double margin_level() const override { return settings_.initial_margin; }

  bool seeks_separation() const override { return iterates_; }

  std::string explain(const Solver* previous) const override {
    if (!previous) {
      return sentence("Each class is asked for ", short_text(settings_.initial_margin),
                      " on its own patterns and ", short_text(0 - settings_.initial_margin),
                      " on the others, by least squares.");
    }
    const auto& before = static_cast<const Multiclass&>(*previous);
    const std::string change = change_text("J", before.objective(), objective());
    Eigen::Index i = 0, k = 0;
    const double beyond = before.E_.maxCoeff(&i, &k);
    const auto grown = (before.E_.array() > tolerance()).count();
    if (grown == 0) {
      return sentence("No decision value lay beyond its margin, so no margin grew. ", change);
    }
    return sentence(pattern_text("Pattern", i), " lay ", short_text(beyond),
                    " beyond its margin for class ", std::to_string(k + 1),
                    ", so that margin grew by ", short_text(B_(i, k) - before.B_(i, k)), " to ",
                    short_text(B_(i, k), 4), " (2μe); ", std::to_string(grown), " of ",
                    std::to_string(B_.size()), " margins grew. ", change);
  }

  std::vector<std::string> work_out(const Solver* previous, Eigen::Index i) const override {
    std::vector<std::string> equations;
    const auto* const before = static_cast<const Multiclass*>(previous);
    for (Eigen::Index k = 0; k < B_.cols(); ++k) {
      const std::string of_class = sentence("class ", std::to_string(k + 1), ": ");
      if (before) {
        equations.push_back(sentence(
            of_class, raised_margin(sentence("|", pattern_symbol("b", i), "|"), before->B_(i, k),
                                    before->rate(), before->E_(i, k), B_(i, k))));
      }
      equations.push_back(sentence(of_class, pattern_symbol("e", i), before ? " ← " : " = ",
                                   number(design_->s(i, k) * F_(i, k), E_(i, k)),
                                   minus(B_(i, k), E_(i, k)), " = ", number(E_(i, k))));
    }
    return equations;
  }

  std::string explain_outcome() const override {
    switch (outcome_) {
      case Outcome::solved:
        return iterates_ ? sentence("No error is positive, so no margin grows: max e = ",
                                    short_text(E_.maxCoeff()), " ≤ ", short_text(tolerance()), ".")
                         : std::string(
                               "Least squares has its solution in closed form, so there is "
                               "nothing to iterate.");
      case Outcome::not_separable:
        return sentence("No line separates class ", std::to_string(inseparable_ + 1),
                        " from the others. ",
                        certificate_text("that class and the others", residual_));
      case Outcome::diverged:
        return "The weights overflow the range of numbers; scale the features.";
      default:
        return "";
    }
  }

  std::unique_ptr<Solver> clone() const override { return std::make_unique<Multiclass>(*this); }
  std::size_t state_bytes() const override {
    const auto vectors = target_.size() + coefficients_.size() + column_.size();
    return static_cast<std::size_t>(W_.size() + 3 * B_.size() + vectors) * sizeof(double) +
           sizeof(*this);
  }

 private:
  Rows weights() const { return W_; }
  Rows margins() const { return design_->s.cwiseProduct(F_); }
  Rows asked() const { return B_; }
  Rows targets() const { return design_->s.cwiseProduct(B_); }
  Rows errors() const { return E_; }
  Rows outputs() const { return F_; }
  double objective() const { return squared_norm(E_); }
  double rate() const { return rate_after(k_, settings_.learning_rate, settings_.rate_schedule); }
  double tolerance() const { return tolerances::positive_error * settings_.initial_margin; }
  Eigen::Map<const Eigen::VectorXd> all_errors() const { return {E_.data(), E_.size()}; }

  // Those whose own class is not ahead of every other one by more than `ahead`.
  Eigen::Index wrong_patterns(double ahead = 0) const {
    Eigen::Index wrong = 0;
    for (Eigen::Index i = 0; i < F_.rows(); ++i) {
      const Eigen::Index own = design_->own[i];
      bool right = true;
      if (two_classes_) {
        right = design_->s(i, 0) * F_(i, 0) > ahead;
      } else {
        for (Eigen::Index k = 0; k < F_.cols(); ++k) {
          right = right && (k == own || F_(i, own) > F_(i, k) + ahead);
        }
      }
      wrong += !right;
    }
    return wrong;
  }

  Outcome update() {
    const Eigen::Index K = B_.cols();
    W_.resize(design_->X.cols(), K);
    for (Eigen::Index k = 0; k < K; ++k) {
      target_ = design_->s.col(k).cwiseProduct(B_.col(k));
      design_->map.apply(target_, coefficients_, column_);
      W_.col(k) = column_;
    }
    F_.noalias() = design_->X * W_;
    E_ = design_->s.cwiseProduct(F_);
    return outcome_ = judge(subtract(E_.data(), B_.data(), E_.data(), E_.size()));
  }

  Outcome judge(double largest) {
    if (!std::isfinite(largest) || largest > tolerances::divergence || !W_.allFinite()) {
      return Outcome::diverged;
    }
    if (!iterates_) return Outcome::solved;
    if (largest > tolerance()) return Outcome::running;
    if (wrong_patterns(tolerance()) == 0) return Outcome::solved;
    for (Eigen::Index k = 0; k < E_.cols(); ++k) {
      const auto margins = design_->s.col(k).array() * F_.col(k).array();
      if ((margins > tolerance()).all()) continue;
      // A feature that was lost to rounding may be what separates.
      const bool all_features = design_->map.rank() == design_->X.cols();
      const auto proof = inseparable(design_->X.leftCols(design_->X.cols() - 1), design_->s.col(k),
                                     (-E_.col(k)).cwiseMax(0.0), all_features);
      if (!proof) continue;
      inseparable_ = k;
      residual_ = proof->residual;
      return Outcome::not_separable;
    }
    return Outcome::running;
  }

  std::string_view name_;
  bool iterates_;
  MulticlassSettings settings_;
  std::shared_ptr<const MulticlassDesign> design_;
  bool two_classes_ = false;
  Eigen::MatrixXd W_;      // (p+1)×K
  Eigen::MatrixXd B_;      // N×K, |B|: the size of each margin
  Eigen::MatrixXd F_, E_;  // N×K, decision values XW and errors s·F − |B|
  Eigen::VectorXd target_, coefficients_, column_;
  Eigen::Index inseparable_ = 0;  // of a run that ended as not separable: the class
  double residual_ = 0;           // and its certificate's residual
  int k_ = 0;
  Outcome outcome_ = Outcome::running;
};

struct MulticlassHoKashyap final : Multiclass {
  using Settings = MulticlassSettings;
  explicit MulticlassHoKashyap(const Settings& settings)
      : Multiclass("Multi-class Ho-Kashyap", true, settings) {}
};

struct MulticlassLeastSquares final : Multiclass {
  struct Settings {};
  explicit MulticlassLeastSquares(const Settings&)
      : Multiclass("Multi-class least squares", false, {}) {}
};

constexpr std::string_view article = "Why do we need the Ho-Kashyap algorithm?";

}  // namespace

Algorithm multiclass_least_squares_algorithm() {
  return algorithm_row<MulticlassLeastSquares>(
      {.id = "ols-multiclass",
       .name = "Least squares, several classes",
       .group = group::several_classes,
       .summary = "Fits +1 for the right class and −1 for the others at once; the largest value "
                  "wins.",
       .problem = "minimise ‖XW − B‖² over W, B = ±1",
       .step = "W = X⁺B",
       .source = article,
       .family = "least squares",
       .takes = Takes::several_classes});
}

Algorithm hk_multiclass_algorithm() {
  static constexpr Field fields[] = {
      learning_rate_row<&MulticlassSettings::learning_rate>("|B| ← |B| + μ(E + |E|)"),
      initial_margin_row<&MulticlassSettings::initial_margin>("|B₀| = b₀", article),
      rate_schedule_row<&MulticlassSettings::rate_schedule>()};
  return algorithm_row<MulticlassHoKashyap>(
      {.id = "hk-multiclass",
       .name = "Ho-Kashyap, several classes",
       .group = group::several_classes,
       .summary = "Ho-Kashyap for each class against the others, together; the largest decision "
                  "value wins.",
       .problem = "minimise ‖XW − B‖² over W and B, positive for the right class, negative for the "
                  "others",
       .step = "|B| ← |B| + μ(E + |E|);  W ← X⁺B;  E ← ±(XW − B)",
       .source = "Why do we need the Ho-Kashyap algorithm?, last section",
       .default_rules = "objective-change",
       .family = "Ho-Kashyap",
       .takes = Takes::several_classes,
       .fields = fields});
}

}  // namespace marginscope
