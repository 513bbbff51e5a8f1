// Digital kernel perceptron with pocket (Boni 2002, Table 1 and Fig. 1)
//   given   X: N×r, y = ±1;  kernel k;  q_ij = y_i y_j k(x_i, x_j)
//   find    whole numbers α ≥ 0 with few errors of sgn Σα_j y_j k(x_j, x)
//   start   α = 0; every accumulator is 0, and every pattern counts as an error
//   step    one pattern i, in order, again and again: where its accumulator Σ_j α_j q_ij is not
//           positive, α_i ← α_i + 1, and q_ti is added to every accumulator t
//   pocket  what is returned is the first α of fewest training errors, not the last one
//   ends    after a sweep without a mistake, or after max_sweeps
//   machine with kernel_bits > 0 as the counters of Fig. 1 do it: q_ij rounded to kernel_bits in
//   two's
//           complement (the largest |k| to the largest number), accumulators of accumulator_bits
//           that wrap around, and the most significant bit as the sign. A sum that leaves the range
//           is an overflow: the sign flips, and the step says so
//   note    Table 1 takes MSB < 0 for an error; at α = 0 no accumulator is negative and nothing
//   would
//           ever move, so 0 counts as an error too
//   cost    the kernel matrix once; O(1) a step without a mistake, O(N) with one

#include <cmath>
#include <cstdint>

#include "core/text.h"
#include "solvers/algorithm.h"
#include "solvers/field_rows.h"
#include "solvers/kernels/kernel_solver.h"
#include "solvers/margins/linear_solver.h"

namespace marginscope {
namespace {

class DigitalPerceptron final : public KernelSolver {
 public:
  struct Settings {
    Kernel kernel;
    int accumulator_bits = 16;
    int kernel_bits = 0;
    int max_sweeps = 100;
  };
  explicit DigitalPerceptron(const Settings& settings) : settings_(settings) {
    // Registers are those of the machine; what is computed exactly has no width.
    const int bits = digital() ? settings_.accumulator_bits : 0;
    std::vector<Quantity> own = {{.id = "pocket",
                                  .symbol = "α in the pocket",
                                  .label = "Pocket",
                                  .one = "pocket",
                                  .meaning = "the counters of fewest training errors so far",
                                  .unit = "mistakes",
                                  .shape = shape::pattern,
                                  .kind = QuantityKind::integer,
                                  .bits = bits,
                                  .read = read<&DigitalPerceptron::pocket_>}};
    if (digital()) {
      own.push_back({.id = "accumulators",
                     .symbol = "Σαq",
                     .label = "Accumulators",
                     .one = "accumulator",
                     .meaning = "what the accumulator of each pattern holds",
                     .shape = shape::pattern,
                     .kind = QuantityKind::integer,
                     .bits = bits,
                     .read = read<&DigitalPerceptron::accumulators_>});
      own.push_back(pattern_set_row<&DigitalPerceptron::overflowed_>(
          "overflow", "", "Overflow", "overflow",
          "patterns whose accumulator overflowed in this step"));
    }
    own.push_back(pattern_set_row<&DigitalPerceptron::visited>(
        "visited", "i", "Visited", "visited", "the pattern that this step looked at"));
    Quantity counters =
        dual_variables_quantity("α", "counter of each pattern: how often it was a mistake");
    counters.unit = "mistakes";
    counters.kind = QuantityKind::integer;
    counters.bits = bits;
    quantities_ = list_of(settings_.kernel, {.dual = counters, .own = own});
  }

  Gradual<Result<Outcome>> begin(const Problem& problem, const Solver*) override {
    auto design = kernel_design(problem, Takes::two_classes, settings_.kernel, name);
    if (!design) co_return fail(design.error());
    if (settings_.kernel_bits == 1) {
      co_return fail(
          "kernel_bits is 1, which leaves no bit beside the sign; it must be 0 (exact) or 2 "
          "to 24");
    }
    design_ = *design;
    const Eigen::Index N = design_->N();
    auto K = co_await gram_of(*design_, name);
    if (!K) co_return fail(K.error());
    unit_ = 1;
    if (digital()) {
      // By Cauchy and Schwarz no other entry is larger than those of the diagonal.
      const double largest = (*K)->diagonal().maxCoeff();
      const double numbers = std::ldexp(1.0, settings_.kernel_bits - 1) - 1;
      unit_ = largest > 0 ? largest / numbers : 1;
    }
    Eigen::MatrixXd q(N, N);
    for (Eigen::Index j = 0; j < N; ++j) {
      co_await Pause{"the counters' steps", static_cast<double>(j) / static_cast<double>(N)};
      q.col(j) = design_->y[j] * design_->y.array() * (*K)->col(j).array();
      if (digital()) q.col(j) = (q.col(j).array() / unit_).round();
    }
    q_ = std::make_shared<const Eigen::MatrixXd>(std::move(q));
    counters_ = pocket_ = accumulators_ = beta_ = Eigen::VectorXd::Zero(N);
    overflowed_.clear();
    next_ = sweep_ = 0;
    mistakes_in_sweep_ = overflows_ = 0;
    visited_ = -1;
    errors_ = least_errors_ = N;
    co_return outcome_ = Outcome::running;
  }

