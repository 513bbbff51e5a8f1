#include "core/dataset.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "core/text.h"

namespace marginscope {
namespace {

std::unexpected<Unsettled> unsettled(Eigen::Index row, std::string message) {
  return std::unexpected(Unsettled{.row = row, .message = std::move(message)});
}

// The same of a label that is more likely a target.
std::unexpected<Unsettled> not_a_class(Eigen::Index row, std::string_view message) {
  return std::unexpected(
      Unsettled{.row = row,
                .message = sentence(message, "; for real targets the task is regression"),
                .targets = true});
}

std::optional<Unsettled> find_not_finite(const Columns& columns) {
  const auto message = [](std::string_view what, double value) {
    return sentence(what, " is ", exact_text(value), "; it must be a finite number");
  };
  for (Eigen::Index j = 0; j < columns.X.cols(); ++j) {
    if (columns.X->col(j).allFinite()) continue;
    Eigen::Index i = 0;
    while (std::isfinite(columns.X(i, j))) ++i;
    return Unsettled{.row = i,
                     .message = message("feature " + std::to_string(j + 1), columns.X(i, j)),
                     .feature = j};
  }
  for (Eigen::Index i = 0; i < columns.y.size(); ++i) {
    if (std::isfinite(columns.y[i])) continue;
    return Unsettled{
        .row = i,
        .message = message(columns.task == Task::regression ? "target" : "label", columns.y[i])};
  }
  return std::nullopt;
}

// The block is kept where no label gets another name.
template <class Name>
Labels renamed(const Labels& y, Name name) {
  Eigen::VectorXd named = y->unaryExpr(name);
  return named == *y ? y : Labels(std::move(named));
}

struct Classes {
  Labels y;
  int count = 2;
};

std::expected<Classes, Unsettled> classes_of_values(const Labels& y) {
  const std::set<double> values(y.begin(), y.end());
  if (values.size() == 1) {
    return unsettled(0, sentence("label is ", exact_text(*values.begin()),
                                 " in every row; a classification needs two label values or more"));
  }
  if (values.size() <= 2) {
    return Classes{
        renamed(y, [&](double label) { return label == *values.rbegin() ? 1.0 : -1.0; })};
  }
  std::vector<double> seen;
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    const double label = y[i];
    if (label != std::floor(label) || std::abs(label) > largest_label) {
      const std::string largest = std::to_string(largest_label);
      return not_a_class(
          i, sentence("label ", exact_text(label), " is one of ", std::to_string(values.size()),
                      " values, and three classes or more need whole numbers from -", largest,
                      " to ", largest, " as labels"));
    }
    if (std::find(seen.begin(), seen.end(), label) == seen.end()) seen.push_back(label);
    if (seen.size() > most_classes) {
      return not_a_class(i, sentence("label ", exact_text(label), " is one value too many for ",
                                     std::to_string(most_classes), " classes at most"));
    }
  }
  const auto number = [&values](double label) {
    return static_cast<double>(std::distance(values.begin(), values.find(label)) + 1);
  };
  return Classes{renamed(y, number), static_cast<int>(values.size())};
}

std::expected<Classes, Unsettled> classes_as_drawn(const Labels& y) {
  int greatest = 0;
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    const double label = y[i];
    if (label != -1 && !(label >= 1 && label <= most_classes && label == std::floor(label))) {
      return unsettled(
          i, sentence("label is ", short_text(label), "; it must be −1, or a class from 1 to ",
                      std::to_string(most_classes)));
    }
    greatest = std::max(greatest, class_of(label));
  }
  if (greatest > 2) {
    return Classes{renamed(y, [](double label) { return static_cast<double>(class_of(label)); }),
                   greatest};
  }
  return Classes{renamed(y, [](double label) { return class_of(label) == 1 ? 1.0 : -1.0; })};
}

}  // namespace

Result<Task> parse_task(std::string_view text) {
  if (text == "classification") return Task::classification;
  if (text == "regression") return Task::regression;
  return fail(sentence("There is no task ", in_quotes(text), "; ",
                       there_are({"classification", "regression"})));
}

Columns rows_of(const Columns& columns, const std::vector<int>& rows) {
  Columns part{.task = columns.task,
               .X = (*columns.X)(rows, Eigen::placeholders::all),
               .y = (*columns.y)(rows),
               .feature_names = columns.feature_names};
  if (!columns.validation.empty()) {
    for (const int row : rows) {
      part.validation.push_back(columns.validation[static_cast<std::size_t>(row)]);
    }
  }
  return part;
}

Columns features_of(const Columns& columns, const std::vector<int>& features) {
  Columns part = columns;
  part.X = (*columns.X)(Eigen::placeholders::all, features);
  std::vector<std::string> names;
  for (const int j : features) names.push_back(feature_name(columns, j));
  part.feature_names = std::move(names);
  return part;
}

std::string feature_name(const Columns& columns, Eigen::Index j) {
  const auto index = static_cast<std::size_t>(j);
  const bool named = index < columns.feature_names->size() && !columns.feature_names[index].empty();
  return named ? columns.feature_names[index] : sentence("x", std::to_string(j + 1));
}

std::expected<Dataset, Unsettled> settle(Columns columns, LabelForm form) {
  if (auto bad = find_not_finite(columns)) return std::unexpected(std::move(*bad));
  int classes = 0;
  if (columns.task == Task::classification) {
    auto found =
        form == LabelForm::values ? classes_of_values(columns.y) : classes_as_drawn(columns.y);
    if (!found) return std::unexpected(std::move(found.error()));
    columns.y = std::move(found->y);
    classes = found->count;
  }
  if (columns.validation.empty()) {
    columns.validation.resize(static_cast<std::size_t>(columns.X.rows()));
  }
  std::vector<std::string> names = *columns.feature_names;
  for (std::string& name : names) name = name_from(name);
  if (names != *columns.feature_names) columns.feature_names = std::move(names);
  return Dataset{std::move(columns), classes};
}

std::string class_text(int index, int classes) {
  return classes > 2 ? std::to_string(index + 1) : index == 0 ? "+1" : "−1";
}

}  // namespace marginscope
