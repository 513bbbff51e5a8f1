#include "library/estimate_handles.h"

#include <algorithm>
#include <utility>

#include "solvers/relearning/relearners.h"

namespace marginscope {

Refusal BoundHandle::begin(const DataHandle& data, const Setup& setup, const std::string& bound,
                           const std::string& seed) {
  const auto begun = [&]() -> Result<void> {
    auto plan = plan_of(data.data(), setup);
    if (!plan) return fail(plan.error());
    const auto kind = parse_spec(bound);
    if (!kind) return fail(kind.error());
    const auto number = parse_seed(seed);
    if (!number) return fail(number.error());
    const double memory = training_memory();
    auto machine = make_relearner(
        plan->algorithm,
        {.rules = std::move(plan->rules), .max_iterations = plan->max_iterations, .memory = memory},
        plan->training.problem);
    if (!machine) return fail(machine.error());
    auto started = Bound::start(*kind, **machine, *number);
    if (!started) return fail(started.error());
    machine_ = std::move(*machine);
    bound_ = std::move(*started);
    // A machine that needs more is refused before it takes any.
    const double needed =
        (*make_solver(plan->algorithm))->memory_needed(size_of(*plan->training.problem));
    if (needed <= memory) promise_.make(needed);
    return {};
  };
  return refused(begun());
}

Refusal SelectionHandle::begin(const DataHandle& data, const Setup& setup,
                               const std::string& criterion, const TextList& axes, bool two_stage,
                               const std::string& seed) {
  const auto begun = [&]() -> Result<void> {
    auto plan = plan_of(data.data(), setup);
    if (!plan) return fail(plan.error());
    auto kind = parse_spec(criterion);
    if (!kind) return fail(kind.error());
    const auto number = parse_seed(seed);
    if (!number) return fail(number.error());
    SelectionRequest request{.data = data.data(),
                             .scaling = plan->scaling,
                             .algorithm = std::move(plan->algorithm),
                             .training = {.rules = std::move(plan->rules),
                                          .max_iterations = plan->max_iterations,
                                          .memory = training_memory()},
                             .seed = *number,
                             .criterion = std::move(*kind),
                             .grid = {},
                             .two_stage = two_stage};
    for (const std::string& text : emscripten::vecFromJSArray<std::string>(axes)) {
      auto axis = parse_grid_axis(text);
      if (!axis) return fail(axis.error());
      request.grid.push_back(std::move(*axis));
    }
    auto started = Selection::start(std::move(request));
    if (!started) return fail(started.error());
    selection_ = std::move(*started);
    promise_.make(std::min(selection_->memory_needed(), selection_->request().training.memory));
    return {};
  };
  return refused(begun());
}

std::string SelectionHandle::algorithm_of(int cell) const {
  return spec_text(selection_->cells()[static_cast<std::size_t>(cell)].algorithm);
}

}  // namespace marginscope
