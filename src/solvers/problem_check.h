#pragma once

// What every algorithm asks of a problem before it starts.

#include <string_view>

#include "core/problem.h"
#include "core/result.h"
#include "solvers/registry.h"

namespace marginscope {

// Errors: no training pattern, a task or number of classes that is not `takes`, or features or
// targets whose squares overflow; `name` is the algorithm's.
Result<void> check_problem(const Problem& problem, Takes takes, std::string_view name);

// Error: a kernel matrix of N training patterns that takes more than 1.5 GB, which would not fit
// into a browser's memory beside the rest.
Result<void> check_gram_size(Eigen::Index N, std::string_view name);

}  // namespace marginscope
