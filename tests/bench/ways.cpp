#include "ways.h"

#include "works.h"

namespace marginscope::bench {

Way by_pairs(const std::string& smo, Needs (*needs)(const Way&, const Shared&)) {
  return {"pairs", sentence(smo, ",working_set=second-order"), needs};
}
Way by_blocks(const std::string& smo, Needs (*needs)(const Way&, const Shared&)) {
  return {"blocks", sentence(smo, ",working_set=block"), needs};
}

void Ways::fit(const Shared& problem) {
  for (Way& way : ways_) {
    const auto began = Clock::now();
    const Run run = trained(problem, way.algorithm, smo_rules);
    way.seconds.push_back(seconds_since(began));
    if (way.seconds.size() > 1) continue;
    way.machine = run.solver().clone();
    way.steps = run.last_iteration();
  }
}

const Way& Ways::take_fastest(const Shared& problem, Measured& measured) const {
  const auto least = [](const Way& way) { return std::ranges::min(way.seconds); };
  const Way& fastest = *std::ranges::min_element(ways_, {}, least);
  measured.way = fastest.name;
  measured.ours = fastest.seconds;
  measured.detail = sentence("by ", fastest.name, ", ", std::to_string(fastest.steps), " steps");
  if (fastest.needs) measured.needs = fastest.needs(fastest, problem);
  return fastest;
}

}  // namespace marginscope::bench
