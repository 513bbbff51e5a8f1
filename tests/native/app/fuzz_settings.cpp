#include "app/fuzz_kinds.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "app/fuzz_checks.h"
#include "core/text.h"
#include "data/catalogue.h"
#include "solvers/registry.h"
#include "support/random_scenes.h"
#include "support/random_settings.h"
#include "support/sessions.h"

namespace marginscope::testing {

std::string extreme_value(Random& random, const Field& field) {
  const bool number = field.type == FieldType::real || field.type == FieldType::integer;
  if (!number || one_in(random, 2)) return random_value(random, field);
  const bool least = one_in(random, 2);
  double end = least ? field.least : field.most;
  if (!std::isfinite(end)) return random_value(random, field);
  const bool open = least ? field.above_least : field.below_most;
  if (open && !one_in(random, 5)) {
    end += (least ? 1 : -1) * (field.type == FieldType::integer ? 1 : 1e-9 * (1 + std::abs(end)));
  }
  return exact_text(end);
}

std::string random_problem(Random& random) {
  const NamedProblem& problem = any_of(random, named_problems());
  Spec spec{std::string(problem.id), {}};
  for (const Field& field : problem.fields) {
    if (one_in(random, 2)) continue;
    std::string value = extreme_value(random, field);
    // Counts of points reach into the thousands.
    if (field.most >= 500)
      value = exact_text(std::max(field.least, std::floor(random.uniform(0, 120))));
    spec.values.emplace_back(field.id, value);
  }
  return spec_text(spec);
}

Attempt try_settings(Random& random) {
  PatientSession session;
  carry_out(session,
            {"problem",
             {{"text", random_problem(random)}, {"seed", static_cast<double>(random.below(1000))}}},
            true);
  if (one_in(random, 3))
    carry_out(session, {"split-validation", {{"fraction", random.uniform(0, 0.6)}}}, true);
  constexpr std::string_view scalings[] = {"none", "standard", "unit"};
  carry_out(session, {"scaling", {{"id", any_of(random, scalings)}}}, false);
  std::vector<const Algorithm*> suiting;
  for (const Algorithm& algorithm : algorithms()) {
    const Dataset& data = session.scene().data;
    if (takes(algorithm, data.task, data.classes)) suiting.push_back(&algorithm);
  }
  const Algorithm& algorithm = *any_of(random, suiting);
  carry_out(session, {"algorithm", {{"id", algorithm.id}}}, true);
  for (const Field& field : algorithm.fields) {
    if (one_in(random, 3)) continue;
    carry_out(session, {"set", {{"field", field.id}, {"value", extreme_value(random, field)}}},
              one_in(random, 4));
  }
  if (one_in(random, 2)) carry_out(session, {"rules", {{"text", random_rules(random)}}}, true);
  for (int i = 0; i < 6; ++i) {
    if (const Run* run = session.machine().run()) {
      const std::string settings = spec_text(session.scene().machine().algorithm);
      CAPTURE(settings);
      CAPTURE(session.scene().problem.name);
      CAPTURE(session.iteration());
      check_numbers(*run);
    } else {
      check_refusal({session.machine().trouble()});
    }
    check_shown(session);
    carry_out(session, {"step", {{"count", static_cast<double>(1 + random.below(4))}}}, false);
  }
  check_saved(session.scene());
  return Attempt::taken;
}

}  // namespace marginscope::testing
