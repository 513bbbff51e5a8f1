// Bounds on the probability that a machine misclassifies a pattern, each but the last with probability 1 − δ
//   given   n patterns with labels ±1;  a machine, ν its training error;  0 < δ < 1
//   maximal-discrepancy          ν + (1 − 2ν̄) + 3√(ln(1/δ)/2n), where ν̄ is the mean training error
//                                on labels of which a random half is swapped
//                                (Decherchi et al., eq. 6; Bartlett, Boucheron & Lugosi 2002)
//   precise-maximal-discrepancy  the same with every machine held to ‖f‖² ≤ ‖f₀‖², f₀ being that of
//                                the given labels (Decherchi et al., eq. 7)
//   half-flip                    ν + d + √(9/2n · ln(1/δ)), d = 1 − 2ν′ with ν′ the training error
//                                after the second half of the labels is flipped (Boni 2002, eqs
//                                3–4)
//   compression                  (ln C(n, d) + ln n + ln(1/δ))/(n − d) for d support patterns and
//                                ν = 0 (Boni 2002, eq. 2; Floyd & Warmuth 1995)
//   joint                        compression where it applies, else half-flip (Boni 2002, Table 2); by the
//                                union bound with probability 1 − 2δ, which the text does not say
//   note    the maximal discrepancy is the largest over all functions of the class; what the
//           algorithm finds is less, so 1 − 2ν̄ is an estimate from below, as in the papers
//   note    f = 0 is half an error on swapped labels, so that errors under y and −y add up to 1

#include "bounds/bound.h"

#include <cmath>
#include <limits>

#include "bounds/labellings.h"
#include "core/errors.h"
#include "core/logarithm.h"

