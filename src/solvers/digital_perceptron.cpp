// Digital kernel perceptron with pocket (Boni 2002, Table 1 and Fig. 1)
//   given   X: N×r, y = ±1;  kernel k;  q_ij = y_i y_j k(x_i, x_j)
//   find    whole numbers α ≥ 0 with few errors of sgn Σα_j y_j k(x_j, x)
//   start   α = 0; every accumulator is 0, and every pattern counts as an error
//   step    one pattern i, in order, again and again: where its accumulator Σ_j α_j q_ij is not
//           positive, α_i ← α_i + 1, and q_ti is added to every accumulator t
//   pocket  what is returned is the first α of fewest training errors, not the last one
//   ends    after a sweep without a mistake, or after max_sweeps
//   machine with kernel_bits > 0 as the counters of Fig. 1 do it: q_ij rounded to kernel_bits in
//           two's complement (the largest |k| to the largest number), accumulators of
//           accumulator_bits that wrap around, and the most significant bit as the sign. A sum that
//           leaves the range is an overflow: the sign flips, and the step says so
//   new     the machine decides a new point x as it decides its patterns: by k(x_j, x) in the same
//           units, where one beyond the largest stored counts as that one (the register saturates),
//           and Σα_j y_j k(x_j, x) in an accumulator that wraps around. The accumulator's least
//           number is its own negative: it is an error under either label, so it decides for
//           neither class
//   norm    ‖w‖² = Σα_i α_j q_ij, of the kernel as it is stored and of sums that no register has
//           wrapped: w is what the counters make, whatever the machine decides by. Where rounding
//           leaves a kernel that is not positive semidefinite this may fall below 0, and counts as 0
//   note    Table 1 takes MSB < 0 for an error; at α = 0 no accumulator is negative and nothing
//           would ever move, so 0 counts as an error too
//   cost    the kernel matrix once; O(1) a step without a mistake, O(N) with one; with
//           kernel_bits > 0 O(Nr) for a new point

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/text.h"
#include "solvers/algorithm.h"
#include "solvers/field_rows.h"
#include "solvers/kernels/kernel_rows.h"
#include "solvers/kernels/kernel_solver.h"
#include "solvers/phrases.h"
#include "solvers/problem_check.h"

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
    quantities_ = list_of(settings_.kernel, {.affine = !digital(), .dual = counters, .own = own});
  }

  // q, and the patterns twice.
  double memory_needed(const ProblemSize& size) const override {
    return matrix_bytes(size.N, size.N) + matrix_bytes(size.N + KernelRows::lanes, 2 * size.p + 15);
  }

  Gradual<Result<Outcome>> begin(const Problem& problem, StartOptions options) override {
    auto design =
        kernel_design(problem, Takes::two_classes, settings_.kernel, name, *this, options.memory);
    if (!design) co_return fail(design.error());
    design_ = *design;
    const Eigen::Index N = design_->N();
    kernels_ = std::make_shared<KernelRows>(design_->kernel, design_->X, 0);
    // By Cauchy and Schwarz no other entry is larger than those of the diagonal.
    const auto diagonal = kernels_->diagonal().head(N);
    if (!diagonal.allFinite()) co_return fail(kernel_overflow);
    const double largest = diagonal.maxCoeff();
    unit_ = digital() && largest > 0 ? largest / most_stored() : 1;
    Eigen::MatrixXd q(N, N);
    for (Eigen::Index j = 0; j < N; ++j) {
      co_await Pause{"the counters' steps", static_cast<double>(j) / static_cast<double>(N)};
      const double* const row = kernels_->row(j);
      for (Eigen::Index i = 0; i < N; ++i) {
        q(i, j) = design_->y[i] * design_->y[j] * stored(row[i]);
      }
    }
    q_ = std::make_shared<const Eigen::MatrixXd>(std::move(q));
    counters_ = pocket_ = accumulators_ = beta_ = Eigen::VectorXd::Zero(N);
    overflowed_.clear();
    squared_norm_ = 0;
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
    if (!accumulators_.allFinite() || !std::isfinite(squared_norm_)) {
      return outcome_ = Outcome::diverged;
    }
    if (++next_ < design_->N()) return outcome_;
    next_ = 0;
    ++sweep_;
    if (mistakes_in_sweep_ == 0) return outcome_ = Outcome::solved;
    if (sweep_ >= settings_.max_sweeps) return outcome_ = Outcome::max_iterations;
    mistakes_in_sweep_ = 0;
    return outcome_;
  }

  void decision_values(const Eigen::Ref<const Eigen::MatrixXd>& X,
                       Eigen::MatrixXd& f) const override {
    if (!digital()) return KernelSolver::decision_values(X, f);
    f.resize(X.rows(), 1);
    std::vector<double> k(static_cast<std::size_t>(kernels_->length()));
    for (Eigen::Index i = 0; i < X.rows(); ++i) {
      kernels_->values_at(X.row(i), k.data());
      std::uint64_t sum = 0;
      for (std::size_t j = 0; j < static_cast<std::size_t>(beta_.size()); ++j) {
        const double counts = beta_[static_cast<Eigen::Index>(j)];
        if (counts != 0) sum += whole(counts * stored(k[j]));
      }
      f(i, 0) = decision(in_register(sum));
    }
  }

  // It minimises nothing.
  Parts measures() const override { return KernelSolver::measures() & ~part::objective; }
  std::span<const Quantity> quantities() const override { return *quantities_; }
  double margin_level() const override { return 0; }
  bool has_pocket() const override { return true; }

  std::string explain(const Solver* previous) const override {
    if (!previous) {
      return "Every counter is 0, so every accumulator is 0, which counts as an error: otherwise "
             "nothing would ever move.";
    }
    const auto& before = static_cast<const DigitalPerceptron&>(*previous);
    const std::string who =
        sentence(pattern_text("Pattern", visited_), " is looked at in sweep ",
                 std::to_string(before.sweep_ + 1), ": its sum is ", short_text(visited_sum_, 4));
    if (visited_sum_ > 0) return who + ", on its side, so nothing changes.";
    std::string text = sentence(
        who,
        digital() ? visited_sum_ < 0 ? " (most significant bit 1)" : " (0 counts as an error)" : "",
        ", a mistake, so ", pattern_symbol("α", visited_), " rises to ",
        short_text(counters_[visited_], 9), ". ");
    if (!overflowed_.empty()) {
      text += sentence(std::to_string(overflowed_.size()),
                       overflowed_.size() == 1 ? " accumulator" : " accumulators",
                       " overflowed: a sum beyond ", short_text(highest(), 9),
                       " wraps around, and its sign flips; ",
                       pattern_text("pattern", overflowed_.front()), " is one. ");
    }
    text += to_pocket_
                ? std::string(
                      "These are the fewest errors so far: the counters go into the "
                      "pocket.")
                : sentence("The pocket keeps the counters with ", std::to_string(least_errors_),
                           least_errors_ == 1 ? " error." : " errors.");
    return text;
  }

  std::vector<std::string> work_out(const Solver* previous, Eigen::Index i) const override {
    const std::string alpha = pattern_symbol("α", i), now = number(counters_[i]);
    if (!previous) return {sentence(alpha, " = ", now)};
    if (i != visited_) return {sentence(alpha, " stays ", now)};
    const std::string sum = sentence("Σα q = ", number(visited_sum_));
    if (visited_sum_ > 0) return {sentence(sum, " > 0: ", alpha, " stays ", now)};
    return {sentence(sum, " ≤ 0: ", alpha, " ← ", number(counters_[i] - 1), " + 1 = ", now)};
  }

  std::string explain_outcome() const override {
    const std::string overflows =
        overflows_ == 0 ? std::string()
                        : sentence(" ", counted(overflows_, "sum", "sums"),
                                   " overflowed on the way; more accumulator_bits avoid that.");
    switch (outcome_) {
      case Outcome::solved:
        return sentence("Sweep ", std::to_string(sweep_), " made no mistake.", overflows);
      case Outcome::max_iterations:
        return sentence("The limit of ", counted(settings_.max_sweeps, "sweep", "sweeps"),
                        " is reached with ", std::to_string(errors_),
                        errors_ == 1 ? " error" : " errors", "; the pocket has ",
                        std::to_string(least_errors_), ".", overflows);
      case Outcome::diverged:
        return "The sums overflow the range of numbers; scale the features, or choose a smaller "
               "degree.";
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
    if (!digital()) return design_->y.cwiseProduct(accumulators_);
    return design_->y.cwiseProduct(
        accumulators_.unaryExpr([this](double sum) { return decision(sum); }));
  }
  double squared_norm() const override { return unit_ * squared_norm_; }
  double objective(const Eigen::VectorXd&, double) const override { return Record::none; }
  Eigen::VectorXd dual_variables() const override { return counters_; }

 private:
  static constexpr std::string_view name = "The digital kernel perceptron";

  bool digital() const { return settings_.kernel_bits > 0; }
  double highest() const { return std::ldexp(1.0, settings_.accumulator_bits - 1) - 1; }
  double most_stored() const { return std::ldexp(1.0, settings_.kernel_bits - 1) - 1; }

  // A kernel value as it is stored, in units.
  double stored(double k) const {
    if (!digital()) return k;
    return std::min(most_stored(), std::max(-most_stored(), std::round(k / unit_)));
  }

  static std::uint64_t whole(double number) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(number));
  }

  // What an adder of accumulator_bits in two's complement leaves of a sum.
  double in_register(std::uint64_t sum) const {
    const int beside = 64 - settings_.accumulator_bits;
    return static_cast<double>(static_cast<std::int64_t>(sum << beside) >> beside);
  }

  // The decision value that an accumulator stands for.
  double decision(double sum) const { return sum < -highest() ? 0 : unit_ * sum; }

  // Empty before the first step.
  std::span<const Eigen::Index> visited() const { return {&visited_, visited_ < 0 ? 0U : 1U}; }

  // α_i + 1: column i of q into every accumulator.
  void learn(Eigen::Index i) {
    squared_norm_ += 2 * q_->col(i).dot(counters_) + (*q_)(i, i);
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

  void wrap() {
    for (Eigen::Index t = 0; t < accumulators_.size(); ++t) {
      double& sum = accumulators_[t];
      const double kept = in_register(whole(sum));
      if (kept == sum) continue;
      sum = kept;
      overflowed_.push_back(t);
      ++overflows_;
    }
  }

  Settings settings_;
  QuantityList quantities_;
  std::shared_ptr<KernelRows> kernels_;       // of the patterns, with themselves and new points
  std::shared_ptr<const Eigen::MatrixXd> q_;  // N×N, whole numbers in the machine
  double unit_ = 1;                           // what one of them is worth
  Eigen::VectorXd counters_, pocket_;         // N, α and the α of fewest errors
  Eigen::VectorXd accumulators_;              // N, Σ_j α_j q_ij, which is y_i f_i/unit
  Eigen::VectorXd beta_;                      // N, y·α
  double squared_norm_ = 0;                   // Σα_i α_j q_ij
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
      bind<&Settings::kernel_bits>({.id = "kernel_bits",
                                    .symbol = "",
                                    .name = "Kernel bits",
                                    .meaning = "Bits of a stored kernel value with its sign.",
                                    .formula = "q = y y′ k(x, x′)",
                                    .source = "Boni 2002, Fig. 1",
                                    .type = FieldType::integer,
                                    .least = 2,
                                    .most = 24,
                                    .slider_from = 0,
                                    .slider_to = 16,
                                    .special = 0,
                                    .special_text = "exact"}),
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
       .group = group::perceptron,
       .summary = "Counts its mistakes, one pattern at a time, and keeps the best counters in its "
                  "pocket; as a machine of counters it shows every bit.",
       .problem = "find whole numbers α with few errors of sgn Σα y k",
       .step = "if Σα q ≤ 0: αᵢ ← αᵢ + 1",
       .source = "Boni 2002, Table 1 and Fig. 1",
       .takes = Takes::two_classes,
       .fields = fields});
}

}  // namespace marginscope
