#include "app/chart_frame.h"

#include <algorithm>
#include <cmath>

#include "app/compared_time.h"
#include "app/timeline.h"

namespace marginscope {

PlotOptions Frame::options(std::string_view title) const {
  const auto [from, to] = ui.shown_iterations.value_or(std::array{0.0, extent});
  return {.title = title,
          .folded = !chart->open,
          .unit = {},
          .x_from = from,
          .x_to = to,
          .y_from = {},
          .y_to = {},
          .summary = {}};
}

float Frame::plot_height() const {
  return chart->open ? std::floor(height * chart->share) : folded_plot;
}

void Frame::begin_card() const {
  const float padding = chart->open ? card_padding : folded_padding;
  marginscope::begin_card(ui, chart->id.c_str(), "", padding, plot_height() + 2 * padding);
}

PlotResult Frame::finish(Plot& plot) const {
  const Session& session = ui.session();
  plot.now(present_on_axis(session));
  for (const Stop& stop : run.stops()) plot.stop(stop.iteration);
  if (const Stop* stop = session.machine().retaining_stop()) {
    plot.retained(stop->retained_iteration);
  }
  PlotResult result = finish_bars(plot);
  if (result.hovered_x) drag_through_time(ui, result.hold, *result.hovered_x);
  if (result.zoom == 0) {
    ui.shown_iterations.reset();
  } else if (result.zoom != 1 || result.shift != 0) {
    ui.shown_iterations = zoomed(ui.shown_iterations, extent, result.hovered_x.value_or(0),
                                 result.zoom, result.shift);
  }
  return result;
}

PlotResult Frame::finish_bars(Plot& plot) const {
  PlotResult result = plot.finish();
  if (!result.head_clicked) return result;
  std::erase_if(ui.chosen_charts, [&](const auto& each) { return each.first == chart->id; });
  ui.chosen_charts.emplace_back(chart->id, !chart->open);
  return result;
}

std::vector<double> sampled_iterations(const Ui& ui, const Machine& machine, double stretch) {
  constexpr std::size_t most_samples = 400;
  const int last = machine.last_iteration();
  const auto [from, to] = ui.shown_iterations.value_or(std::array{0.0, stretch * last});
  const int first = std::clamp(static_cast<int>(from / stretch), 0, last);
  const int end = std::clamp(static_cast<int>(to / stretch) + 1, first, last);
  const int stride = std::max(1, (end - first + 1) / static_cast<int>(most_samples));
  std::vector<double> x;
  for (int k = first; k <= end; k += stride) x.push_back(k);
  x.push_back(end);
  x.push_back(machine.iteration());
  const double hovered = std::floor(ui.hovered_iteration / stretch);
  if (ui.hovered_iteration >= 0 && hovered <= last) x.push_back(hovered);
  std::sort(x.begin(), x.end());
  x.erase(std::unique(x.begin(), x.end()), x.end());
  return x;
}

void fit_percent(PlotOptions& options, double most) {
  const double step = most <= 4 ? 5 : most <= 18 ? 10 : 20;
  options.y_from = 0;
  options.y_to = std::min(100.0, step * std::ceil(most * 1.05 / step + 1e-9));
  if (most >= 98) options.y_to = 105;
}

void fit_objective(const Ui& ui, PlotOptions& options, double least, double most) {
  options.logarithmic = ui.objective_log.value_or(most > 100 * least) && most > 0;
  options.offer_log = true;
}

}  // namespace marginscope
