// The perceptron (Rosenblatt 1958)
//   given   Z: N×(p+1), rows y_i (x_i, 1);  μ > 0
//   find    W with ZW > 0
//   start   W = 0
//   step    W ← W + μ z_i for the pattern i of least margin
//   ends    when every margin is positive, which it never is where no line separates

#include "solvers/algorithm.h"
#include "solvers/margins/linear_solver.h"
#include "solvers/phrases.h"

namespace marginscope {
namespace {

class Perceptron final : public LinearSolver {
 public:
  struct Settings {
    double learning_rate = 1;  // μ
  };
  explicit Perceptron(Settings settings) : settings_(settings) {}

  double memory_needed(const ProblemSize& size) const override {
    return matrix_bytes(size.N, size.p + 5);  // Z, y, margins and errors
  }

  Gradual<Result<Outcome>> begin(const Problem& problem, StartOptions options) override {
    auto design =
        co_await linear_design(problem, "The perceptron", Kernel{}, *this, options.memory);
    if (!design) co_return fail(design.error());
    design_ = *design;
    W_ = Eigen::VectorXd::Zero(design_->Z.cols());
    moved_ = -1;
    co_return arrive();
  }
  Outcome step() override {
    margins_.minCoeff(&moved_);
    W_ += settings_.learning_rate * design_->Z.row(moved_).transpose();
    return arrive();
  }

  std::span<const Quantity> quantities() const override {
    static constexpr Quantity list[] = {
        weights_quantity(),
        margins_quantity(),
        error_quantity("e = y − f", "label minus decision value"),
        decision_values_quantity(),
        objective_quantity("Σ max(0, −z·w)"),
        moments_quantity(),
        {.id = "mistake",
         .symbol = "i",
         .label = "Mistake",
         .one = "mistake",
         .meaning = "the pattern that the last step added to the weights",
         .shape = shape::pattern,
         .kind = QuantityKind::pattern_set,
         .read = read<&Perceptron::mistake>}};
    return list;
  }
  bool untrained() const override { return moved_ < 0; }
  std::string explain(const Solver*) const override {
    if (moved_ < 0) return "Every weight is 0, so every margin is 0, which is an error.";
    return sentence(pattern_text("Pattern", moved_),
                    " had the least margin and was added to the weights.");
  }
  std::string explain_outcome() const override {
    return wrong_patterns() == 0 ? "Every margin is positive." : "";
  }
  std::unique_ptr<Solver> clone() const override { return std::make_unique<Perceptron>(*this); }
  std::size_t state_bytes() const override { return vector_bytes() + sizeof(*this); }

 protected:
  double objective() const override { return (-margins_).cwiseMax(0).sum(); }

 private:
  std::span<const Eigen::Index> mistake() const { return {&moved_, moved_ < 0 ? 0U : 1U}; }

  Outcome arrive() {
    update_margins();
    E_ = *design_->y - outputs();
    return wrong_patterns() == 0 ? Outcome::solved : Outcome::running;
  }

  Settings settings_;
  Eigen::Index moved_ = -1;
};

constexpr Field fields[] = {
    bind<&Perceptron::Settings::learning_rate>({.id = "learning_rate",
                                                .symbol = "μ",
                                                .name = "Learning rate",
                                                .meaning = "How far a mistake moves the weights.",
                                                .formula = "W ← W + μz",
                                                .source = "Rosenblatt 1958",
                                                .least = 0,
                                                .most = 1e6,
                                                .above_least = true,
                                                .slider_from = 0.01,
                                                .slider_to = 10,
                                                .scale = FieldScale::logarithmic})};

}  // namespace

Algorithm perceptron_algorithm() {
  return algorithm_row<Perceptron>({.id = "perceptron",
                                    .name = "Perceptron",
                                    .group = group::perceptron,
                                    .summary = "Adds its worst mistake to the weights until there "
                                               "is none.",
                                    .problem = "find W with ZW > 0",
                                    .step = "W ← W + μzᵢ",
                                    .source = "Rosenblatt 1958",
                                    .default_rules = "iterations",
                                    .fields = fields});
}

}  // namespace marginscope
