#include "experiment/plan.h"

#include <algorithm>

#include "core/text.h"

namespace marginscope {

double memory_of_one_job(const ExperimentRequest& request) {
  return request.memory / std::max(1, request.jobs);
}

Result<void> check_only_dataset(std::string_view experiment, const ExperimentRequest& request,
                                std::string_view dataset) {
  for (const std::string& name : request.datasets) {
    if (name != dataset) {
      return fail(sentence(experiment, " has no data set ", in_quotes(name), "; its only one is ",
                           dataset));
    }
  }
  return {};
}

std::vector<double> column_of(std::span<const Numbers> made, std::size_t place) {
  std::vector<double> column;
  for (const Numbers& numbers : made) column.push_back(numbers[place]);
  return column;
}

}  // namespace marginscope
