#pragma once  // for every room above

// A machine that learns many labellings of the same patterns. The generalisation bounds ask how
// well it can learn labels that mean nothing; which machine it is they need not know.

#include <Eigen/Core>
#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "core/problem.h"
#include "core/record.h"
#include "core/result.h"
#include "core/text.h"

namespace marginscope {

// What learning one labelling came to. What a machine does not have is not a number.
struct Fit {
  double training_error = Record::none;  // fraction of patterns that are wrong under these labels
  double squared_norm = Record::none;    // ‖f‖², the bias not counted
  double C = Record::none;               // the one that this fit was made with
  int reductions = 0;                    // how often C was divided for it
  int support_vectors = -1;              // −1 where there are none to speak of
  bool unfinished = false;               // a limit on iterations ended its training
  Eigen::VectorXd decision_values;       // N, at the patterns
};

// The constraint ‖f‖² ≤ `squared_norm`, kept by dividing C by `reduction` > 1 until it holds
// (Decherchi et al., eq. 7 and their algorithm, step 2.3).
struct NormLimit {
  double squared_norm = 0;
  double reduction = 1.1;
};

// The fit of one labelling without a limit, and within it where one was given; the two are equal
// where the limit is not active.
struct Relearnt {
  Fit free;
  std::optional<Fit> constrained;
};

class Relearner {
 public:
  virtual ~Relearner() = default;

  // The patterns, and the labels that they really have.
  virtual const Problem& problem() const = 0;

  // How many labellings are best given at once.
  virtual Eigen::Index batch() const = 0;

  // How the labellings are learned, as the end of a sentence: "each in 2000 iterations at most".
  virtual std::string effort() const = 0;

  // Nothing where the machine can keep a NormLimit, else the sentence that says why not.
  virtual std::optional<std::string> cannot_constrain() const = 0;

  // Other settings of the same algorithm; what does not depend on them is kept. Errors: as those of
  // the algorithm.
  virtual Result<void> set_settings(const SpecValues& values) = 0;

  // Begins to learn the columns of Y (N×M, ±1); what was under way is dropped.
  virtual void begin(const Eigen::Ref<const Eigen::MatrixXd>& Y,
                     std::optional<NormLimit> limit) = 0;

  // Goes on for about `max_time`, at least by one piece of work; true once all columns are learned.
  // Errors: a machine that cannot be trained, in a sentence.
  virtual Result<bool> advance(std::chrono::nanoseconds max_time) = 0;

  // The columns learned since `begin`, in their order: the first so many, while the others are being
  // learned and where one of them cannot be.
  virtual const std::vector<Relearnt>& learnt() const = 0;

  // From now on the machine that learned the last column stays while the next one is being learned, also
  // of a batch that is begun later: a copy of it, for those who look at it meanwhile. Of machines that
  // learn several columns at once the last one stays anyhow.
  virtual void keep_last() {}

  // Decision values at the rows of X of the machine that learned the last column, without the limit
  // or within it; until the next one is begun, or where it is kept until that is learned.
  virtual Eigen::VectorXd decision_values(const Eigen::Ref<const Eigen::MatrixXd>& X,
                                          bool constrained) const = 0;
};

}  // namespace marginscope
