#include "solvers/registry.h"

#include "solvers/algorithm.h"

namespace marginscope {

bool takes(Takes takes, Task task, int classes) {
  const bool regression = task == Task::regression;
  switch (takes) {
    case Takes::two_classes:
      return !regression && classes == 2;
    case Takes::several_classes:
      return !regression;
    case Takes::regression:
      return regression;
    case Takes::two_classes_or_regression:
      return regression || classes == 2;
  }
  return false;
}

std::span<const Algorithm> algorithms() {
  static const Algorithm rows[] = {
      least_squares_algorithm(), hk_algorithm(),   hkes_algorithm(), hka_algorithm(),
      hkesa_algorithm(),         mhks_algorithm(), mhka_algorithm(),
  };
  return rows;
}

Result<const Algorithm*> find_algorithm(std::string_view id) {
  std::vector<std::string> names;
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.id == id) return &algorithm;
    names.emplace_back(algorithm.id);
  }
  return fail(sentence("There is no algorithm \"", id, "\"; there are ", alternatives(names)));
}

Result<std::unique_ptr<Solver>> make_solver(const Spec& spec) {
  auto algorithm = find_algorithm(spec.name);
  if (!algorithm) return fail(algorithm.error());
  return (*algorithm)->make(**algorithm, spec.values);
}

}  // namespace marginscope