namespace marginscope {
namespace {

using enum BoundType;

constexpr Field delta_field =
    bind<&BoundSettings::delta>({.id = "delta",
                                 .symbol = "δ",
                                 .name = "Risk",
                                 .meaning = "Probability with which the bound may be wrong.",
                                 .source = "Decherchi et al., eq. 5",
                                 .least = 0,
                                 .most = 1,
                                 .above_least = true,
                                 .below_most = true,
                                 .slider_from = 1e-3,
                                 .slider_to = 0.5,
                                 .scale = FieldScale::logarithmic});
constexpr Field swaps_field =
    bind<&BoundSettings::swaps>({.id = "swaps",
                                 .symbol = "η",
                                 .name = "Swaps",
                                 .meaning = "How many times half of the labels are swapped.",
                                 .source = "Decherchi et al., section IV-B",
                                 .type = FieldType::integer,
                                 .least = 1,
                                 .most = 1e6,
                                 .slider_from = 1,
                                 .slider_to = 1000,
                                 .scale = FieldScale::logarithmic});
constexpr Field reduction_field = bind<&BoundSettings::reduction>(
    {.id = "reduction",
     .symbol = "θ",
     .name = "Reduction",
     .meaning = "What C is divided by until the norm is small enough.",
     .formula = "C ← C/θ",
     .source = "Decherchi et al., section IV-B, step 2.3",
     .least = 1.001,
     .most = 1000,
     .slider_from = 1.01,
     .slider_to = 2});

constexpr Field risk_only[] = {delta_field};
constexpr Field of_swaps[] = {swaps_field, delta_field};
constexpr Field of_precise[] = {swaps_field, delta_field, reduction_field};

Result<std::string> read_field(const BoundKind& self, const Field& field,
                               const SpecValues& values) {
  return field_text_from<BoundSettings>(self.fields, self.id, field, values);
}

constexpr BoundKind known_bounds[] = {
    {.id = "maximal-discrepancy",
     .name = "Maximal discrepancy",
     .formula = "ν + (1 − 2ν̄) + 3√(ln(1/δ)/2n)",
     .meaning = "How well the machine learns labels of which a random half is swapped.",
     .idea =
         "A small training error proves little of a machine that could have learned anything. So "
         "half of the labels are turned round at random, again and again, and the machine has to "
         "learn what is now noise. If it gets half of them wrong, it learned nothing of it, and "
         "its "
         "success on the given labels counts. If it gets none wrong, it would have learned any "
         "labels, and its success says nothing. How much noise could be learned at most, nobody "
         "computes: what the algorithm learns is an estimate of that maximum from below.",
     .source = "Decherchi et al., eq. 6",
     .fields = of_swaps,
     .swaps_at_random = true,
     .read = read_field},
    {.id = "precise-maximal-discrepancy",
     .name = "Precise maximal discrepancy",
     .formula = "ν + (1 − 2ν̄) + 3√(ln(1/δ)/2n), ‖f‖² ≤ ‖f₀‖²",
     .meaning = "How well it learns half-swapped labels when held to the norm of the given ones.",
     .idea =
         "Half of the labels are turned round at random, again and again, and the machine has to "
         "learn what is now noise: half of them wrong means that it learned nothing of it, none "
         "wrong that it would have learned any labels. It must not become more complex for that, "
         "by "
         "its norm ‖f‖, than the given labels made it. C is reduced until that holds, so the "
         "machine learns less of the noise, and the bound is usually no larger than without the "
         "condition: a smaller C never lowers the loss, though now and then it does the number of "
         "errors.",
     .source = "Decherchi et al., eqs 6–7",
     .fields = of_precise,
     .swaps_at_random = true,
     .holds_norm = true,
     .preselected = true,
     .read = read_field},
    {.id = "compression",
     .name = "Compression",
     .formula = "(ln C(m, d) + ln m + ln(1/δ))/(m − d)",
     .meaning = "How few patterns carry a machine that makes no training error.",
     .idea =
         "A machine that rests on d of m patterns and is right on all would have come out without "
         "the others: to it they are as good as new patterns, and it got every one of them right. "
         "The fewer carry it, the more that says. No label is swapped.",
     .source = "Boni 2002, eq. 2",
     .fields = risk_only,
     .read = read_field},
    {.id = "half-flip",
     .name = "Half flip",
     .formula = "ν + (1 − 2ν′) + √(9/2m · ln(1/δ))",
     .meaning = "How well the machine learns the labels with their second half flipped.",
     .idea =
         "A machine that learns the labels as well after their second half was flipped could have "
         "learned any, and its success on the given ones says nothing. One flip takes one "
         "training; "
         "that is all the noise there is, so the order of the patterns must mean nothing.",
     .source = "Boni 2002, eqs 3–4",
     .fields = risk_only,
     .swaps_once = true,
     .read = read_field},
    {.id = "joint",
     .name = "Compression or half flip",
     .formula = "B₁ where there is no training error, else B₂",
     .meaning = "The compression bound where it applies, and the half flip where it does not.",
     .idea =
         "Compression (B₁) asks for a machine without training errors. Where the algorithm finds "
         "none, the half flip (B₂) still says something, so that every machine has a bound. Which "
         "of them it is shows once the machine is trained, so that both have to hold, which they "
         "do with probability 1 − 2δ.",
     .source = "Boni 2002, Table 2",
     .fields = risk_only,
     .read = read_field}};

// ln of the binomial coefficient C(m, d), as a sum of d logarithms.
double log_binomial(Eigen::Index m, Eigen::Index d) {
  double sum = 0;
  for (Eigen::Index i = 1; i <= d; ++i) {
    sum += logarithm(static_cast<double>(m - d + i) / static_cast<double>(i));
  }
  return sum;
}

}  // namespace

std::span<const BoundKind> bound_kinds() { return known_bounds; }

Result<const BoundKind*> find_bound_kind(std::string_view id) {
  std::vector<std::string> names;
  for (const BoundKind& kind : known_bounds) {
    if (kind.id == id) return &kind;
    names.emplace_back(kind.id);
  }
  return fail(sentence("There is no bound ", in_quotes(id), "; ", there_are(names)));
}

void SwappedError::add(double error) {
  errors_.push_back(error);
  const double change = error - mean_;
  mean_ += change / count();
  squares_ += change * (error - mean_);
}

double SwappedError::standard_error() const {
  if (count() < 2) return Record::none;
  return 2 * std::sqrt(squares_ / (count() - 1) / count());
}

Bound::Bound(const BoundKind& kind, const BoundSettings& settings, Relearner& machine,
             std::uint64_t seed)
    : type_(static_cast<BoundType>(&kind - known_bounds)),
      applied_(type_),
      settings_(settings),
      machine_(&machine),
      random_(seed),
      learning_(*machine.problem().y) {
  labellings_ = kind.swaps_at_random ? settings.swaps : kind.swaps_once ? 1 : 0;
  if (const auto reason = machine.cannot_constrain(); reason && constrains()) {
    refuse(*reason);
  } else {
    machine.begin(learning_, limit());
  }
}

Result<Bound> Bound::start(const Spec& kind, Relearner& machine, std::uint64_t seed) {
  auto found = find_bound_kind(kind.name);
  if (!found) return fail(found.error());
  auto settings = settings_from<BoundSettings>((*found)->fields, (*found)->id, kind.values);
  if (!settings) return fail(settings.error());
  return Bound(**found, *settings, machine, seed);
}

bool Bound::advance(std::chrono::nanoseconds max_time) {
  using Clock = std::chrono::steady_clock;
  const auto began = Clock::now();
  for (auto left = max_time; !finished();) {
    if (trying_) {
      if (trying_->advance(left)) {
        validation_error_ = trying_->take();
        trying_.reset();
        take_given();
      }
    } else {
      auto learned = machine_->advance(left);
      if (stage_ == Stage::swaps) take_swaps();
      if (!learned) {
        refuse(learned.error().message);
      } else if (*learned) {
        stage_ == Stage::given ? try_given() : begin_swaps();
      }
    }
    left = max_time - (Clock::now() - began);
    if (left.count() <= 0) break;
  }
  return !finished();
}

void Bound::refuse(std::string_view message) {
  refusal_ = Error(message);
  stage_ = Stage::finished;
}

void Bound::try_given() {
  const Problem& problem = machine_->problem();
  if (!problem.has_validation()) return take_given();
  trying_ = tried_error(
      problem, problem.X_validation, problem.y_validation,
      [machine = machine_](const Eigen::Ref<const Eigen::MatrixXd>& X, Eigen::MatrixXd& f) {
        f = machine->decision_values(X, false);
      });
}

void Bound::take_given() {
  given_ = machine_->learnt().front().free;
  unfinished_ += given_->unfinished;
  const Eigen::Index m = learning_.rows(), d = given_->support_vectors;
  const bool compresses = given_->training_error == 0 && d >= 0 && d < m;
  if (applied_ == joint) {
    applied_ = compresses ? compression : half_flip;
    labellings_ = applied_kind().swaps_once;
  }
  if (applied_ == compression && !compresses) {
    const std::string count = std::to_string(d);
    return refuse(
        given_->training_error != 0
            ? sentence(
                  "The compression bound needs a machine without a training error, and this one "
                  "is wrong on ",
                  percent_text(given_->training_error), " of the training patterns")
        : d < 0
            ? sentence("The compression bound counts support vectors, and this machine has none "
                       "to speak of")
            : sentence("The compression bound needs patterns that the machine can do without, "
                       "and all ",
                       count, " of ", count, " carry it (d = m)"));
  }
  if (constrains() && given_->squared_norm == 0) {
    return refuse(
        "The machine of the given labels is constant (‖f₀‖² = 0), and only constants keep that "
        "norm; ask for the classical bound, or choose a larger C");
  }
  begin_swaps();
}

// Gives the machine the labellings that it likes to have at once.
void Bound::begin_swaps() {
  const Eigen::Index left = labellings_ - swaps_done();
  if (left == 0) {
    stage_ = Stage::finished;
    return;
  }
  stage_ = Stage::swaps;
  taken_ = 0;
  const Eigen::VectorXd& y = machine_->problem().y;
  learning_.resize(y.size(), std::min(left, machine_->batch()));
  for (auto column : learning_.colwise()) {
    column = applied_kind().swaps_once ? second_half_flipped(y) : half_swapped(y, random_);
  }
  machine_->begin(learning_, limit());
}

// The given labels are held to no norm, but in the same way: theirs is what the others are compared
// with, and a machine that computes it otherwise would compare its rounding.
std::optional<NormLimit> Bound::limit() const {
  if (!constrains()) return std::nullopt;
  const double most = given_ ? given_->squared_norm : std::numeric_limits<double>::infinity();
  return NormLimit{most, settings_.reduction};
}

// A pattern without a side, f = 0, is wrong under either label where the given ones are judged. Here it
// is half an error: that the discrepancy of both halves is 1 − 2ν̄ (Decherchi et al., eq. 6; Boni
// 2002, eq. 3) asks of every f that its errors under y and under −y add up to 1.
double Bound::swapped_error_of(const Fit& fit) const {
  const auto without_side = static_cast<double>((fit.decision_values.array() == 0).count());
  return fit.training_error - without_side / 2 / patterns();
}

// Those that have been learned since the last time.
void Bound::take_swaps() {
  const std::vector<Relearnt>& all = machine_->learnt();
  if (taken_ == std::ssize(all)) return;
  for (; taken_ < std::ssize(all); ++taken_) {
    const Relearnt& learnt = all[static_cast<std::size_t>(taken_)];
    classical_.add(swapped_error_of(learnt.free));
    unfinished_ += learnt.free.unfinished || (learnt.constrained && learnt.constrained->unfinished);
    if (!learnt.constrained) continue;
    precise_.add(swapped_error_of(*learnt.constrained));
    if (learnt.constrained->reductions > 0) ++reduced_;
  }
  last_ = all.back();
  swapped_labels_ = learning_.col(taken_ - 1);
}

const BoundKind& Bound::kind() const { return known_bounds[static_cast<std::size_t>(type_)]; }

const BoundKind& Bound::applied_kind() const {
  return known_bounds[static_cast<std::size_t>(applied_)];
}

std::string Bound::plan() const {
  if (refusal_) return refusal_->message + ".";
  const BoundKind& asked = kind();
  const int most = 1 + (type_ == joint ? 1 : labellings_);
  return sentence(
      "The machine learns the labels of ",
      counted(machine_->problem().y.size(), "pattern", "patterns"),
      asked.swaps_at_random ? sentence(" as they are, and ", counted(labellings_, "time", "times"),
                                       " with a random half of them turned round")
      : asked.swaps_once    ? " as they are, and once with their second half turned round"
      : type_ == joint
          ? " as they are and, unless it makes no error on them, once with their second half "
            "turned round"
          : " as they are",
      ": ", most > 1 && type_ == joint ? "at most " : "", counted(most, "labelling", "labellings"),
      ", ", machine_->effort(), ".",
      asked.holds_norm
          ? sentence(" What needs a larger norm than the given labels is learned again "
                     "with C divided by ",
                     short_text(settings_.reduction, 4), " until it does not.")
          : std::string());
}

std::string Bound::swapped_text() const {
  const Eigen::VectorXd& y = machine_->problem().y;
  const auto turned = (swapped_labels_.array() != y.array()).count();
  return sentence(
      applied_kind().swaps_once
          ? std::string("The second half of the labels is flipped")
          : sentence("Swap ", std::to_string(swaps_done()), " of ", std::to_string(labellings_)),
      ": ", std::to_string(turned), " of ", counted(y.size(), "label", "labels"),
      turned == 1 ? " is" : " are", " turned round");
}

double Bound::patterns() const { return static_cast<double>(machine_->problem().y.size()); }

// 3√(ln(1/δ)/2n), which is √(9/2n · ln(1/δ)).
double Bound::penalty() const {
  return 3 * std::sqrt(-logarithm(settings_.delta) / 2 / patterns());
}

double Bound::value() const {
  if (refusal_ || !given_) return Record::none;
  if (applied_ != compression) {
    return given_->training_error + swapped_error().complexity() + penalty();
  }
  const double m = patterns(), d = given_->support_vectors;
  return (log_binomial(machine_->problem().y.size(), given_->support_vectors) + logarithm(m) -
          logarithm(settings_.delta)) /
         (m - d);
}

std::vector<BoundTerm> Bound::terms() const {
  std::vector<BoundTerm> list;
  const auto add = [&list](std::string_view id, std::string_view symbol, std::string_view meaning,
                           double value) -> BoundTerm& {
    return list.emplace_back(id, symbol, meaning, value);
  };
  if (!given_) return list;
  add("training_error", "ν", "error on the given labels", given_->training_error).summand = true;
  if (applied_ == compression) {
    const double d = given_->support_vectors;
    if (d < 0) return list;
    add("support", "d", "patterns that carry the machine", d).fraction = false;
    add("patterns", "m", "training patterns", patterns()).fraction = false;
    if (refusal_) return list;
    const Eigen::Index m = machine_->problem().y.size();
    add("subsets", "ln C(m, d)", "logarithm of the number of subsets of that size",
        log_binomial(m, given_->support_vectors))
        .fraction = false;
    return list;
  }
  const SwappedError& error = swapped_error();
  add("complexity", "1 − 2ν̄", "how much of labels that mean nothing the machine can learn",
      error.complexity())
      .summand = true;
  add("penalty", "3√(ln(1/δ)/2n)", "price of having only so many patterns", penalty()).summand =
      true;
  add("swapped_error", "ν̄", "mean error on labels that mean nothing", error.mean());
  if (applied_kind().swaps_once) return list;
  add("standard_error", "s",
      "standard error of 1 − 2ν̄: by how much it would typically differ with other swaps",
      error.standard_error());
  if (!constrains()) return list;
  add("squared_norm", "‖f₀‖²", "squared norm that the given labels need", given_->squared_norm)
      .fraction = false;
  add("reduced", "", "fraction of the swaps for which C had to be reduced",
      swaps_done() > 0 ? static_cast<double>(reduced_) / swaps_done() : Record::none);
  add("classical_complexity", "1 − 2ν̄", "the same term without the constraint",
      classical_.complexity());
  add("classical_swapped_error", "ν̄", "mean error without the constraint", classical_.mean());
  add("classical_standard_error", "s", "standard error of 1 − 2ν̄ without the constraint",
      classical_.standard_error());
  add("classical_value", "", "the bound without the constraint",
      given_->training_error + classical_.complexity() + penalty());
  return list;
}

double Bound::fraction_done() const {
  if (finished()) return 1;
  return static_cast<double>((given_ ? 1 : 0) + swaps_done()) / (labellings_ + 1);
}

std::vector<std::string> Bound::sentences() const {
  if (refusal_) return {refusal_->message + "."};
  const double bound = value();
  if (std::isnan(bound)) return {"No labelling has been learned yet, so there is no bound."};
  std::vector<std::string> list;
  if (bound >= 1) {
    list.push_back(sentence("The bound is ", short_text(bound),
                            ", which says nothing: no probability is above 1."));
  } else if (bound >= 0.5) {
    list.push_back(sentence("The bound is ", percent_text(bound),
                            ", which is of no use: guessing is wrong for half of the patterns."));
  } else {
    const double sure = 1 - (type_ == joint ? 2 : 1) * settings_.delta;
    list.push_back(sentence("With probability ",
                            percent_text(sure, std::max(4, digits_apart(sure, 1))),
                            " over the draw of the patterns, a new one is misclassified with "
                            "probability ",
                            percent_text(bound), " at most."));
  }
  if (unfinished_ > 0) {
    list.push_back(sentence(
        "A limit on iterations ended the training of ", std::to_string(unfinished_), " of ",
        counted(1 + swaps_done(), "labelling", "labellings"), " early; ",
        applied_ == compression ? "with more another machine may come out, and another bound."
                                : "with more the machine may learn better what means nothing, and "
                                  "the bound be larger."));
  }
  if (applied_ == compression) {
    list.push_back(sentence("The machine makes no training error and rests on ",
                            std::to_string(given_->support_vectors), " of ",
                            std::to_string(machine_->problem().y.size()), " patterns."));
    return list;
  }
  const SwappedError& error = swapped_error();
  list.push_back(sentence(
      percent_text(given_->training_error), " on the given labels, ",
      percent_text(error.complexity()), " for what it learns of labels that mean nothing (error ",
      percent_text(error.mean()), ", 50 % being nothing), and ", percent_text(penalty()),
      " for having ", std::to_string(machine_->problem().y.size()), " patterns only."));
  if (applied_kind().swaps_once) return list;
  const double spread = error.standard_error();
  list.push_back(sentence(
      std::to_string(swaps_done()), " of ", counted(labellings_, "swap", "swaps"),
      swaps_done() == 1 ? " is made" : " are made",
      std::isnan(spread) ? std::string("; one alone does not tell how much others would differ.")
                         : sentence("; with as many others the ", percent_text(error.complexity()),
                                    " would typically differ by ", percent_text(spread),
                                    " (its standard error).")));
  if (constrains()) {
    list.push_back(sentence("C had to be reduced for ", std::to_string(reduced_),
                            " of them; without the constraint the term would be ",
                            percent_text(classical_.complexity()), "."));
  }
  return list;
}

}  // namespace marginscope
