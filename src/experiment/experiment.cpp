#include "experiment/experiment.h"

#include <algorithm>
#include <array>

#include "core/text.h"
#include "experiment/bandos.h"
#include "experiment/boni.h"
#include "experiment/decherchi.h"
#include "experiment/four_points.h"
#include "experiment/lauer.h"

namespace marginscope {

std::span<const Experiment> experiments() {
  static const std::array table{
      lauer_table_1(),           lauer_table_2(),     lauer_table_3(),
      lauer_table_3_recovered(), lauer_figure_1(),    lauer_figure_2(),
      decherchi_table_1(),       decherchi_table_2(), decherchi_figure_2(),
      decherchi_figure_3(),      boni_table_3(),      bandos_table_1(),
      bandos_figure_1(),         bandos_figure_2(),   four_points_experiment()};
  return table;
}

Result<const Experiment*> find_experiment(std::string_view id) {
  std::vector<std::string> known;
  for (const Experiment& experiment : experiments()) {
    if (experiment.id == id) return &experiment;
    known.emplace_back(experiment.id);
  }
  return fail(
      sentence("There is no experiment ", in_quotes(id), "; there are ", alternatives(known)));
}

Result<std::vector<const Method*>> requested_methods(const Experiment& experiment,
                                                     const ExperimentRequest& request) {
  std::vector<std::string> known;
  for (const Method& method : experiment.methods) known.emplace_back(method.id);
  for (const std::string& id : request.methods) {
    if (std::find(known.begin(), known.end(), id) == known.end()) {
      return fail(sentence(experiment.id, " has no method ", in_quotes(id), "; there are ",
                           alternatives(known)));
    }
  }
  std::vector<const Method*> methods;
  for (const Method& method : experiment.methods) {
    if (request.methods.empty() || std::find(request.methods.begin(), request.methods.end(),
                                             method.id) != request.methods.end()) {
      methods.push_back(&method);
    }
  }
  return methods;
}

}  // namespace marginscope
