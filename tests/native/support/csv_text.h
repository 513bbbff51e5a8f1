#pragma once

// A data set as the text of a file: what read_csv reads back to the bit.

#include <string>

#include "core/dataset.h"
#include "core/text.h"

namespace marginscope::testing {

// Header and rows, numbers exact. The validation flags are not part of it.
inline std::string write_csv(const Dataset& data) {
  std::string text;
  for (Eigen::Index j = 0; j < data.X.cols(); ++j) {
    const std::string name = feature_name(data, j);
    if (name.find_first_of(",\"") == std::string::npos && trimmed(name) == name) {
      text += name;
    } else {
      text += '"';
      for (const char c : name) text += c == '"' ? "\"\"" : std::string(1, c);
      text += '"';
    }
    text += ',';
  }
  text += data.task == Task::regression ? "target\n" : "label\n";
  for (Eigen::Index i = 0; i < data.X.rows(); ++i) {
    for (Eigen::Index j = 0; j < data.X.cols(); ++j) text += exact_text(data.X(i, j)) + ",";
    text += exact_text(data.y[i]) + "\n";
  }
  return text;
}

}  // namespace marginscope::testing
