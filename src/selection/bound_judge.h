#pragma once  // for src/selection only

// The judge that computes a bound of a machine's error.

#include <memory>

#include "selection/cell_judge.h"
#include "solvers/registry.h"

namespace marginscope {

// `swaps`: how many labellings the bound draws.
std::unique_ptr<CellJudge> bound_judge(const SelectionRequest& request, Relearning relearning,
                                       int swaps, std::shared_ptr<const Problem> problem);

}  // namespace marginscope
