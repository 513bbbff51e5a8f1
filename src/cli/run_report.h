#pragma once  // for src/cli only

// What a run says of itself, at the iteration where it is.

#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/json.h"
#include "cli/scene_options.h"
#include "core/record.h"
#include "core/run.h"
#include "scene/scene.h"

namespace marginscope::cli {

struct Report {
  const GivenScene& given;
  const Run& run;  // at the iteration that is reported: the retained one, or the scene's
  int iterations;  // that were made up to the stop, or to the scene's iteration
  Record record;   // all parts, at the iteration that is reported
  double seconds;  // of the training alone
};

Json report_json(const Report& report);

// What the points are, "data", "classes" and "scaling": rows of a table of two columns.
void add_data(Table& table, const GivenScene& given, const Problem& problem);

// What is told before anything of the chosen machine, "machine" where there are several and "classes"
// where labels have others names, with a blank line behind it; empty where there is nothing to be told.
std::string told_first(const GivenScene& given);

// Which of several machines is reported; null where there is one.
Json machine_json(const Scene& scene);

// Every setting of the algorithm by its identifier, defaults included.
Json settings_json(const Spec& algorithm);

// Name, sizes, labels and scaling of what a scene's algorithm is trained on.
Json data_json(const GivenScene& given, const Problem& problem);

// A page of aligned plain text.
std::string report_text(const Report& report);

// Every published quantity at the iteration where `run` is: {iteration, quantities: {id: {role,
// symbol, label, meaning, unit, kind, shape, values}}}, row-major; `bits` where it is a register.
Json quantities_json(const Run& run);

}  // namespace marginscope::cli
