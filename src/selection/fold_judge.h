#pragma once  // for src/selection only

// The judge that trains a machine for each part of the training patterns, without that part.

#include <memory>

#include "selection/cell_judge.h"

namespace marginscope {

// Where there are fewer patterns than folds each is a fold of its own. There are two patterns at the least.
std::unique_ptr<CellJudge> cross_validation_judge(const SelectionRequest& request,
                                                  std::shared_ptr<const Problem> problem,
                                                  int folds);

}  // namespace marginscope
