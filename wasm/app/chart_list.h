#pragma once

// Which charts there are for a machine, in which order, and how many of them fit above each other.

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "session/machine.h"
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
  // `compared` has a curve for each of several machines, in place of errors, objective and moments.
  enum class Kind {
    statistic,
    errors,
    objective,
    patterns,
    series,
    moments,
    distribution,
    compared
  };
  Kind kind;
  std::string id;
  const Quantity* quantity = nullptr;    // of patterns and series
  std::size_t watched = 0;               // of a statistic: which of the watched ones
  const RecordColumn* column = nullptr;  // of what is compared
  float share = 1;                       // of the height, against a usual chart
  bool open = true;                      // otherwise its title alone is shown
};

// The charts of a machine that has a run, in order: the first is needed most; `compared`: of several. Statistics of moments
// that rules watch come first; what is rarely looked at is not open.
std::vector<Chart> charts_of(const Machine& machine, bool compared = false);

// Above and below a plot, and the heights of a plot.
inline constexpr float card_padding = 12, folded_padding = 7, folded_plot = 18, least_plot = 104;

// Folds charts from the end, but not the first, until the rest has room in a column of this height
// (0: endless), with `gap` between them; what a person has opened or folded, by its identifier, stays. Returns the
// height of a usual plot.
float fit_charts(std::vector<Chart>& charts, float height, float gap,
                 std::span<const std::pair<std::string, bool>> chosen);

}  // namespace marginscope
