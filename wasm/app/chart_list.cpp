#include "app/chart_list.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/read_outs.h"
#include "app/rule_names.h"

namespace marginscope {
namespace {

constexpr float usual_plot = 132, highest_plot = 240;

// Whether a quantity gets a chart here: not what the errors, objective and moments charts or the
// margins' bars show already, and not what is zero everywhere.
bool has_chart(const Machine& machine, const Quantity& quantity, bool has_margins) {
  const std::vector<double>& values = machine.quantity(quantity.id);
  if (quantity.kind == QuantityKind::pattern_set || values.empty()) return false;
  const Role role = quantity.role;
  if (role == Role::objective || role == Role::moments) return false;
  if (has_margins && (role == Role::error || role == Role::margin_target ||
                      role == Role::margin_vector || role == Role::decision_value)) {
    return false;
  }
  return role == Role::margin || !over_patterns(quantity) || !all_zero(values);
}

bool is_rare(Role role) {
  return role == Role::slack || role == Role::certificate || role == Role::decision_value;
}

int rank_of(const Quantity& quantity) {
  if (quantity.role == Role::margin) return 0;
  if (quantity.role == Role::left_out_value) return 1;
  if (over_patterns(quantity)) return 2;
  return quantity.role == Role::weights ? 3 : 4;
}

// What the records of several machines are compared by, of those in a role; of the errors, which are no
// quantity's, without one. Where the run has numbers of it.
void add_compared(std::vector<Chart>& charts, const Run& run, std::optional<Role> role) {
  const Record &first = run.history().at(0), &last = run.history().at(run.last_iteration());
  for (const RecordColumn& column : record_columns()) {
    const bool wanted = role ? column.role == *role : column.fraction;
    if (!wanted || (std::isnan(column.value(first)) && std::isnan(column.value(last)))) continue;
    charts.push_back({.kind = Chart::Kind::compared, .id = column.name, .column = &column});
  }
}

}  // namespace

std::vector<Watched> watched_statistics(const Run& run, Role role) {
  std::vector<Watched> list;
  for (const RuleGroup& group : run.rules().groups) {
    for (const auto& rule : group.rules) {
      auto parsed = parsed_rule(rule->text());
      if (!parsed || parsed->kind->drawn_on != role) continue;
      std::string statistic =
          statistic_symbol(*parsed->kind, parsed->spec, variable_of(*parsed->kind));
      const auto same = std::ranges::find(list, statistic, &Watched::statistic);
      if (same == list.end()) {
        list.push_back({parsed->kind, std::move(parsed->spec), std::move(statistic), {rule.get()}});
      } else {
        same->rules.push_back(rule.get());
      }
    }
  }
  return list;
}

std::vector<Chart> charts_of(const Machine& machine, bool compared) {
  const Run& run = *machine.run();
  const Record &first = run.history().at(0), &last = run.history().at(run.last_iteration());
  std::vector<Chart> charts;
  const std::size_t watched = watched_statistics(run, Role::moments).size();
  for (std::size_t i = 0; i < watched; ++i) {
    charts.push_back(
        {.kind = Chart::Kind::statistic, .id = "statistic " + std::to_string(i), .watched = i});
  }
  // What rules on moments watch; without such rules it is there to be opened.
  const Chart distribution = {.kind = Chart::Kind::distribution,
                              .id = "error distribution",
                              .share = 1.35F,
                              .open = watched > 0};
  if (watched > 0) charts.push_back(distribution);
  // Of a solution in closed form there is nothing to see over the iterations.
  const bool goes_on = compared || !run.end() || run.last_iteration() > 0;
  if (compared) {
    add_compared(charts, run, std::nullopt);
    add_compared(charts, run, Role::objective);
  } else {
    charts.push_back({.kind = Chart::Kind::errors, .id = "errors", .open = goes_on});
    if (!std::isnan(first.objective) || !std::isnan(last.objective)) {
      charts.push_back({.kind = Chart::Kind::objective, .id = "J", .open = goes_on});
    }
  }
  const bool has_margins = !machine.quantity(Role::margin).empty();
  for (int rank = 0; rank <= 4; ++rank) {
    for (const Quantity& quantity : run.solver().quantities()) {
      if (rank_of(quantity) != rank || !has_chart(machine, quantity, has_margins)) continue;
      charts.push_back(
          {.kind = over_patterns(quantity) ? Chart::Kind::patterns : Chart::Kind::series,
           .id = std::string(quantity.id),
           .quantity = &quantity,
           .share = quantity.role == Role::margin ? 1.2F : 1.0F,
           .open = !is_rare(quantity.role) && (goes_on || over_patterns(quantity))});
    }
  }
  if (compared) {
    add_compared(charts, run, Role::moments);
    if (watched == 0) charts.push_back(distribution);
  } else if (machine.published(Role::moments) &&
             (!std::isnan(first.moments.mean) || !std::isnan(last.moments.mean))) {
    charts.push_back(
        {.kind = Chart::Kind::moments, .id = "error moments", .open = watched == 0 && goes_on});
    if (watched == 0) charts.push_back(distribution);
  }
  return charts;
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