  Outcome step() override {
    visited_ = next_;
    visited_sum_ = accumulators_[visited_];
    overflowed_.clear();
    to_pocket_ = false;
    if (!(visited_sum_ > 0)) learn(visited_);
    if (++next_ < design_->N()) return outcome_;
    next_ = 0;
    ++sweep_;
    if (mistakes_in_sweep_ == 0) return outcome_ = Outcome::solved;
    if (sweep_ >= settings_.max_sweeps) return outcome_ = Outcome::max_iterations;
    mistakes_in_sweep_ = 0;
    return outcome_;
  }

  std::span<const Quantity> quantities() const override { return *quantities_; }
  double margin_level() const override { return 0; }
  bool has_pocket() const override { return true; }

  std::string explain(const Solver* previous) const override {
    const Eigen::Index N = design_->N();
    if (!previous) {
      return "Every counter starts at 0, so every accumulator is 0, which counts as an error: "
             "otherwise nothing would ever move.";
    }
    const auto& before = static_cast<const DigitalPerceptron&>(*previous);
    const std::string who = sentence("Sweep ", std::to_string(before.sweep_ + 1), ", pattern ",
                                     std::to_string(visited_ + 1), " of ", std::to_string(N),
                                     ": its sum is ", short_text(visited_sum_, 4));
    if (visited_sum_ > 0) {
      return sentence(who, ", on its side, so nothing changes; ", wrong_patterns_text(errors_, N),
                      ".");
    }
    std::string text = sentence(
        who,
        digital() ? visited_sum_ < 0 ? " (most significant bit 1)" : " (0 counts as an error)" : "",
        ", a mistake: α", subscript(visited_ + 1), " rises to ", short_text(counters_[visited_], 9),
        ", and ", wrong_patterns_text(errors_, N), " now. ");
    if (!overflowed_.empty()) {
      text += sentence(std::to_string(overflowed_.size()),
                       overflowed_.size() == 1 ? " accumulator" : " accumulators",
                       " overflowed: a sum beyond ", short_text(highest(), 9),
                       " wraps around, and its sign flips; pattern ",
                       std::to_string(overflowed_.front() + 1), " is one. ");
    }
    text += to_pocket_ ? sentence("That is the fewest so far: the counters go into the pocket.")
                       : sentence("The pocket keeps ", std::to_string(least_errors_), ".");
    return text;
  }

  std::string explain_outcome() const override {
    const std::string overflows =
        overflows_ == 0
            ? std::string()
            : sentence(" ", std::to_string(overflows_),
                       " sums overflowed on the way; more accumulator_bits avoid that.");
    switch (outcome_) {
      case Outcome::solved:
        return sentence("Sweep ", std::to_string(sweep_),
                        " made no mistake: every pattern is on its side.", overflows);
      case Outcome::max_iterations:
        return sentence("The limit of ", std::to_string(settings_.max_sweeps),
                        " sweeps is reached with ", std::to_string(errors_),
                        " errors; the pocket, with ", std::to_string(least_errors_),
                        ", takes the place of the counters.", overflows);
      default:
        return "";
    }
  }

  std::unique_ptr<Solver> clone() const override {
    return std::make_unique<DigitalPerceptron>(*this);
  }
  std::size_t state_bytes() const override {
    return static_cast<std::size_t>(4 * counters_.size()) * sizeof(double) + sizeof(*this);
  }

 protected:
  const Eigen::VectorXd& coefficients() const override { return beta_; }
  double bias() const override { return 0; }
  Eigen::VectorXd kernel_sums() const override {
    return unit_ * design_->y.cwiseProduct(accumulators_);
  }
  double objective(const Eigen::VectorXd&) const override { return Record::none; }
  Eigen::VectorXd dual_variables() const override { return counters_; }

