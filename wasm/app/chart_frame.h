#pragma once

// What the charts share: the iterations that they show, their card, and what a pointer does to them.

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/plots.h"
#include "views/chart_list.h"
#include "views/chart_values.h"

namespace marginscope {

struct Frame {
  Ui& ui;
  const Run& run;  // of the chosen machine
  std::vector<double> iterations;
  double extent;
  float height;                  // of a usual plot
  const Chart* chart = nullptr;  // that is being drawn

  PlotOptions options() const;  // titled as the chart is
  float plot_height() const;
  void begin_card() const;
  // Of a plot over the iterations.
  PlotResult finish(Plot& plot) const;
  // Of another one.
  PlotResult finish_bars(Plot& plot) const;
};

// The iterations of a machine at which curves are drawn: evenly spread over those that are shown, with
// their neighbours and those that are read out. On the axis each is `stretch` times as far.
std::vector<double> sampled_iterations(const Ui& ui, const Machine& machine, double stretch = 1);

// The scale of what a number of the record has: of errors in percent from 0 to a little above the
// greatest, up to the next tick; of an objective the person's choice, else logarithmic where its values
// span much.
void fit_record(const Ui& ui, PlotOptions& options, const RecordColumn& column,
                const PositiveRange& range);

// Above and below a plot, and the heights of a plot.
inline constexpr float card_padding = 12, folded_padding = 7, folded_plot = 18, least_plot = 104;

// Folds charts from the end, but not the first, until the rest has room in a column of this height
// (0: endless), with `gap` between them; what a person has opened or folded, by its identifier, stays. Returns the
// height of a usual plot.
float fit_charts(std::vector<Chart>& charts, float height, float gap,
                 std::span<const std::pair<std::string, bool>> chosen);

// --- The charts that have a file of their own. ---

void compared_chart(const Frame& frame);
void distribution_chart(const Frame& frame);

}  // namespace marginscope
