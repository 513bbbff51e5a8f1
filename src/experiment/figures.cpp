#include "experiment/figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "core/moments.h"
#include "core/text.h"

namespace marginscope {

using picture::Chart, picture::Curve, picture::HeatMap, picture::Highlight, picture::Point,
    picture::Sheet;

namespace {

// The cell's coordinate of that name; not a number where it has none, as in the file of another
// version.
double coordinate(const Cell& cell, std::string_view name) {
  const auto found = std::ranges::find(cell.at, name, &Coordinate::name);
  return found == cell.at.end() ? std::nan("") : found->value;
}

// The values of a coordinate, each once, from the least.
std::set<double> values_of(std::span<const Cell> cells, std::string_view name) {
  std::set<double> values;
  for (const Cell& cell : cells) {
    if (const double value = coordinate(cell, name); !std::isnan(value)) values.insert(value);
  }
  return values;
}

// Points (coordinate, mean) of those cells that are wanted, in the order of the coordinate.
template <class Wanted>
std::vector<Point> points_of(std::span<const Cell> cells, std::string_view name,
                             const Wanted& wanted) {
  std::vector<Point> points;
  for (const Cell& cell : cells) {
    const double place = coordinate(cell, name);
    if (!std::isnan(place) && wanted(cell)) points.push_back({place, cell.result.mean});
  }
  std::ranges::sort(points, {}, &Point::x);
  return points;
}

// Digit for digit: "21.80".
std::string digits_of(const Printed& number) {
  std::string text = short_text(number.value, 15);
  if (number.decimals == 0) return text;
  if (text.find('.') == text.npos) text += '.';
  text.resize(text.find('.') + 1 + static_cast<std::size_t>(number.decimals), '0');
  return text;
}

Sheet sheet_of(const Experiment& experiment, std::span<const Cell> cells) {
  Sheet sheet;
  sheet.title = sentence(experiment.name, ": ", cells.front().dataset);
  sheet.description = experiment.meaning;
  return sheet;
}

// --- Lauer & Bloch: a chart for each realisation ---

// A chart alone may be larger.
void fit_realisations(Sheet& sheet) {
  if (sheet.panels.size() > 1) {
    sheet.columns = 2;
  } else {
    sheet.panel_width = 510;
    sheet.panel_height = 300;
  }
}

std::string realisation_title(double realisation) {
  return sentence("Realisation ", short_text(realisation, 6));
}

constexpr char validation_axis[] = "validation error, %";

// "k̂ = 12: 14.3 %"
std::string chosen_text(std::string_view name, Point at) {
  return sentence(name, " = ", short_text(at.x, 4), ": ", short_text(at.y), " %");
}

}  // namespace

picture::Sheet draw_validation_course(const Experiment& experiment, std::span<const Cell> cells) {
  Sheet sheet = sheet_of(experiment, cells);
  for (const double realisation : values_of(cells, "realisation")) {
    Curve curve;
    curve.form = Curve::Form::steps;
    curve.points = points_of(cells, "iteration", [realisation](const Cell& cell) {
      return coordinate(cell, "realisation") == realisation;
    });
    if (curve.points.empty()) continue;
    // The first of the least, which is retained.
    const Point retained = *std::ranges::min_element(curve.points, {}, &Point::y);
    sheet.panels.push_back(Chart{.title = realisation_title(realisation),
                                 .x = {"iteration"},
                                 .y = {validation_axis},
                                 .curves = {std::move(curve)},
                                 .highlights = {{retained, chosen_text("k̂", retained)}}});
  }
  fit_realisations(sheet);
  return sheet;
}

picture::Sheet draw_penalty_search(const Experiment& experiment, std::span<const Cell> cells) {
  Sheet sheet = sheet_of(experiment, cells);
  constexpr std::array marks = {Curve::Mark::dot, Curve::Mark::ring};
  for (const double realisation : values_of(cells, "realisation")) {
    Chart chart{.title = realisation_title(realisation),
                .x = {"C", true},
                .y = {validation_axis},
                .curves = {}};
    for (std::size_t stage = 0; stage < penalty_stages.size(); ++stage) {
      Curve curve;
      curve.name = penalty_stages[stage];
      curve.series = static_cast<int>(stage);
      curve.mark = marks[stage];
      curve.points = points_of(cells, "C", [&](const Cell& cell) {
        return cell.quantity == curve.name && coordinate(cell, "realisation") == realisation;
      });
      if (!curve.points.empty()) chart.curves.push_back(std::move(curve));
    }
    if (chart.curves.empty()) continue;
    // The search takes the first of the least of its last stage.
    const Point chosen = *std::ranges::min_element(chart.curves.back().points, {}, &Point::y);
    chart.highlights.push_back({chosen, chosen_text("C", chosen)});
    sheet.panels.push_back(std::move(chart));
  }
  fit_realisations(sheet);
  return sheet;
}

// --- Bandos et al.: a chart for each quantity ---

namespace {

struct QuantityAxis {
  std::string_view quantity, title, unit;
  bool logarithmic = false;
  bool normal_band = false;  // standardised, so normal errors have it within ±2.57
};

constexpr std::array course_axes = {
    QuantityAxis{"objective", "Criterion", "primal objective", true},
    QuantityAxis{"support_vectors", "Support vectors", "patterns"},
    QuantityAxis{"mean", "Mean of the errors", "μ"},
    QuantityAxis{"std", "Standard deviation of the errors", "σ"},
    QuantityAxis{"skewness", "Skewness", "standardised", false, true},
    QuantityAxis{"kurtosis", "Kurtosis", "standardised", false, true}};

constexpr std::array stop_axes = {
    QuantityAxis{"seconds", "Time", "seconds", true},
    QuantityAxis{"support_vectors", "Support vectors", "patterns"},
    QuantityAxis{"iterations", "Iterations", "until the stop", true},
    QuantityAxis{"risk", "Risk", "mean squared distance to sin(x)/x"},
    QuantityAxis{"speedup", "Speed-up", "iterations of the tolerance over those of the rule"}};

constexpr char noise_coordinate[] = "P_n", noise_label[] = "Pₙ";
constexpr std::string_view tolerance = "tolerance";

Chart empty_chart(const QuantityAxis& axis, std::string_view along) {
  Chart chart{.title = std::string(axis.title),
              .x = {std::string(along)},
              .y = {std::string(axis.unit), axis.logarithmic},
              .curves = {}};
  if (axis.normal_band) {
    chart.band = picture::Band{-normal_bound, normal_bound,
                               sentence("normal at the 1 % level: ±", short_text(normal_bound))};
  }
  return chart;
}

// The iteration at which the last of the runs that are averaged has stopped: from there on nothing of
// the method changes.
double last_stop(std::span<const Cell> cells, std::string_view method, double noise) {
  double last = 0;
  for (const QuantityAxis& axis : course_axes) {
    const std::vector<Point> points = points_of(cells, "iteration", [&](const Cell& cell) {
      return cell.method == method && cell.quantity == axis.quantity &&
             coordinate(cell, noise_coordinate) == noise;
    });
    for (std::size_t k = 1; k < points.size(); ++k) {
      if (points[k].y != points[k - 1].y) last = std::max(last, points[k].x);
    }
  }
  return last;
}

}  // namespace

picture::Sheet draw_moments_course(const Experiment& experiment, std::span<const Cell> cells) {
  Sheet sheet = sheet_of(experiment, cells);
  sheet.columns = 2;
  sheet.note =
      "Dash-dotted: until the tolerance is met. Solid: until kurtosis and skewness are "
      "stationary; a ring where the last run has stopped.";
  for (const QuantityAxis& axis : course_axes) {
    Chart chart = empty_chart(axis, "iteration");
    int series = 0;
    for (const double noise : values_of(cells, noise_coordinate)) {
      for (const Method& method : experiment.methods) {
        Curve curve;
        curve.series = series;
        curve.points = points_of(cells, "iteration", [&](const Cell& cell) {
          return cell.method == method.id && cell.quantity == axis.quantity &&
                 coordinate(cell, noise_coordinate) == noise;
        });
        if (curve.points.empty()) continue;
        const bool full = method.id == tolerance;
        curve.dash = full ? Curve::Dash::dash_dot : Curve::Dash::solid;
        if (!full) {
          curve.name = sentence(noise_label, " = ", short_text(noise));
          const double stop = last_stop(cells, method.id, noise);
          std::erase_if(curve.points, [stop](const Point& point) { return point.x > stop; });
          if (curve.points.empty()) continue;
          chart.highlights.push_back({curve.points.back(), ""});
        }
        chart.curves.push_back(std::move(curve));
      }
      ++series;
    }
    sheet.panels.push_back(std::move(chart));
  }
  return sheet;
}

picture::Sheet draw_stops_over_noise(const Experiment& experiment, std::span<const Cell> cells) {
  Sheet sheet = sheet_of(experiment, cells);
  sheet.columns = 2;
  for (const QuantityAxis& axis : stop_axes) {
    Chart chart = empty_chart(axis, noise_label);
    int series = 0;
    for (const Method& method : experiment.methods) {
      Curve curve;
      curve.name = method.name;
      curve.series = series++;
      if (axis.quantity == "speedup" && method.id == tolerance) continue;  // 1 by its definition
      curve.mark = Curve::Mark::dot;
      curve.points = points_of(cells, noise_coordinate, [&](const Cell& cell) {
        return cell.method == method.id && cell.quantity == axis.quantity;
      });
      if (!curve.points.empty()) chart.curves.push_back(std::move(curve));
    }
    sheet.panels.push_back(std::move(chart));
  }
  return sheet;
}

// --- Decherchi et al. ---

namespace {

// The surfaces as a paper draws them, one seen through the other, hide what they should compare; of
// fifteen points each can be written down, and what one surface gains on the other is a third map.
HeatMap map_of(std::string title, const std::set<double>& costs,
               const std::set<double>& twice_variances, std::vector<double> values, double most) {
  HeatMap map{.title = std::move(title),
              .notes = {},
              .column_label = "C",
              .row_label = "2σ²",
              .columns = {},
              .rows = {},
              .values = std::move(values),
              .most = most};
  for (const double C : costs) map.columns.push_back(short_text(C, 6));
  for (const double width : twice_variances) map.rows.push_back(short_text(width, 6));
  return map;
}

double greatest(const std::vector<double>& values) {
  return std::ranges::max(values, {},
                          [](double value) { return std::isfinite(value) ? value : 0; });
}

double average(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

// "average 23.1, printed 23.02"
std::string beside_printed(std::string_view what, double value,
                           const std::optional<Publication>& publication) {
  std::string text = sentence(what, " ", short_text(value, 4));
  if (publication) text += sentence(", printed ", digits_of(publication->mean));
  return text;
}

}  // namespace

picture::Sheet draw_complexities(
    const Experiment& experiment, std::span<const Cell> cells,
    std::optional<Publication> (*printed_in_table)(const Cell& entry)) {
  Sheet sheet = sheet_of(experiment, cells);
  sheet.panel_width = 260;
  const std::set<double> costs = values_of(cells, "C"), twice_variances = values_of(cells, "2σ²");
  const auto printed = [&](std::string_view entry) {
    Cell cell;
    cell.dataset = cells.front().dataset;
    cell.method = entry;
    return printed_in_table(cell);
  };
  std::vector<HeatMap> maps;
  double most = 0;
  for (const Method& method : experiment.methods) {
    std::vector<double> values;
    for (const double width : twice_variances) {
      for (const double C : costs) {
        const auto cell = std::ranges::find_if(cells, [&](const Cell& one) {
          return one.method == method.id && coordinate(one, "C") == C &&
                 coordinate(one, "2σ²") == width;
        });
        values.push_back(cell == cells.end() ? std::nan("") : cell->result.mean);
      }
    }
    if (std::ranges::all_of(values, [](double value) { return std::isnan(value); })) continue;
    most = std::max(most, greatest(values));
    HeatMap& map = maps.emplace_back(
        map_of(sentence(method.name, " term, %"), costs, twice_variances, std::move(values), 0));
    if (const double mean = average(map.values); !std::isnan(mean)) {
      map.notes = {beside_printed("average", mean, printed(method.id))};
    }
  }
  for (HeatMap& map : maps) map.most = most;  // so that strengths can be compared
  if (maps.size() == 2) {
    std::vector<double> gains = maps[0].values;
    for (std::size_t i = 0; i < gains.size(); ++i) gains[i] -= maps[1].values[i];
    const double most_gained = greatest(gains), gained = average(gains);
    HeatMap& map = maps.emplace_back(map_of("What the constraint gains, %", costs, twice_variances,
                                            std::move(gains), most_gained));
    if (!std::isnan(gained)) {
      map.notes = {beside_printed("most", most_gained, printed("maximum-advantage")),
                   beside_printed("average", gained, printed("average-advantage"))};
    }
  }
  sheet.columns = static_cast<int>(maps.size());
  for (HeatMap& map : maps) sheet.panels.emplace_back(std::move(map));
  return sheet;
}

std::vector<DrawnFigure> figures_of(const Experiment& experiment, std::span<const Cell> cells) {
  std::vector<DrawnFigure> figures;
  if (!experiment.draw) return figures;
  while (!cells.empty()) {
    const std::string& dataset = cells.front().dataset;
    const auto end = std::ranges::find_if(
        cells, [&dataset](const Cell& cell) { return cell.dataset != dataset; });
    const auto own = cells.first(static_cast<std::size_t>(end - cells.begin()));
    figures.push_back(
        {sentence(experiment.id, "-", dataset), picture::svg_of(experiment.draw(experiment, own))});
    cells = cells.subspan(own.size());
  }
  return figures;
}

}  // namespace marginscope
