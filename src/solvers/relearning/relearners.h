#pragma once  // for every room above

// Machines that learn many labellings of the same patterns. In files of their own, and not in the
// registry, so that a program that asks for no bound does not carry their linear algebra.

#include <memory>

#include "core/relearner.h"
#include "core/text.h"
#include "core/trainer.h"
#include "core/workers.h"
#include "solvers/registry.h"

namespace marginscope {

// The machine of `algorithm`, of two classes with labels ±1. Regularised least squares are solved
// in closed form for all labellings and all C together (Relearning::at_once); every other algorithm
// trains each labelling by a Trainer, from what the fit before has computed where it can. Errors:
// an unknown algorithm or setting, a problem of another kind than two classes, fewer than two
// patterns. That a machine cannot be trained, or its kernel matrix not be factorised, is an error of
// its `advance`, for every labelling until a setting changes it.
//
// Labellings that are trained one by one are trained by as many `workers` as the memory of the options
// has room for, to the same bits as by one; those that are solved together, by the calling thread.
Result<std::unique_ptr<Relearner>> make_relearner(const Spec& algorithm, TrainerOptions options,
                                                  std::shared_ptr<const Problem> problem,
                                                  Workers workers = {});

// Errors: those of make_relearner about the kind of problem.
Result<void> check_relearnable(const Algorithm& algorithm, const Problem& problem);

// What make_relearner chooses from. Error of the former also: other settings than those of rls.
Result<std::unique_ptr<Relearner>> make_ridge_relearner(const Algorithm& algorithm,
                                                        const SpecValues& settings, double memory,
                                                        std::shared_ptr<const Problem> problem);
Result<std::unique_ptr<Relearner>> make_solver_relearner(const Algorithm& algorithm,
                                                         const SpecValues& settings,
                                                         TrainerOptions options,
                                                         std::shared_ptr<const Problem> problem);
Result<std::unique_ptr<Relearner>> make_parallel_relearner(const Algorithm& algorithm,
                                                           const SpecValues& settings,
                                                           TrainerOptions options,
                                                           std::shared_ptr<const Problem> problem,
                                                           Workers workers);

// The sentence where dividing C again and again (tolerances::most_reductions) leaves ‖f‖ too large.
inline constexpr char norm_unmet[] =
    "No C however small brings the norm below that of the machine of the given labels, which is "
    "zero or close to it; ask for the classical bound";

}  // namespace marginscope
