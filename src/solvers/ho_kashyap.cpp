// The Ho-Kashyap family (Ho & Kashyap 1965; Łęski 2003; notation of Lauer & Bloch 2006, eqs 3–14)
//   given   Z: N×(p+1), rows y_i (x_i, 1);  b0 > 0;  0 < μ < 1;  C > 0 in the modified forms
//   find    hk    W, B > 0 minimising ‖ZW − B‖²                                            (6)
//           hka   W, B > 0 minimising EᵗDE, E = ZW − B, d_i = 1/|e_i|                      (13)
//           mhks  W, B ≥ 0 minimising ‖ZW − 1 − B‖² + C‖w‖²                                (10)
//           mhka  W, B ≥ 0 minimising EᵗDE + C‖w‖², E = ZW − 1 − B, d_i = 1/|e_i|          (10)
//   start   B = b0, D = I, then W and E as below: for hk with b0 = 1 this is least squares
//   step    B ← B + μ(E + |E|)                                                             (8)
//           d_i ← 1/max(|e_i|, floor)             hka, mhka
//           W ← argmin of the criterion for this B and D                     (7), (11), (14)
//           E ← ZW − B, or ZW − 1 − B
//   facts   B never decreases. In hk ‖E‖ never increases (to rounding) and ZᵗE = 0, so E ≤ 0 with a
//           wrong pattern is Gordan's certificate that no W separates, and with none E = 0, so that
//           every margin is b0 or more: one that is 0 but for rounding is wrong; in hka ZᵗDE = 0
//           serves alike. In mhks and mhka ZᵗDE = −CĨW, so E ≤ 0 only means that B no longer changes. On
//           separable patterns hk separates after finitely many steps; that the criterion itself
//           reaches 0 in finitely many, as section 2.1 of the paper can be read, does not hold.
//   floor   an error of zero would have infinite weight: tolerances::weight_floor, in units of the
//           margin that is asked for at start, so that another b0 is another scale and nothing else
//   kernel  x is the feature vector of KernelFeatures, w·w is αᵗKα, and nothing else changes
//   many    of more features than patterns the modified forms see coordinates (linear_design)
//   cost    hk, mhks: one column-pivoted factorisation at start, O(Np²), then O(Np) a step;
//           hka, mhka: a factorisation each step

#include <algorithm>
#include <cmath>

#include "core/products.h"
#include "core/tolerances.h"
#include "solvers/algorithm.h"
#include "solvers/field_rows.h"
#include "solvers/margins/factorisations.h"
#include "solvers/margins/gordan.h"
#include "solvers/margins/ho_kashyap_sentences.h"
#include "solvers/margins/linear_solver.h"
#include "solvers/margins/margin_updates.h"
#include "solvers/phrases.h"

namespace marginscope {
namespace {

enum class Solve { orthogonal, inverse };

struct HoKashyapSettings {
  double learning_rate = 0.4;  // μ
  double initial_margin = 1;   // b0
  RateSchedule rate_schedule = RateSchedule::constant;
  double C = 1;
  Solve solve = Solve::orthogonal;
  Kernel kernel;
};

struct Form {
  std::string_view name;
  bool modified;  // margins are asked to be 1 + b, and ‖w‖² is penalised
  bool absolute;  // errors weighted by 1/|e|: sums of absolute errors instead of squares
};
constexpr Form hk{"Ho-Kashyap", false, false};
constexpr Form hka{"Ho-Kashyap with absolute errors", false, true};
constexpr Form mhks{"Modified Ho-Kashyap", true, false};
constexpr Form mhka{"Modified Ho-Kashyap with absolute errors", true, true};

class HoKashyap : public LinearSolver {
 public:
  HoKashyap(const Form& form, HoKashyapSettings settings)
      : form_(form), settings_(settings), quantities_(list_of(form, settings.kernel)) {
    if (!form_.modified) settings_.C = 0;
  }

  // Z, and what solves for W: a factorisation of Z with the rows of the penalty, and what maps
  // targets to weights; or ZᵗDZ and its inverse, with blocks of their columns. Before that the
  // features of a kernel, perhaps as many as patterns, while their matrix is cut to size; or the
  // span of the patterns, from a factorisation.
  double memory_needed(const ProblemSize& size) const override {
    const double N = size.N;
    const auto [p, design] = design_needs(settings_.kernel, size, form_.modified);
    const double rows = form_.modified ? N + p : N, q = p + 1;
    const double solve = settings_.solve == Solve::inverse
                             ? 2 * matrix_bytes(q, q) + matrix_bytes(N + 2 * q, std::min(64.0, q))
                             : matrix_bytes(rows, 2 * p) + matrix_bytes(p, std::min(rows, p));
    return design + matrix_bytes(N, 2 * p + 20) + solve;
  }

