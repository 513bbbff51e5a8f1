#pragma once  // for every room above

// Generalisation bounds: what can be said of patterns that nobody has seen, from the training
// patterns alone. A machine is asked to learn labels that mean nothing; the better it can, the less
// its success on the real ones says.

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/field.h"
#include "core/gradual.h"
#include "core/random.h"
#include "core/relearner.h"

namespace marginscope {

enum class BoundType {
  maximal_discrepancy,
  precise_maximal_discrepancy,
  compression,
  half_flip,
  joint
};

struct BoundSettings {
  double delta = 0.05;
  int swaps = 100;
  double reduction = 1.1;
};

// In the order of BoundType.
struct BoundKind {
  std::string_view id = {};       // "maximal-discrepancy"
  std::string_view name = {};     // "Maximal discrepancy"
  std::string_view formula = {};  // "ν + (1 − 2ν̄) + 3√(ln(1/δ)/2n)"
  std::string_view meaning = {};  // one sentence
  std::string_view idea = {};     // why that bounds anything, in a few sentences
  std::string_view source = {};
  FieldTable fields = {};  // of BoundSettings; those that this kind has

  // What the machine has to learn beside the given labels: BoundSettings::swaps times labels of
  // which a random half is turned round, or once those with their second half turned round.
  bool swaps_at_random = false;
  bool swaps_once = false;
  bool holds_norm = false;   // every machine is held to the norm of that of the given labels
  bool preselected = false;  // what a page offers first; one kind alone

  // The text of a field in the settings that `values` makes, default included.
  Result<std::string> (*read)(const BoundKind& self, const Field& field,
                              const SpecValues&) = nullptr;
};

std::span<const BoundKind> bound_kinds();

// The error lists the known identifiers.
Result<const BoundKind*> find_bound_kind(std::string_view id);

// One summand of a bound, or a number that it was made of.
struct BoundTerm {
  std::string_view id;      // "complexity"
  std::string_view symbol;  // "1 − 2ν̄"
  std::string_view meaning;
  double value = Record::none;
  bool fraction = true;  // of patterns or of labellings, or the bound itself: read as percent
  bool summand = false;
};

// The error on labels that mean nothing, so far. A decision value of 0 is half an error.
class SwappedError {
 public:
  void add(double error);
  int count() const { return static_cast<int>(errors_.size()); }
  const std::vector<double>& errors() const { return errors_; }       // one a swap
  double mean() const { return count() > 0 ? mean_ : Record::none; }  // ν̄
  double complexity() const { return 1 - 2 * mean(); }                // 1 − 2ν̄
  // The standard error of the complexity, which is twice that of ν̄; not a number before the second
  // swap.
  double standard_error() const;

 private:
  std::vector<double> errors_;
  double mean_ = 0, squares_ = 0;  // sum of squared deviations
};

// One bound on one machine, in steps. Whoever makes it may stop asking at any moment: what was
// learned stays valid, and `value` is the bound of the swaps so far.
class Bound {
 public:
  // `kind` as text, "maximal-discrepancy:swaps=20,delta=0.05". `machine` must outlive the bound and
  // learn for nobody else meanwhile. The same seed gives the same swaps everywhere. Errors: an
  // unknown kind or setting, or one out of its range.
  static Result<Bound> start(const Spec& kind, Relearner& machine, std::uint64_t seed);

  // Goes on for about `max_time`, at least by one piece of work; false once there is nothing left
  // to do.
  bool advance(std::chrono::nanoseconds max_time);

  // All swaps were made, or the bound cannot be had.
  bool finished() const { return stage_ == Stage::finished; }

  // Why there is no value: the machine cannot be trained, or the bound does not apply to it.
  const std::optional<Error>& refusal() const { return refusal_; }

  const BoundKind& kind() const;  // as it was asked for
  // Of a joint bound the one that applies, once the given labels are learned; else the kind itself.
  BoundType applied() const { return applied_; }
  const BoundSettings& settings() const { return settings_; }

  // The bound on the probability of an error; not a number before there is any. Above 1 it says
  // nothing.
  double value() const;

  // What will be trained and how often, in a sentence.
  std::string plan() const;

  // Every summand and what it was made of, as far as it is known.
  std::vector<BoundTerm> terms() const;

  // The fit of the given labels, once it is there.
  const std::optional<Fit>& given() const { return given_; }

  // Of that machine on the validation part; not a number where there is none.
  double validation_error() const { return validation_error_; }

  int swaps() const { return labellings_; }  // to be made; 1 for half-flip, 0 for none
  int swaps_done() const { return classical_.count(); }
  int swaps_reduced() const { return reduced_; }  // that needed a smaller C
  // Labellings, the given one included, whose training a limit on iterations ended.
  int unfinished() const { return unfinished_; }
  double fraction_done() const;  // of the labellings, the given one included

  const SwappedError& classical() const { return classical_; }
  const SwappedError& precise() const { return precise_; }  // empty where nothing is constrained

  // The last labelling that was learned, and what came of it; which one it is, as the beginning of a
  // sentence: "Swap 3 of 100: 10 of 20 labels are turned round".
  const Eigen::VectorXd& swapped_labels() const { return swapped_labels_; }
  const std::optional<Relearnt>& last() const { return last_; }
  std::string swapped_text() const;

  // Sentences: what the bound says with its numbers, and what it leaves open.
  std::vector<std::string> sentences() const;

 private:
  enum class Stage { given, swaps, finished };

  Bound(const BoundKind& kind, const BoundSettings& settings, Relearner& machine,
        std::uint64_t seed);

  void begin_swaps();
  void try_given();
  void take_given();
  void take_swaps();
  void refuse(std::string_view message);
  const BoundKind& applied_kind() const;
  std::optional<NormLimit> limit() const;  // of the labels that are to be learned
  double swapped_error_of(const Fit& fit) const;
  bool constrains() const { return applied_kind().holds_norm; }
  double patterns() const;
  double penalty() const;
  const SwappedError& swapped_error() const { return constrains() ? precise_ : classical_; }

  BoundType type_, applied_;
  BoundSettings settings_;
  Relearner* machine_;
  Random random_;
  Stage stage_ = Stage::given;
  std::optional<Error> refusal_;
  int labellings_ = 0;
  std::optional<Fit> given_;
  std::optional<Gradual<double>> trying_;  // the machine of the given labels on the validation part
  double validation_error_ = Record::none;
  Eigen::MatrixXd learning_;  // N×M, the labels that the machine was given last
  Eigen::Index taken_ = 0;    // of these swaps, as many as have been counted
  SwappedError classical_, precise_;
  int reduced_ = 0, unfinished_ = 0;
  Eigen::VectorXd swapped_labels_;
  std::optional<Relearnt> last_;
};

}  // namespace marginscope
