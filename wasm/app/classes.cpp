#include "app/classes.h"

#include <algorithm>

#include "app/theme.h"
#include "core/text.h"

namespace marginscope {

int class_index(double label) { return std::clamp(class_of(label), 1, Theme::class_count) - 1; }

std::string class_name(const Dataset& data, double label) {
  return label == 1 && data.classes == 2 ? "+1" : short_text(label);
}

std::string label_text(const Dataset& data, double label) {
  return data.task == Task::classification ? sentence("class ", class_name(data, label))
                                           : sentence("target ", short_text(label, 5));
}

}  // namespace marginscope