  Gradual<Result<Outcome>> begin(const Problem& problem, StartOptions options) override {
    auto design = co_await linear_design(problem, form_.name, settings_.kernel, *this,
                                         options.memory, form_.modified);
    if (!design) co_return fail(design.error());
    design_ = *design;
    k_ = 0;
    B_ = Eigen::VectorXd::Constant(design_->N(), settings_.initial_margin);
    u_ = Eigen::VectorXd::Zero(design_->N());
    aim();
    const auto q = design_->Z.cols();
    if (form_.absolute) {
      if (!form_.modified) {
        const auto factor = co_await OrthogonalFactor::of(design_->Z, design_->units());
        all_features_ = !design_->features && factor.rank() == q;
      }
      D_ = Eigen::VectorXd::Ones(design_->N());
      W_ = co_await weighted_solution(D_);
    } else {
      map_ = std::make_shared<const LeastSquaresMap>(
          co_await LeastSquaresMap::of(design_->Z, settings_.C, design_->units()));
      map_->apply(target(), coefficients_, W_);
      all_features_ = !design_->features && map_->rank() == q;
    }
    co_return arrive();
  }

  Outcome step() override {
    if (form_.absolute) return step_gradually().finish();
    B_.swap(next_B_);  // (8)
    ++k_;
    aim();
    map_->apply_back(coefficients_, W_);  // (7), (11)
    return arrive();
  }

  // A factorisation of more than a few million multiplications.
  bool has_long_steps() const override {
    return form_.absolute && design_->Z.size() > 3'000'000 / design_->Z.cols();
  }
  Gradual<Outcome> step_gradually() override {
    if (!form_.absolute) co_return step();
    D_ = E_.cwiseAbs().cwiseMax(least_error()).cwiseInverse();
    add_positive_errors(rate(), E_.data(), B_.data(), B_.size());  // (8)
    ++k_;
    aim();
    // In units of the margin at start, so that b0 does not show in the rounding. Without a penalty W
    // does not depend on such a factor; with one it is 1.
    W_ = co_await weighted_solution(margin_level() * D_);
    co_return arrive();
  }

  std::span<const Quantity> quantities() const override { return *quantities_; }

  double error_scale() const override { return settings_.initial_margin; }
  double margin_level() const override { return form_.modified ? 1 : settings_.initial_margin; }

  std::optional<double> penalty_of_squares() const override { return settings_.C; }

  // With a penalty the weights are not only to separate.
  bool seeks_separation() const override { return !form_.modified; }

  std::string explain(const Solver* previous) const override {
    return previous
               ? step_sentence(static_cast<const HoKashyap&>(*previous).iteration(), iteration())
               : start_sentence(iteration());
  }
  std::vector<std::string> work_out(const Solver* previous, Eigen::Index i) const override {
    std::vector<std::string> equations;
    if (previous) {
      const auto& before = static_cast<const HoKashyap&>(*previous);
      const double e = before.E_[i];
      equations.push_back(
          raised_margin(pattern_symbol("b", i), before.B_[i], before.rate(), e, B_[i]));
      if (form_.absolute) {
        equations.push_back(sentence(pattern_symbol("d", i), " ← 1/",
                                     number(std::max(std::abs(e), least_error())), " = ",
                                     number(D_[i])));
      }
    }
    equations.push_back(sentence(pattern_symbol("e", i), previous ? " ← " : " = ",
                                 number(margins_[i], E_[i]), form_.modified ? " − 1" : "",
                                 minus(B_[i], E_[i]), " = ", number(E_[i])));
    return equations;
  }
  std::string explain_outcome() const override {
    return outcome_sentence(iteration(), residual_, interpolates());
  }

  std::unique_ptr<Solver> clone() const override { return std::make_unique<HoKashyap>(*this); }

  std::size_t state_bytes() const override {
    const auto own =
        B_.size() + next_B_.size() + D_.size() + raised_.size() + coefficients_.size() + u_.size();
    return vector_bytes() + static_cast<std::size_t>(own) * sizeof(double) +
           sums_.size() * sizeof(PanelColumn) + sizeof(*this);
  }

