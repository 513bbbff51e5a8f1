#include "experiment/experiment.h"

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
  return fail(sentence("There is no experiment ", in_quotes(id), "; ", there_are(known)));
}

}  // namespace marginscope
