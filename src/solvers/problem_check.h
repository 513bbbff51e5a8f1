#pragma once  // for src/solvers only

// What every algorithm asks of a problem before it starts.

#include <string_view>

#include "core/problem.h"
#include "core/result.h"
#include "core/solver.h"
#include "solvers/registry.h"

namespace marginscope {

// Errors: no training pattern, a task or number of classes that is not `takes`, features or targets of
// either part that are not a number or whose squares overflow, or that `solver` needs more than `memory` bytes;
// `name` is the algorithm's.
Result<void> check_problem(const Problem& problem, Takes takes, std::string_view name,
                           const Solver& solver, double memory);

}  // namespace marginscope
