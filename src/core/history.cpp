#include "core/history.h"

#include <cmath>

#include "core/text.h"

namespace marginscope {

std::string History::error_text(double error) const {
  if (std::isnan(error)) return "none";
  return task_ == Task::regression ? short_text(error) + " (mean squared)" : percent_text(error);
}

Record& History::begin_record() {
  LeastError training, validation;
  if (!records_.empty()) {
    training = records_.back().least_training;
    validation = records_.back().least_validation;
  }
  if (window_ == 0 || std::ssize(records_) < window_) {
    records_.emplace_back();
  } else {
    // In place: at the ends of a queue memory is taken and given back every few records.
    for (std::size_t k = 1; k < records_.size(); ++k) records_[k - 1] = records_[k];
    records_.back() = Record{};
    ++first_;
  }
  Record& record = records_.back();
  record.iteration = ++last_;
  record.least_training = training;
  record.least_validation = validation;
  return record;
}

std::span<const RecordColumn> record_columns() {
  static constexpr RecordColumn columns[] = {
      {.name = "iteration",
       .label = "Iteration",
       .value = [](const Record& r) -> double { return r.iteration; }},
      {.name = "objective",
       .label = "Objective",
       .symbol = "J",
       .role = Role::objective,
       .part = part::objective,
       .value = [](const Record& r) { return r.objective; }},
      {.name = "training_error",
       .label = "Training error",
       .symbol = "training",
       .part = part::training_error,
       .fraction = true,
       .value = [](const Record& r) { return r.training_error; }},
      {.name = "validation_error",
       .label = "Validation error",
       .symbol = "validation",
       .part = part::validation_error,
       .fraction = true,
       .value = [](const Record& r) { return r.validation_error; }},
      {.name = "mean",
       .label = "Mean of the error",
       .symbol = "mean",
       .role = Role::moments,
       .part = part::moments,
       .value = [](const Record& r) { return r.moments.mean; }},
      {.name = "std",
       .label = "Standard deviation of the error",
       .symbol = "σ",
       .role = Role::moments,
       .part = part::moments,
       .value = [](const Record& r) { return r.moments.std; }},
      {.name = "skewness",
       .label = "Skewness of the error",
       .symbol = "sk",
       .role = Role::moments,
       .part = part::moments,
       .value = [](const Record& r) { return r.moments.skewness; }},
      {.name = "kurtosis",
       .label = "Kurtosis of the error",
       .symbol = "ks",
       .role = Role::moments,
       .part = part::moments,
       .value = [](const Record& r) { return r.moments.kurtosis; }},
      {.name = "support_vectors",
       .label = "Support vectors",
       .part = part::support_vectors,
       .value =
           [](const Record& r) {
             return r.support_vectors < 0 ? Record::none : r.support_vectors;
           }},
      {.name = "largest_error",
       .label = "Largest error",
       .part = part::largest_error,
       .value = [](const Record& r) { return r.largest_error; }},
      {.name = "weight_norm",
       .label = "Norm of the weights",
       .part = part::weight_norm,
       .value = [](const Record& r) { return r.weight_norm; }},
      {.name = "kkt_violation",
       .label = "Violation of the optimality conditions",
       .part = part::kkt_violation,
       .value = [](const Record& r) { return r.kkt_violation; }},
      {.name = "duality_gap",
       .label = "Duality gap",
       .part = part::duality_gap,
       .value = [](const Record& r) { return r.duality_gap; }},
  };
  return columns;
}

std::string trace_csv(const History& history) {
  std::string text;
  for (const RecordColumn& column : record_columns()) {
    if (!text.empty()) text += ',';
    text += column.name;
  }
  text += '\n';
  for (int k = history.first(); k <= history.last(); ++k) {
    bool first = true;
    for (const RecordColumn& column : record_columns()) {
      if (!first) text += ',';
      first = false;
      const double value = column.value(history.at(k));
      if (!std::isnan(value)) text += exact_text(value);
    }
    text += '\n';
  }
  return text;
}

}  // namespace marginscope
