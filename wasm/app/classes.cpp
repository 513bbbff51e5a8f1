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

std::string point_title(const Session& session, int point) {
  const Dataset& data = session.scene().data;
  return sentence(session.pattern_of_point(point) >= 0 ? "Pattern " : "Validation point ",
                  std::to_string(point + 1), " · ", label_text(data, data.y[point]));
}

}  // namespace marginscope
