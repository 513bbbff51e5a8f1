#pragma once  // for src/selection only

// Judges that train one machine for a cell, that of all training patterns.

#include <memory>

#include "core/trainer.h"
#include "selection/cell_judge.h"

namespace marginscope {

// By its error on the validation part, which there is.
std::unique_ptr<CellJudge> validation_judge(std::shared_ptr<const Problem> problem,
                                            const TrainerOptions& options);

// By what it publishes as the values of machines without each pattern.
std::unique_ptr<CellJudge> leave_one_out_judge(std::shared_ptr<const Problem> problem,
                                               const TrainerOptions& options);

}  // namespace marginscope
