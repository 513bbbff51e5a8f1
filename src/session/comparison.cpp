#include "session/comparison.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/text.h"
#include "solvers/registry.h"

namespace marginscope {
namespace {

TableCell number_cell(double value, std::string text) {
  return {std::isnan(value) ? std::string() : std::move(text)};
}

constexpr ComparisonColumn columns[] = {
    // Errors first: Comparison::judged is one of these two.
    {"training", "Wrong patterns of those that it learns from",
     [](const Standing& s) { return error_cell(s.task, s.record.training_error, s.patterns); }},
    {"validation", "Wrong patterns of those that it does not learn from",
     [](const Standing& s) {
       return error_cell(s.task, s.record.validation_error, s.validation_patterns);
     }},
    {"iteration", "Where it is",
     [](const Standing& s) { return TableCell{std::to_string(s.record.iteration)}; }},
    {"support vectors", "Patterns that its boundary hangs on",
     [](const Standing& s) {
       const int count = s.record.support_vectors;
       return TableCell{count < 0 ? std::string() : std::to_string(count)};
     }},
    {"smallest margin", "Least y·f of its patterns, in the units of its own f",
     [](const Standing& s) {
       return number_cell(s.smallest_margin, short_text(s.smallest_margin, 4));
     }},
    {"time a step", "Mean of the steps that it has made on this machine",
     [](const Standing& s) {
       // A browser's clock may be too coarse for them.
       return number_cell(s.seconds_per_step, s.seconds_per_step == 0
                                                  ? "too short"
                                                  : duration_text(s.seconds_per_step));
     }},
    {"stop", "What its run stopped by",
     [](const Standing& s) { return TableCell{s.stop.empty() ? "not yet" : s.stop}; }},
};

struct Least {
  std::vector<int> places;  // of those that err least
  std::vector<int> of;      // among those that have an error
  bool validation = false;
  double error = Record::none;
};

Least least_error(std::span<const std::optional<Standing>> standings) {
  Least least;
  for (const auto& each : standings) {
    least.validation = least.validation || (each && !std::isnan(each->record.validation_error));
  }
  for (int place = 0; const auto& each : standings) {
    const int here = place++;
    const double error = !each              ? Record::none
                         : least.validation ? each->record.validation_error
                                            : each->record.training_error;
    if (std::isnan(error)) continue;
    least.of.push_back(here);
    if (error > least.error) continue;
    if (!(error == least.error)) least.places.clear();
    least.error = error;
    least.places.push_back(here);
  }
  return least;
}

std::string errors_sentence(const Least& least, const Standing& one, bool of_all) {
  const std::string part = least.validation ? "validation" : "training";
  const Eigen::Index patterns = least.validation ? one.validation_patterns : one.patterns;
  const TableCell cell = error_cell(one.task, least.error, patterns);
  const bool several = least.places.size() > 1;
  if (one.task == Task::regression) {
    return several ? sentence(machine_letters(least.places),
                              " have the same mean squared error on the ", part, " points, ",
                              cell.text, ".")
                   : sentence(machine_letters(least.places),
                              " has the least mean squared error on the ", part, " points, ",
                              cell.text, ".");
  }
  if (least.places == least.of) {
    const std::string all = !of_all               ? machine_letters(least.of)
                            : least.of.size() > 2 ? "All"
                                                  : "Both";
    return sentence(all, " have ", cell.detail, " ", part, patterns == 1 ? " point" : " points",
                    " wrong.");
  }
  return sentence(machine_letters(least.places), several ? " have" : " has", " the fewest ", part,
                  " points wrong, ", cell.detail, ".");
}

// ", μ = 0.2, gaussian, σ = 1": a kernel says itself what it is.
std::string settings_text(FieldTable fields, const SpecValues& values) {
  std::string text;
  for (const auto& [id, value] : values) {
    const Field* field = find_field(fields, id);
    if (!field) continue;
    const std::string_view name = field->symbol.empty() ? field->name : field->symbol;
    if (field->type == FieldType::variant) {
      const Choice& choice = field->choices[chosen_index(*field, value)];
      const auto spec = parse_spec(value);
      text += sentence(", ", choice.id,
                       spec ? settings_text(choice.fields, spec->values) : std::string());
    } else {
      text += sentence(
          ", ", name, " = ",
          field->type == FieldType::pattern_list ? "by hand" : shown_text(*field, value, 4));
    }
  }
  return text;
}

// Where the machines that are trained, at these places, predict which class.
std::string classes_sentence(const Session& session, const std::vector<int>& trained) {
  const auto count = static_cast<int>(session.scene().data.size());
  std::vector<int> first(static_cast<std::size_t>(count), -1);  // class at each point
  std::vector<bool> differ(first.size());
  std::vector<int> silent;
  for (int place = 0; const Machine& each : session.machines()) {
    const int here = place++;
    if (std::ranges::count(trained, here) == 0) continue;
    bool predicts = false;
    for (int point = 0; point < count; ++point) {
      const int predicted = each.predicted_class(point);
      if (predicted < 0) continue;
      predicts = true;
      const auto at = static_cast<std::size_t>(point);
      differ[at] = differ[at] || (first[at] >= 0 && predicted != first[at]);
      first[at] = predicted;
    }
    if (!predicts) silent.push_back(here);
  }
  std::string text;
  if (!silent.empty()) {
    text = sentence(machine_letters(silent), silent.size() > 1 ? " predict" : " predicts",
                    " nothing yet.");
  }
  const std::size_t speaking = trained.size() - silent.size();
  if (speaking < 2) return text;
  // The sentence before may name some of them; of more than two it is said that all are meant.
  return sentence(text, text.empty() ? "" : " ",
                  trained.size() == 2 ? "Their classes"
                  : silent.empty()
                      ? sentence("The classes of all ", std::to_string(speaking), " machines")
                      : sentence("The classes of the other ", std::to_string(speaking)),
                  " differ at ", std::to_string(std::ranges::count(differ, true)), " of ",
                  counted(session.scene().data.size(), "point.", "points."));
}

}  // namespace

std::string machine_letters(std::span<const int> places) {
  std::string text;
  for (std::size_t i = 0; i < places.size(); ++i) {
    text += i == 0 ? "" : i + 1 == places.size() ? " and " : ", ";
    text += machine_letter(places[i]);
  }
  return text;
}

Standing::Standing(const Run& run, const Record& full_record, double mean_seconds_per_step)
    : record(full_record),
      task(run.problem().task),
      patterns(run.problem().X.rows()),
      validation_patterns(run.problem().X_validation.rows()),
      smallest_margin(run.solver().smallest_margin(run.problem())),
      seconds_per_step(mean_seconds_per_step),
      stop(run.stop() ? run.stop()->name : "") {
  // What has learned nothing decides nothing, which is no error.
  if (task == Task::classification && run.untrained()) {
    record.training_error = record.validation_error = Record::none;
  }
}

std::string TableCell::whole() const {
  if (text.empty()) return "–";
  return detail.empty() ? text : sentence(text, " (", detail, ")");
}

TableCell error_cell(Task task, double error, Eigen::Index patterns) {
  if (std::isnan(error)) return {};
  if (task == Task::regression) return {short_text(error, 6), "mean squared"};
  const auto wrong = std::lround(error * static_cast<double>(patterns));
  return {percent_text(error, 4),
          sentence(std::to_string(wrong), " of ", std::to_string(patterns))};
}

std::vector<const ComparisonColumn*> comparison_columns(std::span<const Standing> standings) {
  std::vector<const ComparisonColumn*> list;
  for (const ComparisonColumn& column : columns) {
    const auto tells = [&](const Standing& each) { return !column.cell(each).text.empty(); };
    if (std::ranges::any_of(standings, tells)) list.push_back(&column);
  }
  return list;
}

std::string machine_caption(const MachineSetup& setup) {
  if (!setup.name.empty()) return setup.name;
  const Algorithm& algorithm = **find_algorithm(setup.algorithm.name);
  return std::string(algorithm.name) + settings_text(algorithm.fields, setup.algorithm.values);
}

bool same_criterion(const Machine& one, const Machine& other) {
  const auto criterion_of = [](const Machine& machine) {
    const Quantity* objective = machine.published(Role::objective);
    std::string text(objective ? objective->meaning : std::string_view());
    const Algorithm& algorithm = **find_algorithm(machine.algorithm().name);
    for (const Field& field : algorithm.fields) {
      if (!field.in_criterion) continue;
      const auto value = algorithm.read(algorithm, field, machine.algorithm().values);
      text += sentence(" ", field.id, "=", value.value_or(""));
    }
    return text;
  };
  return criterion_of(one) == criterion_of(other);
}

Comparison comparison_of(const Session& session) {
  std::vector<std::optional<Standing>> standings;
  std::vector<Standing> trained;
  std::vector<int> places;  // of those
  for (const Machine& each : session.machines()) {
    const Run* run = each.run();
    auto& standing = standings.emplace_back();
    if (!run) continue;
    standing.emplace(*run, run->record(), each.seconds_per_step());
    trained.push_back(*standing);
    places.push_back(static_cast<int>(standings.size()) - 1);
  }
  Comparison comparison;
  comparison.columns = comparison_columns(trained);
  const Least least = least_error(standings);
  auto machine = session.machines().begin();
  for (int place = 0; const auto& standing : standings) {
    Comparison::Row& row = comparison.rows.emplace_back();
    row.letter = machine_letter(place);
    row.caption = machine_caption(session.scene().machines[static_cast<std::size_t>(place)]);
    for (const ComparisonColumn* column : comparison.columns) {
      row.cells.push_back(standing ? column->cell(*standing) : TableCell{});
    }
    row.best = least.places != least.of && std::ranges::count(least.places, place) > 0;
    if (!standing) {
      row.state = machine->trainable() ? "not yet trained" : "cannot be trained";
    } else if (session.waits(*machine)) {
      row.waits = true;
      row.state = "waits at its end";
    }
    ++place;
    ++machine;
  }
  if (trained.size() < 2) return comparison;
  if (least.of.size() > 1) {
    comparison.judged = &columns[least.validation ? 1 : 0];
    comparison.sentence = errors_sentence(least, trained.front(), least.of == places);
  }
  if (trained.front().task == Task::classification) {
    const std::string classes = classes_sentence(session, places);
    if (!comparison.sentence.empty() && !classes.empty()) comparison.sentence += " ";
    comparison.sentence += classes;
  }
  return comparison;
}

}  // namespace marginscope
