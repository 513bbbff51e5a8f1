#include "core/history.h"

namespace marginscope {

void History::append(Record record) {
  record.iteration = last() + 1;
  const Record* before = records_.empty() ? nullptr : &records_.back();
  if (before) {
    record.least_validation_error = before->least_validation_error;
    record.least_validation_iteration = before->least_validation_iteration;
    record.latest_least_validation_iteration = before->latest_least_validation_iteration;
  }
  const double error = record.validation_error;
  if (error == error) {
    if (record.least_validation_iteration < 0 || error < record.least_validation_error) {
      record.least_validation_error = error;
      record.least_validation_iteration = record.iteration;
    }
    if (error == record.least_validation_error) {
      record.latest_least_validation_iteration = record.iteration;
    }
  }
  records_.push_back(record);
  if (window_ > 0 && static_cast<int>(records_.size()) > window_) {
    records_.pop_front();
    ++first_;
  }
}

}  // namespace marginscope