 protected:
  double objective() const override {
    double J = form_.absolute ? (E_.array().square() * D_.array()).sum() : squared_norm(E_);
    if (form_.modified) J += settings_.C * W_.head(design_->p()).squaredNorm();
    return J;
  }

 private:
  static QuantityList list_of(const Form& form, const Kernel& kernel) {
    static constexpr Quantity of_features = weights_quantity();
    static constexpr Quantity of_kernel = kernel_coefficients_quantity();
    static constexpr Quantity plain[] = {
        margins_quantity(),
        margin_vector_row<&HoKashyap::B_>(
            "margin that each pattern is asked to have; it only grows"),
        error_quantity("e = z·w − b", "how far each pattern lies beyond its margin b"),
        decision_values_quantity(), moments_quantity()};
    static constexpr Quantity modified[] = {
        margins_quantity(),
        asked_margins_row<&HoKashyap::raised_>(
            "1 + b", "margin that each pattern is asked to have; it only grows"),
        beside_target(
            margin_vector_row<&HoKashyap::B_>("what each margin may exceed 1 by; it only grows")),
        error_quantity("e = z·w − 1 − b", "how far each pattern lies beyond 1 + b"),
        decision_values_quantity(),
        moments_quantity()};
    static constexpr Quantity objective = objective_quantity({});
    static constexpr Quantity pattern_weights = {
        .id = "pattern_weights",
        .role = Role::pattern_weight,
        .symbol = "d",
        .label = "Pattern weights",
        .one = "pattern weight",
        .meaning = "weight of each pattern in the last solve",
        .shape = shape::pattern,
        .logarithmic = true,
        .limit =
            [](const Solver& solver) {
              return 1 / (tolerances::weight_floor * solver.margin_level());
            },
        .at_limit = "|e| at its floor",
        .read = read<&HoKashyap::D_>};
    static constexpr Quantity certificate = {
        .id = "certificate",
        .role = Role::certificate,
        .symbol = "u",
        .label = "Certificate",
        .one = "certificate",
        .meaning =
            "Gordan's certificate of a run that ended as not separable: u ≥ 0, Σu = 1, Zᵗu "
            "= 0; otherwise all zero",
        .shape = shape::pattern,
        .read = read<&HoKashyap::u_>};
    std::vector<Quantity> list{kernel.type == KernelType::linear ? of_features : of_kernel};
    const std::span<const Quantity> rows =
        form.modified ? std::span<const Quantity>(modified) : plain;
    list.insert(list.end(), rows.begin(), rows.end());
    list.push_back(objective);
    list.back().meaning = form.modified ? "EᵗDE + C‖w‖²" : form.absolute ? "EᵗDE" : "‖ZW − B‖²";
    if (form.absolute) list.push_back(pattern_weights);
    if (!form.modified) list.push_back(certificate);
    return std::make_shared<const std::vector<Quantity>>(std::move(list));
  }

  // Whether any margins at all can be met exactly.
  bool interpolates() const { return design_->features && k_ == 0 && design_->p() >= design_->N(); }

  double rate() const { return rate_after(k_, settings_.learning_rate, settings_.rate_schedule); }
  double least_error() const { return tolerances::weight_floor * margin_level(); }
  double error_tolerance() const { return tolerances::positive_error * margin_level(); }

  void aim() {
    if (form_.modified) raised_ = B_.array() + 1;
  }
  const Eigen::VectorXd& target() const { return form_.modified ? raised_ : B_; }

  // W for the present target and weights (11), (14); by the inverse as printed.
  Gradual<Eigen::VectorXd> weighted_solution(Eigen::VectorXd D) const {
    if (settings_.solve == Solve::inverse) {
      co_return co_await solve_by_inverse(design_->Z, D, target(), settings_.C);
    }
    co_return co_await weighted_least_squares(design_->Z, D, target(), settings_.C,
                                              design_->units());
  }

  // The margins and E for W.
  Outcome arrive() {
    if (!form_.absolute) {
      return outcome_ = judge(project(map_->basis(), B_, form_.modified ? 1 : 0, rate(),
                                      coefficients_, margins_, E_, next_B_, sums_));
    }
    update_margins();
    E_.resize(margins_.size());
    return outcome_ = judge(subtract(margins_.data(), target().data(), E_.data(), E_.size()));
  }

