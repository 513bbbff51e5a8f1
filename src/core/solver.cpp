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

void Solver::values(std::size_t index, std::vector<double>& out) const {
  out.clear();
  quantities()[index].read(*this, out);
}

std::vector<double> Solver::values(Role role) const {
  std::vector<double> out;
  for (const Quantity& quantity : quantities()) {
    if (quantity.role == role) quantity.read(*this, out);
  }
  return out;
}

}  // namespace marginscope
