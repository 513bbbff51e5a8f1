// The errors of one iteration: a histogram with the normal curve of their mean and deviation, and their
// standardised shape.

#include <algorithm>
#include <array>
#include <cmath>

#include "app/chart_frame.h"
#include "app/explanations.h"
#include "app/widgets.h"
#include "core/moments.h"
#include "stopping/rule_names.h"
#include "views/chart_values.h"

namespace marginscope {
namespace {

// Which of the moments, in their order, some rule of the run watches.
std::array<bool, 4> watched_moments(const Run& run) {
  std::array<bool, 4> result{};
  for (const Watched& watched : watched_statistics(run, Role::moments)) {
    const Field* variable = variable_of(*watched.kind);
    for (const Rule* rule : watched.rules) {
      const auto parsed = parsed_rule(rule->text());
      if (!variable || !parsed) continue;
      const auto choice = parsed->kind->read(*parsed->kind, *variable, parsed->spec.values);
      if (choice) result[chosen_index(*variable, *choice)] = true;
    }
  }
  return result;
}

constexpr float shape_row_height = 18;

// A standardised moment of normal errors lies in the band, but for one in a hundred.
void shape_row(const Frame& frame, std::string_view symbol, double z, bool watched) {
  Ui& ui = frame.ui;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 start = ImGui::GetCursorScreenPos();
  constexpr float value_width = 46;
  constexpr double reach = 2 * normal_bound;
  const float left = start.x + f32(picture::axis_room), y = start.y + shape_row_height / 2;
  const float right = start.x + ImGui::GetContentRegionAvail().x - value_width;
  const auto at = [&](double value) {
    return left + (right - left) * f32(std::clamp(value / reach, -1.0, 1.0) / 2 + 0.5);
  };
  const std::string name = sentence("Z ", symbol);
  draw_formula(list, ui.fonts, {start.x + 2, start.y + 1}, watched ? ui.theme.stop : ui.theme.soft,
               name, Maths::small);
  list.AddLine({left, y}, {right, y}, ui.theme.hairline);
  list.AddRectFilled({at(-normal_bound), y - 5}, {at(normal_bound), y + 5},
                     faded(ui.theme.soft, 0.22F), 2);
  list.AddLine({at(0), y - 5}, {at(0), y + 5}, faded(ui.theme.soft, 0.6F));
  const std::string value = short_text(std::round(z * 100) / 100 + 0.0, 4);
  draw_text(list, ui.fonts.small,
            {right + value_width - text_size(ui.fonts.small, value).x - 2, start.y + 1},
            std::abs(z) > normal_bound ? ui.theme.ink : ui.theme.soft, value);
  if (!std::isnan(z)) {
    // Beyond the row an arrow tells where to.
    const float x = at(z), way = z > 0 ? 5.0F : -5.0F;
    if (std::abs(z) > reach) {
      list.AddTriangleFilled({x, y}, {x - way, y - 4.5F}, {x - way, y + 4.5F}, ui.theme.ink);
    } else {
      list.AddCircleFilled({x, y}, 4, ui.theme.ink);
    }
  }
  vertical_space(shape_row_height);
}

// The errors of this iteration, with the normal curve of their mean and deviation.
void open_distribution(const Frame& frame, PlotOptions options, const Moments& moments,
                       const NormalityReport& report) {
  Ui& ui = frame.ui;
  const auto found = distribution_of(ui.session().machine());
  const Histogram shown = found ? histogram_of(*found) : Histogram{};
  if (found) {
    options.x_from = shown.from;
    options.x_to = shown.to;
    options.bin = shown.bin;
  }
  const std::array<bool, 4> watched = watched_moments(frame.run);
  Plot plot(ui, "plot", frame.plot_height() - 2 * shape_row_height, options);
  plot.bars(shown.bars);
  plot.line("normal", shown.x, shown.normal, picture::series_stroke(0));
  if (!shown.edges.empty())
    plot.line("validation", shown.edges, shown.outline, picture::series_stroke(1));
  if (found) {
    plot.mark(moments.mean, watched[0]);
    for (const double side : {-1.0, 1.0}) {
      if (watched[1]) plot.mark(moments.mean + side * moments.std, true);
    }
  }
  const PlotResult result = frame.finish_bars(plot);
  shape_row(frame, "sk", report.skewness, watched[2]);
  shape_row(frame, "ks", report.kurtosis, watched[3]);
  if (!result.hovered_x || !found) return;
  const double bin = std::floor((*result.hovered_x - found->from) / found->width);
  if (bin < 0 || bin >= static_cast<double>(shown.bars.size())) return;
  const auto hovered = static_cast<std::size_t>(bin);
  const double from = found->from + bin * found->width;
  std::vector<ReadOut> lines = {{"training", std::to_string(found->training[hovered])}};
  if (!found->validation.empty()) {
    lines.push_back({"validation", std::to_string(found->validation[hovered])});
  }
  lines.push_back({"normal", short_text(found->normal_count(from + found->width / 2))});
  hover_card(
      ui, ImGui::GetIO().MousePos,
      sentence("Errors from ", short_text(from, 4), " to ", short_text(from + found->width, 4)),
      lines);
}

void folded_distribution(const Frame& frame, PlotOptions options, const Moments&,
                         const NormalityReport&) {
  Plot plot(frame.ui, "plot", frame.plot_height(), options);
  frame.finish_bars(plot);
}

}  // namespace

void distribution_chart(const Frame& frame) {
  Ui& ui = frame.ui;
  const Machine& machine = ui.session().machine();
  const Moments& moments = frame.run.history().at(machine.iteration()).moments;
  const NormalityReport report =
      normality_of(moments.skewness, moments.kurtosis,
                   static_cast<Eigen::Index>(machine.quantity(Role::error).size()));
  PlotOptions options = frame.options();
  options.iterations = false;
  options.measured = true;
  options.whole = true;
  options.from_zero = true;
  if (report.normal) {
    options.summary = *report.normal ? "may be normal at 1 %" : "not normal at 1 %";
  }
  frame.begin_card();
  // Chosen before it is called, the open one stays a function of its own, so that a first visit can do
  // without (wasm/toolchain/deferred_functions.txt).
  const auto draw = frame.chart->open ? open_distribution : folded_distribution;
  draw(frame, options, moments, report);
  end_card(ui);
}

}  // namespace marginscope
