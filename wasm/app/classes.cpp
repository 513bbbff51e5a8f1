#include "app/classes.h"

#include "core/text.h"

namespace marginscope {

int class_index(double label) { return class_of(label) - 1; }

std::string class_name(int classes, double label) {
  return label == 1 && classes == 2 ? "+1" : short_text(label);
}

std::string label_text(const Dataset& data, double label) {
  return data.task == Task::classification ? sentence("class ", class_name(data.classes, label))
                                           : sentence("target ", short_text(label, 5));
}

}  // namespace marginscope
