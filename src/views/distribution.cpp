#include "views/distribution.h"

#include <algorithm>
#include <cmath>

#include "core/exponential.h"
#include "picture/scale.h"

namespace marginscope {
namespace {

constexpr double most_bins = 60;

// The errors of the validation part by what the machine calls an error, as many of a pattern as it has
// (`each`). Nobody raises the margin of such a pattern: it is asked for the one that is drawn.
std::vector<double> validation_errors(const Machine& machine, Eigen::Index each) {
  const Problem& problem = machine.problem();
  std::vector<double> errors;
  if (!problem.has_validation()) return errors;
  Eigen::MatrixXd f;
  machine.run()->solver().decision_values(*problem.X_validation, f);
  const bool asked = machine.published(Role::margin_target) != nullptr;
  const double level = machine.run()->solver().margin_level();
  for (Eigen::Index i = 0; i < f.rows(); ++i) {
    const double label = problem.y_validation[i];
    for (Eigen::Index k = 0; k < each; ++k) {
      // Of two classes in a machine for several the one decision value is the other's negative.
      const bool one = f.cols() == 1;
      const double side = one ? label : class_of(label) == k + 1 ? 1 : -1;
      const double value = f(i, one ? 0 : k);
      errors.push_back(asked ? side * value - level : label - value);
    }
  }
  return errors;
}

// The width for errors of such a deviation: to the nearest of 1, 2 and 5 of a power of ten, which lie
// apart by factors of about this twice over.
double scott_width(double std, double N) {
  constexpr double scott = 3.49, nearest = 1.5;
  return picture::round_number_from(scott * std * std::pow(N, -1.0 / 3) / nearest);
}

// The width that the bins have come to by this iteration: another one where the best has left it by more
// than the factor.
double settled_width(const Run& run, int iteration, double std, double N) {
  constexpr double factor = 2.5;
  const History& history = run.history();
  double width = 0;
  const auto follow = [&](double deviation) {
    if (!(deviation > 1e-290) || !std::isfinite(deviation)) return;
    const double best = scott_width(deviation, N);
    if (!(best <= factor * width && width <= factor * best)) width = best;
  };
  for (int k = history.first(); k < iteration; ++k) follow(history.at(k).moments.std);
  follow(std);
  return width;
}

}  // namespace

double Distribution::normal_count(double error) const {
  if (!(moments.std > 0)) return Moments::undefined;
  constexpr double inverse_root_of_turn = 0.3989422804014327;  // 1/√(2π)
  const double z = (error - moments.mean) / moments.std;
  double density = -z * z / 2;
  exponentials(&density, 1);
  return errors * width / moments.std * inverse_root_of_turn * density;
}

Result<Distribution> distribution_of(const Machine& machine) {
  const std::vector<double>& training = machine.quantity(Role::error);
  if (training.empty()) return fail("There are no errors to count before the training has begun");
  const std::vector<double> validation =
      validation_errors(machine, std::ssize(training) / machine.problem().X.rows());
  double least = INFINITY, most = -INFINITY;
  for (const auto* errors : {&training, &validation}) {
    for (const double error : *errors) {
      if (!std::isfinite(error)) {
        return fail("An error has left the range of numbers, so they cannot be counted");
      }
      least = std::min(least, error);
      most = std::max(most, error);
    }
  }
  const auto N = std::ssize(training);
  Distribution result;
  result.errors = static_cast<int>(N);
  result.moments = moments_of(Eigen::Map<const Eigen::VectorXd>(training.data(), N));
  result.normality = normality_of(result.moments.skewness, result.moments.kurtosis, N);
  const double size = std::max(std::abs(least), std::abs(most));
  // Neither more bins than can be shown nor edges that a double cannot tell apart.
  const double least_width = std::max({(most - least) / (most_bins - 2), size * 1e-12, 1e-290});
  result.width = result.moments.std > 0 ? settled_width(*machine.run(), machine.iteration(),
                                                        result.moments.std, static_cast<double>(N))
                                        : size / 5;
  if (result.width < least_width) result.width = picture::round_number_from(least_width);
  const double first = std::floor(least / result.width);
  const auto bins = static_cast<std::size_t>(std::floor(most / result.width) - first) + 1;
  result.from = first * result.width;
  const auto count = [&](const std::vector<double>& errors) {
    std::vector<int> counts(bins);
    for (const double error : errors) {
      ++counts[static_cast<std::size_t>(std::floor(error / result.width) - first)];
    }
    return counts;
  };
  result.training = count(training);
  if (!validation.empty()) result.validation = count(validation);
  return result;
}

}  // namespace marginscope
