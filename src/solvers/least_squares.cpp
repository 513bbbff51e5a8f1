// Least squares (Duda, Hart & Stork 2000, section 5.8; the article "Why do we need the Ho-Kashyap
// algorithm?")
//   given   Z: N×(p+1), rows y_i (x_i, 1);  target margins b (all 1 unless set by hand)
//   find    W minimising ‖ZW − b‖²
//   method  W = Z⁺b in closed form, of minimum norm: iteration 0 is the solution
//   facts   Zᵗ(ZW − b) = 0. With b = 1 the direction is Fisher's discriminant, and a separable
//           problem may be left unseparated; with the right b it never is
//   cost    one column-pivoted factorisation: O(Np²). Z⁺ is formed as in ho_kashyap.cpp, though it is
//           applied once, so that iteration 0 of hk has these weights to the bit

#include <algorithm>
#include <cmath>

#include "core/products.h"
#include "core/tolerances.h"
#include "solvers/algorithm.h"
#include "solvers/margins/factorisations.h"
#include "solvers/margins/linear_solver.h"
#include "solvers/phrases.h"

namespace marginscope {
namespace {

class LeastSquares final : public LinearSolver {
 public:
  struct Settings {
    PatternList target_margins;
  };
  explicit LeastSquares(Settings settings) : settings_(std::move(settings)) {}

  // Z, its factorisation, and what maps targets to weights.
  double memory_needed(const ProblemSize& size) const override {
    const double q = size.p + 1;
    return matrix_bytes(size.N, 4 * q + 10) + matrix_bytes(q, std::min(size.N, q));
  }

  Gradual<Result<Outcome>> begin(const Problem& problem, StartOptions options) override {
    auto design = co_await linear_design(problem, "Least squares", Kernel{}, *this, options.memory);
    if (!design) co_return fail(design.error());
    design_ = *design;
    const Eigen::Index N = design_->N();
    if (static_cast<Eigen::Index>(settings_.target_margins.size()) > N) {
      co_return fail(sentence(
          "target_margins has ", std::to_string(settings_.target_margins.size()), " numbers for ",
          std::to_string(N), " training patterns; give one for each at the most"));
    }
    b_ = Eigen::VectorXd::Ones(N);
    for (std::size_t i = 0; i < settings_.target_margins.size(); ++i) {
      b_[static_cast<Eigen::Index>(i)] = settings_.target_margins[i];
    }
    Eigen::VectorXd coefficients;
    const LeastSquaresMap map = co_await LeastSquaresMap::of(design_->Z);
    map.apply(b_, coefficients, W_);
    update_margins();
    E_ = margins_ - b_;
    const bool finite = E_.allFinite() && E_.cwiseAbs().maxCoeff() < tolerances::divergence;
    co_return finite ? Outcome::solved : Outcome::diverged;
  }

  Outcome step() override { return Outcome::solved; }

  std::optional<double> penalty_of_squares() const override { return 0; }

  std::span<const Quantity> quantities() const override {
    static constexpr Quantity list[] = {
        weights_quantity(),
        margins_quantity(),
        margin_vector_row<&LeastSquares::b_>("margin that each pattern is asked to have"),
        error_quantity("e = z·w − b", "how far each pattern lies beyond its target margin"),
        decision_values_quantity(),
        objective_quantity("‖ZW − b‖²"),
        moments_quantity()};
    return list;
  }

  std::string explain(const Solver*) const override {
    return sentence("It asks every pattern for its margin b exactly, which leaves ‖ZW − b‖² = ",
                    short_text(objective()), ".");
  }

  std::vector<std::string> work_out(const Solver*, Eigen::Index i) const override {
    return {sentence(pattern_symbol("e", i), " = ", number(margins_[i], E_[i]), minus(b_[i], E_[i]),
                     " = ", number(E_[i]))};
  }

  std::string explain_outcome() const override {
    if (!E_.allFinite()) {
      return "The solution overflows the range of numbers; scale the features.";
    }
    return "Least squares has its solution in closed form, so there is nothing to iterate.";
  }

  std::unique_ptr<Solver> clone() const override { return std::make_unique<LeastSquares>(*this); }
  std::size_t state_bytes() const override {
    const std::size_t own = settings_.target_margins.size() + static_cast<std::size_t>(b_.size());
    return vector_bytes() + own * sizeof(double) + sizeof(*this);
  }

 protected:
  double objective() const override { return squared_norm(E_); }

 private:
  Settings settings_;
  Eigen::VectorXd b_;
};

constexpr Field fields[] = {bind<&LeastSquares::Settings::target_margins>(
    {.id = "target_margins",
     .symbol = "b",
     .name = "Target margins",
     .meaning =
         "The margin that each training pattern is asked to have, in order; 1 where not set.",
     .formula = "W = Z⁺b",
     .source = "Why do we need the Ho-Kashyap algorithm?",
     .type = FieldType::pattern_list,
     .least = 0,
     .most = 1e12,
     .above_least = true,
     .slider_from = 0.1,
     .slider_to = 20,
     .in_criterion = true,
     .filler = 1})};

}  // namespace

Algorithm least_squares_algorithm() {
  return algorithm_row<LeastSquares>(
      {.id = "ols",
       .name = "Least squares",
       .group = group::least_squares,
       .summary = "Fits every pattern's margin to its target at once, and may leave separable "
                  "classes unseparated.",
       .problem = "minimise ‖ZW − b‖² over W",
       .step = "W = Z⁺b",
       .source = "Duda, Hart & Stork 2000, section 5.8",
       .family = "least squares",
       .fields = fields,
       .margin_targets = &fields[0]});
}

}  // namespace marginscope
