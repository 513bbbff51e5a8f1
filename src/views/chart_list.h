#pragma once  // for every room above

// Which charts there are of a machine, and in which order.

#include <string>
#include <vector>

#include "core/run.h"
#include "session/session.h"
#include "stopping/registry.h"

namespace marginscope {

// The rules of a run that watch the same statistic of a quantity, each with its own choice of what it
// is the statistic of: |Δ²Z|/|Z| of σ and of ks.
struct Watched {
  const RuleKind* kind;
  Spec spec;              // of the first of them
  std::string statistic;  // in symbols
  std::vector<const Rule*> rules;
};
std::vector<Watched> watched_statistics(const Run& run, Role role);

struct Chart {
  // `record`: numbers of the record over the iterations; `compared`: one of them, a curve for each of
  // several machines.
  enum class Kind { statistic, record, compared, patterns, series, distribution };
  Kind kind;
  std::string id;  // "objective"; a picture of it is the view "chart:objective"
  std::string title;
  std::vector<const RecordColumn*> columns = {};  // of a record; of what is compared
  const Quantity* quantity = nullptr;             // of patterns and series
  std::size_t watched = 0;                        // of a statistic: which of the watched ones
  float share = 1;                                // of the height, against a usual chart
  bool open = true;                               // otherwise its title alone is shown
};

// The charts of the chosen machine, which has a run, in order: the first is needed most. Statistics of
// moments that rules watch come first; what is rarely looked at is not open.
std::vector<Chart> charts_of(const Session& session);

// The title of a chart of the chosen machine alone, which says of several whose it is.
std::string title_of_chosen(const Session& session, std::string_view title);

// Of such values there is nothing to see.
bool all_zero(const std::vector<double>& values);

}  // namespace marginscope
