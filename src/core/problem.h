#pragma once  // for every room above

// Patterns and what is asked of them.

#include <Eigen/Core>
#include <string>
#include <vector>

#include "core/dataset.h"

namespace marginscope {

// What a solver is given: training and validation part of a data set, scaled. The labels of two
// classes are −1 and +1, those of K > 2 classes 1 … K.
struct Problem {
  Task task = Task::classification;
  int classes = 2;        // 2 or more; 0 in regression
  Patterns X;             // N×p training patterns
  Labels y;               // N
  Patterns X_validation;  // M×p, M may be 0
  Labels y_validation;    // M
  std::vector<int> rows;  // N, of the data set (from 0), that the patterns are; empty: its first N

  bool has_validation() const { return y_validation.size() > 0; }

  // By which people know a training pattern: that of its row in the data set, from 1.
  int number_of(int pattern) const {
    return 1 + (rows.empty() ? pattern : rows[static_cast<std::size_t>(pattern)]);
  }
};

// What a person should know about the problem before it is trained, one sentence each: one class
// only, a constant feature or one whose squares vanish, fewer patterns than weights, patterns that are
// repeated with both labels. Cost: O(Np), and of a classification sorting its patterns.
std::vector<std::string> remarks(const Problem& problem);

// Whether patterns with the very same features have different labels, so that no machine can be right on
// all of them. O(Np log N).
bool has_disputed_place(const Problem& problem);

// The fraction of errors of decision values f on labels y: an error is y·f ≤ 0 or not a number; for
// K classes (f is N×K) a row whose largest entry is not strictly that of its class. In regression
// the mean squared error. Not a number where there is no pattern.
double error_rate(const Problem& problem, const Eigen::VectorXd& y, const Eigen::MatrixXd& f);

}  // namespace marginscope
