#include "app/chart_frame.h"

#include <algorithm>
#include <cmath>

#include "app/compared_time.h"
#include "app/timeline.h"

namespace marginscope {
namespace {

constexpr float usual_plot = 132, highest_plot = 240;

}  // namespace

PlotOptions Frame::options() const {
  const auto [from, to] = ui.shown_iterations.value_or(std::array{0.0, extent});
  return {.title = chart->title,
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
  constexpr int most_samples = 400;
  const int last = machine.last_iteration();
  const auto [from, to] = ui.shown_iterations.value_or(std::array{0.0, stretch * last});
  const int first = std::clamp(static_cast<int>(from / stretch), 0, last);
  const int end = std::clamp(static_cast<int>(to / stretch) + 1, first, last);
  const int now = machine.iteration();
  const double hovered = std::floor(ui.hovered_iteration / stretch);
  const bool points = ui.hovered_iteration >= 0 && hovered <= last;
  return spread_iterations(first, end, most_samples,
                           {now, points ? static_cast<int>(hovered) : now});
}

void fit_record(const Ui& ui, PlotOptions& options, const RecordColumn& column,
                const PositiveRange& range) {
  options.from_zero = column.fraction;
  if (in_percent(ui.session().machine(), column)) {
    options.unit = "%";
    const double step = range.most <= 4 ? 5 : range.most <= 18 ? 10 : 20;
    options.y_from = 0;
    options.y_to = std::min(100.0, step * std::ceil(range.most * 1.05 / step + 1e-9));
    if (range.most >= 98) options.y_to = 105;
  }
  if (column.role == Role::objective) {
    options.logarithmic = ui.objective_log.value_or(range.wide()) && range.most > 0;
    options.offer_log = true;
  }
}

float fit_charts(std::vector<Chart>& charts, float height, float gap,
                 std::span<const std::pair<std::string, bool>> chosen) {
  const auto choice_of = [&](const Chart& chart) {
    return std::ranges::find(chosen, chart.id, &std::pair<std::string, bool>::first);
  };
  for (Chart& chart : charts) {
    if (const auto choice = choice_of(chart); choice != chosen.end()) chart.open = choice->second;
  }
  if (height <= 0) return usual_plot;
  // What is left for the open plots, for each of their shares.
  const auto plot_height = [&] {
    float room = height + gap - 2, shares = 0;
    for (const Chart& chart : charts) {
      room -= gap + (chart.open ? 2 * card_padding : 2 * folded_padding + folded_plot);
      shares += chart.open ? chart.share : 0;
    }
    return shares > 0 ? std::floor(room / shares) : highest_plot;
  };
  for (auto chart = charts.end(); --chart > charts.begin() && plot_height() < least_plot;) {
    if (choice_of(*chart) == chosen.end()) chart->open = false;
  }
  return std::clamp(plot_height(), least_plot, highest_plot);
}

}  // namespace marginscope