 private:
  static constexpr std::string_view name = "The digital kernel perceptron";

  bool digital() const { return settings_.kernel_bits > 0; }
  double highest() const { return std::ldexp(1.0, settings_.accumulator_bits - 1) - 1; }

  // Empty before the first step.
  std::span<const Eigen::Index> visited() const { return {&visited_, visited_ < 0 ? 0U : 1U}; }

  // α_i + 1: column i of q into every accumulator.
  void learn(Eigen::Index i) {
    ++counters_[i];
    beta_[i] += design_->y[i];
    ++mistakes_in_sweep_;
    accumulators_ += q_->col(i);
    if (digital()) wrap();
    errors_ = accumulators_.size() - (accumulators_.array() > 0).count();
    if (errors_ < least_errors_) {
      least_errors_ = errors_;
      pocket_ = counters_;
      to_pocket_ = true;
    }
  }

  // What an adder of accumulator_bits in two's complement leaves of the sums.
  void wrap() {
    const double most = highest(), least = -most - 1, range = 2 * (most + 1);
    for (Eigen::Index t = 0; t < accumulators_.size(); ++t) {
      double& sum = accumulators_[t];
      if (sum >= least && sum <= most) continue;
      sum -= range * std::floor((sum - least) / range);
      overflowed_.push_back(t);
      ++overflows_;
    }
  }

  Settings settings_;
  QuantityList quantities_;
  std::shared_ptr<const Eigen::MatrixXd> q_;  // N×N, whole numbers in the machine
  double unit_ = 1;                           // what one of them is worth
  Eigen::VectorXd counters_, pocket_;         // N, α and the α of fewest errors
  Eigen::VectorXd accumulators_;              // N, Σ_j α_j q_ij, which is y_i f_i/unit
  Eigen::VectorXd beta_;                      // N, y·α
  std::vector<Eigen::Index> overflowed_;      // in the last step
  Eigen::Index next_ = 0, visited_ = -1;
  Eigen::Index errors_ = 0, least_errors_ = 0;
  double visited_sum_ = 0;  // the accumulator that the last step looked at, before it learnt
  bool to_pocket_ = false;
  int sweep_ = 0;
  Eigen::Index mistakes_in_sweep_ = 0, overflows_ = 0;
  Outcome outcome_ = Outcome::running;
};

}  // namespace

Algorithm dkpp_algorithm() {
  using Settings = DigitalPerceptron::Settings;
  static constexpr Field fields[] = {
      kernel_row<&Settings::kernel>(),
      bind<&Settings::kernel_bits>(
          {.id = "kernel_bits",
           .symbol = "",
           .name = "Kernel bits",
           .meaning = "Bits of a stored kernel value with its sign; 0 computes exactly.",
           .formula = "q = y y′ k(x, x′)",
           .source = "Boni 2002, Fig. 1",
           .type = FieldType::integer,
           .least = 0,
           .most = 24,
           .slider_from = 0,
           .slider_to = 16}),
      bind<&Settings::accumulator_bits>(
          {.id = "accumulator_bits",
           .symbol = "",
           .name = "Accumulator bits",
           .meaning = "Width of an accumulator in two's complement, where kernel bits are set.",
           .source = "Boni 2002, Fig. 1",
           .type = FieldType::integer,
           .least = 2,
           .most = 48,
           .slider_from = 4,
           .slider_to = 24}),
      bind<&Settings::max_sweeps>({.id = "max_sweeps",
                                   .symbol = "",
                                   .name = "Sweeps",
                                   .meaning = "How often all patterns are gone through at most.",
                                   .source = "Boni 2002, Table 1",
                                   .type = FieldType::integer,
                                   .least = 1,
                                   .most = 1e9,
                                   .slider_from = 1,
                                   .slider_to = 2000,
                                   .scale = FieldScale::logarithmic})};
  return algorithm_row<DigitalPerceptron>(
      {.id = "dkpp",
       .name = "Digital kernel perceptron",
       .summary = "Counts its mistakes, one pattern at a time, and keeps the best counters in its "
                  "pocket; as a machine of counters it shows every bit.",
       .problem = "find whole numbers α with few errors of sgn Σα y k",
       .step = "if Σα q ≤ 0: αᵢ ← αᵢ + 1",
       .source = "Boni 2002, Table 1 and Fig. 1",
       .takes = Takes::two_classes,
       .fields = fields});
}

}  // namespace marginscope
