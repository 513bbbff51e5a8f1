#include <vector>

#include "core/run.h"

namespace marginscope {
namespace {

std::string_view meaning_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::running:
      return "";
    case Outcome::solved:
      return "The algorithm has reached what it looks for, or nothing moves any more: further "
             "steps would change nothing.";
    case Outcome::not_separable:
      return "No line separates the classes. It is claimed on a proof, Gordan's certificate, and "
             "to within the residual that is told; else not at all.";
    case Outcome::singular:
      return "A system of equations has no solution to rounding, or leaves open which of several "
             "is meant, or a step is lost in rounding short of the optimum, so there is no next "
             "step.";
    case Outcome::diverged:
      return "Numbers overflow. The sentence says what to change.";
    case Outcome::max_iterations:
      return "The limit on iterations is reached: the scene's, the algorithm's own, or what memory "
             "there is for the way back.";
  }
  return "";
}

}  // namespace

std::span<const OutcomeKind> outcome_kinds() {
  static const std::vector<OutcomeKind> list = [] {
    std::vector<OutcomeKind> all;
    for (auto outcome = Outcome::solved; outcome <= Outcome::max_iterations;
         outcome = static_cast<Outcome>(static_cast<int>(outcome) + 1)) {
      all.push_back({outcome_name(outcome), meaning_of(outcome)});
    }
    all.push_back(
        {cancellation,
         "The command was interrupted from the keyboard, or asked to end by SIGTERM. What was "
         "reached by then is reported. The page gives work up without ending the run: it can go "
         "on."});
    return all;
  }();
  return list;
}

}  // namespace marginscope
