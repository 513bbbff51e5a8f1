#include "experiment/plan.h"

#include <algorithm>

#include "core/text.h"
#include "scene/command.h"

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

Dataset parted(const Dataset& data, std::vector<int> training, const std::vector<int>& validation) {
  std::vector<bool> apart(training.size(), false);
  apart.resize(training.size() + validation.size(), true);
  training.insert(training.end(), validation.begin(), validation.end());
  Columns both = rows_of(data, training);
  both.validation = std::move(apart);
  return Dataset{std::move(both), data.classes};
}

Scene scene_of(std::string_view name, Dataset data, std::string_view algorithm,
               std::string_view rules) {
  Scene scene;
  scene.name = name;
  scene.data = std::move(data);
  scene.machine().algorithm = *parse_spec(algorithm);
  scene.machine().rules = rules;
  const bool many = scene.data.X.cols() > 2;
  return *apply(scene, SetProjection{{.principal = many}});
}

std::vector<double> column_of(std::span<const Numbers> made, std::size_t place) {
  std::vector<double> column;
  for (const Numbers& numbers : made) column.push_back(numbers[place]);
  return column;
}

}  // namespace marginscope
