#include "selection/bound_judge.h"

#include <algorithm>
#include <optional>

#include "core/trainer.h"
#include "core/workers.h"
#include "selection/whole_machine.h"
#include "solvers/relearning/relearners.h"

namespace marginscope {
namespace {

class BoundJudge final : public CellJudge {
 public:
  BoundJudge(Spec criterion, TrainerOptions options, std::uint64_t seed, Relearning relearning,
             int swaps, std::shared_ptr<const Problem> problem, Workers workers)
      : criterion_(std::move(criterion)),
        options_(std::move(options)),
        seed_(seed),
        relearning_(relearning),
        swaps_(swaps),
        problem_(std::move(problem)),
        workers_(workers) {}

  std::unique_ptr<CellJudge> another() const override {
    return std::make_unique<BoundJudge>(criterion_, options_, seed_, relearning_, swaps_, problem_,
                                        Workers());
  }

  void forget() override {
    bound_.reset();
    machine_.reset();
  }

  double memory_needed(const SelectionCell& cell) const override {
    return memory_of(cell.algorithm, *problem_);
  }
  int parts() const override {
    return relearning_ == Relearning::at_once ? 1 : std::max(1, swaps_);
  }
  bool follows(const SelectionCell& before, const SelectionCell& cell) const override {
    return relearning_ == Relearning::at_once
               ? all_but_C(before) == all_but_C(cell)
               : takes_over(before.algorithm, cell.algorithm, *problem_);
  }

  Result<void> begin(SelectionCell& cell) override {
    bound_.reset();
    if (!machine_) {
      auto machine = make_relearner(cell.algorithm, options_, problem_, workers_);
      if (!machine) return fail(machine.error());
      machine_ = std::move(*machine);
    } else if (auto done = machine_->set_settings(cell.algorithm.values); !done) {
      return fail(done.error());
    }
    auto bound = Bound::start(criterion_, *machine_, seed_);
    if (!bound) return fail(bound.error());
    bound_.emplace(std::move(*bound));
    return {};
  }

  Result<bool> advance(std::chrono::nanoseconds max_time, SelectionCell& cell) override {
    if (bound_->advance(max_time)) return false;
    cell.validation_error = bound_->validation_error();
    if (bound_->given()) cell.training_error = bound_->given()->training_error;
    cell.terms = bound_->terms();
    cell.unfinished = bound_->unfinished();
    cell.bound = bound_kinds()[static_cast<std::size_t>(bound_->applied())].id;
    if (bound_->refusal()) return fail(*bound_->refusal());
    cell.value = bound_->value();
    return true;
  }

  std::string plan(const SelectionCell& cell) const override {
    auto machine = make_relearner(cell.algorithm, options_, problem_);
    if (!machine) return sentence(machine.error().message, ".");
    auto bound = Bound::start(criterion_, **machine, seed_);
    return bound ? sentence("Each like this: ", bound->plan())
                 : sentence(bound.error().message, ".");
  }
  double fraction_done() const override { return bound_ ? bound_->fraction_done() : 0; }

 private:
  // One factorisation serves every C.
  static SpecValues all_but_C(const SelectionCell& cell) {
    SpecValues values = cell.algorithm.values;
    std::erase_if(values, [](const auto& value) { return value.first == "C"; });
    return values;
  }

  Spec criterion_;
  TrainerOptions options_;
  std::uint64_t seed_;
  Relearning relearning_;
  int swaps_;
  std::shared_ptr<const Problem> problem_;
  Workers workers_;
  std::unique_ptr<Relearner> machine_;
  std::optional<Bound> bound_;
};

}  // namespace

std::unique_ptr<CellJudge> bound_judge(const SelectionRequest& request, Relearning relearning,
                                       int swaps, std::shared_ptr<const Problem> problem) {
  return std::make_unique<BoundJudge>(request.criterion, request.training, request.seed, relearning,
                                      swaps, std::move(problem), request.workers);
}

}  // namespace marginscope
