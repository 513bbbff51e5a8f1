#include "views/chart_list.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/text.h"
#include "stopping/rule_names.h"
#include "views/chart_values.h"

namespace marginscope {
namespace {

// Whether a quantity gets a chart here: not what the charts of the record or the margins' bars show
// already, and not what is zero everywhere.
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

// The columns of the record in a role, those of the errors, which are no quantity's, without one. Where
// the run has numbers of them.
std::vector<const RecordColumn*> columns_of(const Run& run, std::optional<Role> role) {
  std::vector<const RecordColumn*> columns;
  const History& history = run.history();
  const Record &first = history.at(history.first()), &last = history.at(history.last());
  for (const RecordColumn& column : record_columns()) {
    const bool wanted = role ? column.role == *role : column.fraction;
    if (wanted && !(std::isnan(column.value(first)) && std::isnan(column.value(last)))) {
      columns.push_back(&column);
    }
  }
  return columns;
}

// What the records of several machines are compared by, of those in a role; of the errors, which are no
// quantity's, without one. Where the run has numbers of it.
void add_compared(std::vector<Chart>& charts, const Run& run, std::optional<Role> role) {
  for (const RecordColumn* column : columns_of(run, role)) {
    charts.push_back({.kind = Chart::Kind::compared,
                      .id = column->name,
                      .title = std::string(column->label),
                      .columns = {column}});
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

std::string title_of_chosen(const Session& session, std::string_view title) {
  if (session.machines().size() == 1) return std::string(title);
  return sentence(title, " of ", machine_letter(session.scene().chosen));
}

std::vector<Chart> charts_of(const Session& session) {
  const Machine& machine = session.machine();
  const bool compared = session.machines().size() > 1;
  const Run& run = *machine.run();
  std::vector<Chart> charts;
  const std::vector<Watched> watched = watched_statistics(run, Role::moments);
  for (std::size_t i = 0; i < watched.size(); ++i) {
    charts.push_back({.kind = Chart::Kind::statistic,
                      .id = sentence("statistic-", std::to_string(i + 1)),
                      .title = title_of_chosen(session, watched[i].statistic),
                      .watched = i});
  }
  // What rules on moments watch; without such rules it is there to be opened.
  const Chart distribution = {.kind = Chart::Kind::distribution,
                              .id = "distribution",
                              .title = title_of_chosen(session, "Error histogram"),
                              .share = 1.35F,
                              .open = !watched.empty()};
  if (!watched.empty()) charts.push_back(distribution);
  // Of a solution in closed form there is nothing to see over the iterations.
  const bool goes_on = compared || !run.end() || run.last_iteration() > 0;
  // Called by its first column where it has no identifier.
  const auto add_record = [&](std::string_view id, std::string_view title, std::optional<Role> role,
                              bool open) {
    std::vector<const RecordColumn*> columns = columns_of(run, role);
    if (columns.empty()) return;
    charts.push_back({.kind = Chart::Kind::record,
                      .id = id.empty() ? columns[0]->name : std::string(id),
                      .title = std::string(title),
                      .columns = std::move(columns),
                      .open = open});
  };
  if (compared) {
    add_compared(charts, run, std::nullopt);
    add_compared(charts, run, Role::objective);
  } else {
    const bool labelled = run.problem().task == Task::classification;
    add_record("errors", labelled ? "Errors" : "Mean squared errors", std::nullopt, goes_on);
    add_record("", "Objective J", Role::objective, goes_on);
  }
  const bool has_margins = !machine.quantity(Role::margin).empty();
  for (int rank = 0; rank <= 4; ++rank) {
    for (const Quantity& quantity : run.solver().quantities()) {
      if (rank_of(quantity) != rank || !has_chart(machine, quantity, has_margins)) continue;
      const Quantity* target = target_of(machine, quantity);
      charts.push_back(
          {.kind = over_patterns(quantity) ? Chart::Kind::patterns : Chart::Kind::series,
           .id = std::string(quantity.id),
           .title = title_of_chosen(session, target ? sentence(target->label, " ", target->symbol)
                                                    : std::string(quantity.label)),
           .quantity = &quantity,
           .share = quantity.role == Role::margin ? 1.2F : 1.0F,
           .open = !is_rare(quantity.role) && (goes_on || over_patterns(quantity))});
    }
  }
  if (compared) {
    add_compared(charts, run, Role::moments);
  } else if (const Quantity* moments = machine.published(Role::moments)) {
    add_record(moments->id, moments->label, Role::moments, watched.empty() && goes_on);
  }
  if (watched.empty() && machine.published(Role::moments)) charts.push_back(distribution);
  return charts;
}

bool all_zero(const std::vector<double>& values) {
  return std::ranges::all_of(values, [](double value) { return value == 0; });
}

}  // namespace marginscope
