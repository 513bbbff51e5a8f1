#include "core/quantity.h"

namespace marginscope {

std::string_view axis_id(Axis axis) {
  static constexpr std::string_view ids[] = {"pattern", "weight", "class", "moment"};
  return ids[static_cast<std::size_t>(axis)];
}

std::string_view kind_id(QuantityKind kind) {
  static constexpr std::string_view ids[] = {"real", "integer", "pattern-set"};
  return ids[static_cast<std::size_t>(kind)];
}

std::string_view role_id(Role role) {
  static constexpr std::string_view ids[] = {
      "weights",        "margin",    "margin-target",  "margin-vector", "error",
      "dual-variable",  "slack",     "pattern-weight", "certificate",   "decision-value",
      "left-out-value", "objective", "moments",        "state"};
  return ids[static_cast<std::size_t>(role)];
}

bool over_patterns(const Quantity& quantity) {
  return !quantity.shape.empty() && quantity.shape[0] == Axis::pattern &&
         quantity.kind != QuantityKind::pattern_set;
}

}  // namespace marginscope
