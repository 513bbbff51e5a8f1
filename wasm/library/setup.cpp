#include "library/setup.h"

#include <algorithm>
#include <utility>

#include "core/memory.h"
#include "library/memory_left.h"
#include "solvers/registry.h"

namespace marginscope {

Result<Plan> plan_of(const Dataset& data, const Setup& setup) {
  auto algorithm = parse_spec(setup.algorithm);
  if (!algorithm) return fail(algorithm.error());
  const auto kind = find_algorithm(algorithm->name);
  if (!kind) return fail(kind.error());
  if (const auto solver = (*kind)->make(**kind, algorithm->values); !solver) {
    return fail(solver.error());
  }
  const auto scaling = parse_scaling(setup.scaling);
  if (!scaling) return fail(scaling.error());
  // What is parted is copied, and what is scaled.
  const bool parted = std::ranges::contains(data.validation, true);
  const int copies = (parted ? 1 : 0) + (*scaling == Scaling::none ? 0 : 1);
  const double each =
      matrix_bytes(static_cast<double>(data.size()), static_cast<double>(data.X.cols()));
  if (auto fits = check_memory(copies * each, "The patterns, parted or scaled, need"); !fits) {
    return fail(fits.error());
  }
  Training training = training_of(data, *scaling);
  auto rules =
      rules_for(*algorithm, setup.rules ? *setup.rules : (*kind)->default_rules, *training.problem);
  if (!rules) return fail(rules.error());
  return Plan{std::move(*algorithm), std::move(*rules), *scaling, setup.max_iterations,
              std::move(training)};
}

double training_memory() { return std::min(usual_memory(), memory_left()); }

}  // namespace marginscope
