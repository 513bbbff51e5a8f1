#include "core/solver.h"

namespace marginscope {

std::string_view outcome_id(Outcome outcome) {
  switch (outcome) {
    case Outcome::running:
      return "running";
    case Outcome::solved:
      return "solved";
    case Outcome::not_separable:
      return "not-separable";
    case Outcome::singular:
      return "singular";
    case Outcome::diverged:
      return "diverged";
    case Outcome::max_iterations:
      return "max-iterations";
  }
  return "";
}

}  // namespace marginscope
