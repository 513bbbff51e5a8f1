#include "data/training.h"

#include <cmath>
#include <string>
#include <utility>

#include "core/text.h"

namespace marginscope {
namespace {

Training made_of(const Dataset& data, Scaling scaling, const Columns& training,
                 std::vector<int> rows, const std::vector<int>& validation) {
  const Columns held_out = rows_of(data, validation);
  Problem problem{.task = data.task,
                  .classes = data.classes,
                  .X = training.X,
                  .y = training.y,
                  .X_validation = held_out.X,
                  .y_validation = held_out.y,
                  .rows = std::move(rows)};
  Scaler scaler = scaler_of(scaling, *problem.X);
  if (!scaler.identity()) {
    problem.X = scaler.apply(*problem.X);
    problem.X_validation = scaler.apply(*problem.X_validation);
  }
  return {std::make_shared<const Problem>(std::move(problem)), std::move(scaler)};
}

}  // namespace

Result<std::size_t> count_set_apart(double fraction, std::size_t N) {
  if (!(fraction >= 0 && fraction < 1)) {
    return fail(sentence("The validation fraction is ", exact_text(fraction),
                         "; it must be a number with 0 ≤ fraction < 1"));
  }
  const auto count = static_cast<std::size_t>(std::floor(fraction * static_cast<double>(N) + 1e-9));
  if (count == 0 && fraction > 0 && N > 0) {
    return fail(sentence("A validation fraction of ", exact_text(fraction), " sets none of ",
                         counted(static_cast<long long>(N), "pattern", "patterns"),
                         " apart; it must be 0",
                         N > 1 ? sentence(" or at least 1/", std::to_string(N)) : ""));
  }
  return count;
}

Eigen::MatrixXd Training::on_features(const Eigen::Ref<const Eigen::MatrixXd>& X) const {
  if (features.empty()) return X;
  return X(Eigen::placeholders::all, features);
}

Eigen::MatrixXd Training::apply(const Eigen::Ref<const Eigen::MatrixXd>& X) const {
  return scaler.apply(on_features(X));
}

Training training_of(const Dataset& data, Scaling scaling) {
  std::vector<int> training, validation;
  for (int i = 0; i < static_cast<int>(data.size()); ++i) {
    (data.validation[static_cast<std::size_t>(i)] ? validation : training).push_back(i);
  }
  if (validation.empty()) return made_of(data, scaling, data, {}, validation);
  const Columns patterns = rows_of(data, training);
  return made_of(data, scaling, patterns, std::move(training), validation);
}

Training training_of(const Dataset& data, Scaling scaling, const std::vector<int>& training,
                     const std::vector<int>& validation) {
  return made_of(data, scaling, rows_of(data, training), training, validation);
}

}  // namespace marginscope
