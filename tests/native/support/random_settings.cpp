#include "support/random_settings.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

namespace marginscope::testing {

std::string random_value(Random& random, const Field& field) {
  switch (field.type) {
    case FieldType::choice:
      return std::string(
          field.choices[static_cast<std::size_t>(random.below(field.choices.size()))].id);
    case FieldType::variant: {
      const Choice& choice =
          field.choices[static_cast<std::size_t>(random.below(field.choices.size()))];
      Spec spec{std::string(choice.id), {}};
      for (const Field& own : choice.fields) {
        spec.values.emplace_back(own.id, random_value(random, own));
      }
      return spec_text(spec);
    }
    case FieldType::pattern_list:
      return "";
    default:
      break;
  }
  // Mostly what a slider offers, sometimes the ends of the whole range.
  double from = field.slider_from, to = field.slider_to;
  if (random.uniform() < 0.15 && std::isfinite(field.most)) to = field.most;
  double value = random.uniform(from, to);
  if (field.scale == FieldScale::logarithmic && from > 0) {
    value = from * std::pow(to / from, random.uniform());
  }
  if (field.type == FieldType::integer) value = std::floor(value);
  return exact_text(offered(field, value));
}

void check_numbers(const Run& run) {
  const std::string reason = run.end() ? run.end()->reason : "";
  const bool broken = reason == "diverged" || reason == "singular";
  const Solver& solver = run.solver();
  const auto list = solver.quantities();
  std::vector<double> values;
  for (std::size_t q = 0; q < list.size(); ++q) {
    solver.values(q, values);
    if (broken || list[q].id == "moments") continue;
    for (const double value : values) {
      if (!std::isfinite(value)) FAIL(list[q].id << " is " << value);
    }
  }
  if (!broken && !std::isfinite(run.record().training_error)) FAIL("no training error");
  if (run.explain().text.empty()) FAIL("no sentence");
}

}  // namespace marginscope::testing
