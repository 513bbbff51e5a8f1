#pragma once

// What is to be trained, in the texts that links and the command line have for it.

#include <chrono>
#include <cmath>
#include <optional>
#include <string>

#include "data/training.h"
#include "scene/scene.h"

namespace marginscope {

struct Setup {
  std::string algorithm;             // "smo:C=10,kernel=gaussian:sigma=2"
  std::optional<std::string> rules;  // none: those that the algorithm usually has
  std::string scaling;
  int max_iterations;  // 0 or more
};

struct Plan {
  Spec algorithm;
  RuleSet rules;
  Scaling scaling;
  int max_iterations;
  Training training;
};

// Errors: a text that cannot be read, a value out of its range, a rule that has nothing to say of such
// data, patterns that are copied and have no room.
Result<Plan> plan_of(const Dataset& data, const Setup& setup);

// What there is for a training that begins now, in bytes.
double training_memory();

// Without a limit where it is infinite.
inline std::chrono::nanoseconds time_of(double milliseconds) {
  if (std::isinf(milliseconds)) return no_time_limit;
  return std::chrono::nanoseconds(static_cast<long long>(milliseconds * 1e6));
}

}  // namespace marginscope
