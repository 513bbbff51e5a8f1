#pragma once

// Solvers publish what they hold as named quantities; charts, tooltips, traces and the accessible
// mirror are generic over them.

#include <string_view>
#include <vector>

namespace marginscope {

// Axis of a quantity's shape. `pattern` runs over the training patterns, `weight` over the p
// features and the bias (last).
enum class Axis { pattern, weight, class_label, moment };

std::string_view axis_id(Axis axis);  // "pattern", "weight", "class", "moment"

enum class QuantityKind { real, integer, pattern_set };

struct Quantity {
  std::string_view id;      // "margin_vector"
  std::string_view symbol;  // "b"
  std::string_view meaning;
  std::vector<Axis> shape;  // a product of axes, row-major; empty for a single number
  QuantityKind kind = QuantityKind::real;
  int bits = 0;  // of an integer kind: the width of the two's-complement register
};

}  // namespace marginscope
