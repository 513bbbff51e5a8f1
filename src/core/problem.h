#pragma once

// Patterns and what is asked of them.

#include <Eigen/Core>
#include <string>
#include <vector>

namespace marginscope {

enum class Task { classification, regression };

// A data set as a person gives it: N patterns of p features with a label or target each, some of
// them set apart for validation.
struct Dataset {
  Task task = Task::classification;
  Eigen::MatrixXd X;             // N×p
  Eigen::VectorXd y;             // N: ±1 for two classes, 1 … K for several, or real targets
  std::vector<bool> validation;  // N
  std::vector<std::string> feature_names;  // p, or empty

  Eigen::Index size() const { return X.rows(); }
  bool operator==(const Dataset& other) const;
};

// What a solver is given. The labels of two classes are −1 and +1, those of K > 2 classes 1 … K.
struct Problem {
  Task task = Task::classification;
  int classes = 2;               // 2 or more; 0 in regression
  Eigen::MatrixXd X;             // N×p training patterns
  Eigen::VectorXd y;             // N
  Eigen::MatrixXd X_validation;  // M×p, M may be 0
  Eigen::VectorXd y_validation;  // M

  bool has_validation() const { return y_validation.size() > 0; }
};

// How many classes the labels of `data` tell apart, both parts together: 2 or more; 0 in
// regression.
int class_count(const Dataset& data);

// Training and validation part of `data`, in its order. Classes are those of both parts.
Problem problem_of(const Dataset& data);

// What a person should know about the problem before it is trained, one sentence each: one class
// only, a constant feature, fewer patterns than weights, patterns that are repeated with both
// labels.
std::vector<std::string> remarks(const Problem& problem);

// The fraction of errors of decision values f on labels y: an error is y·f ≤ 0 or not a number; for
// K classes (f is N×K) a row whose largest entry is not strictly that of its class. In regression
// the mean squared error. Not a number where there is no pattern.
double error_rate(const Problem& problem, const Eigen::VectorXd& y, const Eigen::MatrixXd& f);

}  // namespace marginscope
