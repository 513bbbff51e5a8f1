#include "core/quantity.h"

namespace marginscope {

std::string_view axis_id(Axis axis) {
  switch (axis) {
    case Axis::pattern:
      return "pattern";
    case Axis::weight:
      return "weight";
    case Axis::class_label:
      return "class";
    case Axis::moment:
      return "moment";
  }
  return "";
}

}  // namespace marginscope
