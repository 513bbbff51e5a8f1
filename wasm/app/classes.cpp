#include "app/classes.h"

#include <algorithm>

#include "core/text.h"

namespace marginscope {

int class_index(double label) { return class_of(label) - 1; }

std::string class_name(int classes, double label) {
  return label == 1 && classes == 2 ? "+1" : short_text(label);
}

std::vector<double> labels_to_place(const Dataset& data, double placing) {
  const int classes = std::max(data.classes, class_of(placing));
  if (classes <= 2 || data.task != Task::classification) return {1, -1};
  std::vector<double> labels;
  for (int k = 1; k <= classes; ++k) labels.push_back(k);
  return labels;
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
