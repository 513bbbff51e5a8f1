#include "views/chart_values.h"

#include <algorithm>
#include <cmath>

#include "core/ascending.h"
#include "core/record.h"
#include "core/text.h"
#include "stopping/rule_names.h"

namespace marginscope {

std::vector<double> spread_iterations(int from, int to, int most, std::initializer_list<int> also) {
  const int stride = std::max(1, (to - from + 1) / most);
  std::vector<double> iterations(also.begin(), also.end());
  for (int k = from; k < to; k += stride) iterations.push_back(k);
  iterations.push_back(to);
  ascending_once(iterations);
  return iterations;
}

bool in_percent(const Machine& machine, const RecordColumn& column) {
  return column.fraction && machine.problem().task == Task::classification;
}

std::vector<double> record_values(const Machine& machine, const RecordColumn& column,
                                  std::span<const double> iterations) {
  const bool percent = in_percent(machine, column);
  const bool gap = percent && machine.began_untrained();
  std::vector<double> values;
  values.reserve(iterations.size());
  for (const double iteration : iterations) {
    const int k = static_cast<int>(iteration);
    const double value = column.value(machine.run()->history().at(k));
    values.push_back(gap && k == 0 ? Record::none : percent ? 100 * value : value);
  }
  return values;
}

void PositiveRange::add(std::span<const double> values) {
  for (const double value : values) {
    if (value > 0) least = std::min(least, value);
    if (value > most) most = value;
  }
}

WatchedCurves watched_curves(const Run& run, const Watched& watched,
                             std::span<const double> iterations) {
  const History& history = run.history();
  const Field* variable = variable_of(*watched.kind);
  WatchedCurves result;
  // A moment near 0 has differences beyond all measure; what matters lies about the thresholds.
  constexpr double beyond = 1e4;
  for (const Choice& choice : variable->choices) {
    SpecValues chosen = watched.spec.values;
    set_value(chosen, variable->id, choice.id);
    const auto rule = watched.kind->make(*watched.kind, chosen);
    if (!rule) return result;
    result.names.push_back(choice.symbol);
    std::vector<double>& curve = result.values.emplace_back();
    for (const double iteration : iterations) {
      const Verdict verdict = (*rule)->check(history, static_cast<int>(iteration));
      const double percent = 100 * verdict.statistic;
      curve.push_back(std::isfinite(percent) ? percent : Record::none);
      if (percent > beyond) result.most = beyond;
    }
  }
  using Threshold = WatchedCurves::Threshold;
  for (const Rule* rule : watched.rules) {
    const double percent = 100 * rule->check(history, 0).threshold;
    const std::string name = short_rule_name(rule->text());
    const auto same = std::ranges::find(result.thresholds, percent, &Threshold::percent);
    if (same == result.thresholds.end()) {
      result.thresholds.push_back({percent, name});
    } else {
      same->label += sentence(", ", name);
    }
  }
  for (Threshold& threshold : result.thresholds) {
    threshold.label += sentence(" ≤ ", percent_text(threshold.percent / 100));
  }
  return result;
}

const Quantity* target_of(const Machine& machine, const Quantity& quantity) {
  if (quantity.role != Role::margin) return nullptr;
  const bool each = machine.quantity(Role::error).size() == machine.quantity(quantity.id).size();
  return each ? machine.published(Role::margin_target) : nullptr;
}

BarOrder order_of_bars(std::span<const double> values, std::span<const int> classes, bool sorted) {
  BarOrder order;
  const auto class_of = [&](int pattern) {
    return classes.empty() ? 0 : classes[static_cast<std::size_t>(pattern)];
  };
  for (std::size_t i = 0; i < values.size(); ++i) order.patterns.push_back(static_cast<int>(i));
  std::ranges::stable_sort(order.patterns, [&](int a, int b) {
    if (class_of(a) != class_of(b)) return class_of(a) < class_of(b);
    const double one = values[static_cast<std::size_t>(a)],
                 other = values[static_cast<std::size_t>(b)];
    return sorted && one > other;
  });
  for (std::size_t place = 0; place < order.patterns.size(); ++place) {
    const int index = class_of(order.patterns[place]);
    if (order.parts.empty() || order.parts.back().class_index != index) {
      order.parts.push_back({place, 0, index});
    }
    ++order.parts.back().count;
  }
  if (order.parts.size() < 2) order.parts.clear();
  return order;
}

PatternBars pattern_bars(const Session& session, const Quantity& quantity, bool profile,
                         const Attention& attention) {
  PatternBars result;
  const Machine& machine = session.machine();
  const std::vector<double> values = machine.quantity(quantity.id);
  const auto count = static_cast<std::size_t>(session.patterns());
  const std::size_t classes = count ? values.size() / count : 0;
  if (classes == 0) return result;
  result.together = static_cast<int>(classes);
  const std::vector<double>& error = machine.quantity(Role::error);
  result.target = target_of(machine, quantity);
  const std::vector<double>& targets = machine.quantity(Role::margin_target);
  const Dataset& data = session.scene().data;
  const bool labelled = data.task == Task::classification;
  // What the machine without a pattern should say of it is the pattern's label.
  const bool to_label = quantity.role == Role::left_out_value && classes == 1;
  const auto label_of = [&](std::size_t pattern) {
    return data.y[session.point_of_pattern(static_cast<int>(pattern))];
  };
  std::vector<int> class_indices;
  for (std::size_t i = 0; i < count && labelled; ++i) {
    class_indices.push_back(class_of(label_of(i)) - 1);
  }
  result.order = order_of_bars(std::span(values).first(count), class_indices, profile);
  for (const int pattern : result.order.patterns) {
    result.numbers.push_back(machine.problem().number_of(pattern));
  }
  const double nothing = -1e-9 * machine.run()->solver().error_scale();
  for (std::size_t bar = 0; bar < values.size(); ++bar) {
    const std::size_t place = bar / classes;
    const auto pattern = static_cast<std::size_t>(result.order.patterns[place]);
    const int k = static_cast<int>(bar % classes);
    const std::size_t i = pattern * classes + bar % classes;
    const int point = session.point_of_pattern(static_cast<int>(pattern));
    const double target = result.target ? targets[i] : to_label ? data.y[point] : Record::none;
    if (result.target && error[i] < nothing) ++result.short_of_target;
    const picture::Tone tone = classes > 1 ? picture::class_tone(k)
                               : labelled  ? picture::class_tone(class_indices[pattern])
                                           : picture::soft;
    const double offset =
        (k - 0.5 * static_cast<double>(classes - 1)) * 0.8 / static_cast<double>(classes);
    result.bars.push_back({static_cast<double>(place) + 1 + offset, values[i], target, tone,
                           point == attention.selected || point == attention.hovered});
    result.largest = std::max(result.largest, std::abs(values[i]));
  }
  return result;
}

picture::Stroke Series::stroke(std::size_t entry) const {
  picture::Stroke result = picture::series_stroke(static_cast<int>(entry / classes));
  if (values.size() > picture::series_strokes.size()) result.width = 1.25F;
  if (classes > 1) result.paint = picture::class_tone(static_cast<int>(entry % classes));
  return result;
}

Series series_of(const Machine& machine, const Quantity& quantity) {
  const Machine::Series samples = machine.series(quantity.id);
  const std::vector<double>& present = machine.quantity(quantity.id);
  Series result;
  if (samples.values.empty() || present.size() != samples.values.size()) return result;
  // The samples are spread over the run; the present values are exact.
  result.x.assign(samples.iterations.begin(), samples.iterations.end());
  const double now = machine.iteration();
  const auto at = std::ranges::lower_bound(result.x, now);
  const auto index = at - result.x.begin();
  const bool insert = at == result.x.end() || *at != now;
  if (insert) result.x.insert(at, now);
  result.values = samples.values;
  const bool weights = !quantity.shape.empty() && quantity.shape[0] == Axis::weight;
  if (quantity.shape.size() == 2 && quantity.shape[1] == Axis::class_label) {
    result.classes = std::max<std::size_t>(1, machine.problem().classes);
  }
  const std::size_t count = result.values.size();
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<double>& values = result.values[i];
    if (insert) values.insert(values.begin() + index, present[i]);
    const std::size_t entry = i / result.classes;
    const bool bias = weights && entry + 1 == count / result.classes;
    std::string& label = result.labels.emplace_back(quantity.symbol);
    if (count > 1) label += subscript(bias ? 0 : static_cast<long long>(entry) + 1);
    if (result.classes > 1) label += sentence(" of class ", std::to_string(i % result.classes + 1));
  }
  return result;
}

Histogram histogram_of(const Distribution& found) {
  Histogram result;
  result.from = found.from - found.width;
  result.to = found.to() + found.width;
  result.bin = found.width;
  const auto edge = [&](std::size_t bin) {
    return found.from + static_cast<double>(bin) * found.width;
  };
  for (std::size_t bin = 0; bin < found.training.size(); ++bin) {
    result.bars.push_back({edge(bin) + found.width / 2, static_cast<double>(found.training[bin]),
                           Record::none, picture::soft, false});
  }
  // From 0 up and along each bin, and down again.
  for (std::size_t bin = 0; bin <= found.validation.size(); ++bin) {
    if (found.validation.empty()) break;
    const bool last = bin == found.validation.size();
    result.edges.insert(result.edges.end(), {edge(bin), edge(bin)});
    result.outline.push_back(bin > 0 ? found.validation[bin - 1] : 0);
    result.outline.push_back(last ? 0 : found.validation[bin]);
  }
  constexpr int samples = 120;
  for (int i = 0; i <= samples; ++i) {
    result.x.push_back(result.from + (result.to - result.from) * i / samples);
    result.normal.push_back(found.normal_count(result.x.back()));
  }
  return result;
}

}  // namespace marginscope
