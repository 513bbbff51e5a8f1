#pragma once

// What the charts share: the iterations that they show, their card, and what a pointer does to them.

#include <array>
#include <string_view>
#include <vector>

#include "app/chart_list.h"
#include "app/plots.h"

namespace marginscope {

struct Frame {
  Ui& ui;
  const Run& run;  // of the chosen machine
  std::vector<double> iterations;
  double extent;
  float height;                  // of a usual plot
  const Chart* chart = nullptr;  // that is being drawn

  PlotOptions options(std::string_view title) const;
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

template <class Value>
std::vector<double> over(const std::vector<double>& iterations, Value value) {
  std::vector<double> y;
  y.reserve(iterations.size());
  for (const double k : iterations) y.push_back(value(static_cast<int>(k)));
  return y;
}

// Of errors in percent: from 0 to a little above the greatest, up to the next tick.
void fit_percent(PlotOptions& options, double most);

// The objective's scale: the person's choice, else logarithmic where the values span much.
void fit_objective(const Ui& ui, PlotOptions& options, double least, double most);

// --- The charts that have a file of their own. ---

void compared_chart(const Frame& frame);
void distribution_chart(const Frame& frame);

}  // namespace marginscope
