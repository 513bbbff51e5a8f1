#include "ways.h"

#include "works.h"

namespace marginscope::bench {

std::string text_of(const Way& way, const std::string& algorithm) {
  return sentence(algorithm, ",working_set=", way.working_set);
}

void Ways::fit(const Shared& problem, const std::string& algorithm) {
  for (Way& way : ways_) {
    const std::string text = text_of(way, algorithm);
    const auto began = Clock::now();
    const Run run = trained(problem, text, smo_rules);
    way.seconds.push_back(seconds_since(began));
    if (way.seconds.size() > 1) continue;
    way.alpha = quantity(run.solver(), "dual_variables");
    way.decision_values = quantity(run.solver(), "decision_values");
    way.steps = run.last_iteration();
  }
}

const Way& Ways::take_fastest(Measured& measured) const {
  const auto least = [](const Way& way) { return std::ranges::min(way.seconds); };
  const Way& fastest = *std::ranges::min_element(ways_, {}, least);
  measured.way = fastest.name;
  measured.ours = fastest.seconds;
  measured.detail = sentence("by ", fastest.name, ", ", std::to_string(fastest.steps), " steps");
  return fastest;
}

}  // namespace marginscope::bench
