#include "library/setup.h"

#include <limits>
#include <utility>

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
  constexpr int most = std::numeric_limits<int>::max();
  const double limit = setup.max_iterations;
  if (!(limit >= 0 && limit <= most) || limit != std::floor(limit)) {
    return fail(sentence("max_iterations is ", short_text(limit),
                         "; it must be a whole number from 0 to ", std::to_string(most)));
  }
  Training training = training_of(data, *scaling);
  auto rules =
      rules_for(*algorithm, setup.rules ? *setup.rules : (*kind)->default_rules, *training.problem);
  if (!rules) return fail(rules.error());
  return Plan{std::move(*algorithm), std::move(*rules), *scaling, static_cast<int>(limit),
              std::move(training)};
}

}  // namespace marginscope