  Outcome judge(double largest) {
    if (!std::isfinite(largest) || !W_.allFinite()) {
      return settings_.solve == Solve::inverse ? Outcome::singular : Outcome::diverged;
    }
    if (largest > tolerances::divergence) return Outcome::diverged;
    if (form_.modified || largest > error_tolerance()) return Outcome::running;
    if (separates()) return Outcome::solved;
    Eigen::VectorXd u = (-E_).cwiseMax(0.0);
    if (form_.absolute) u.array() *= D_.array();
    auto proof = inseparable(*design_->X, design_->y, u, all_features_);
    if (!proof) return Outcome::running;
    u_ = std::move(proof->u);
    residual_ = proof->residual;
    return Outcome::not_separable;
  }

  HoKashyapIteration iteration() const {
    return {.modified = form_.modified,
            .absolute = form_.absolute,
            .outcome = outcome_,
            .initial_margin = settings_.initial_margin,
            .error_tolerance = error_tolerance(),
            .objective = objective(),
            .B = B_,
            .target = target(),
            .margins = margins_,
            .E = E_};
  }

  const Form& form_;
  HoKashyapSettings settings_;
  QuantityList quantities_;
  std::shared_ptr<const LeastSquaresMap> map_;  // of the forms with squared errors
  Eigen::VectorXd B_;                           // N, margin vector
  Eigen::VectorXd D_;       // N, pattern weights that W was computed with (absolute forms)
  Eigen::VectorXd raised_;  // N, 1 + B, of the modified forms
  // The next B and the coefficients of the next W in the basis of the map, and what these are added up in;
  // of the forms with squared errors.
  Eigen::VectorXd next_B_, coefficients_;
  PanelSums sums_;
  Eigen::VectorXd u_;    // N, certificate of a run that ended as not separable
  double residual_ = 0;  // and its residual
  // Z holds every feature, and none depends on others to rounding. One that was lost, or that a kernel
  // has beside those that were computed, may be what separates.
  bool all_features_ = false;
  int k_ = 0;
  Outcome outcome_ = Outcome::running;
};

// One form, as the registry makes it from its settings.
template <const Form& form>
struct FormSolver final : HoKashyap {
  using Settings = HoKashyapSettings;
  explicit FormSolver(Settings settings) : HoKashyap(form, settings) {}
};

constexpr Choice solves[] = {{"orthogonal", "an orthogonal factorisation"},
                             {"inverse", "the explicit inverse, as the paper writes it"}};

constexpr Field learning_rate =
    learning_rate_row<&HoKashyapSettings::learning_rate>("B ← B + μ(E + |E|)");
constexpr Field initial_margin = initial_margin_row<&HoKashyapSettings::initial_margin>(
    "B₀ = b₀", "Lauer & Bloch 2006, section 3.1");
constexpr Field rate_schedule = rate_schedule_row<&HoKashyapSettings::rate_schedule>();
constexpr Field kernel = kernel_row<&HoKashyapSettings::kernel>();
constexpr Field C =
    bind<&HoKashyapSettings::C>({.id = "C",
                                 .symbol = "C",
                                 .name = "Regularisation",
                                 .meaning = "Weight of ‖w‖² in the criterion: larger is flatter.",
                                 .formula = "J = EᵗDE + C‖w‖²",
                                 .source = "Lauer & Bloch 2006, eq. 10",
                                 .least = 0,
                                 .most = 1e12,
                                 .above_least = true,
                                 .slider_from = 1e-3,
                                 .slider_to = 1e3,
                                 .scale = FieldScale::logarithmic,
                                 .tries = "0.01,0.1,1,10,100",
                                 .in_criterion = true});
constexpr Field solve = bind<&HoKashyapSettings::solve>(
    {.id = "solve",
     .symbol = "",
     .name = "Solve",
     .meaning = "How the weighted least squares of a step are solved.",
     .formula = "W = (ZᵗDZ)⁻¹ZᵗDB",
     .source = "Lauer & Bloch 2006, eq. 14",
     .type = FieldType::choice,
     .choices = solves});

constexpr Field hk_fields[] = {learning_rate, initial_margin, rate_schedule, kernel};
constexpr Field hka_fields[] = {learning_rate, initial_margin, rate_schedule, kernel, solve};
constexpr Field mhks_fields[] = {learning_rate, initial_margin, rate_schedule, C, kernel};
constexpr Field mhka_fields[] = {learning_rate, initial_margin, rate_schedule, C, kernel, solve};

// A preset is an algorithm under another name with other default rules.
Algorithm preset(Algorithm row, std::string_view id, std::string_view name,
                 std::string_view summary, std::string_view source) {
  row.preset = row.id;
  row.id = id;
  row.name = name;
  row.summary = summary;
  row.source = source;
  row.default_rules = "objective-change validation-minimum";
  return row;
}

}  // namespace

Algorithm hk_algorithm() {
  return algorithm_row<FormSolver<hk>>(
      {.id = "hk",
       .name = "Ho-Kashyap",
       .group = group::least_squares,
       .summary = "Least squares whose target margins grow with the patterns that lie beyond them, "
                  "until the classes are separated.",
       .problem = "minimise ‖ZW − B‖² over W and B > 0",
       .step = "B ← B + μ(E + |E|);  W ← Z⁺B;  E ← ZW − B",
       .source = "Lauer & Bloch 2006, eqs 3–9; Ho & Kashyap 1965",
       .default_rules = "objective-change",
       .family = "Ho-Kashyap",
       .fields = hk_fields});
}

Algorithm hkes_algorithm() {
  return preset(hk_algorithm(), "hkes", "Ho-Kashyap, early stopping (HKES)",
                "Ho-Kashyap that retains the iteration of least validation error.",
                "Lauer & Bloch 2006, section 2.3");
}

Algorithm hka_algorithm() {
  return algorithm_row<FormSolver<hka>>(
      {.id = "hka",
       .name = "Ho-Kashyap, absolute errors",
       .group = group::least_squares,
       .summary = "Ho-Kashyap on the sum of absolute errors: points with a wrong label pull less "
                  "while they lie among the others; points far out pull as much or more.",
       .problem = "minimise EᵗDE with E = ZW − B and d = 1/|e|, over W and B > 0",
       .step = "B ← B + μ(E + |E|);  d ← 1/|e|;  W ← (ZᵗDZ)⁺ZᵗDB;  E ← ZW − B",
       .source = "Lauer & Bloch 2006, eqs 13–14",
       .default_rules = "objective-change",
       .family = "Ho-Kashyap",
       .fields = hka_fields});
}

Algorithm hkesa_algorithm() {
  return preset(hka_algorithm(), "hkesa", "Ho-Kashyap, absolute, early stopping (HKESA)",
                "Absolute-error Ho-Kashyap that retains the iteration of least validation error.",
                "Lauer & Bloch 2006, section 2.4");
}

Algorithm mhks_algorithm() {
  return algorithm_row<FormSolver<mhks>>(
      {.id = "mhks",
       .name = "Modified Ho-Kashyap (MHKS)",
       .group = group::least_squares,
       .summary = "Ho-Kashyap with margins of at least 1 and a penalty on the weights: squared "
                  "errors.",
       .problem = "minimise ‖ZW − 1 − B‖² + C‖w‖² over W and B ≥ 0",
       .step = "B ← B + μ(E + |E|);  W ← (ZᵗZ + CĨ)⁻¹Zᵗ(B + 1);  E ← ZW − 1 − B",
       .source = "Lauer & Bloch 2006, eqs 10–11; Łęski 2003",
       .default_rules = "objective-change",
       .family = "Ho-Kashyap",
       .fields = mhks_fields});
}

Algorithm mhka_algorithm() {
  return algorithm_row<FormSolver<mhka>>(
      {.id = "mhka",
       .name = "Modified Ho-Kashyap, absolute (MHKA)",
       .group = group::least_squares,
       .summary = "Modified Ho-Kashyap on absolute errors: points with a wrong label pull less "
                  "while they lie among the others.",
       .problem = "minimise EᵗDE + C‖w‖² with E = ZW − 1 − B and d = 1/|e|, over W and B ≥ 0",
       .step = "B ← B + μ(E + |E|);  d ← 1/|e|;  W ← (ZᵗDZ + CĨ)⁻¹ZᵗD(B + 1);  E ← ZW − 1 − B",
       .source = "Lauer & Bloch 2006, eqs 10–11; Łęski 2003",
       .default_rules = "objective-change",
       .family = "Ho-Kashyap",
       .fields = mhka_fields});
}

}  // namespace marginscope
