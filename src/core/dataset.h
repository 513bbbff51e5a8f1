#pragma once  // for every room above

// A data set, settled once: whoever reads it need not ask again what its labels mean.

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "core/immutable.h"
#include "core/result.h"

namespace marginscope {

enum class Task { classification, regression };

// "classification" or "regression". Error: there is no such task.
Result<Task> parse_task(std::string_view text);

// The most classes of a data set, wherever it comes from.
inline constexpr int most_classes = 32;

// The columns of a data set as a text, a generator or a person gives them.
struct Columns {
  Task task = Task::classification;
  Patterns X = {};                    // N×p
  Labels y = {};                      // N: labels as they are written, or real targets
  std::vector<bool> validation = {};  // N, or empty: none is set apart
  Names feature_names = {};           // p, or empty
  bool operator==(const Columns&) const = default;
};

// What the feature j (from 0) is called: "x1" the first where it has no name.
std::string feature_name(const Columns& columns, Eigen::Index j);

// The rows (from 0) that are listed, in that order, repeats included.
Columns rows_of(const Columns& columns, const std::vector<int>& rows);

// The features (from 0) that are listed, in that order.
Columns features_of(const Columns& columns, const std::vector<int>& features);

// N patterns of p features with a label or target each, some of them set apart for validation
// (`validation` has N entries). Features and targets are finite, names printable (name_from). Of two
// classes the labels are −1 and +1, of several 1 … K.
struct Dataset : Columns {
  int classes = 2;  // 2 or more, counted over both parts; 0 in regression

  Eigen::Index size() const { return X.rows(); }
  bool operator==(const Dataset&) const = default;
};

// Of three label values or more, in size: numbers of classes, rather than targets.
inline constexpr int largest_label = 1000;

// How labels are written.
//   values   as in a file: of any two numbers the greater is +1; three or more are whole numbers
//            from −largest_label to largest_label and become 1 … K in ascending order
//   classes  as they are drawn and linked: the class, from 1 to most_classes, −1 being the second.
//            K is the greatest, also where a class below it has no pattern; without one beyond the
//            second the labels are +1 (the first) and −1. What is settled already stays as it is.
enum class LabelForm { values, classes };

// What cannot be settled: the row (from 0) and the rest of a sentence that begins with "the …".
struct Unsettled {
  Eigen::Index row = 0;
  std::string message;
  Eigen::Index feature = -1;  // which one it is about (from 0); −1: the label or target
  bool targets = false;  // the message ends with the task that the labels may be meant for
};

// The one way from columns to a data set. X, y and, where it is not empty, validation agree in N.
// Errors: a feature or target that is not finite, a label that is not of the form, too many
// classes, and of `values` one value only. Cost: O(Np), and of `values` O(N log N) more; the blocks
// are kept where nothing changes.
std::expected<Dataset, Unsettled> settle(Columns columns, LabelForm form);

// The class that a settled label stands for, from 1: of two classes +1 is the first, −1 the second.
inline int class_of(double label) { return label < 0 ? 2 : static_cast<int>(label); }

// What one of so many classes is called, by its index from 0: "+1", "−1", of more than two "3".
std::string class_text(int index, int classes);

}  // namespace marginscope
