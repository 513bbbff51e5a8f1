#pragma once

// How classes and targets are called and told apart.

#include <string>
#include <string_view>
#include <vector>

#include "core/dataset.h"
#include "session/session.h"

namespace marginscope {

// Index of the shape and colour of a class label: +1, −1, then the third class …
int class_index(double label);

// "+1" and "−1" of two classes, otherwise the class's number.
std::string class_name(int classes, double label);

// The classes that a point may be given, as labels. The third is there from `placing` on, the class
// of the next point, before its first.
std::vector<double> labels_to_place(const Dataset& data, double placing);

// "class +1", in regression "target 0.31".
std::string label_text(const Dataset& data, double label);

// What a card about a point is headed: "Pattern 33 · class +1". Its number is that of its row, in
// tables, sentences, charts and on the plane.
std::string point_title(const Session& session, int point);

}  // namespace marginscope
