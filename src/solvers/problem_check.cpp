#include "solvers/problem_check.h"

#include <algorithm>
#include <cmath>

#include "core/extremes.h"
#include "core/text.h"
#include "core/tolerances.h"

namespace marginscope {

namespace {

Result<void> check_memory(ProblemSize size, std::string_view name, const Solver& solver,
                          double memory) {
  const double needed = solver.memory_needed(size);
  if (needed <= memory) return {};
  std::string message =
      sentence(name, " needs ", bytes_text(needed), " of memory for ", short_text(size.N, 9),
               " training patterns with ", short_text(size.p, 9),
               size.p == 1 ? " feature, and " : " features, and ",
               bytes_text(std::max(0.0, memory)), " are there for it; ");
  // What fits: more patterns never take less, and more features neither.
  double fits = 0, too_many = size.N;
  while (too_many - fits > 1) {
    size.N = std::floor((fits + too_many) / 2);
    (solver.memory_needed(size) <= memory ? fits : too_many) = size.N;
  }
  if (fits > 0) return fail(sentence(message, "keep at most ", short_text(fits, 9)));
  const bool fits_small = solver.memory_needed({.N = 1, .p = 1}) <= memory;
  return fail(message + (fits_small ? "keep fewer features"
                                    : "what other machines hold is free once they are removed"));
}

enum class Part { training, validation };

// Features and targets of a part are numbers whose squares can be added up.
Result<void> check_range(const Problem& problem, Part part) {
  const bool held_out = part == Part::validation;
  const Patterns& X = held_out ? problem.X_validation : problem.X;
  const Labels& y = held_out ? problem.y_validation : problem.y;
  const bool features_fit = largest_size(*X) <= tolerances::divergence;
  if (features_fit && largest_size(*y) <= tolerances::divergence) return {};
  const std::string_view of_part = held_out ? " of the validation part" : "";
  Eigen::Index i = 0, j = 0;
  const double reach = features_fit ? y->cwiseAbs().maxCoeff<Eigen::PropagateNaN>(&i)
                                    : X->cwiseAbs().maxCoeff<Eigen::PropagateNaN>(&i, &j);
  if (std::isnan(reach)) {
    const int pattern = static_cast<int>(i);
    return fail(sentence(!features_fit                      ? "Feature " + std::to_string(j + 1)
                         : problem.task == Task::regression ? "The target"
                                                            : "The label",
                         " of pattern ",
                         std::to_string(held_out ? pattern + 1 : problem.number_of(pattern)),
                         of_part, " is nan; it must be a finite number"));
  }
  return fail(sentence(features_fit ? "The targets" : "The features", of_part, " reach ",
                       short_text(reach),
                       ", whose squares overflow the range of numbers; scale them below ",
                       short_text(tolerances::divergence)));
}

}  // namespace

Result<void> check_problem(const Problem& problem, Takes takes, std::string_view name,
                           const Solver& solver, double memory) {
  if (auto reason = misfit(takes, name, problem.task, problem.classes)) return fail(*reason);
  if (problem.X.rows() == 0) {
    return fail(sentence(name, " has no training pattern to learn from; it needs one or more"));
  }
  if (auto good = check_range(problem, Part::training); !good) return good;
  if (auto good = check_range(problem, Part::validation); !good) return good;
  return check_memory(size_of(problem), name, solver, memory);
}

}  // namespace marginscope
